import type { Node } from '../../node/node.ts'
import { type Hex, toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { logFilter } from '../codec/logFilter.ts'
import { traceFilter } from '../codec/traceFilter.ts'
import {
  askLocal,
  askRemote,
  forkNumber,
  numberOf,
  type PastCall,
  type PastRule,
} from './pastCall.ts'

type Filter = Readonly<Record<string, unknown>>

/** A filter for each side of the fork; undefined where it names no block there. */
interface Sides {
  readonly past: (Filter & Record<'fromBlock' | 'toBlock', Hex>) | undefined
  readonly local: Filter | undefined
}

/** Rule of eth_getLogs. */
export const ofLogs: PastRule = async (call) => {
  const [filter] = call.params
  if (!isJsonObject(filter) || !isValid(logFilter, filter)) return undefined
  if (filter.blockHash !== undefined) {
    const number = await numberOf(call, filter.blockHash)
    const isPast = number !== undefined && number <= forkNumber(call)
    return isPast ? askRemote(call, 'eth_getLogs', [filter]) : undefined
  }
  // Without `fromBlock` the query is about one block.
  const sides = await split(call, { fromBlock: filter.toBlock ?? 'latest', ...filter })
  return sides.past === undefined ? undefined : join(call, sides)
}

/** Rule of trace_filter, which skips and counts over both sides. */
export const ofTraces: PastRule = async (call) => {
  const [filter] = call.params
  if (!isJsonObject(filter) || !isValid(traceFilter, filter)) return undefined
  const { after, count, ...rest } = filter
  const skipped = Number(after ?? 0)
  const wanted = count === undefined ? undefined : skipped + Number(count)
  const sides = await split(call, { fromBlock: 'earliest', ...rest })
  if (sides.past === undefined) return undefined
  const most = wanted === undefined ? {} : { count: wanted }
  const found = await join(call, {
    past: { ...sides.past, ...most },
    local: sides.local && { ...sides.local, ...most },
  })
  return found.slice(skipped, wanted)
}

/** Remote sides of filters, by node and id. */
const filtersOf = new WeakMap<Node, Map<string, PastFilter>>()

interface PastFilter {
  readonly past: Filter
  /** Whether the logs before the fork were polled. */
  isPolled: boolean
}

/** Rule of eth_newFilter, of which the local chain has the side after the fork. */
export const ofNewFilter: PastRule = async (call) => {
  const [filter] = call.params
  if (!isJsonObject(filter) || !isValid(logFilter, filter)) return undefined
  const sides = await splitFilter(call, filter)
  if (sides === undefined) return undefined
  const id = await askLocal(call, [sides.local])
  const { node } = call.context
  const filters = filtersOf.get(node) ?? new Map<string, PastFilter>()
  filtersOf.set(node, filters)
  filters.set(String(id), { past: sides.past, isPolled: false })
  return id
}

/** Rule of eth_getFilterChanges: the first poll has the logs before the fork. */
export const ofFilterChanges: PastRule = async (call) => {
  const filter = pastFilterOf(call)
  if (filter === undefined || filter.isPolled) return undefined
  const past = listOf(await askRemote(call, 'eth_getLogs', [filter.past]))
  const local = listOf(await askLocal(call, call.params))
  filter.isPolled = true
  return [...past, ...local]
}

/** Rule of eth_getFilterLogs. */
export const ofFilterLogs: PastRule = async (call) => {
  const filter = pastFilterOf(call)
  if (filter === undefined) return undefined
  const past = listOf(await askRemote(call, 'eth_getLogs', [filter.past]))
  return [...past, ...listOf(await askLocal(call, call.params))]
}

/** Rule of eth_uninstallFilter. */
export const ofOldFilter: PastRule = ({ context, params }) => {
  filtersOf.get(context.node)?.delete(String(params[0]))
  return undefined
}

/** Rule of eth_subscribe: logs before the fork come first. */
export const ofSubscription: PastRule = async (call) => {
  const [kind, filter] = call.params
  const { subscriptions } = call.context
  if (kind !== 'logs' || subscriptions === undefined) return undefined
  if (!isJsonObject(filter) || !isValid(logFilter, filter)) return undefined
  const sides = await splitFilter(call, filter)
  if (sides === undefined) return undefined
  const past = listOf(await askRemote(call, 'eth_getLogs', [sides.past]))
  subscriptions.precede(past)
  return call.local([kind, sides.local])
}

function pastFilterOf({ context, params }: PastCall): PastFilter | undefined {
  return filtersOf.get(context.node)?.get(String(params[0]))
}

/** Splits a filter that begins before the fork; undefined for others. */
async function splitFilter(call: PastCall, filter: Filter) {
  if (filter.fromBlock === undefined || filter.blockHash !== undefined) return undefined
  const { past, local } = await split(call, filter)
  // The method refuses a reversed range.
  if (past === undefined || BigInt(past.fromBlock) > BigInt(past.toBlock)) return undefined
  const { fromBlock: _from, ...open } = filter
  const rest = filter.toBlock === 'earliest' ? { ...open, toBlock: past.toBlock } : open
  const next = forkNumber(call) + 1n
  // The local chain refuses a first block that does not exist yet or is after the last one, and
  // begins with the next one.
  const hasNext = local !== undefined && next <= BigInt(call.context.blocks.latest.number)
  return { past, local: hasNext ? { ...rest, fromBlock: toQuantity(next) } : rest }
}

async function split(call: PastCall, filter: Filter): Promise<Sides> {
  const first = await numberOf(call, filter.fromBlock)
  const last = await numberOf(call, filter.toBlock)
  const fork = forkNumber(call)
  if (first === undefined || first > fork) return { past: undefined, local: filter }
  const end = last === undefined || last > fork ? fork : last
  const past = { ...filter, fromBlock: toQuantity(first), toBlock: toQuantity(end) }
  if (last !== undefined && last <= fork) return { past, local: undefined }
  return { past, local: { ...filter, fromBlock: toQuantity(fork + 1n) } }
}

async function join(call: PastCall, { past, local }: Sides): Promise<readonly Json[]> {
  const [before, after] = await Promise.all([
    past === undefined ? [] : askRemote(call, call.method, [past]),
    local === undefined ? [] : askLocal(call, [local]),
  ])
  return [...listOf(before), ...listOf(after)]
}

function listOf(json: Json): readonly Json[] {
  return Array.isArray(json) ? json : []
}

/** The method has errors for invalid filters. */
function isValid(codec: { decode(json: unknown, path: string): unknown }, filter: Filter): boolean {
  try {
    codec.decode(filter, '')
    return true
  } catch {
    return false
  }
}
