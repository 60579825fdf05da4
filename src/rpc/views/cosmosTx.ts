import type { SealedBlock } from '../../chain/block/block.ts'
import type { LocatedNative, LocatedTransaction } from '../../chain/history/located.ts'
import type { NativeSubmission } from '../../chain/mining/transactionSubmitter.ts'
import { nativeText } from '../../modules/evm/association.ts'
import { encodeEvmTransaction } from '../../native/codec/evmTransactionBytes.ts'
import { typeUrls } from '../../native/codec/schemas.ts'
import { actionEvent } from '../../native/events.ts'
import { type NativeResult, txResponseJson } from '../../native/gateway/gatewayJson.ts'
import { txMsgData } from '../../native/gateway/txMsgData.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'

/** Code of a failed EVM transaction. The Cosmos SDK reserves 1 for errors without a code. */
export const EVM_FAILURE = { codespace: 'evm', code: 2 } as const
const SUCCESS = { codespace: '', code: 0 } as const

/** A mined transaction in the form of the Cosmos SDK's gateway. */
export const cosmosTxView: Encoder<NativeResult> = {
  encode(result) {
    const response = txResponseJson(result)
    return { tx: response.tx ?? null, tx_response: response }
  },
  schema: {
    type: 'object',
    title: 'Cosmos transaction',
    description: 'Response of `/cosmos/tx/v1beta1/txs/{hash}` of the REST gateway.',
    properties: describeFields(
      { tx: { type: 'object' }, tx_response: { type: 'object' } },
      {
        tx: 'cosmos.tx.v1beta1.Tx',
        tx_response: 'cosmos.base.abci.v1beta1.TxResponse, including the transaction',
      },
    ),
    required: ['tx', 'tx_response'],
  },
}

/** Fields of the response to a broadcast. */
const told = ['code', 'codespace', 'raw_log', 'txhash', 'height', 'gas_wanted', 'gas_used'] as const

/** Result of a native transaction that was just mined, or that waits for its block. */
export const broadcastView: Encoder<NativeSubmission> = {
  encode({ transaction, located }) {
    const response = txResponseJson(
      located === undefined ? waitingResult(transaction) : resultOfNative(located),
    )
    return Object.fromEntries(told.map((name) => [name, response[name] ?? null]))
  },
  schema: broadcastSchema(),
}

/** Cosmos result of an EVM transaction; its only event names the message. */
export function resultOfEvm(
  names: NativeNames,
  { block, transaction, receipt }: LocatedTransaction,
  sender: NativeAddress,
): NativeResult {
  const hasFailed = receipt.status === 0
  return {
    ...(hasFailed ? EVM_FAILURE : SUCCESS),
    ...placeOf(block),
    raw: encodeEvmTransaction(transaction),
    gasWanted: transaction.gasLimit,
    gasUsed: receipt.gasUsed,
    events: hasFailed
      ? []
      : [actionEvent(typeUrls.evmTransaction, nativeText({ names }, sender), 'evm')],
    rawLog: receipt.error ?? '',
    data: EMPTY_BYTES,
  }
}

/** Result of a check: no height, no gas and no events, as of BROADCAST_MODE_SYNC. */
function waitingResult({ raw, fee }: NativeTransaction): NativeResult {
  return {
    ...{ ...SUCCESS, height: 0n, timestamp: '', raw, gasWanted: fee.gasLimit, gasUsed: 0n },
    ...{ events: [], rawLog: '', data: EMPTY_BYTES },
  }
}

/** Result of a native transaction. */
export function resultOfNative({ block, entry }: LocatedNative): NativeResult {
  const { transaction, receipt } = entry
  const { code, codespace, log, gasUsed, events } = receipt
  return {
    code,
    codespace,
    ...placeOf(block),
    raw: transaction.raw,
    gasWanted: transaction.fee.gasLimit,
    gasUsed,
    events,
    rawLog: log,
    data: txMsgData(transaction, receipt),
  }
}

function placeOf({ header }: SealedBlock): Pick<NativeResult, 'height' | 'timestamp'> {
  return { height: header.number, timestamp: toRfc3339(header.timestamp) }
}

function broadcastSchema(): JsonSchema {
  const text: JsonSchema = { type: 'string' }
  const properties = {
    code: { type: 'number' },
    codespace: text,
    raw_log: text,
    txhash: text,
    height: text,
    gas_wanted: text,
    gas_used: text,
  } satisfies Record<(typeof told)[number], JsonSchema>
  return {
    type: 'object',
    title: 'broadcast result',
    description: 'Result of a native transaction. 64-bit numbers are decimal text.',
    properties: describeFields(properties, {
      code: '0: success; otherwise the messages had no effect',
      codespace: 'namespace of the code',
      raw_log: 'why it failed',
      txhash: 'SHA-256 of the transaction, upper case, without 0x',
      height: 'its block',
    }),
    required: [...told],
  }
}
