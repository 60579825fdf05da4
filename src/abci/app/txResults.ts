import type { Event, ExecTxResult } from 'cosmjs-types/tendermint/abci/types'
import { type AnyTransaction, isNative } from '../../chain/block/blockEntries.ts'
import type { DecidedResult, FinalizedBlock } from '../../chain/consensus/consensusDriver.ts'
import { gasOf } from '../../chain/consensus/proposals.ts'
import { isReadable, type ReadTransaction } from '../../chain/consensus/transactionReader.ts'
import { publicKeyToNative } from '../../evm/transaction/association.ts'
import { nativeText } from '../../modules/evm/association.ts'
import { typeUrls } from '../../native/codec/schemas.ts'
import { actionEvent } from '../../native/events.ts'
import type { NativeEvent } from '../../native/nativeReceipt.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { EVM_FAILURE } from '../../rpc/views/cosmosTx.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import {
  BROKEN,
  NONCE_GAP,
  OUT_OF_BLOCK_GAS,
  REPEATED,
  type Refusal,
  refusalOf,
} from './resultCodes.ts'

/** Largest 64-bit integer of protobuf's int64. */
const MAX_INT64 = (1n << 63n) - 1n

/** Returns one result per transaction of a block, in its order. */
export function txResults(
  reads: readonly ReadTransaction[],
  { results }: Pick<FinalizedBlock, 'results'>,
  names: NativeNames,
): ExecTxResult[] {
  const seen = new Set<Hash>()
  return reads.map((read) => {
    if (!isReadable(read)) return refused(refusalOf(read), 0n)
    const wanted = gasWanted(read)
    if (seen.has(read.hash)) return refused(REPEATED, wanted)
    seen.add(read.hash)
    const result = results.get(read.hash)
    if (result === undefined) throw new Error(`bug: no result of transaction ${read.hash}`)
    return resultOf(read, result, wanted, names)
  })
}

/** Gas limit of a transaction as protobuf has it. */
export function gasWanted(transaction: AnyTransaction): bigint {
  const gas = gasOf(transaction)
  return gas < MAX_INT64 ? gas : MAX_INT64
}

function resultOf(
  transaction: AnyTransaction,
  result: DecidedResult,
  wanted: bigint,
  names: NativeNames,
): ExecTxResult {
  switch (result.kind) {
    case 'native': {
      const { code, codespace, log, gasUsed, events } = result.receipt
      return { ...refused({ code, codespace, log }, wanted), gasUsed, events: encodeEvents(events) }
    }
    case 'evm': {
      const { status, gasUsed, error = '' } = result.receipt
      if (status === 0) return { ...refused({ ...EVM_FAILURE, log: error }, wanted), gasUsed }
      const events = encodeEvents(evmEvents(transaction, names))
      return { ...refused({ code: 0, codespace: '', log: '' }, wanted), gasUsed, events }
    }
    case 'invalid':
      return refused(refusalOf(result.error), wanted)
    case 'postponed':
      return refused(result.lacks === 'gas' ? OUT_OF_BLOCK_GAS : NONCE_GAP, wanted)
    case 'broken':
      return refused(BROKEN, wanted)
  }
}

function evmEvents(transaction: AnyTransaction, names: NativeNames): readonly NativeEvent[] {
  if (isNative(transaction) || transaction.publicKey === undefined) return []
  const sender = nativeText({ names }, publicKeyToNative(transaction.publicKey))
  return [actionEvent(typeUrls.evmTransaction, sender, 'evm')]
}

function encodeEvents(events: readonly NativeEvent[]): Event[] {
  return events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(({ key, value }) => ({ key, value, index: true })),
  }))
}

function refused({ code, codespace, log }: Refusal, wanted: bigint): ExecTxResult {
  return {
    ...{ code, codespace, log, info: '', data: EMPTY_BYTES },
    ...{ gasWanted: wanted, gasUsed: 0n, events: [] },
  }
}
