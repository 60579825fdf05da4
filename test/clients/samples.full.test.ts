import * as amino from '@cosmjs/amino'
import * as crypto from '@cosmjs/crypto'
import * as encoding from '@cosmjs/encoding'
import * as signing from '@cosmjs/proto-signing'
import * as binary from 'cosmjs-types/binary'
import * as bank from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as tx from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import fastify from 'fastify'
import * as viem from 'viem'
import * as viemAccounts from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import * as plugin from '../../src/fastify.ts'
import * as rockpool from '../../src/index.ts'
import { solidityInterfaces } from '../support/evm/interfaces.ts'
import { runSample, samplesOf } from '../support/evm/samples.ts'
import { compileSolidity } from '../support/evm/solidity.ts'
import { executorOption } from '../support/executor.ts'

const open: rockpool.RockpoolNode[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

async function createNode(options?: rockpool.NodeOptions): Promise<rockpool.RockpoolNode> {
  const node = await rockpool.createNode({ ...executorOption, ...options })
  open.push(node)
  return node
}

const modules = {
  '@cosmjs/amino': amino,
  '@cosmjs/crypto': crypto,
  '@cosmjs/encoding': encoding,
  '@cosmjs/proto-signing': signing,
  'cosmjs-types/binary': binary,
  'cosmjs-types/cosmos/bank/v1beta1/tx': bank,
  'cosmjs-types/cosmos/tx/v1beta1/tx': tx,
  fastify: { default: fastify },
  'rockpool/fastify': { rockpool: plugin.rockpool },
  rockpool: { createNode, verifyProof: rockpool.verifyProof },
  viem,
  'viem/accounts': viemAccounts,
}

/** A client as samples want one, for HTTP. */
async function connect(node: rockpool.RockpoolNode) {
  const { url } = await node.listen()
  return viem.createPublicClient({ transport: viem.http(url) })
}

async function expectToRun(code: string, scope: Readonly<Record<string, unknown>> = {}) {
  const { printed, expected } = await runSample(code, modules, scope)
  expect(printed).toEqual(expected)
  expect(expected.length).toBeGreaterThan(0)
}

/** Has a sample print what it shows behind the calls that it waits for. */
function printing(code: string): string {
  return code.replaceAll(/^(await .*) \/\/ (.*)$/gm, 'console.log($1) // $2')
}

test('README.md', async () => {
  const [client = '', inProcess = '', ...others] = samplesOf('README.md', 'js')
  expect(others).toEqual([])
  const { url } = await (await createNode()).listen()
  await expectToRun(printing(client.replaceAll('http://127.0.0.1:8545', url)))
  await expectToRun(printing(inProcess))
})

test('docs/server.md', async () => {
  const [plugin = '', ...others] = samplesOf('docs/server.md', 'js')
  expect(others).toEqual([])
  // In place of a fixed port.
  const checks = [undefined, 'Bearer secret'].map((authorization) => {
    const request = { method: 'POST', url: '/chain', headers: { authorization }, payload: '{}' }
    const status = authorization === undefined ? 401 : 200
    return `console.log((await app.inject(${JSON.stringify(request)})).statusCode) // ${status}`
  })
  const listen = 'await app.listen({ port: 3000 })'
  expect(plugin).toContain(listen)
  await expectToRun(plugin.replace(listen, [...checks, 'await app.close()'].join('\n')))
})

test('docs/from-ganache.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/from-ganache.md', 'js')
  expect(others).toEqual([])
  await expectToRun(`${sample}\nconsole.log(accounts.length) // 10`)
})

test('docs/proofs.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/proofs.md', 'js')
  expect(others).toEqual([])
  const node = await createNode()
  const address = `0x${'ab'.repeat(20)}`
  const [slot, value] = ['0x1', `0x${'0'.repeat(62)}2a`]
  await node.request({ method: 'hardhat_setStorageAt', params: [address, slot, value] })
  await node.request({ method: 'evm_mine' })
  const printed = `console.log(slots[0].value) // undefined\nconsole.log(slots[1].value) // '${value}'`
  await expectToRun(`${sample}\n${printed}`, { client: await connect(node), address })
})

test('docs/development-chain.md', async () => {
  // Its clock starts when block 0 says, so that the rewards are under way.
  const node = await createNode()
  const { url } = await node.listen()
  const program = samplesOf('docs/development-chain.md', 'js').join('\n')
  await expectToRun(program.replace('http://127.0.0.1:8545', url))
})

test('docs/native.md', async () => {
  const [associate = '', cosmjs = '', inProcess = '', ...others] = samplesOf('docs/native.md', 'js')
  expect(others).toEqual([])
  const privateKey = `0x${'42'.repeat(32)}` as const
  const { address } = viemAccounts.privateKeyToAccount(privateKey)
  const genesis = {
    config: { chainId: 713714 },
    alloc: { [address]: { balance: '1' } },
    // More than the least, so that a fee that is fixed would be too low.
    baseFeePerGas: '1234567890',
  }
  const legacy = { enabledLegacyNativeApis: 'all', genesis, accounts: 10 } as const
  const client = await connect(await createNode(legacy))
  await expectToRun(associate, { client, privateKey })
  await expectToRun(cosmjs, { client })
  await expectToRun(inProcess)
})

test('the plug-in of docs/precompiles.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/precompiles.md', 'js')
  expect(others).toEqual([])
  await expectToRun(sample)
})

/** A client for the first development account, in process. */
function signerOf(node: rockpool.RockpoolNode) {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const transport = viem.custom(node)
  return viem.createWalletClient({ account, transport }).extend(viem.publicActions)
}

test('the contract of docs/precompiles.md', async () => {
  const [sample = ''] = samplesOf('docs/precompiles.md', 'solidity')
  const body = sample.replaceAll(/^import .*;$/gm, '')
  const { Saver } = compileSolidity(`${solidityInterfaces()}\n${body}`)
  const { abi, creation } = Saver ?? expect.fail('no contract')
  const client = signerOf(await createNode())
  const deployed = await client.deployContract({ abi, bytecode: viem.toHex(creation), chain: null })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployed })
  const saver = { abi, address: contractAddress ?? viem.zeroAddress } as const
  const validator = 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz'
  const hash = await client.writeContract({
    ...saver,
    functionName: 'save',
    args: [validator],
    value: viem.parseEther('3'),
    chain: null,
  })
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  const saved = await client.readContract({ ...saver, functionName: 'saved', args: [validator] })
  expect(saved).toBe(3_000_000n)
  const { address } = client.account
  const atoms = await client.readContract({ ...saver, functionName: 'atoms', args: [address] })
  expect(atoms).toBe(1_000_000_000n)
})
