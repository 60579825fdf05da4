import {
  GetTxRequest,
  GetTxResponse,
  GetTxsEventRequest,
  GetTxsEventResponse,
} from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { DEV_ADDRESSES } from '../support/clients/devAccounts.ts'
import { executorOption } from '../support/executor.ts'

/* Methods of cosmos.tx.v1beta1.Service by abci_query, as CosmJS's setupTxExtension asks them. */

const BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'
const [alice, bob] = DEV_ADDRESSES

let node: RockpoolNode
let url: string
const hashes: string[] = []

beforeAll(async () => {
  node = await createNode(executorOption)
  url = (await node.listenComet()).url
  for (const amount of [5, 6]) hashes.push((await node.native.send({ to: BOB, amount })).hash)
  await node.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x1' }],
  })
})
afterAll(() => node.close())

interface Answer {
  readonly result: {
    readonly response: {
      readonly code: number
      readonly log: string
      readonly value: string | null
      readonly height: string
    }
  }
}

async function ask(method: string, request: Uint8Array) {
  const path = `/cosmos.tx.v1beta1.Service/${method}`
  const params = { path, data: Buffer.from(request).toString('hex') }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'abci_query', params })
  const answer = (await (await fetch(url, { method: 'POST', body })).json()) as Answer
  const { value, ...rest } = answer.result.response
  return { ...rest, value: Buffer.from(value ?? '', 'base64') }
}

const getTx = (hash: string) => ask('GetTx', GetTxRequest.encode({ hash }).finish())
const getTxs = (fields: Partial<GetTxsEventRequest>) =>
  ask('GetTxsEvent', GetTxsEventRequest.encode(GetTxsEventRequest.fromPartial(fields)).finish())

test('GetTx finds a transaction by its hash', async () => {
  const [first = ''] = hashes
  for (const hash of [first, first.toLowerCase()]) {
    const { code, value, height } = await getTx(hash)
    expect([code, height]).toEqual([0, '3'])
    const { tx, txResponse } = GetTxResponse.decode(value)
    expect(tx?.body?.messages).toMatchObject([{ typeUrl: '/cosmos.bank.v1beta1.MsgSend' }])
    expect(txResponse).toMatchObject({ txhash: first, height: 1n, code: 0, codespace: '' })
    expect(txResponse?.events.map(({ type }) => type)).toContain('transfer')
    expect(txResponse?.tx?.typeUrl).toBe('/cosmos.tx.v1beta1.Tx')
    expect(txResponse?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  }
})

test('GetTxsEvent searches by events, also EVM transactions', async () => {
  const found = GetTxsEventResponse.decode(
    (await getTxs({ events: [`transfer.recipient='${BOB}'`] })).value,
  )
  expect(found.txResponses.map(({ txhash }) => txhash)).toEqual(hashes)
  expect(found).toMatchObject({ total: 2n, pagination: { total: 2n } })
  expect(found.txs).toHaveLength(2)
  const last = GetTxsEventResponse.decode(
    (await getTxs({ events: [`transfer.recipient='${BOB}'`], orderBy: 2, limit: 1n })).value,
  )
  expect(last.txResponses.map(({ txhash }) => txhash)).toEqual(hashes.slice(1))
  const evm = GetTxsEventResponse.decode((await getTxs({ events: ['tx.height=3'] })).value)
  expect(evm.txs[0]?.body?.messages).toMatchObject([
    { typeUrl: '/seiprotocol.seichain.evm.MsgEVMTransaction' },
  ])
})

test.each([
  ['a missing transaction', () => getTx('0'.repeat(64)), 22, 'code = NotFound desc = tx not found'],
  ['no hash', () => getTx(''), 18, 'tx hash cannot be empty'],
  ['a hash that is none', () => getTx('xyz'), 18, 'invalid hash xyz'],
  ['no events', () => getTxs({}), 18, 'must declare at least one event'],
  ['no query', () => getTxs({ events: ['='] }), 18, ''],
  ['no message', () => ask('GetTx', Uint8Array.of(0xff)), 18, ''],
])('refused: %s', async (_, asked, code, reason) => {
  const answer = await asked()
  expect(answer.code).toBe(code)
  expect(answer.log).toContain(reason)
})
