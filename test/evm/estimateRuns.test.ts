import fc from 'fast-check'
import { encodeFunctionData, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { Executor } from '../../src/evm/run/executor.ts'
import type { Address } from '../../src/primitives/address.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import { testChain } from '../support/chain.ts'
import { OP, op } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf } from '../support/evm/tracing.ts'
import { createTestExecutor } from '../support/executor.ts'
import { CHAIN_ID, testGenesis } from '../support/genesis.ts'
import { at } from '../support/precompiles/scene.ts'
import { runs } from '../support/runs.ts'

const addresses = Array.from({ length: 8 }, (_, i) => addressOf(0xe0 + i))

/** An executor that counts its runs. */
function counting() {
  const executor = createTestExecutor(CHAIN_ID)
  let count = 0
  const counted: Executor = {
    name: executor.name,
    statefulPrecompiles: executor.statefulPrecompiles,
    precompiles: (hardfork) => executor.precompiles(hardfork),
    execute(...message) {
      count++
      return executor.execute(...message)
    },
    executeWithAccess(...message) {
      count++
      return executor.executeWithAccess(...message)
    },
  }
  return { counted, runsOf: () => count }
}

/**
 * Estimates a call, by default of the first contract; whether it succeeds with that, and with one
 * gas less.
 */
async function estimate(
  codes: readonly Uint8Array[],
  data: Uint8Array = new Uint8Array(0),
  to = addresses[0] as Address,
) {
  const { counted, runsOf } = counting()
  const contracts = codes.map(
    (bytes, i) => [addresses[i] as Address, { code: bytes, nonce: 1n }] as const,
  )
  const chain = testChain(testGenesis({}, contracts), { executor: counted })
  const view = await chain.state.viewAt({ tag: 'latest' })
  const request = { from: alice.address, to, data }
  const found = await chain.simulate.estimateGas(view, request)
  const count = runsOf()
  if (found.kind !== 'estimate') throw new Error('expected an estimate')
  const succeeds = async (gas: bigint) => {
    const outcome = chain.simulate.call(view, { ...request, gas })
    return Promise.resolve(outcome).then(
      ({ kind }) => kind === 'success',
      () => false,
    )
  }
  const isLeast = (await succeeds(found.gas)) && !(await succeeds(found.gas - 1n))
  return { count, isLeast, gas: found.gas, succeeds }
}

/** Runs a loop `times` times and then writes that are undone. */
function working(times: number, writes: number): Uint8Array {
  const slots = Array.from({ length: writes }, (_, slot) =>
    code(op(OP.SSTORE, slot, 7), op(OP.SSTORE, slot, 0)),
  )
  const loop = [0x5b, push(1), 0x90, 0x03, 0x80, push(4), 0x57, OP.POP]
  return code(0x62, 0, times >> 8, times & 255, ...loop, ...slots)
}

/** Calls a contract with all gas and the data, and reverts if it fails. */
function forwarding(to: Address): Uint8Array {
  const CALLDATASIZE = 0x36
  const start = code(
    // CALLDATACOPY.
    ...[CALLDATASIZE, push(0), push(0), 0x37],
    ...[push(0), push(0), CALLDATASIZE, push(0), push(0), push(BigInt(to)), OP.GAS, OP.CALL],
  )
  // PUSH1 (2 bytes), JUMPI, two pushes, REVERT, JUMPDEST.
  const revert = code(push(0), push(0), OP.REVERT)
  return code(start, push(start.length + 3 + revert.length), 0x57, revert, 0x5b)
}

test.each([
  ['a transfer', [], 1],
  ['a loop', [working(300, 0)], 2],
  ['writes', [op(OP.SSTORE, 1, 7)], 2],
] as const)('an estimate of %s is exact', async (_, codes, most) => {
  const { count, isLeast } = await estimate(codes)
  expect(count).toBeLessThanOrEqual(most)
  expect(isLeast).toBe(true)
})

const plan = (depth: number, times: number) =>
  fc.record({
    depth: fc.integer({ min: 0, max: depth }),
    times: fc.integer({ min: 1, max: times }),
    writes: fc.integer({ min: 0, max: 2 }),
    data: fc.uint8Array({ maxLength: 100 }),
  })
type Plan = typeof plan extends (...sizes: never[]) => fc.Arbitrary<infer T> ? T : never

const estimatePlan = ({ depth, times, writes, data }: Plan) => {
  const calls = addresses.slice(1, depth + 1).map(forwarding)
  return estimate([...calls, working(times, writes)], data)
}

test.each([0, 1, 2, 3])('a precompile behind %i contracts costs as other calls', async (depth) => {
  const json = at('1003')
  const data = hexToBytes(
    encodeFunctionData({
      abi: parseAbi(['function extractAsBytes(bytes, string)']),
      args: [toHex(`{"a":"${'x'.repeat(3000)}"}`), 'a'],
    }),
  )
  const calls = addresses.slice(0, depth)
  const { count, gas, succeeds } = await estimate(
    calls.map((_, i) => forwarding(calls[i + 1] ?? json)),
    data,
    calls[0] ?? json,
  )
  expect(count).toBeLessThanOrEqual(16)
  expect(await succeeds(gas)).toBe(true)
  // Without the 63rd that is added, because balances may get longer.
  const least = gas - gas / 64n
  expect(await succeeds(least - (depth === 0 ? 2n : least / 5000n + 2n))).toBe(false)
})

test('refunds and up to two levels of calls are estimated to the gas with 16 runs', async () => {
  await fc.assert(
    fc.asyncProperty(plan(2, 1500), async (scenario) => {
      const { count, isLeast } = await estimatePlan(scenario)
      expect(count).toBeLessThanOrEqual(16)
      expect(isLeast).toBe(true)
    }),
    { numRuns: runs({ quick: 25, full: 300 }) },
  )
})

test('deeper calls are estimated to 0.02 % with 16 runs', async () => {
  await fc.assert(
    fc.asyncProperty(plan(7, 10_000), async (scenario) => {
      const { count, gas, succeeds } = await estimatePlan(scenario)
      expect(count).toBeLessThanOrEqual(16)
      expect(await succeeds(gas)).toBe(true)
      expect(await succeeds(gas - gas / 5000n - 1n)).toBe(false)
    }),
    { numRuns: runs({ quick: 15, full: 300 }) },
  )
})
