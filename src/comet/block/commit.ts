import { Timestamp } from 'cosmjs-types/google/protobuf/timestamp'
import { BlockID, type Commit, CommitSig, SignedMsgType } from 'cosmjs-types/tendermint/types/types'
import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import { ExactWriter } from '../../abci/wire/exactWriter.ts'
import {
  bigIntToBytes,
  concatBytes,
  EMPTY_BYTES,
  equalBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  encodeVarint,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { devConsensusKey, signAsDevValidator } from './devValidator.ts'
import { merkleRoot } from './merkle.ts'
import type { ValidatorSet } from './validatorSet.ts'

/** What validators sign. */
export interface Vote {
  readonly chainId: string
  readonly height: bigint
  readonly blockId: BlockID
  readonly time: Timestamp
}

/** 0001-01-01: Go's time of an absent validator. */
const NO_TIME: Timestamp = { seconds: -62_135_596_800n, nanos: 0 }

/**
 * Returns the commit of a block in round 0. The development chain's validator signs; the keys of
 * others are unknown, so they are absent.
 */
export function commitOf(vote: Vote, { validators }: ValidatorSet): Commit {
  const signatures = validators.map(({ key, address }) =>
    equalBytes(key, devConsensusKey)
      ? CommitSig.fromPartial({
          blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_COMMIT,
          validatorAddress: address,
          timestamp: vote.time,
          signature: signAsDevValidator(signBytes(vote)),
        })
      : CommitSig.fromPartial({
          blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_ABSENT,
          timestamp: NO_TIME,
        }),
  )
  return { height: vote.height, round: 0, blockId: vote.blockId, signatures }
}

/** No block has this id. */
export const NO_BLOCK_ID: BlockID = {
  hash: EMPTY_BYTES,
  partSetHeader: { total: 0, hash: EMPTY_BYTES },
}

/** The commit in a first block. */
export const NO_COMMIT: Commit = {
  height: 0n,
  round: 0,
  blockId: NO_BLOCK_ID,
  signatures: [],
}

export function commitHash({ signatures }: Commit): Uint8Array {
  return merkleRoot(signatures.map((each) => CommitSig.encode(each, new ExactWriter()).finish()))
}

/** Bytes of a precommit that are signed: a CanonicalVote with its length. */
export function signBytes({ chainId, height, blockId, time }: Vote): Uint8Array {
  const vote = concatBytes(
    varintField(1, BigInt(SignedMsgType.SIGNED_MSG_TYPE_PRECOMMIT)),
    fixed64Field(2, height),
    // No round: it is 0. The canonical form of the block's id has the same encoding.
    messageField(4, BlockID.encode(blockId, new ExactWriter()).finish()),
    messageField(5, Timestamp.encode(time, new ExactWriter()).finish()),
    stringField(6, chainId),
  )
  return concatBytes(encodeVarint(BigInt(vote.length)), vote)
}

function fixed64Field(field: number, value: bigint): Uint8Array {
  if (value === 0n) return EMPTY_BYTES
  return concatBytes(Uint8Array.of((field << 3) | 1), bigIntToBytes(value, 8).toReversed())
}
