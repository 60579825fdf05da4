import { type Abi, encodeDeployData, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConsoleMessage,
  createNode,
  type NodeOptions,
  type RockpoolNode,
} from '../../src/index.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { type Compiled, compileSolidity } from '../support/evm/solidity.ts'
import { executorOption } from '../support/executor.ts'

const SOURCE = `
library console {
  function say(bytes memory data) internal view {
    (bool ok, bytes memory back) = 0x000000000000000000636F6e736F6c652e6c6f67.staticcall(data);
    require(ok && back.length == 0);
  }
  function log(string memory a, uint256 b) internal view {
    say(abi.encodeWithSignature("log(string,uint256)", a, b));
  }
  function log(address a, bool b) internal view {
    say(abi.encodeWithSignature("log(address,bool)", a, b));
  }
}

contract Inner {
  function fail(uint256 n) external view { console.log("inner %d", n); revert("no"); }
}

contract Talker {
  Inner public inner = new Inner();
  uint256 public count;
  constructor() { console.log("made", 1); }
  function talk(uint256 n) external returns (uint256) {
    console.log("n is %s", n);
    try inner.fail(n) {} catch { console.log(msg.sender, true); }
    count += n;
    return count;
  }
  function failing() external { count = 5; console.log("before", 2**200); require(count == 0, "late"); }
  function numbers() external view { 
    console.say(abi.encodeWithSignature("log(int256)", int256(-7)));
    console.say(abi.encodeWithSignature("log(uint)", 7));
    console.say(abi.encodeWithSignature("log(bytes4)", bytes4(0x01020304)));
    console.say(abi.encodeWithSignature("log()"));
    console.say(abi.encodeWithSignature("unknown(uint256)", 1));
  }
}`

const BIG = String(2n ** 200n)
let talker: Compiled
beforeAll(() => {
  const compiled = compileSolidity(SOURCE)
  talker = compiled.Talker as Compiled
})

const open: RockpoolNode[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

interface Stage {
  readonly node: RockpoolNode
  readonly said: ConsoleMessage[]
  readonly from: Hex
  readonly contract: Hex
  /** Messages since the last time. */
  texts(): string[]
  send(functionName: string, ...args: readonly unknown[]): Promise<Hex>
  call(method: string, functionName: string, ...args: readonly unknown[]): Promise<unknown>
}

async function stage(options: NodeOptions = {}): Promise<Stage> {
  const said: ConsoleMessage[] = []
  const logger = {
    info() {},
    error(message: string, error: unknown) {
      throw new Error(message, { cause: error })
    },
    console: (message: ConsoleMessage) => void said.push(message),
  }
  const node = await createNode({ ...executorOption, accounts: 1, logger, ...options })
  open.push(node)
  const [from] = (await node.request({ method: 'eth_accounts' })) as [Hex]
  const abi: Abi = talker.abi
  const data = encodeDeployData({ abi, bytecode: bytesToHex(talker.creation) })
  const gas = '0x4c4b40'
  const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from, data, gas }] })
  const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  const contract = (receipt as { contractAddress: Hex } | null)?.contractAddress ?? '0x'
  const request = (functionName: string, args: readonly unknown[]) => ({
    ...{ from, to: contract, gas },
    data: encodeFunctionData({ abi, functionName, args }),
  })
  return {
    ...{ node, said, from, contract },
    texts: () => said.splice(0).map(({ message }) => message),
    send: async (name, ...args) =>
      (await node.request({
        method: 'eth_sendTransaction',
        params: [request(name, args)],
      })) as Hex,
    call: (method, name, ...args) => node.request({ method, params: [request(name, args)] }),
  }
}

describe('a transaction', () => {
  test('prints once and in order, including failing frames and constructors', async () => {
    const { texts, send, node, from, contract, said } = await stage()
    expect(texts()).toEqual(['made 1'])
    const hash = await send('talk', 3n)
    expect(said.map(({ transactionHash }) => transactionHash)).toEqual([hash, hash, hash])
    expect(said[0]?.address).toBe(contract)
    expect(said[1]?.address).not.toBe(contract)
    expect(texts()).toEqual(['n is 3', 'inner 3', `${getAddress(from)} true`])
    const params = [hash]
    expect(await node.request({ method: 'rockpool_getConsoleLogs', params })).toMatchObject([
      {
        address: contract,
        message: 'n is 3',
        args: ['n is %s', '3'],
        types: ['string', 'uint256'],
      },
      { message: 'inner 3' },
      { message: `${getAddress(from)} true`, types: ['address', 'bool'] },
    ])
    expect(texts()).toEqual([])
  })

  test('prints before it failed', async () => {
    const { texts, send, node } = await stage()
    texts()
    const hash = await send('failing')
    expect(texts()).toEqual([`before ${BIG}`])
    const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    expect(receipt).toMatchObject({ status: '0x0' })
    const told = await node.request({ method: 'rockpool_getConsoleLogs', params: [hash] })
    expect(told).toMatchObject([{ message: `before ${BIG}` }])
  })

  test('prints nothing while it is pending', async () => {
    const { texts, send, node } = await stage()
    texts()
    await node.request({ method: 'evm_setAutomine', params: [false] })
    await send('talk', 1n)
    await node.request({ method: 'eth_getBlockByNumber', params: ['pending', false] })
    expect(texts()).toEqual([])
    await node.request({ method: 'evm_mine' })
    expect(texts()).toHaveLength(3)
  })
})

test('a JavaScript tracer sees an ordinary call', async () => {
  const { node, send } = await stage()
  const hash = await send('failing')
  const tracer = `{ to: [], enter(f) { this.to.push(toHex(f.getTo())) }, exit() {}, fault() {}, result() { return this.to } }`
  const params = [hash, { tracer }]
  const told = await node.request({ method: 'debug_traceTransaction', params })
  expect(told).toEqual(['0x000000000000000000636f6e736f6c652e6c6f67'])
})

describe('a simulation', () => {
  test.each(['eth_call', 'eth_estimateGas'])('%s prints once', async (method) => {
    const { texts, call } = await stage()
    texts()
    await call(method, 'talk', 2n)
    expect(texts()).toHaveLength(3)
    await expect(call(method, 'failing')).rejects.toThrow('execution reverted: late')
    expect(texts()).toEqual([`before ${BIG}`])
  })

  test('of numbers, bytes and nothing', async () => {
    const { texts, call } = await stage()
    texts()
    await call('eth_call', 'numbers')
    expect(texts()).toEqual(['-7', '7', '0x01020304', ''])
  })

  test('for the estimate of a failing transaction', async () => {
    const { texts, node, from, contract } = await stage()
    texts()
    const data = encodeFunctionData({ abi: talker.abi, functionName: 'failing' })
    const params = [{ from, to: contract, data }]
    await expect(node.request({ method: 'eth_sendTransaction', params })).rejects.toThrow('late')
    expect(texts()).toEqual([`before ${BIG}`])
  })
})

test('can be disabled by an option and by a client', async () => {
  const off = await stage({ disableConsoleLog: true })
  await off.send('talk', 1n)
  expect(off.said).toEqual([])
  const { texts, send, node } = await stage()
  texts()
  for (const method of ['hardhat_setLoggingEnabled', 'anvil_setLoggingEnabled']) {
    await node.request({ method, params: [false] })
    await send('talk', 1n)
    expect(texts()).toEqual([])
    await node.request({ method, params: [true] })
    await send('talk', 1n)
    expect(texts()).toHaveLength(3)
  }
})

test('uses info if the logger has no console method', async () => {
  const lines: string[] = []
  const logger = { info: (line: string) => void lines.push(line), error() {} }
  await stage({ logger })
  expect(lines).toEqual(['made 1'])
})

test('branches print, too', async () => {
  const { texts, node, from, contract } = await stage()
  const branch = await node.branch()
  texts()
  const data = encodeFunctionData({ abi: talker.abi, functionName: 'talk', args: [1n] })
  const params = [{ from, to: contract, data }]
  await branch.request({ method: 'eth_sendTransaction', params })
  expect(texts()).toHaveLength(3)
  await branch.close()
})

describe('labels', () => {
  test('of development accounts, precompiles and the genesis can be replaced', async () => {
    const [alice, bob] = [`0x${'a1'.repeat(20)}`, `0x${'b0'.repeat(20)}`]
    const genesis = { alloc: {}, labels: { [alice]: 'vault' } }
    const node = await createNode({ ...executorOption, genesis, accounts: 1 })
    open.push(node)
    const [dev] = (await node.request({ method: 'eth_accounts' })) as [string]
    const labels = async () =>
      (await node.request({ method: 'rockpool_getLabels' })) as Record<string, string>
    expect(await labels()).toMatchObject({ [dev]: 'dev0', [alice]: 'vault' })
    await node.request({ method: 'rockpool_setLabel', params: [bob, 'bob'] })
    await node.request({
      method: 'rockpool_setLabel',
      params: [alice.toUpperCase().replace('X', 'x'), ''],
    })
    expect(await labels()).toMatchObject({ [bob]: 'bob' })
    expect(await labels()).not.toHaveProperty([alice])
    for (const label of ['two words', 'a'.repeat(65), 'new\nline', 7]) {
      const params = [bob, label]
      const refused = node.request({ method: 'rockpool_setLabel', params })
      await expect(refused).rejects.toMatchObject({ code: -32602 })
    }
  })
})
