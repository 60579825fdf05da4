import { bech32ToBytes, bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { sdkError } from '../moduleError.ts'

const CONSENSUS_SUFFIX = 'valcons'

/** Encodes a consensus address, such as `seivalcons1…`. */
export function consensusText({ names }: RowState, consensus: NativeAddress): string {
  return bytesToBech32(names.bech32Prefix + CONSENSUS_SUFFIX, hexToBytes(consensus))
}

/**
 * Decodes {@link consensusText}.
 *
 * @throws ModuleError
 */
export function parseConsensus({ names }: RowState, text: string): NativeAddress {
  try {
    return bytesToHex(bech32ToBytes(names.bech32Prefix + CONSENSUS_SUFFIX, text)) as NativeAddress
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw sdkError('invalidAddress', `decoding bech32 failed: ${why}`)
  }
}
