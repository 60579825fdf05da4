import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { DEV_ADDRESSES, DEV_KEYS } from '../../support/clients/devAccounts.ts'
import { Matrix } from '../../support/clients/matrix.ts'
import { runTool, startForTool, toolProject } from '../../support/clients/tools/toolProject.ts'

const project = toolProject('foundry')
const matrix = new Matrix('foundry', {
  title: 'Foundry',
  tools: project.versions(['@foundry-rs/cast', '@foundry-rs/forge']),
  columns: ['forge', 'cast'],
})
const [alice, bob] = DEV_ADDRESSES
const [key] = DEV_KEYS
const stranger = '0x00000000000000000000000000000000000ab1e5'

let node: Awaited<ReturnType<typeof startForTool>>
/** A fork of it, taken when the contract was there. */
let fork: typeof node
/** A contract whose number is 7 and that has 3 wei, and the transaction that made it. */
let counter: Hex
let creation: Hex

/** Runs a tool on the node. @returns what it printed */
async function run(tool: 'forge' | 'cast', ...args: readonly string[]): Promise<string> {
  const command = [join(project.folder, 'node_modules/.bin', tool), ...args]
  const env = { ETH_RPC_URL: node.url, COUNTER: counter, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1' }
  const { code, stdout, stderr } = await runTool(project, command, env)
  // Their launchers on npm end well whatever happened.
  if (code !== 0 || stderr.startsWith('Error')) throw new Error(stderr.trim())
  return stdout.trim()
}
const forge = (...args: readonly string[]) => run('forge', ...args)
const cast = (...args: readonly string[]) => run('cast', ...args)
const castTest = (row: string, probe: () => Promise<void>) => matrix.test(row, 'cast', probe)
const forgeTest = (row: string, probe: () => Promise<void>) => matrix.test(row, 'forge', probe)

const number = () => cast('call', counter, 'number()(uint256)')
const height = async () => Number(await cast('block-number'))
/** The receipt of a transaction that cast sends. */
async function send(...args: readonly string[]) {
  return JSON.parse(await cast('send', '--json', ...args)) as {
    readonly status: string
    readonly from: string
    readonly transactionHash: string
    readonly type: string
  }
}

describe.skipIf(project.missing !== undefined)(`Foundry ${project.missing ?? ''}`, () => {
  beforeAll(async () => {
    node = await startForTool()
    counter = stranger
    await forge('build')
    const artifact = readFileSync(join(project.folder, 'out/Counter.sol/Counter.json'), 'utf8')
    const { abi, bytecode } = JSON.parse(artifact)
    const client = createWalletClient({ account: alice, transport: http(node.url) })
    const contract = { abi, bytecode: bytecode.object, args: [7n], value: 3n, chain: null }
    creation = await client.deployContract(contract as never)
    const receipt = await client.extend(publicActions).getTransactionReceipt({ hash: creation })
    counter = receipt.contractAddress ?? expect.fail('not deployed')
    fork = await startForTool({ fork: { url: node.url, noStorageCaching: true } })
  }, 120_000)
  afterAll(() => Promise.all([fork?.close(), node?.close()]))

  forgeTest('script --broadcast', async () => {
    const before = await height()
    rmSync(join(project.folder, 'broadcast'), { recursive: true, force: true })
    await forge(
      'script',
      'script/Deploy.s.sol',
      '--broadcast',
      '--rpc-url',
      node.url,
      '--private-key',
      key,
    )
    expect(await height()).toBe(before + 3)
    const log = join(project.folder, 'broadcast/Deploy.s.sol/713714/run-latest.json')
    const { receipts, transactions } = JSON.parse(readFileSync(log, 'utf8'))
    expect(receipts).toMatchObject([{ status: '0x1' }, { status: '0x1' }, { status: '0x1' }])
    expect(await cast('call', transactions[0].contractAddress, 'number()(uint256)')).toBe('9')
    expect(await cast('balance', transactions[0].contractAddress)).toBe('5')
  })
  forgeTest('script --broadcast --unlocked --slow --legacy', async () => {
    const before = await height()
    const options = ['--unlocked', '--sender', alice, '--slow', '--legacy', '--rpc-url', node.url]
    await forge('script', 'script/Deploy.s.sol', '--broadcast', ...options)
    expect(await height()).toBe(before + 3)
    expect(JSON.parse(await cast('block', 'latest', '--json', '--full'))).toMatchObject({
      transactions: [{ type: '0x0' }],
    })
  })
  forgeTest('create --broadcast', async () => {
    const options = ['--rpc-url', node.url, '--private-key', key, '--json']
    const printed = await forge(
      ...['create', 'src/Counter.sol:Counter', '--broadcast', ...options],
      ...['--constructor-args', '12'],
    )
    const { deployedTo } = JSON.parse(printed)
    expect(await cast('call', deployedTo, 'number()(uint256)')).toBe('12')
  })
  forgeTest('test --fork-url', async () => {
    expect(await forge('test', '--fork-url', node.url)).toMatch('2 passed; 0 failed')
  })
  forgeTest('script --fork-url, of a node and of its fork', async () => {
    const before = await height()
    for (const { url } of [node, fork]) {
      const options = ['--sender', alice, '--fork-url', url]
      const printed = await forge('script', 'script/Deploy.s.sol', ...options)
      expect(printed).toMatch('Script ran successfully')
    }
    expect(await height()).toBe(before)
  })
  forgeTest('script --broadcast, test --fork-url, on a fork', async () => {
    const before = Number(await cast('block-number', '--rpc-url', fork.url))
    const sender = ['--rpc-url', fork.url, '--private-key', key]
    await forge('script', 'script/Deploy.s.sol', '--broadcast', ...sender)
    expect(Number(await cast('block-number', '--rpc-url', fork.url))).toBe(before + 3)
    expect(await forge('test', '--fork-url', fork.url)).toMatch('2 passed; 0 failed')
  })

  castTest('call, run, receipt of before a fork', async () => {
    const rpc = ['--rpc-url', fork.url]
    expect(await cast('call', counter, 'number()(uint256)', ...rpc)).toBe('7')
    expect(await cast('run', creation, ...rpc)).toMatch(/Transaction successfully executed/)
    expect(await cast('receipt', creation, 'status', ...rpc)).toBe('true')
  })
  castTest('send, run, on a fork', async () => {
    const rpc = ['--rpc-url', fork.url]
    const call = [counter, 'setNumber(uint256)', '31', '--private-key', key]
    const { transactionHash } = await send(...call, ...rpc)
    expect(await cast('call', counter, 'number()(uint256)', ...rpc)).toBe('31')
    expect(await number()).not.toBe('31')
    expect(await cast('run', transactionHash, ...rpc)).toMatch(/Transaction successfully executed/)
  })
  castTest('rpc anvil_impersonateAccount of a rich account, on a fork', async () => {
    const rpc = ['--rpc-url', fork.url]
    await cast('rpc', 'anvil_impersonateAccount', bob, ...rpc)
    const pay = [stranger, '--value', '9', '--unlocked', '--from', bob, ...rpc]
    expect(await send(...pay)).toMatchObject({ status: '0x1', from: bob.toLowerCase() })
    expect(await cast('balance', stranger, ...rpc)).toBe('9')
  })

  castTest('send --private-key', async () => {
    const sent = await send(counter, 'setNumber(uint256)', '8', '--private-key', key)
    expect(sent).toMatchObject({ status: '0x1', type: '0x2', from: alice.toLowerCase() })
    expect(await number()).toBe('8')
  })
  castTest('send --unlocked', async () => {
    const sent = await send(counter, 'setNumber(uint256)', '9', '--unlocked', '--from', bob)
    expect(sent).toMatchObject({ status: '0x1', from: bob.toLowerCase() })
    expect(await number()).toBe('9')
  })
  castTest('send --legacy', async () => {
    const sent = await send(counter, 'setNumber(uint256)', '10', '--legacy', '--private-key', key)
    expect(sent).toMatchObject({ status: '0x1', type: '0x0' })
  })
  castTest('send, of what reverts', async () => {
    const attempt = send(counter, 'setNumber(uint256)', '1001', '--private-key', key)
    await expect(attempt).rejects.toThrow('TooMuch')
  })
  castTest('send --async, receipt', async () => {
    const hash = await cast('send', stranger, '--value', '5', '--async', '--private-key', key)
    expect(await cast('receipt', hash, 'status')).toBe('true')
    expect(await cast('balance', stranger)).toBe('5')
  })
  castTest('mktx, publish', async () => {
    const raw = await cast('mktx', stranger, '--value', '1', '--private-key', key)
    expect(JSON.parse(await cast('publish', raw))).toMatchObject({ status: '0x1' })
  })
  castTest('rpc anvil_impersonateAccount, send --unlocked', async () => {
    await cast('rpc', 'anvil_setBalance', stranger, '0xde0b6b3a7640000')
    await cast('rpc', 'anvil_impersonateAccount', stranger)
    const sent = await send(counter, 'setNumber(uint256)', '11', '--unlocked', '--from', stranger)
    expect(sent).toMatchObject({ status: '0x1', from: stranger })
    await cast('rpc', 'anvil_stopImpersonatingAccount', stranger)
  })
  castTest('call, at a block', async () => {
    const block = await cast('receipt', creation, 'blockNumber')
    expect(await cast('call', counter, 'number()(uint256)', '--block', block)).toBe('7')
  })
  castTest('call --trace', async () => {
    expect(await cast('call', counter, 'number()(uint256)', '--trace')).toMatch('number()')
  })
  castTest('estimate', async () => {
    const { transactionHash } = await send(
      counter,
      'setNumber(uint256)',
      '20',
      '--private-key',
      key,
    )
    const estimate = Number(
      await cast('estimate', counter, 'setNumber(uint256)', '21', '--from', alice),
    )
    const used = Number(await cast('receipt', transactionHash, 'gasUsed'))
    expect(estimate).toBeGreaterThanOrEqual(used)
    expect(estimate).toBeLessThan(used * 1.1)
  })
  castTest('access-list', async () => {
    const { accessList } = JSON.parse(await cast('access-list', '--json', counter, 'number()'))
    const storageKeys = [`0x${'00'.repeat(32)}`]
    expect(accessList).toEqual([{ address: counter, storageKeys }])
  })
  castTest('run', async () => {
    const { transactionHash } = await send(
      counter,
      'setNumber(uint256)',
      '22',
      '--private-key',
      key,
    )
    expect(await cast('run', transactionHash)).toMatch(/Transaction successfully executed/)
  })
  castTest('tx', async () => {
    expect(await cast('tx', creation, 'from')).toBe(alice)
  })
  castTest('block', async () => {
    const block = JSON.parse(await cast('block', 'latest', '--json'))
    expect(Number(block.number)).toBe(await height())
    expect(Number(await cast('age', 'latest').then(() => 1))).toBe(1)
  })
  castTest('balance, --ether', async () => {
    await cast('rpc', 'anvil_setBalance', stranger, '0x1bc16d674ec80000')
    expect(await cast('balance', '--ether', stranger)).toBe('2.000000000000000000')
  })
  castTest('nonce', async () => {
    await cast('rpc', 'anvil_setNonce', stranger, '0x2a')
    expect(await cast('nonce', stranger)).toBe('42')
  })
  castTest('storage', async () => {
    await send(counter, 'setNumber(uint256)', '255', '--private-key', key)
    expect(await cast('storage', counter, '0')).toBe(`0x${'00'.repeat(31)}ff`)
  })
  castTest('code, codesize', async () => {
    const code = await cast('code', counter)
    expect(code).toMatch(/^0x60/)
    expect(Number(await cast('codesize', counter))).toBe(code.length / 2 - 1)
  })
  matrix.difference(
    'codehash, proof',
    'cast',
    'eth_getProof answers with ICS23 proofs',
    async () => {
      await cast('codehash', counter)
    },
  )
  castTest('logs', async () => {
    const logs = await cast(
      'logs',
      '--from-block',
      '0',
      '--address',
      counter,
      'Counted(address indexed,uint256)',
      bob,
    )
    expect(logs.match(/blockNumber/g)).toHaveLength(1)
  })
  castTest('chain-id, client, gas-price, base-fee', async () => {
    expect(await cast('chain-id')).toBe('713714')
    expect(await cast('client')).toMatch(/rockpool/)
    expect(Number(await cast('gas-price'))).toBeGreaterThan(Number(await cast('base-fee')))
  })
  castTest('find-block', async () => {
    const { timestamp } = JSON.parse(await cast('block', '2', '--json'))
    expect(await cast('find-block', String(Number(timestamp)))).toBe('2')
  })
  castTest('tx-pool status', async () => {
    await cast('rpc', 'evm_setAutomine', 'false')
    await cast('send', stranger, '--value', '5', '--async', '--private-key', key)
    expect(await cast('tx-pool', 'status')).toMatch(/"pending": "0x1"/)
    await cast('rpc', 'evm_setAutomine', 'true')
  })
  castTest('rpc evm_snapshot, evm_revert', async () => {
    const before = await height()
    const id = JSON.parse(await cast('rpc', 'evm_snapshot'))
    await cast('rpc', 'anvil_mine', '5')
    expect(await height()).toBe(before + 5)
    expect(await cast('rpc', 'evm_revert', id)).toBe('true')
    expect(await height()).toBe(before)
  })
})
