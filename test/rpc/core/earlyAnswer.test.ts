import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { alice, bob } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { nodeOf } from '../../support/rpc/rpc.ts'

const raw = (nonce: bigint, value = 1n) =>
  bytesToHex(signed(alice, { to: bob.address, nonce, value }).raw)
const message = (id: number, transaction: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'eth_sendRawTransaction',
  params: [transaction],
})

/**
 * Sends messages to a chain, and notes what was answered early, and which block was the newest then
 * and a turn later.
 */
async function send(chain: Chain, body: unknown) {
  const dispatcher = createDispatcher(nodeOf(chain), methods, { batchLimit: 10 })
  const early: string[] = []
  const blocks: bigint[] = []
  const later: Promise<void>[] = []
  const onAccepted = (text: string) => {
    early.push(text)
    blocks.push(chain.blocks.latest.header.number)
    later.push(nextTurn().then(() => void blocks.push(chain.blocks.latest.header.number)))
  }
  const answer = await dispatcher.handle(JSON.stringify(body), { onAccepted })
  await Promise.all(later)
  return { answer, early, blocks }
}

test('the response has the hash before the block is sealed, and the next request sees the block', async () => {
  const chain = testChain()
  const { answer, early, blocks } = await send(chain, message(7, raw(0n)))
  expect(JSON.parse(String(answer))).toMatchObject({
    id: 7,
    result: chain.blocks.latest.transactions[0]?.hash,
  })
  expect(early).toEqual([answer])
  expect(blocks).toEqual([0n, 1n])
})

test('no early response while other transactions are pending', async () => {
  const chain = testChain()
  expect((await send(chain, message(1, raw(1n)))).early).toEqual([])
  expect((await send(chain, message(2, raw(0n)))).early).toEqual([])
  const { header, transactions } = chain.blocks.latest
  expect([header.number, transactions.length]).toEqual([1n, 2])
})

test('errors are not early', async () => {
  const chain = testChain()
  const poor = bytesToHex(signed(alice, { to: bob.address, value: 10n ** 40n }).raw)
  const { answer, early } = await send(chain, message(1, poor))
  expect(JSON.parse(String(answer))).toMatchObject({ error: { code: -32000 } })
  expect(early).toEqual([])
})

test('no early response in a batch, without an id, or without automine', async () => {
  const chain = testChain()
  const { id: _, ...notification } = message(1, raw(0n))
  expect((await send(chain, notification)).early).toEqual([])
  expect((await send(chain, [message(1, raw(1n)), message(2, raw(2n))])).early).toEqual([])
  expect(chain.blocks.latest.header.number).toBe(3n)
  await chain.mining.configure({ automine: false })
  expect((await send(chain, message(1, raw(3n)))).early).toEqual([])
})

test('on disk the response follows the write', async () => {
  const chain = await openTestChain(temporaryDirectory())
  const { answer, early } = await send(chain, message(1, raw(0n)))
  expect(JSON.parse(String(answer))).toMatchObject({
    result: chain.blocks.latest.transactions[0]?.hash,
  })
  expect(early).toEqual([])
  await chain.close()
})
