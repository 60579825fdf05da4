import {
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  createNode,
  type NodeOptions,
  type PrecompilePlugin,
  type RockpoolNode,
} from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BANK = '0x0000000000000000000000000000000000001001'
const ADDR = '0x0000000000000000000000000000000000001004'
const PLUGIN = '0x00000000000000000000000000000000c0ffee01'

const abi = parseAbi([
  'function sendNative(string toNativeAddress) payable returns (bool)',
  'function getSeiAddr(address addr) view returns (string)',
  'function balance(address acc, string denom) view returns (uint256)',
])

const open: RockpoolNode[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

async function start(options?: NodeOptions) {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  const client = createWalletClient({ account: ALICE, transport: custom(node) }).extend(
    publicActions,
  )
  return { node, client }
}

const badSend = {
  to: BANK,
  data: encodeFunctionData({ abi, functionName: 'sendNative', args: ['nobody'] }),
} as const

test('viem reads and writes precompiles like contracts', async () => {
  const { client } = await start({ accounts: 1, balance: 100 })
  expect(await client.getCode({ address: BANK })).toBeUndefined()
  const text = await client.readContract({
    abi,
    address: ADDR,
    functionName: 'getSeiAddr',
    args: [ALICE],
  })
  expect(text).toBe('sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc')
  const balance = { abi, address: BANK, functionName: 'balance', args: [ALICE, 'usei'] } as const
  expect(await client.readContract(balance)).toBe(100_000_000n)
  const value = parseEther('2')
  const pay = { abi, address: BANK, functionName: 'sendNative', args: [text], value } as const
  const gas = await client.estimateContractGas(pay)
  const hash = await client.writeContract({ ...pay, gas, chain: null })
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  expect(gas).toBeLessThanOrEqual((receipt.gasUsed * 64n) / 63n + 3000n)
  const spent = receipt.gasUsed * receipt.effectiveGasPrice
  expect(await client.getBalance({ address: ALICE })).toBe(parseEther('100') - spent)
})

test('calls, estimates and receipts have the reason of a failure', async () => {
  const { node, client } = await start()
  const reason = 'decoding bech32 failed: '
  const params = [{ from: ALICE, ...badSend, value: '0x1' }]
  for (const method of ['eth_call', 'eth_estimateGas']) {
    await expect(node.request({ method, params })).rejects.toMatchObject({
      code: 3,
      message: expect.stringContaining(`execution reverted: ${reason}`),
      data: '0x',
    })
  }
  const hash = await client.sendTransaction({ ...badSend, value: 1n, gas: 60_000n, chain: null })
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'reverted', gasUsed: 60_000n })
  const told = await node.request({ method: 'eth_getTransactionErrorByHash', params: [hash] })
  expect(told).toMatch(/^execution reverted\|decoding bech32 failed: /)

  const trace = await node.request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer' }],
  })
  expect(trace).toMatchObject({ type: 'CALL', to: BANK, error: 'execution reverted', value: '0x1' })
  const tracer = '{ result(ctx) { return ctx.to.length + ctx.error }, fault() {} }'
  const ours = await node.request({ method: 'debug_traceTransaction', params: [hash, { tracer }] })
  expect(ours).toContain('execution reverted')
})

const pointerAbi = parseAbi(['function addNativePointer(string) payable returns (address)'])
const POINTER = '0x000000000000000000000000000000000000100b'

test('native coins are an ERC-20 token', async () => {
  const { node, client } = await start()
  const add = { abi: pointerAbi, address: POINTER, functionName: 'addNativePointer' } as const
  const { result: address, request } = await client.simulateContract({ ...add, args: ['uatom'] })
  await client.waitForTransactionReceipt({
    hash: await client.writeContract({ ...request, chain: null }),
  })
  const token = { abi: erc20Abi, address } as const
  expect(await client.readContract({ ...token, functionName: 'decimals' })).toBe(6)
  const have = await client.readContract({ ...token, functionName: 'balanceOf', args: [ALICE] })
  expect(have).toBeGreaterThan(30n)

  const transfer = { ...token, functionName: 'transfer', args: [BOB, 30n] } as const
  const hash = await client.writeContract({ ...transfer, chain: null })
  const { status, blockNumber } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  const events = await client.getContractEvents({ ...token, fromBlock: blockNumber })
  expect(events).toMatchObject([
    { eventName: 'Transfer', args: { from: getAddress(ALICE), to: BOB, value: 30n } },
  ])
  const held = { abi, address: BANK, functionName: 'balance', args: [BOB, 'uatom'] } as const
  const before = await client.readContract({ ...held, blockNumber: blockNumber - 1n })
  expect(await client.readContract(held)).toBe(before + 30n)

  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const trace = await node.request({ method: 'debug_traceTransaction', params: [hash, tracer] })
  expect(trace).toMatchObject({
    calls: [
      { type: 'STATICCALL', to: BANK },
      { type: 'CALL', to: BANK, output: `0x${'1'.padStart(64, '0')}` },
    ],
    logs: [{ address: address.toLowerCase() }],
  })
})

const echo: PrecompilePlugin = { address: PLUGIN, run: (input) => input }

test('custom precompiles can be called, and traced except by JavaScript', async () => {
  const { node, client } = await start({ precompiles: [echo] })
  const call = { from: ALICE, to: PLUGIN, data: '0x1234' }
  expect(await node.request({ method: 'eth_call', params: [call, 'latest'] })).toBe('0x1234')
  const hash = await client.sendTransaction({ to: PLUGIN, data: '0x56', chain: null })
  await client.waitForTransactionReceipt({ hash })
  const traced = (tracer: string) =>
    node.request({ method: 'debug_traceTransaction', params: [hash, { tracer }] })
  expect(await traced('callTracer')).toMatchObject({ to: PLUGIN, input: '0x56', output: '0x56' })
  await expect(traced('{ result() { return 1 }, fault() {} }')).rejects.toThrow(
    `the precompiled contract at ${PLUGIN} cannot be traced in JavaScript`,
  )
  // Transactions without calls to precompiles are traced as usual.
  const other = await client.sendTransaction({ to: ALICE, chain: null })
  const tracer = '{ result() { return 1 }, fault() {} }'
  const params = [other, { tracer }]
  expect(await node.request({ method: 'debug_traceTransaction', params })).toBe(1)
})

test('a custom precompile may revert without a reason', async () => {
  const run: PrecompilePlugin['run'] = (input, context) => context.revert(input)
  const { node, client } = await start({ precompiles: [{ address: PLUGIN, run }] })
  for (const data of ['0x', '0x12'] as const) {
    const params = [{ from: ALICE, to: PLUGIN, data }]
    const refusal = { code: 3, message: 'execution reverted', data }
    await expect(node.request({ method: 'eth_call', params })).rejects.toMatchObject(refusal)
    const hash = await client.sendTransaction({ to: PLUGIN, data, gas: 60_000n, chain: null })
    const told = await node.request({ method: 'eth_getVMError', params: [hash] })
    expect(told).toBe('execution reverted')
  }
})

test.each<[string, unknown]>([
  ['no array', {}],
  ['nothing', [undefined]],
  ['no function', [{ address: PLUGIN }]],
  ['no address', [{ ...echo, address: '0x12' }]],
  ['the zero address', [{ ...echo, address: `0x${'0'.repeat(40)}` }]],
  ['one of Ethereum', [{ ...echo, address: `0x${'100'.padStart(40, '0')}` }]],
  ['one of the chain', [{ ...echo, address: BANK }]],
  ['two at one place', [echo, { ...echo, address: PLUGIN.toUpperCase().replace('X', 'x') }]],
])('a plug-in is refused that is %s', async (_what, precompiles) => {
  const options = { precompiles } as NodeOptions
  await expect(createNode(options)).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining('precompiles'),
  })
})
