import type { Genesis, GenesisAccount } from '../../../src/chain/genesis/genesis.ts'
import type { UnsignedTransaction } from '../../../src/evm/transaction/transaction.ts'
import { createWallet } from '../../../src/node/accounts/wallet.ts'
import type { Node } from '../../../src/node/node.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { type Hash, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import type { Json } from '../../../src/primitives/encoding/json.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { alice, type TestAccount } from '../accounts.ts'
import { signed } from '../chain.ts'
import { A } from '../evm/observerScenarios.ts'
import { executorOption } from '../executor.ts'
import { createNodeOrFork } from '../fork/forkedNode.ts'
import { testGenesis } from '../genesis.ts'

/** Gas limit of traced transactions. */
export const LIMIT = 1_000_000n
/** Remaining gas for the message of a transaction without data. */
export const MESSAGE_GAS = LIMIT - 21_000n

/** Gas costs of Prague that the expectations use. */
export const GAS = {
  /** Any PUSH, DUP, ADD; a word of memory. */
  push: 3n,
  /** CALL and similar opcodes to an account on first access. */
  coldAccount: 2600n,
  warmAccount: 100n,
  coldSlot: 2100n,
  /** CALL with value. */
  value: 9000n,
  /** Stipend of the callee. */
  stipend: 2300n,
  /** CALL with value to an account that does not exist. */
  newAccount: 25_000n,
  create: 32_000n,
  /** A byte of a new contract's code. */
  codeByte: 200n,
  /** A word of init code. */
  initWord: 2n,
} as const

/** Gas left in a frame whose callee gets the maximum (EIP-150). */
export const kept = (gas: bigint): bigint => gas / 64n

export type AccountAt = readonly [Address, Partial<GenesisAccount>]

/** A contract with nonce 1 and a balance of 10. */
export function holding(address: Address, code: Uint8Array): AccountAt {
  return [address, { code, nonce: 1n, balance: 10n }]
}

export type Fields = Partial<UnsignedTransaction>

/** Sends requests to a node with these initial accounts. */
export async function startTracing(
  accounts: readonly AccountAt[] = [],
  overrides: Partial<Genesis> = {},
) {
  const genesis = testGenesis(overrides, accounts)
  const node = await createNodeOrFork({
    genesis,
    wallet: createWallet([]),
    clientVersion: 'rockpool/test',
    logger: silentLogger,
    ...executorOption,
    clock: fixedClock(Number(genesis.timestamp)),
  })
  return { node, ...requestsTo(node), send: (fields: Fields) => send(node, alice, fields) }
}

export function requestsTo(node: Node) {
  const { request: ask } = createDispatcher(node, methods, { batchLimit: 1 })
  const request = (method: string, ...params: readonly Json[]) => ask({ method, params })
  return {
    request,
    /** `debug_traceTransaction` with {@link Options}; default: callTracer. */
    trace: (hash: Hash, options: Json = { tracer: 'callTracer' }) =>
      request('debug_traceTransaction', hash, options),
  }
}

/** Mines the transaction. */
export function send(node: Node, from: TestAccount, fields: Fields): Promise<Hash> {
  return node.chain.pool.submit(signed(from, { gasLimit: LIMIT, ...fields }))
}

/** Sends alice's first transaction, by default to {@link A}, and traces it. */
export async function traceOf(
  accounts: readonly AccountAt[],
  options: Json = { tracer: 'callTracer' },
  fields: Fields = { to: A },
): Promise<Json> {
  const { trace, send } = await startTracing(accounts)
  return trace(await send(fields), options)
}

/** A frame in callTracer's format; without `value` if that is null. */
export function frame(
  { gas, gasUsed, value = 0n, ...fields }: FrameFields,
  ...calls: readonly object[]
): object {
  return {
    type: 'CALL',
    input: '0x',
    gas: toQuantity(gas),
    gasUsed: toQuantity(gasUsed),
    ...(value !== null && { value: toQuantity(value) }),
    ...fields,
    ...(calls.length > 0 && { calls }),
  }
}

interface FrameFields {
  readonly from: Address
  readonly to?: Address
  readonly gas: bigint
  readonly gasUsed: bigint
  readonly value?: bigint | null
  readonly type?: string
  readonly input?: string
  readonly output?: string
  readonly error?: string
  readonly revertReason?: string
  readonly logs?: readonly object[]
}

/** The frame of a transaction from alice to {@link A}. */
export function top(fields: Partial<FrameFields>, ...calls: readonly object[]): object {
  return frame({ from: alice.address, to: A, gas: LIMIT, gasUsed: 0n, ...fields }, ...calls)
}
