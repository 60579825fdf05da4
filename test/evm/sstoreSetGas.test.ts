import { expect, test } from 'vitest'
import type { Hardfork } from '../../src/evm/rules/hardfork.ts'
import { evmParamsKind } from '../../src/modules/evm/evmParams.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { PROBE, Scene } from '../support/precompiles/scene.ts'

/** Sets slot 0. */
const SET = hexToBytes('0x602a60005500')
/** Sets slot 1 and clears it again. */
const SET_RESET = hexToBytes('0x602a600155600060015500')

const PUSH = 3n
const COLD_SLOAD = 2_100n
const WARM_READ = 100n
const ISTANBUL_SLOAD = 800n

/** Gas and refund of a message, with a price of SSTORE that governance set. */
async function costs(
  code: Uint8Array,
  sstoreSetGas: bigint | undefined,
  hardfork: Hardfork = 'cancun',
): Promise<readonly unknown[]> {
  const scene = new Scene((state) => {
    state.setCode(PROBE, code)
    if (sstoreSetGas !== undefined) state.set(evmParamsKind, '', { sstoreSetGas })
  })
  const outcome = await scene.run({ to: PROBE }, { hardfork })
  expect(outcome).toMatchObject({ kind: 'success' })
  return outcome.kind === 'success' ? [outcome.gasUsed, outcome.gasRefund] : []
}

// EIP-2200 and EIP-2929 with another SSTORE_SET_GAS, as in sei-chain's tests of the parameter.
test.each([
  [undefined, 20_000n],
  [5_000n, 5_000n],
  [20_000n, 20_000n],
  [72_000n, 72_000n],
])('an SSTORE that sets a slot costs %s', async (param, price) => {
  expect(await costs(SET, param)).toEqual([2n * PUSH + COLD_SLOAD + price, 0n])
  expect(await costs(SET_RESET, param)).toEqual([
    4n * PUSH + COLD_SLOAD + price + WARM_READ,
    price - WARM_READ,
  ])
})

test('the price applies from Istanbul on', async () => {
  expect(await costs(SET_RESET, 72_000n, 'istanbul')).toEqual([
    4n * PUSH + 72_000n + ISTANBUL_SLOAD,
    72_000n - ISTANBUL_SLOAD,
  ])
  expect(await costs(SET, 72_000n, 'byzantium')).toEqual([2n * PUSH + 20_000n, 0n])
})

test('no message can pay the highest price', async () => {
  const scene = new Scene((state) => {
    state.setCode(PROBE, SET)
    state.set(evmParamsKind, '', { sstoreSetGas: 2n ** 62n })
  })
  const gasLimit = 2n ** 62n
  expect(await scene.run({ to: PROBE, gasLimit })).toMatchObject({
    kind: 'halt',
    gasUsed: gasLimit,
  })
})

test('each state has its own price', async () => {
  const scene = new Scene((state) => state.setCode(PROBE, SET_RESET))
  const price = async () => (await scene.run({ to: PROBE })).gasUsed
  const before = await price()
  scene.change((state) => state.set(evmParamsKind, '', { sstoreSetGas: 72_000n }))
  expect(await price()).toBe(before + 52_000n)
  scene.change((state) => state.set(evmParamsKind, '', undefined))
  expect(await price()).toBe(before)
})
