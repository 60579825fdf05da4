import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { Tx } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { DEV_ADDRESSES } from '../support/clients/devAccounts.ts'
import { executorOption } from '../support/executor.ts'

const ALICE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'
const VALIDATOR = 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz'
const [alice, bob] = DEV_ADDRESSES

let node: RockpoolNode
let comet: string
let rest: string
/** Hash of a transfer of 5 usei, in block 1. Block 2 has an EVM transaction. */
let sent: string

beforeAll(async () => {
  node = await createNode(executorOption)
  comet = (await node.listenComet()).url
  rest = (await node.listenRest()).url
  sent = (await node.native.send({ to: BOB, amount: 5 })).hash
  await node.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x1' }],
  })
})
afterAll(() => node.close())

async function post(method: string, params: unknown = {}): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  return (await fetch(comet, { method: 'POST', body })).json()
}

async function get(path: string): Promise<{ status: number; json: unknown }> {
  const response = await fetch(rest + path)
  return { status: response.status, json: await response.json() }
}

/** Returns the text at a path of names and indexes. */
function textAt(json: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((value, name) => Object(value)[name], json)
  if (typeof found !== 'string') throw new Error(`no text at ${path} of ${JSON.stringify(json)}`)
  return found
}

test('status and blocks have the heights of JSON-RPC, and hashes that chain', async () => {
  const status = await post('status')
  expect(status).toMatchObject({
    result: {
      node_info: {
        network: 'rockpool-713714',
        other: { rpc_address: comet.replace('http', 'tcp') },
      },
      sync_info: { latest_block_height: '2', catching_up: false },
    },
  })
  const first = await post('block', { height: '1' })
  const second = await post('block', { height: '2' })
  const id = textAt(first, 'result.block_id.hash')
  expect(textAt(second, 'result.block.header.last_block_id.hash')).toBe(id)
  expect(textAt(second, 'result.block_id.hash')).toBe(
    textAt(status, 'result.sync_info.latest_block_hash'),
  )
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
  const root = textAt(block, 'stateRoot').slice(2).toUpperCase()
  expect(textAt(second, 'result.block.header.app_hash')).toBe(root)
  const raw = textAt(second, 'result.block.data.txs.0')
  const { body } = Tx.decode(Buffer.from(raw, 'base64'))
  expect(body?.messages[0]?.typeUrl).toBe('/seiprotocol.seichain.evm.MsgEVMTransaction')
  const hash = Buffer.from(id, 'hex').toString('base64')
  expect(await post('block_by_hash', { hash })).toEqual(first)
})

test('transactions are found by hash and by their events', async () => {
  const hash = Buffer.from(sent, 'hex').toString('base64')
  const tx = await post('tx', { hash, prove: true })
  expect(tx).toMatchObject({
    result: { hash: sent, height: '1', index: 0, tx_result: { code: 0 } },
  })
  const block = await post('block', { height: '1' })
  expect(textAt(tx, 'result.proof.root_hash')).toBe(textAt(block, 'result.block.header.data_hash'))
  const query = `transfer.recipient='${BOB}' AND tx.height>0`
  expect(await post('tx_search', { query })).toMatchObject({
    result: { total_count: '1', txs: [{ hash: sent }] },
  })
  const uri = await fetch(`${comet}/tx?hash=0x${sent}`)
  expect(await uri.json()).toMatchObject({ id: -1, result: { hash: sent } })
})

test.each([
  ['nothing', {}, -32601, ''],
  ['block', { height: 1 }, -32602, 'expected string'],
  ['block', { height: '9' }, -32603, 'height 9 must be less than or equal to the current'],
  ['tx', { hash: '' }, -32603, 'tx () not found'],
  ['subscribe', { query: "tm.event='Tx'" }, -32601, ''],
  ['validators', { page: '2' }, -32603, 'page should be within [1, 1] range, given 2'],
])('%s %o is an error', async (method, params, code, reason) => {
  const answer = await post(method, params)
  expect(answer).toMatchObject({ error: { code } })
  expect(reason === '' ? '' : textAt(answer, 'error.data')).toContain(reason)
})

test('a refused transaction has the code of CheckTx, a known one is an error', async () => {
  const garbage = await post('broadcast_tx_sync', { tx: 'CgEA' })
  expect(garbage).toMatchObject({ result: { code: 2, codespace: 'sdk' } })
  const tx = textAt(await post('block', { height: '1' }), 'result.block.data.txs.0')
  const again = await post('broadcast_tx_sync', { tx })
  expect(again).toMatchObject({ error: { code: -32603, data: 'tx already exists in cache' } })
  // Checked alone, it has an old sequence.
  expect(await post('check_tx', { tx })).toMatchObject({ result: { code: 32 } })
})

test('a subscriber receives the event of a delegation', async () => {
  const socket = new WebSocket(`${comet.replace('http', 'ws')}/websocket`)
  const answers: unknown[] = []
  const query = `tm.event='Tx' AND delegate.validator='${VALIDATOR}'`
  const told = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      answers.push(JSON.parse(String(data)))
      if (answers.length === 1) void delegate()
      else resolve()
    })
  })
  async function delegate(): Promise<void> {
    const amount = { denom: 'usei', amount: '7' }
    const stake = { delegatorAddress: ALICE, validatorAddress: VALIDATOR, amount }
    const value = MsgDelegate.encode(MsgDelegate.fromPartial(stake)).finish()
    expect(
      await node.native.send({ messages: [{ typeUrl: MsgDelegate.typeUrl, value }] }),
    ).toMatchObject({ code: 0 })
  }
  socket.once('open', () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscribe', params: { query } }))
  })
  await told
  socket.close()
  expect(answers).toMatchObject([
    { id: 3, result: {} },
    {
      id: 3,
      result: {
        query,
        data: { type: 'tendermint/event/Tx' },
        events: { 'delegate.amount': ['7usei'] },
      },
    },
  ])
  const { json } = await get(`/cosmos/staking/v1beta1/delegations/${ALICE}`)
  const delegation = {
    delegator_address: ALICE,
    validator_address: VALIDATOR,
    shares: '7.000000000000000000',
  }
  const balance = { denom: 'usei', amount: '7' }
  expect(json).toEqual({
    delegation_responses: [{ delegation, balance }],
    pagination: { next_key: null, total: '1' },
  })
})

test('REST answers have the forms of the gateway', async () => {
  expect(await get(`/cosmos/bank/v1beta1/balances/${BOB}`)).toEqual({
    status: 200,
    json: {
      balances: [{ denom: 'usei', amount: '10000000005' }],
      pagination: { next_key: null, total: '1' },
    },
  })
  const { json: account } = await get(`/cosmos/auth/v1beta1/accounts/${ALICE}`)
  expect(account).toMatchObject({
    account: {
      '@type': '/cosmos.auth.v1beta1.BaseAccount',
      pub_key: { '@type': '/cosmos.crypto.secp256k1.PubKey' },
    },
  })
  const { json: found } = await get(`/cosmos/tx/v1beta1/txs/${sent}`)
  expect(found).toMatchObject({ tx_response: { txhash: sent, height: '1', code: 0 } })
  expect((await get(`/sei-protocol/seichain/evm/evm_address?sei_address=${ALICE}`)).json).toEqual({
    evm_address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    associated: true,
  })
  const missing = await get(`/cosmos/tx/v1beta1/txs/${'0'.repeat(64)}`)
  expect(missing).toMatchObject({ status: 404, json: { code: 5, details: [] } })
  const { json: infos } = await get('/cosmos/slashing/v1beta1/signing_infos')
  expect(infos).toMatchObject({ info: [{ index_offset: '0', tombstoned: false }] })
  const consensus = textAt(infos, 'info.0.address')
  const { json: info } = await get(`/cosmos/slashing/v1beta1/signing_infos/${consensus}`)
  expect(info).toMatchObject({ val_signing_info: { address: consensus } })
  const delegator = `/cosmos/staking/v1beta1/delegators/${ALICE}`
  expect((await get(`${delegator}/redelegations`)).json).toMatchObject({
    redelegation_responses: [],
  })
  expect((await get('/cosmos/mint/v1beta1/params')).status).toBe(501)
  expect((await get('/cosmos/bank/v1beta1/balances/sei1x')).json).toMatchObject({ code: 3 })
})

test('pages of strangers are refused', async () => {
  for (const url of [`${comet}/health`, `${rest}/cosmos/staking/v1beta1/pool`]) {
    const stranger = await fetch(url, { headers: { origin: 'https://stranger.example' } })
    expect(stranger.status).toBe(403)
    const page = await fetch(url, { headers: { origin: 'http://localhost:3000' } })
    expect(page.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  }
})
