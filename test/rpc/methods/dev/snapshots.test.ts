import { afterEach, describe, expect, test } from 'vitest'
import { MAX_NAMED_BRANCHES } from '../../../../src/node/named/namedBranches.ts'
import { MAX_NAMED_SNAPSHOTS } from '../../../../src/node/named/namedSnapshots.ts'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { EMITTER, emitterChain, emitting, topic } from '../../../support/chain/emitter.ts'
import { signed } from '../../../support/chain.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function start() {
  const chain = emitterChain()
  open.push(chain)
  const ask = rpcOf(chain)
  const pay = (nonce: number, value = 1n) =>
    chain.pool.submit(signed(alice, { to: bob.address, value, nonce: BigInt(nonce) }))
  return { chain, ask, pay }
}

const height = (ask: Ask) => ask<string>('eth_blockNumber')

describe('evm_snapshot and evm_revert', () => {
  test.each([
    ['evm_snapshot', 'evm_revert'],
    ['anvil_snapshot', 'anvil_revert'],
  ])('%s returns increasing ids that %s accepts once', async (snapshot, revert) => {
    const { ask, pay } = start()
    expect(await ask(snapshot)).toBe('0x1')
    await pay(0)
    expect(await ask(snapshot)).toBe('0x2')
    await pay(1)
    expect(await ask(revert, '0x2')).toBe(true)
    expect(await height(ask)).toBe('0x1')
    expect(await ask(revert, '0x2')).toBe(false)
    expect(await ask(snapshot)).toBe('0x3')
    expect(await ask(revert, '0x1')).toBe(true)
    expect(await height(ask)).toBe('0x0')
    expect(await ask(revert, '0x3')).toBe(false)
    expect(await ask(snapshot)).toBe('0x4')
  })

  test.each(['hardhat_reset', 'anvil_reset'])(
    '%s forgets them, and ids count from 0x1 again',
    async (reset) => {
      const { ask, pay } = start()
      for (const id of ['0x1', '0x2', '0x3']) {
        await pay(Number(id) - 1)
        expect(await ask('evm_snapshot')).toBe(id)
      }
      await ask(reset)
      expect(await ask('evm_revert', '0x2')).toBe(false)
      expect(await ask('evm_snapshot')).toBe('0x1')
      await pay(0)
      expect(await ask('evm_snapshot')).toBe('0x2')
      expect(await ask('evm_revert', '0x1')).toBe(true)
      expect(await height(ask)).toBe('0x0')
    },
  )

  test.each(['0x1', '0x01', '0X1', 1, '1'])('accepts the id as %j', async (id) => {
    const { ask, pay } = start()
    await ask('evm_snapshot')
    await pay(0)
    expect(await ask('evm_revert', id)).toBe(true)
    expect(await height(ask)).toBe('0x0')
  })

  test.each(['0x0', '0x2', 7, '9', `0x${'f'.repeat(64)}`])('returns false for %j', async (id) => {
    const { ask } = start()
    await ask('evm_snapshot', null)
    expect(await ask('evm_revert', id)).toBe(false)
    expect(await ask('evm_revert', '0x1')).toBe(true)
  })

  test.each([['x'], ['0x'], ['0xg'], [-1], [1.5], [{}], [true], [null]])(
    'rejects %j',
    async (id) => {
      const { ask } = start()
      await expect(ask('evm_revert', id)).rejects.toMatchObject({ code: -32602 })
    },
  )

  test('restore the pool, fees and balances', async () => {
    const { chain, ask, pay } = start()
    await pay(2)
    const before = [
      await ask('eth_getBalance', bob.address),
      await ask('eth_getTransactionCount', alice.address, 'pending'),
      await ask('eth_gasPrice'),
      await ask('eth_feeHistory', '0x4', 'latest', [50]),
    ]
    const id = await ask('evm_snapshot')
    await pay(0)
    await pay(1, 5n)
    expect(await height(ask)).toBe('0x2')
    expect(await ask('evm_revert', id)).toBe(true)
    expect([
      await ask('eth_getBalance', bob.address),
      await ask('eth_getTransactionCount', alice.address, 'pending'),
      await ask('eth_gasPrice'),
      await ask('eth_feeHistory', '0x4', 'latest', [50]),
    ]).toEqual(before)
    // What waited still does.
    await pay(0)
    await pay(1)
    expect(chain.blocks.latest.number).toBe(2)
    expect(chain.blocks.latest.transactions).toHaveLength(2)
  })

  test('remove blocks, receipts and logs', async () => {
    const { chain, ask } = start()
    const id = await ask('evm_snapshot')
    const hash = await chain.pool.submit(emitting([7]))
    const block = chain.blocks.latest.hash
    expect(await ask('eth_getLogs', { fromBlock: '0x0' })).toHaveLength(1)
    await ask('evm_revert', id)
    expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
    expect(await ask('eth_getBlockByHash', block, false)).toBeNull()
    expect(await ask('eth_getBlockByNumber', '0x1', false)).toBeNull()
    expect(await ask('eth_getLogs', { fromBlock: '0x0' })).toEqual([])
  })

  test.each(['eth', 'native'])('%s filters report the removals', async (family) => {
    const { chain, ask } = start()
    await ask('evm_snapshot')
    const filter = await ask(`${family}_newFilter`, { address: EMITTER })
    const changes = () => ask<object[]>(`${family}_getFilterChanges`, filter)
    await chain.pool.submit(emitting([1, 2]))
    expect(await changes()).toMatchObject([{ removed: false }, { removed: false }])
    await ask('evm_revert', '0x1')
    await chain.pool.submit(emitting([3]))
    expect(await changes()).toMatchObject([
      { removed: true, topics: [topic(1)] },
      { removed: true, topics: [topic(2)] },
      { removed: false, topics: [topic(3)], blockNumber: '0x1' },
    ])
    expect(await changes()).toEqual([])
  })
})

describe('named snapshots', () => {
  test('stay until they are released', async () => {
    const { chain, ask, pay } = start()
    await pay(0)
    const { hash: blockHash, header } = chain.blocks.latest
    const place = { blockNumber: '0x1', blockHash, timestamp: toQuantity(header.timestamp) }
    const base = { id: '0x1', name: 'base', ...place }
    expect(await ask('rockpool_snapshot', 'base')).toEqual(base)
    for (const value of [1n, 2n]) {
      await pay(1, value)
      expect(await ask('rockpool_checkout', 'base')).toEqual(base)
      expect(await height(ask)).toBe('0x1')
    }
    expect(await ask('rockpool_snapshots')).toEqual([base])
    expect(await ask('evm_revert', '0x1')).toBe(true)
    expect(await ask('rockpool_snapshots')).toEqual([base])
    expect(await ask('rockpool_release', 'base')).toBe(true)
    expect(await ask('rockpool_release', 'base')).toBe(false)
    expect(await ask('rockpool_snapshots')).toEqual([])
    await expect(ask('rockpool_checkout', 'base')).rejects.toMatchObject({ code: -32000 })
  })

  test('lead to later snapshots', async () => {
    const { ask, pay } = start()
    await ask('rockpool_snapshot', { name: 'empty' })
    await pay(0)
    await pay(1)
    await ask('rockpool_snapshot', { name: 'full' })
    await ask('rockpool_checkout', 'empty')
    expect(await height(ask)).toBe('0x0')
    await pay(0, 9n)
    await ask('rockpool_checkout', 'full')
    expect(await height(ask)).toBe('0x2')
  })

  test('are replaced by one with the same name', async () => {
    const { ask, pay } = start()
    await ask('rockpool_snapshot', 'base')
    await pay(0)
    const [second, third] = await Promise.all([
      ask<object>('rockpool_snapshot', 'base'),
      ask<object>('rockpool_snapshot', 'base'),
    ])
    expect(second).toMatchObject({ id: '0x2', blockNumber: '0x1' })
    expect(await ask('rockpool_snapshots')).toEqual([third])
  })

  test('an unnamed one is kept by a checkout, and deleted by evm_revert', async () => {
    const { ask, pay } = start()
    await ask('evm_snapshot')
    await pay(0)
    await ask('evm_snapshot')
    for (const id of ['0x1', '1', 1]) {
      expect(await ask('rockpool_checkout', id)).toMatchObject({ id: '0x1', name: null })
    }
    expect(await ask('rockpool_snapshots')).toMatchObject([{ id: '0x1' }])
    expect(await ask('evm_revert', '0x1')).toBe(true)
    expect(await ask('rockpool_snapshots')).toEqual([])
  })

  test('a name wins over an id', async () => {
    const { ask, pay } = start()
    await ask('evm_snapshot')
    await pay(0)
    await ask('rockpool_snapshot', '1')
    await pay(1)
    expect(await ask('rockpool_checkout', '1')).toMatchObject({ id: '0x2', name: '1' })
    expect(await ask('rockpool_release', '0x2')).toBe(true)
    expect(await ask('rockpool_checkout', '1')).toMatchObject({ id: '0x1', name: null })
  })

  test.each([
    '',
    'a b',
    'ü',
    'a/b',
    '.',
    '..',
    'x'.repeat(65),
    'current',
    {},
    { name: 1 },
    1,
    null,
  ])('reject the name %j', async (name) => {
    const { ask } = start()
    await expect(ask('rockpool_snapshot', name)).rejects.toMatchObject({ code: -32602 })
  })

  test('are limited, except for replacements', async () => {
    const { ask } = start()
    for (let i = 0; i < MAX_NAMED_SNAPSHOTS; i++) await ask('rockpool_snapshot', `s${i}`)
    await expect(ask('rockpool_snapshot', 'more')).rejects.toMatchObject({ code: -32000 })
    await ask('rockpool_snapshot', 's5')
    await ask('rockpool_release', 's6')
    await ask('rockpool_snapshot', 'more')
    expect(await ask('rockpool_snapshots')).toHaveLength(MAX_NAMED_SNAPSHOTS)
  })
})

describe('rockpool_diff', () => {
  test('reports balances, nonces, code and slots in both directions', async () => {
    const { chain, ask } = start()
    await ask('rockpool_snapshot', 'base')
    // Stores 42 in slot 0 and has the code 0x00.
    const data = Uint8Array.from(Buffer.from('602a6000556001601ff3', 'hex'))
    const hash = await chain.pool.submit(signed(alice, { data }))
    const contract = chain.transactions.get(hash)?.receipt.contractAddress
    await ask('rockpool_snapshot', 'deployed')
    await ask('rockpool_checkout', 'base')
    await chain.pool.submit(signed(alice, { to: bob.address, value: 5n }))
    const told = await ask<Record<string, unknown>[]>('rockpool_diff', 'base', 'deployed')
    const zero = topic(0)
    expect(told.find(({ address }) => address === contract)).toEqual({
      address: contract,
      nonce: { from: '0x0', to: '0x1' },
      code: { from: '0x', to: '0x00' },
      storage: { [zero]: { from: zero, to: topic(42) } },
    })
    expect(told.find(({ address }) => address === alice.address)).toMatchObject({
      nonce: { from: '0x0', to: '0x1' },
    })
    const over = await ask<Record<string, unknown>[]>('rockpool_diff', 'deployed')
    expect(over).toEqual(await ask('rockpool_diff', 'deployed', 'current'))
    expect(over.find(({ address }) => address === contract)).toMatchObject({
      storage: { [zero]: { from: topic(42), to: zero } },
    })
    const { balance } = over.find(({ address }) => address === bob.address) as {
      balance: { from: string; to: string }
    }
    expect(BigInt(balance.to) - BigInt(balance.from)).toBe(5n)
    expect(balance.to).toBe(await ask('eth_getBalance', bob.address))
    // Both have used one nonce of hers.
    expect(over.find(({ address }) => address === alice.address)).not.toHaveProperty('nonce')
    expect(await ask('rockpool_diff', 'base', 'base')).toEqual([])
  })

  test('rejects unknown names', async () => {
    const { ask } = start()
    await expect(ask('rockpool_diff', 'base')).rejects.toMatchObject({ code: -32000 })
    await ask('rockpool_snapshot', 'base')
    await expect(ask('rockpool_diff', 'base', 'x')).rejects.toMatchObject({ code: -32000 })
    await expect(ask('rockpool_diff', 'current')).rejects.toMatchObject({ code: -32000 })
    await expect(ask('rockpool_diff')).rejects.toMatchObject({ code: -32602 })
  })
})

describe('named branches', () => {
  test('have unique names, and close with their parent', async () => {
    const { chain, ask } = start()
    const place = { blockNumber: '0x0', blockHash: chain.blocks.latest.hash }
    const a = { name: 'a', path: '/branch/a', ...place }
    expect(await ask('rockpool_branch', 'a')).toEqual(a)
    await expect(ask('rockpool_branch', 'a')).rejects.toMatchObject({ code: -32000 })
    expect(await ask('rockpool_branches')).toEqual([a])
    expect(await ask('rockpool_deleteBranch', 'a')).toBe(true)
    expect(await ask('rockpool_deleteBranch', 'a')).toBe(false)
    expect(await ask('rockpool_branches')).toEqual([])
    const both = await Promise.allSettled([
      ask('rockpool_branch', 'b'),
      ask('rockpool_branch', 'b'),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  test.each(['', 'a b', 'a/b', '..', 'x'.repeat(65), {}, 1])('reject the name %j', async (name) => {
    const { ask } = start()
    await expect(ask('rockpool_branch', name)).rejects.toMatchObject({ code: -32602 })
  })

  test('are limited', async () => {
    const { ask } = start()
    for (let i = 0; i < MAX_NAMED_BRANCHES; i++) await ask('rockpool_branch', `b${i}`)
    await expect(ask('rockpool_branch', 'more')).rejects.toMatchObject({ code: -32000 })
    await ask('rockpool_deleteBranch', 'b7')
    await ask('rockpool_branch', 'more')
    expect(await ask('rockpool_branches')).toHaveLength(MAX_NAMED_BRANCHES)
  })
})
