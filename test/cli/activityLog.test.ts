import { setImmediate } from 'node:timers/promises'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { ActivityLog } from '../../src/cli/log/activityLog.ts'
import type { NodeEvent } from '../../src/cli/log/nodeEvent.ts'
import { jsonLine } from '../../src/cli/log/printable.ts'
import { TextLog } from '../../src/cli/log/textLog.ts'
import { cosmosHashText } from '../../src/native/nativeTransaction.ts'
import { toChecksumAddress } from '../../src/primitives/address.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { RpcError } from '../../src/rpc/errors/rpcError.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { mineNative } from '../support/native/mineNative.ts'
import { nativeTx, sendTo } from '../support/native/native.ts'
import { nodeOf } from '../support/rpc/rpc.ts'

async function stage() {
  const happenings: NodeEvent[] = []
  const lines: string[] = []
  const text = new TextLog({
    isColoured: false,
    coin: () => 'SEI',
    labelOf: () => undefined,
    print: (line) => void lines.push(...line.split('\n')),
  })
  const log = new ActivityLog((happening) => {
    happenings.push(happening)
    text.tell(happening)
  }, false)
  const node = nodeOf(testChain())
  log.attach(node)
  return { node, log, happenings, lines }
}

test('a native transaction', async () => {
  const { node, happenings, lines } = await stage()
  node.labels.set(carol.address, 'carol')
  const sent = await nativeTx(node.chain, carol, [sendTo(carol, bob, 3n)])
  const { entry } = await mineNative(node.chain, sent)
  const { gasUsed } = entry.receipt
  const hash = cosmosHashText(sent.hash)
  expect(happenings).toMatchObject([
    { event: 'nativeTransaction', hash, messages: ['send'], gasUsed },
    { event: 'block', number: 1, transactions: 1 },
  ])
  expect(lines.slice(0, 4)).toEqual([
    `    Native transaction: ${hash}`,
    '    Messages: send',
    `    From: carol ${toChecksumAddress(carol.address)}`,
    `    Gas used: ${gasUsed}`,
  ])
  await node.close()
})

test('a transaction that is mined later, and a revert', async () => {
  const { node, happenings, lines } = await stage()
  await node.chain.mining.configure({ automine: false })
  const id = await node.chain.snapshots.take()
  const transaction = signed(alice, { to: bob.address, value: 5n })
  await node.chain.pool.submit(transaction)
  expect(lines[0]).toBe(`    Transaction: ${transaction.hash} waits`)
  await node.chain.mining.mine()
  await node.chain.snapshots.revert(id)
  const events = happenings.map(({ event }) => event)
  expect(events).toEqual(['waiting', 'transaction', 'block', 'move'])
  expect(lines.at(-2)).toBe(`    Moved to block 0 ${node.chain.blocks.latest.hash}`)
  expect(JSON.parse(jsonLine(happenings[1] ?? {}))).toMatchObject({
    event: 'transaction',
    value: '5',
    gasUsed: '21000',
  })
  await node.close()
})

test('a large block is logged after the request, before later events', async () => {
  const { node, log, happenings } = await stage()
  await node.chain.mining.configure({ automine: false })
  for (let nonce = 0n; nonce < 20n; nonce++) {
    await node.chain.pool.submit(signed(alice, { to: bob.address, value: 5n, nonce }))
  }
  happenings.length = 0
  const mining = node.chain.mining.mine()
  node.chain.watch({ onBlocks: () => log.began('eth_chainId') })
  await mining
  await setImmediate()
  const events = happenings.map(({ event }) => event)
  expect(events).toEqual([...Array(20).fill('transaction'), 'block', 'request'])
  await node.close()
})

test('method names and messages of clients are on one line', async () => {
  const { log, lines, node } = await stage()
  log.began('a\nb')
  log.failed('a\nb', new RpcError(-32601, 'no a\nb\u001b[31m'))
  expect(lines).toEqual(['"a\\nb"', '    Error: no a b [31m (code -32601)', ''])
  node.logging.enabled = false
  log.began('eth_chainId')
  expect(lines).toHaveLength(3)
  await node.close()
})

test('a long range of empty blocks is one entry', async () => {
  const { node, happenings, lines } = await stage()
  await node.chain.mining.mine({ blocks: 5000n })
  await setImmediate()
  expect(happenings).toMatchObject([
    { event: 'block', number: 1 },
    {
      event: 'block',
      number: 5000,
      first: 2,
      hash: node.chain.blocks.latest.hash,
      transactions: 0,
    },
  ])
  const { timestamp } = node.chain.blocks.latest.header
  const time = new Date(Number(timestamp) * 1000).toUTCString()
  expect(lines.slice(-5)).toEqual([
    // The first block has its own line if hashing the others takes long.
    expect.stringMatching(/^ {4}Blocks (1 to 5000: 5000|2 to 5000: 4999) empty blocks$/),
    '    Block Number: 5000',
    `    Block Hash: ${node.chain.blocks.latest.hash}`,
    `    Block Time: ${time}`,
    '',
  ])
  await node.chain.mining.mine({ blocks: 50n })
  await setImmediate()
  const { number, hash } = node.chain.blocks.latest
  expect(happenings.at(-1)).toMatchObject({ event: 'block', number, first: 5002, hash })
  await node.close()
})

test('the reason of a failed transaction is on one line', async () => {
  const { node, happenings, lines } = await stage()
  const abi = parseAbi(['error Error(string)'])
  const args = ['a\nBlock Number: 9\u001b[2J\u202eb'] as const
  const data = encodeErrorResult({ abi, errorName: 'Error', args })
  // Copies what follows its 12 bytes into memory, and reverts with it.
  const size = ((data.length - 2) / 2).toString(16).padStart(2, '0')
  const code = `0x60${size}600c60003960${size}6000fd${data.slice(2)}` as const
  const transaction = signed(alice, { data: hexToBytes(code), gasLimit: 100_000n })
  await node.chain.pool.submit(transaction)
  const error = 'execution reverted: a Block Number: 9 [2J b'
  expect(happenings).toMatchObject([{ event: 'transaction', error }, { event: 'block' }])
  expect(lines).toContain(`    Error: ${error}`)
  await node.close()
})
