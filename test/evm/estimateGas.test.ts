import { expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { A, B, OP, op } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { executorOption } from '../support/executor.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/** A gas limit and whether the call succeeds with it. */
async function estimateOf(program: Uint8Array, callee = code(0), call: object = {}) {
  const node = await createNode({ ...executorOption })
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  await ask('hardhat_setCode', A, bytesToHex(program))
  await ask('hardhat_setCode', B, bytesToHex(callee))
  const request = { from, to: A, ...call }
  const estimate = Number(await ask('eth_estimateGas', request, 'latest'))
  const succeeds = async (gas: number) =>
    ask('eth_call', { ...request, gas: `0x${gas.toString(16)}` }, 'latest').then(
      () => true,
      () => false,
    )
  const outcome = [await succeeds(estimate), await succeeds(estimate - 1)]
  await node.close()
  return { estimate, outcome }
}

/** Counts down from `times`. */
const loop = (times: number) =>
  code(
    ...[0x62, times >> 16, (times >> 8) & 255, times & 255],
    // JUMPDEST PUSH1 1 SWAP1 SUB DUP1 PUSH1 4 JUMPI.
    ...[0x5b, push(1), 0x90, 0x03, 0x80, push(4), 0x57, OP.POP],
  )

/** Forwards everything to B and reverts if B failed. */
const forwarding = code(
  ...[push(0), push(0), push(0), push(0), push(0), push(BigInt(B)), OP.GAS, OP.CALL],
  ...[push(0x40), 0x57, push(0), push(0), 0xfd],
)
const forwardingChecked = (() => {
  const landing = new Uint8Array(0x40 - forwarding.length).fill(OP.POP)
  return code(...forwarding, ...landing, 0x5b)
})()

test.each([
  ['a transfer to an account without code', code(), code()],
  ['arithmetic', loop(100), code()],
  ['a write', op(OP.SSTORE, 1, 7), code()],
  ['a refund', code(op(OP.SSTORE, 1, 7), op(OP.SSTORE, 1, 0)), code()],
  ['a last write, which needs more than it spends', code(loop(10), op(OP.SSTORE, 1, 7)), code()],
  ['an inner call', forwardingChecked, loop(100)],
  [
    'an inner call with a refund',
    forwardingChecked,
    code(op(OP.SSTORE, 1, 7), op(OP.SSTORE, 1, 0)),
  ],
  ['an inner call of 400,000 gas', forwardingChecked, loop(12_000)],
])('the estimate of %s is the least gas with which it succeeds', async (_, program, callee) => {
  const { outcome } = await estimateOf(program, callee)
  expect(outcome).toEqual([true, false])
})

test('the estimate of long data is its floor', async () => {
  const data = `0x${'11'.repeat(1_000)}`
  const { estimate, outcome } = await estimateOf(code(), code(), { data })
  expect(estimate).toBe(21_000 + 1_000 * 40)
  expect(outcome).toEqual([true, false])
})

test('a large estimate is at most 0.0002 % above the least', async () => {
  const program = forwardingChecked
  const node = await createNode({ ...executorOption })
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  await ask('hardhat_setCode', A, bytesToHex(program))
  await ask('hardhat_setCode', B, bytesToHex(loop(60_000)))
  const request = { from, to: A }
  const estimate = Number(await ask('eth_estimateGas', request, 'latest'))
  const less = Math.floor(estimate * (1 - 4e-6)) - 1
  const call = ask('eth_call', { ...request, gas: `0x${less.toString(16)}` }, 'latest')
  await expect(call).rejects.toThrow()
  await ask('eth_call', { ...request, gas: `0x${estimate.toString(16)}` }, 'latest')
  await node.close()
})
