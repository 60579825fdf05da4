import type { Receipt, SealedBlock } from '../../chain/block/block.ts'
import { nativeBefore } from '../../chain/block/blockEntries.ts'
import { runTransaction } from '../../evm/run/runTransaction.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Encoder } from '../codec/codec.ts'
import { bytes, text } from '../codec/scalar.ts'
import type { Context } from '../core/method.ts'
import { revertReason } from '../errors/revertReason.ts'
import { blockFields, blockView } from './block.ts'
import { transactionView } from './transaction.ts'

/** A block and the return data of its transactions. */
export interface DetailedBlock {
  readonly block: SealedBlock
  readonly outputs: readonly Uint8Array[]
}

/** Block object with full transactions that have their output, as in Anvil. */
export const detailedBlock: Encoder<DetailedBlock> = {
  encode: ({ block, outputs }) =>
    blockFields(
      block,
      block.transactions.map((transaction, index) => ({
        ...(transactionView.encode({ transaction, place: { block, index } }) as object),
        output: bytes.encode(outputs[index] ?? EMPTY_BYTES),
        ...failure(block.receipts[index]),
      })),
    ),
  schema: blockView.schema,
}

function failure(receipt: Receipt | undefined): { readonly revertReason?: string } {
  if (receipt === undefined || receipt.status === 1) return {}
  const { revertData = EMPTY_BYTES, error = '' } = receipt
  return { revertReason: text.encode(revertReason(revertData) ?? error) as string }
}

/** Runs the transactions of a block again for their return data. */
export async function withOutputs(
  { state, simulate }: Pick<Context, 'state' | 'simulate'>,
  block: SealedBlock,
): Promise<DetailedBlock> {
  if (block.transactions.length === 0) return { block, outputs: [] }
  const view = await state.viewBefore(block, 0)
  const outputs = await simulate.explore(view, async (context) => {
    const made: Uint8Array[] = []
    for (const [index, transaction] of block.transactions.entries()) {
      // Native transactions before the first one have run.
      const between = index > 0 ? nativeBefore(block, index) : []
      for (const native of between) simulate.replayNative(context, native)
      const run = await runTransaction(context.executor, context.state, context.block, transaction)
      made.push(run.outcome.kind === 'halt' ? EMPTY_BYTES : run.outcome.output)
    }
    return made
  })
  return { block, outputs }
}
