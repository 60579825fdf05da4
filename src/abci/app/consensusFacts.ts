import type { CommitInfo, Misbehavior } from 'cosmjs-types/tendermint/abci/types'
import type { ConsensusTime } from '../../chain/consensus/consensusDriver.ts'
import type { ConsensusFacts } from '../../modules/slashing/punish.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'

/** `BLOCK_ID_FLAG_ABSENT`; a vote for no block (3) is a vote. */
const ABSENT = 1

/** Reads votes and misbehavior of a block. */
export function consensusFacts(
  commit: CommitInfo | undefined,
  misbehavior: readonly Misbehavior[],
): ConsensusFacts {
  return {
    votes: (commit?.votes ?? []).map(({ validator, blockIdFlag }) => ({
      consensusAddress: addressOf(validator?.address),
      power: validator?.power ?? 0n,
      isAbsent: Number(blockIdFlag) === ABSENT,
    })),
    misbehavior: misbehavior.map(({ validator, height }) => ({
      consensusAddress: addressOf(validator?.address),
      power: validator?.power ?? 0n,
      height,
    })),
  }
}

/** Reads a time; an absent one is the year 1970. */
export function consensusTime(
  time: { readonly seconds: bigint; readonly nanos: number } | undefined,
): ConsensusTime {
  return { seconds: time?.seconds ?? 0n, nanos: time?.nanos ?? 0 }
}

function addressOf(bytes: Uint8Array = new Uint8Array(20)): NativeAddress {
  return bytesToHex(bytes) as NativeAddress
}
