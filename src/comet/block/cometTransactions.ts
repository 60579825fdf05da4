import { ExecTxResult } from 'cosmjs-types/tendermint/abci/types'
import { ExactWriter } from '../../abci/wire/exactWriter.ts'
import type { SealedBlock } from '../../chain/block/block.ts'
import type { ReadableChain } from '../../chain/chain.ts'
import type { LocatedNative, LocatedTransaction } from '../../chain/history/located.ts'
import { encodeEvmTransaction } from '../../native/codec/evmTransactionBytes.ts'
import type { NativeResult } from '../../native/gateway/gatewayJson.ts'
import { assert } from '../../primitives/assert.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { nativeSender } from '../../rpc/methods/native/nativeSender.ts'
import { resultOfEvm, resultOfNative } from '../../rpc/views/cosmosTx.ts'
import { castAddress } from '../../state/rows/layout.ts'

/** A transaction of a block, as consensus would have it. */
export interface CometTransaction {
  readonly block: SealedBlock
  readonly index: number
  /** TxRaw. */
  readonly raw: Uint8Array
  readonly located:
    | { readonly kind: 'evm'; readonly found: LocatedTransaction }
    | { readonly kind: 'native'; readonly found: LocatedNative }
}

/** Largest 64-bit integer of protobuf's int64. */
const MAX_INT64 = (1n << 63n) - 1n

/** Returns all transactions of a block in order, EVM transactions in a MsgEVMTransaction. */
export function cometTransactions(block: SealedBlock): readonly CometTransaction[] {
  const natives = new Map(block.native.map((entry) => [entry.position, entry]))
  let evmIndex = 0
  return Array.from({ length: block.transactions.length + block.native.length }, (_, index) => {
    const entry = natives.get(index)
    if (entry !== undefined) {
      const located = { kind: 'native', found: { block, entry } } as const
      return { block, index, raw: entry.transaction.raw, located }
    }
    const transaction = block.transactions[evmIndex]
    const receipt = block.receipts[evmIndex]
    assert(transaction !== undefined && receipt !== undefined, 'a receipt for each transaction')
    const found = { block, index: evmIndex++, transaction, receipt }
    return { block, index, raw: encodeEvmTransaction(transaction), located: { kind: 'evm', found } }
  })
}

/** Returns the result of a transaction. */
export async function cometResult(
  { names, state }: Pick<ReadableChain, 'names' | 'state'>,
  { located }: CometTransaction,
): Promise<NativeResult> {
  if (located.kind === 'native') return limited(resultOfNative(located.found))
  const { found } = located
  return limited(resultOfEvm(names, found, await nativeSender(state, found.transaction)))
}

/** Returns the part of a result that the next header commits to. */
export function provenResult(
  { names }: Pick<ReadableChain, 'names'>,
  { located }: CometTransaction,
): Uint8Array {
  const result =
    located.kind === 'native'
      ? resultOfNative(located.found)
      : resultOfEvm(names, located.found, castAddress(located.found.transaction.from))
  const { code, data, gasWanted, gasUsed } = limited(result)
  const proven = ExecTxResult.fromPartial({ code, data, gasWanted, gasUsed })
  return ExecTxResult.encode(proven, new ExactWriter()).finish()
}

/** Hash of a transaction in consensus. */
export function cometHash({ raw }: Pick<CometTransaction, 'raw'>): Uint8Array {
  return sha256(raw)
}

function limited(result: NativeResult): NativeResult {
  const { gasWanted } = result
  return gasWanted > MAX_INT64 ? { ...result, gasWanted: MAX_INT64 } : result
}
