import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0] = {}) {
  const node = await createNode({ ...executorOption, compat: 'ganache', ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

/** Key and address of Ganache's own test. */
const KEY = `0x${'0123456789'.repeat(6)}0123`
const IMPORTED = '0x14791697260e4c9a71f18484c9f997b308e59325'
const LOCKED = { code: -32700, message: 'authentication needed: passphrase or unlock' }
const WRONG = { code: -32700, message: 'could not decrypt key with given passphrase' }
const rich = '0x8ac7230489e80000'

test('an imported account sends while it is unlocked', async () => {
  const ask = await start()
  expect(await ask('personal_importRawKey', KEY, 'secret')).toBe(IMPORTED)
  await ask('evm_setAccountBalance', IMPORTED, rich)
  const tx = { from: IMPORTED, to: IMPORTED }
  for (const method of ['eth_sendTransaction', 'eth_signTransaction']) {
    await expect(ask(method, tx)).rejects.toMatchObject(LOCKED)
  }
  const unsigned = { code: -32700, message: 'cannot sign data; no private key' }
  await expect(ask('eth_sign', IMPORTED, '0x00')).rejects.toMatchObject(unsigned)
  await expect(ask('personal_unlockAccount', IMPORTED, 'other')).rejects.toMatchObject(WRONG)
  expect(await ask('personal_unlockAccount', IMPORTED, 'secret', 0)).toBe(true)
  const hash = await ask('eth_sendTransaction', tx)
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await ask('personal_lockAccount', IMPORTED)).toBe(true)
  expect(await ask('personal_lockAccount', IMPORTED)).toBe(false)
  await expect(ask('eth_sendTransaction', tx)).rejects.toMatchObject(LOCKED)
})

test('a passphrase sends or signs one transaction', async () => {
  const ask = await start()
  const account = await ask('personal_newAccount', 'secret')
  await ask('evm_setAccountBalance', account, rich)
  const tx = { from: account, to: account }
  for (const method of ['personal_sendTransaction', 'personal_signTransaction']) {
    for (const passphrase of ['other', null, undefined, 1, 0]) {
      await expect(ask(method, tx, passphrase)).rejects.toMatchObject(WRONG)
    }
  }
  const sent = await ask('personal_sendTransaction', tx, 'secret')
  expect(await ask('eth_getTransactionReceipt', sent)).toMatchObject({ from: account })
  const raw = await ask('personal_signTransaction', tx, 'secret')
  const second = await ask('eth_sendRawTransaction', raw)
  expect(await ask('eth_getTransactionReceipt', second)).toMatchObject({ from: account })
  await expect(ask('eth_sendTransaction', tx)).rejects.toMatchObject(LOCKED)
  await expect(ask('personal_sendTransaction', { to: account }, 'secret')).rejects.toMatchObject({
    message: 'from not found; is required',
  })
})

test('new accounts are the same in every run, and depend on the mnemonic', async () => {
  const made = async (options?: Parameters<typeof createNode>[0]) => {
    const ask = await start(options)
    const both = [await ask('personal_newAccount', ''), await ask('personal_newAccount', '')]
    expect(await ask('eth_accounts')).toEqual(expect.arrayContaining(both))
    expect(await ask('personal_listAccounts')).toEqual(await ask('eth_accounts'))
    return both
  }
  const [first, second] = await made()
  expect(await made()).toEqual([first, second])
  expect(second).not.toBe(first)
  const mnemonic = `${'abandon '.repeat(11)}about`
  expect((await made({ mnemonic }))[0]).not.toBe(first)
})

test('an account without a key is added, unlocked, used and removed', async () => {
  const ask = await start()
  const account = '0x742d35cc6634c0532925a3b844bc454e4438f44e'
  await ask('evm_setAccountBalance', account, rich)
  const tx = { from: account, to: alice.address }
  const unknown = { code: -32700, message: 'sender account not recognized' }
  await expect(ask('eth_sendTransaction', tx)).rejects.toMatchObject(unknown)
  expect(await ask('evm_addAccount', account, 'secret')).toBe(true)
  expect(await ask('evm_addAccount', alice.address, 'secret')).toBe(false)
  await expect(ask('eth_sendTransaction', tx)).rejects.toMatchObject(LOCKED)
  await ask('personal_unlockAccount', account, 'secret')
  const hash = await ask('eth_sendTransaction', tx)
  expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ from: account })
  await expect(ask('evm_removeAccount', account, 'other')).rejects.toMatchObject(WRONG)
  expect(await ask('evm_removeAccount', account, 'secret')).toBe(true)
  expect(await ask('evm_removeAccount', account, 'secret')).toBe(false)
  await expect(ask('eth_sendTransaction', tx)).rejects.toMatchObject(unknown)
})

test.each([
  ['eth_getCompilers', [], []],
  ['eth_getWork', [], []],
  ['shh_version', [], '2'],
  ['shh_post', [{}], false],
  ['eth_submitWork', ['0x00', '0x00', '0x00'], false],
  ['eth_submitHashrate', ['0x00', '0x00'], false],
  ['eth_hashrate', [], '0x0'],
  ['eth_protocolVersion', [], '0x3f'],
  ['eth_mining', [], true],
  ['bzz_hive', [], []],
  ['db_getString', ['db', 'key'], ''],
])('%s %j is %j', async (method, params, result) => {
  expect(await (await start())(method, ...params)).toEqual(result)
})

test('ids of filters and subscriptions count up', async () => {
  const ask = await start({ deterministic: true })
  expect(await ask('eth_newBlockFilter')).toBe('0x1')
  expect(await ask('eth_newPendingTransactionFilter')).toBe('0x2')
  expect(await ask('eth_subscribe', 'newHeads')).toBe('0x3')
})

test('other dialects have none of these methods, and deny-methods removes them', async () => {
  const plain = await start({ compat: 'rockpool' })
  await expect(plain('personal_newAccount', '')).rejects.toMatchObject({ code: -32601 })
  const denying = await start({ denyMethods: ['personal_newAccount'] })
  await expect(denying('personal_newAccount', '')).rejects.toThrow(/does not exist/)
})

test('only an account that is named sends', async () => {
  const ask = await start()
  await expect(ask('eth_sendTransaction', { to: alice.address })).rejects.toMatchObject({
    message: 'from not found; is required',
  })
  expect(await ask('eth_getLogs', { blockHash: `0x${'12'.repeat(32)}` })).toEqual([])
})
