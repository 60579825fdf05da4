import type { Event, ExecTxResult } from 'cosmjs-types/tendermint/abci/types'
import { type AnyTransaction, isNative } from '../../chain/block/blockEntries.ts'
import type { DecidedResult, FinalizedBlock } from '../../chain/consensus/consensusDriver.ts'
import { gasOf } from '../../chain/consensus/proposals.ts'
import { isReadable, type ReadTransaction } from '../../chain/consensus/transactionReader.ts'
import { nativeText } from '../../modules/evm/association.ts'
import { typeUrls } from '../../native/codec/schemas.ts'
import { actionEvent } from '../../native/events.ts'
import { txMsgData } from '../../native/gateway/txMsgData.ts'
import type { NativeEvent } from '../../native/nativeReceipt.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hash } from '../../primitives/encoding/hex.ts'
import { EVM_FAILURE } from '../../rpc/views/cosmosTx.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { WorldState } from '../../state/worldState.ts'
import {
  NONCE_GAP,
  OUT_OF_BLOCK_GAS,
  PANIC,
  REPEATED,
  type Refusal,
  refusalOf,
} from './resultCodes.ts'

/** Largest 64-bit integer of protobuf's int64. */
const MAX_INT64 = (1n << 63n) - 1n

/**
 * Returns one result per transaction of a block, in its order.
 * @param state after the block
 */
export function txResults(
  reads: readonly ReadTransaction[],
  { results }: Pick<FinalizedBlock, 'results'>,
  state: WorldState,
): ExecTxResult[] {
  const eventsOf = createEvmEvents(state)
  const seen = new Set<Hash>()
  return reads.map((read) => {
    if (!isReadable(read)) return refused(refusalOf(read), 0n)
    const wanted = gasWanted(read)
    if (seen.has(read.hash)) return refused(REPEATED, wanted)
    seen.add(read.hash)
    const result = results.get(read.hash)
    if (result === undefined) throw new Error(`bug: no result of transaction ${read.hash}`)
    return resultOf(read, result, wanted, eventsOf)
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
  eventsOf: (transaction: AnyTransaction) => Event[],
): ExecTxResult {
  switch (result.kind) {
    case 'native': {
      assert(isNative(transaction), 'a native result of a native transaction')
      const { code, codespace, log, gasUsed, events } = result.receipt
      const data = txMsgData(transaction, result.receipt)
      const told = { ...refused({ code, codespace, log }, wanted), data }
      return { ...told, gasUsed, events: encodeEvents(events) }
    }
    case 'evm': {
      const { status, gasUsed, error = '' } = result.receipt
      if (status === 0) return { ...refused({ ...EVM_FAILURE, log: error }, wanted), gasUsed }
      const events = eventsOf(transaction)
      return { ...refused({ code: 0, codespace: '', log: '' }, wanted), gasUsed, events }
    }
    case 'invalid':
      return refused(refusalOf(result.error), wanted)
    case 'postponed':
      return refused(result.lacks === 'gas' ? OUT_OF_BLOCK_GAS : NONCE_GAP, wanted)
    case 'broken':
      return refused(PANIC, wanted)
  }
}

/** Returns a function that encodes the event of a successful EVM transaction, by its sender. */
function createEvmEvents(state: WorldState): (transaction: AnyTransaction) => Event[] {
  const known = new Map<Address, Event[]>()
  return (transaction) => {
    if (isNative(transaction)) return []
    const { from } = transaction
    const events = known.get(from) ?? encodeEvents(evmEvents(state, from))
    known.set(from, events)
    return events
  }
}

function evmEvents(state: WorldState, from: Address): readonly NativeEvent[] {
  const native = state.getNativeAddress(from)
  if (native === undefined) return []
  const sender = nativeText(state, bytesToHex(native) as NativeAddress)
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
