import { expect, test } from 'vitest'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { A, B, C, callsOf, hex, precompile } from '../../../support/chain/simulation.ts'
import { code, push } from '../../../support/evm/programs.ts'

const [IDENTITY, SHA256] = [4, 2].map(precompile) as [typeof A, typeof A]

test('two precompiles moved to one address: the last one is there, as in geth', async () => {
  const move = { movePrecompileToAddress: C }
  const calls = [{ to: C, input: '0x1234' }]
  const at = (...order: (typeof A)[]) => Object.fromEntries(order.map((from) => [from, move]))
  // sha256 of 0x1234: sha256sum.
  const sum = '0x3a103a4e5729ad68c02a678ae39accfbc0ae208096437401b7ceab63cca0622f'
  // The names in JSON keep their order.
  const [last] = await callsOf({ stateOverrides: at(IDENTITY, SHA256), calls })
  const [other] = await callsOf({ stateOverrides: at(SHA256, IDENTITY), calls })
  expect([last?.returnData, other?.returnData]).toEqual([sum, '0x1234'])
})

test('precompiles are warm where the fork has them, moved or replaced (geth, EIP-2929)', async () => {
  // EXTCODEHASH of an address: PUSH20, 100 if warm and 2,600 if cold.
  const looks = (at: typeof A) => ({ code: hex(code(push(BigInt(at))), 0x3f) })
  const gasOf = async (at: typeof A, overrides: object) => {
    const stateOverrides = { ...overrides, [B]: looks(at) }
    const [call] = await callsOf({ stateOverrides, calls: [{ from: A, to: B }] })
    return call?.gasUsed
  }
  const [warm, cold] = [100, 2_600].map((gas) => toQuantity(21_003 + gas))
  const replaced = { [IDENTITY]: { code: '0x00' } }
  const moved = { [IDENTITY]: { movePrecompileToAddress: C } }
  expect(await gasOf(IDENTITY, {})).toBe(warm)
  expect(await gasOf(IDENTITY, replaced)).toBe(warm)
  expect(await gasOf(IDENTITY, moved)).toBe(warm)
  expect(await gasOf(C, moved)).toBe(cold)
  expect(await gasOf(C, {})).toBe(cold)
})
