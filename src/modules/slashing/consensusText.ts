import { bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { parseBech32 } from '../bech32Address.ts'

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
  return parseBech32(names.bech32Prefix + CONSENSUS_SUFFIX, text)
}
