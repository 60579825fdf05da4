import type { Chain } from '../../../src/chain/chain.ts'
import type { GenesisAccount } from '../../../src/chain/genesis/genesis.ts'
import type { BlockView } from '../../../src/chain/view/blockView.ts'
import type { CallRequest } from '../../../src/evm/transaction/callRequest.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import type { Address } from '../../../src/primitives/address.ts'
import type { Json } from '../../../src/primitives/encoding/json.ts'
import { tracePlace } from '../../../src/rpc/methods/tracePlace.ts'
import {
  type TraceLimits,
  traceWithJavaScript,
} from '../../../src/tracers/javascript/javaScriptTracer.ts'
import type { TraceTarget } from '../../../src/tracers/traceTarget.ts'
import { testChain } from '../chain.ts'
import { testGenesis } from '../genesis.ts'

/** An address of twenty equal bytes. */
export const addressOf = (byte: number): Address =>
  `0x${byte.toString(16).padStart(2, '0').repeat(20)}` as Address

/** Creates a chain with these contracts. */
export function chainWith(
  codes: readonly (readonly [Address, Uint8Array])[],
  more: readonly (readonly [Address, Partial<GenesisAccount>])[] = [],
): Chain {
  return testChain(
    testGenesis({}, [...codes.map(([address, code]) => [address, { code }] as const), ...more]),
  )
}

export interface JavaScriptTrace {
  readonly source: string
  readonly config?: Json
  readonly limits?: Partial<TraceLimits>
}

/** Traces a call on the latest block with a JavaScript tracer. */
export async function traceCall(
  chain: Chain,
  request: CallRequest,
  how: JavaScriptTrace,
): Promise<Json> {
  const view = await chain.state.viewAt({ tag: 'latest' })
  const subject: TraceTarget = {
    kind: 'call',
    request,
    place: { blockNumber: view.block.header.number },
  }
  return traceOn(chain, view, subject, how)
}

/** Submits a transaction and traces it in its block. */
export async function traceTransaction(
  chain: Chain,
  transaction: Transaction,
  how: JavaScriptTrace,
): Promise<Json> {
  await chain.pool.submit(transaction)
  const mined = chain.transactions.get(transaction.hash)
  if (mined === undefined) throw new Error('the transaction is in no block')
  const { block, index } = mined
  const view = await chain.state.viewBefore(block, index)
  const subject: TraceTarget = {
    kind: 'transaction',
    transaction,
    place: tracePlace(block, index),
  }
  return traceOn(chain, view, subject, how)
}

async function traceOn(
  chain: Chain,
  view: BlockView,
  subject: TraceTarget,
  { source, config, limits }: JavaScriptTrace,
): Promise<Json> {
  return chain.simulate.explore(view, async (scene) =>
    JSON.parse(
      await traceWithJavaScript(
        scene,
        subject,
        { source, config },
        { timeoutMs: 20_000, ...limits },
      ),
    ),
  )
}
