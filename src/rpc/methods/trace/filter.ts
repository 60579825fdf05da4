import type { BlockNumberRef } from '../../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../../chain/chain.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { ParityFrame, ParityTrace } from '../../../tracers/parityTrace.ts'
import { TraceBudget } from '../../../tracers/traceBudget.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { listOf } from '../../codec/codec.ts'
import { type TraceFilter, traceFilter } from '../../codec/traceFilter.ts'
import { type Context, method, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { localizedTrace } from '../../views/parityTrace.ts'
import { framesOnly, replayBlock, yieldToEventLoop } from './replay.ts'

/** Maximum number of blocks per request. */
const MAX_BLOCKS = 10_000n
/** Empty blocks between yields to the event loop. */
const PAUSE_AFTER = 1_000

export const trace_filter = method({
  summary: `Returns the traces that match a filter, in order, for at most ${MAX_BLOCKS} blocks.`,
  params: [param('filter', traceFilter)],
  result: listOf(localizedTrace),
  run({ blocks, state, simulate, traceTimeoutMs }, filter) {
    const range = rangeOf(blocks, filter)
    return withTraceTimeout(
      ({ signal }) => search({ blocks, state, simulate }, filter, range, signal),
      traceTimeoutMs,
    )
  },
})

interface SearchedBlocks {
  readonly first: bigint
  readonly last: bigint
}

/** @throws RpcError -32602 if the range is invalid or too long */
function rangeOf(blocks: ChainBlocks, { fromBlock, toBlock }: TraceFilter): SearchedBlocks {
  const newest = BigInt(blocks.latest.number)
  const numberOf = (ref: BlockNumberRef): bigint => {
    if ('number' in ref) return ref.number
    return ref.tag === 'earliest' ? 0n : newest
  }
  const first = fromBlock === undefined ? 0n : numberOf(fromBlock)
  const wanted = toBlock === undefined ? newest : numberOf(toBlock)
  if (toBlock !== undefined && first > wanted) {
    throw invalidParams(`invalid argument 0: fromBlock ${first} is after toBlock ${wanted}`)
  }
  const last = wanted < newest ? wanted : newest
  const count = last - first + 1n
  if (count > MAX_BLOCKS) {
    throw invalidParams(`invalid argument 0: ${count} blocks, want at most ${MAX_BLOCKS}`)
  }
  return { first, last }
}

async function search(
  { blocks, state, simulate }: Pick<Context, 'blocks' | 'state' | 'simulate'>,
  filter: TraceFilter,
  { first, last }: SearchedBlocks,
  signal: AbortSignal,
): Promise<readonly ParityFrame[]> {
  const { after = 0, count = Number.POSITIVE_INFINITY } = filter
  const fits = matcher(filter)
  const budget = new TraceBudget()
  const found: ParityFrame[] = []
  let toSkip = after
  const take = (frame: ParityFrame): void => {
    if (found.length >= count || !fits(frame) || toSkip-- > 0) return
    budget.take(JSON.stringify(frame).length)
    found.push(frame)
  }
  let empty = 0
  for (let number = first; number <= last && found.length < count; number++) {
    const block = blocks.get(number)
    if (block === undefined || block.transactions.length === 0) {
      if (++empty % PAUSE_AFTER === 0) await yieldToEventLoop(signal)
      continue
    }
    const options = { parts: framesOnly, signal }
    const framesOf = (trace: ParityTrace) => trace.localizedFrames
    const frames = await replayBlock({ state, simulate }, block, options, framesOf)
    for (const frame of frames.flat()) take(frame)
  }
  return found
}

/**
 * Returns whether a trace matches by its two parties. The second party of a creation is the
 * contract (none if it failed), of a self-destruct the beneficiary, as in OpenEthereum. With both
 * lists, one match suffices unless `mode` is `intersection`, as in Erigon and reth; OpenEthereum
 * has no `mode` and requires both.
 */
function matcher({ fromAddress = [], toAddress = [], mode = 'union' }: TraceFilter) {
  const [actors, targets] = [new Set<string>(fromAddress), new Set<string>(toAddress)]
  return (frame: ParityFrame): boolean => {
    const { actor, target } = partiesOf(frame)
    const [isActor, isTarget] = [actors.has(actor), targets.has(target)]
    if (actors.size === 0) return targets.size === 0 || isTarget
    if (targets.size === 0) return isActor
    return mode === 'union' ? isActor || isTarget : isActor && isTarget
  }
}

/** Parties of a trace; '' for a missing one. */
function partiesOf({ type, action, result, error }: ParityFrame) {
  const { from, to, address, refundAddress } = fieldsOf(action)
  if (type === 'suicide') return { actor: `${address}`, target: `${refundAddress}` }
  if (type === 'call') return { actor: `${from}`, target: `${to}` }
  // A reverted creation also has a result, with the address of the contract.
  return { actor: `${from}`, target: error === undefined ? `${fieldsOf(result).address}` : '' }
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(json) ? json : {}
}
