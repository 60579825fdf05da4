import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ActivityLog } from '../../src/cli/log/activityLog.ts'
import type { Happening } from '../../src/cli/log/happening.ts'
import { jsonLine } from '../../src/cli/log/jsonLine.ts'
import { TextLog } from '../../src/cli/log/textLog.ts'
import { cosmosHashText } from '../../src/native/cosmosHashText.ts'
import { toChecksumAddress } from '../../src/primitives/address.ts'
import { RpcError } from '../../src/rpc/rpcError.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { nativeTx, sendTo } from '../support/native.ts'
import { nodeOf } from '../support/rpc.ts'

async function stage() {
  const happenings: Happening[] = []
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
  const { entry } = await node.chain.submitNative(sent)
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

test('a transaction that waits, and is mined later; a way back', async () => {
  const { node, happenings, lines } = await stage()
  await node.chain.control({ automine: false })
  const id = await node.chain.snapshot()
  const transaction = signed(alice, { to: bob.address, value: 5n })
  await node.chain.submit(transaction)
  expect(lines[0]).toBe(`    Transaction: ${transaction.hash} waits`)
  await node.chain.mine()
  await node.chain.revert(id)
  const events = happenings.map(({ event }) => event)
  expect(events).toEqual(['waiting', 'transaction', 'block', 'move'])
  expect(lines.at(-2)).toBe(`    Went to block 0 ${node.chain.latest.hash}`)
  expect(JSON.parse(jsonLine(happenings[1] ?? {}))).toMatchObject({
    event: 'transaction',
    value: '5',
    gasUsed: '21000',
  })
  await node.close()
})

test('names of methods and messages that a client made up are on one line', async () => {
  const { log, lines, node } = await stage()
  log.began('a\nb')
  log.failed('a\nb', new RpcError(-32601, 'no a\nb\u001b[31m'))
  expect(lines).toEqual(['"a\\nb"', '    Error: no a b [31m (-32601)', ''])
  node.logging.enabled = false
  log.began('eth_chainId')
  expect(lines).toHaveLength(3)
  await node.close()
})

test('a run of empty blocks is one entry, for which no hash is made', async () => {
  const { node, happenings, lines } = await stage()
  await node.chain.mine({ blocks: 1_000_000n })
  const last = happenings.at(-1)
  expect(last).toMatchObject({ event: 'block', number: 1_000_000, transactions: 0 })
  expect(last).not.toHaveProperty('hash')
  const blocks = happenings.map((each) => (each.event === 'block' ? each : expect.fail(each.event)))
  // What is told are all blocks, each once.
  const counted = blocks.map(({ first, number }) => number - (first ?? number) + 1)
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(1_000_000)
  expect(counted.length).toBeLessThan(10)
  await setImmediate()
  expect(lines).toContain('    Block Number: 1000000')
  await node.close()
})
