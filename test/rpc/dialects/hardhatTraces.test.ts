import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

let node: RockpoolNode | undefined
afterEach(() => node?.close())

const word = (value: number) => value.toString(16).padStart(64, '0')
/** Stores 5 in slot 1, writes 7 to memory and returns nothing. */
const CODE = '0x600560015560076000525f5ff3'

test('struct logs of hardhat2 have plain words, memory and storage, as measured', async () => {
  const made = await createNode({ ...executorOption, compat: 'hardhat2' })
  node = made
  const ask = (method: string, ...params: readonly unknown[]) => made.request({ method, params })
  const create = { from: alice.address, data: CODE, gas: '0x186a0' }
  const hash = await ask('eth_sendTransaction', create)
  const { structLogs: logs, returnValue } = Object(await ask('debug_traceTransaction', hash))
  expect(returnValue).toBe('')
  const storage = { [word(1)]: word(5) }
  expect(logs[0]).toMatchObject({ op: 'PUSH1', stack: [], memory: [], storage: {} })
  expect(logs[2]).toMatchObject({ op: 'SSTORE', stack: [word(5), word(1)], storage })
  expect(logs.at(-1)).toMatchObject({ op: 'RETURN', memory: [word(7)], storage })
  const disabled = { disableStack: true, disableMemory: true, disableStorage: true }
  const short = Object(await ask('debug_traceTransaction', hash, disabled)).structLogs
  expect(Object.keys(short[2]).sort()).toEqual(['depth', 'gas', 'gasCost', 'op', 'pc'])
  const returning = { ...create, data: '0x63deadbeef5f526004601cf3' }
  expect(Object(await ask('debug_traceCall', returning)).returnValue).toBe('0xdeadbeef')
  const called = Object(await ask('debug_traceCall', create)).structLogs
  expect(called[2]).toMatchObject({ stack: [word(5), word(1)] })
})
