import { fc } from '@fast-check/vitest'
import type { Address } from '../../../src/primitives/address.ts'
import { bytesToHash, type Hash } from '../../../src/primitives/encoding/hex.ts'
import { bob } from '../accounts.ts'
import { code, push } from '../evm/programs.ts'
import { addressOf } from '../evm/tracing.ts'
import { testGenesis } from '../genesis.ts'

export const word = (n: number): Hash => bytesToHash(new Uint8Array(32).fill(n))
const load = (n: number) => [push(32 * n), 0x35]
const log = (...topics: readonly number[]) => [
  ...topics.toReversed().flatMap(load),
  ...[push(0), push(0), 0xa0 + topics.length],
]

/** Contracts and the topics of their logs: positions of words in the input. */
export const emitters: readonly (readonly (readonly number[])[])[] = [
  [[0, 1], [1]],
  [[0, 1, 2, 0]],
  [[]],
  [[2, 2, 1], [], [0]],
]
export const contracts = emitters.map((_, i) => addressOf(0xa0 + i))
export const genesis = testGenesis(
  {},
  emitters.map((logs, i) => [
    contracts[i] ?? bob.address,
    { code: code(...logs.flatMap((topics) => log(...topics))) },
  ]),
)

export interface Criteria {
  readonly address?: readonly Address[]
  readonly topics?: readonly (null | readonly Hash[])[]
}

export interface Range {
  readonly fromBlock?: number | 'earliest' | 'latest'
  readonly toBlock?: number | 'latest' | 'pending'
}

export type Step =
  | { readonly do: 'emit'; readonly by: number; readonly words: readonly number[] }
  | { readonly do: 'pay' | 'wait' | 'blockFilter' | 'transactionFilter' | 'heads' | 'transactions' }
  | { readonly do: 'snapshot'; readonly keep: boolean }
  | {
      readonly do: 'revert' | 'poll' | 'filterLogs' | 'uninstall' | 'unsubscribe'
      readonly at: number
    }
  | { readonly do: 'getLogs' | 'filter'; readonly criteria: Criteria; readonly range: Range }
  | { readonly do: 'block'; readonly criteria: Criteria; readonly at: number }
  | { readonly do: 'logs'; readonly criteria: Criteria }

const anyWord = fc.integer({ min: 1, max: 3 })
const anyNumber = fc.nat(12)
const criteria: fc.Arbitrary<Criteria> = fc.record(
  {
    address: fc.array(fc.constantFrom(...contracts), { maxLength: 2 }),
    topics: fc.array(fc.option(fc.array(anyWord.map(word), { maxLength: 2 })), { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const range: fc.Arbitrary<Range> = fc.record(
  {
    fromBlock: fc.oneof(anyNumber, fc.constantFrom('earliest' as const, 'latest' as const)),
    toBlock: fc.oneof(anyNumber, fc.constantFrom('latest' as const, 'pending' as const)),
  },
  { requiredKeys: [] },
)
const at = fc.nat(5)
const step = <const K extends Step['do'], M>(
  kind: K,
  more: { [P in keyof M]: fc.Arbitrary<M[P]> },
) => fc.record({ do: fc.constant(kind), ...more })

export const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: step('emit', {
        by: fc.nat(emitters.length - 1),
        words: fc.array(anyWord, { minLength: 3, maxLength: 3 }),
      }),
    },
    { weight: 2, arbitrary: step('pay', {}) },
    { weight: 1, arbitrary: step('wait', {}) },
    { weight: 3, arbitrary: step('snapshot', { keep: fc.boolean() }) },
    { weight: 3, arbitrary: step('revert', { at }) },
    { weight: 3, arbitrary: step('filter', { criteria, range }) },
    { weight: 1, arbitrary: step('blockFilter', {}) },
    { weight: 1, arbitrary: step('transactionFilter', {}) },
    { weight: 8, arbitrary: step('poll', { at }) },
    { weight: 4, arbitrary: step('filterLogs', { at }) },
    { weight: 1, arbitrary: step('uninstall', { at }) },
    { weight: 4, arbitrary: step('getLogs', { criteria, range }) },
    { weight: 2, arbitrary: step('block', { criteria, at: fc.nat(12) }) },
    { weight: 2, arbitrary: step('logs', { criteria }) },
    { weight: 1, arbitrary: step('heads', {}) },
    { weight: 1, arbitrary: step('transactions', {}) },
    { weight: 1, arbitrary: step('unsubscribe', { at }) },
  ) as fc.Arbitrary<Step>,
  { maxLength: 60, size: 'max' },
)
