import * as viem from 'viem'
import * as viemAccounts from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  connect,
  createNode,
  expectToRun,
  printing,
  signerOf,
} from '../support/docs/sampleSetup.ts'
import { samplesOf } from '../support/docs/samples.ts'
import { solidityInterfaces } from '../support/evm/interfaces.ts'
import { compileSolidity } from '../support/evm/solidity.ts'

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

test('docs/sei.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/sei.md', 'js')
  expect(others).toEqual([])
  await expectToRun(sample)
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
  const [send = '', associate = '', cosmjs = '', inProcess = '', encoded = '', ...others] =
    samplesOf('docs/native.md', 'js')
  expect(others).toEqual([])
  await expectToRun(send)
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
  await expectToRun(encoded)
})

test('the plug-in of docs/precompiles.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/precompiles.md', 'js')
  expect(others).toEqual([])
  await expectToRun(sample)
})

test('the contracts of docs/precompiles.md', async () => {
  const contracts = samplesOf('docs/precompiles.md', 'solidity').join('\n')
  const body = contracts.replaceAll(/^import .*;$/gm, '')
  const { Saver, Wallet } = compileSolidity(`${solidityInterfaces()}\n${body}`)
  const { abi, creation } = Saver ?? expect.fail('no contract')
  expect(Wallet?.abi).toMatchObject([{ name: 'pay', stateMutability: 'payable' }])
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
