import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { CheckTxType, type Request } from 'cosmjs-types/tendermint/abci/types'
import { expect, onTestFinished, test } from 'vitest'
import { cometBroadcaster } from '../../src/abci/network/broadcaster.ts'
import {
  type AbciAddress,
  formatAbciAddress,
  parseAbciAddress,
} from '../../src/abci/wire/abciAddress.ts'
import { serveAbci } from '../../src/abci/wire/abciServer.ts'
import { encodeFrame } from '../../src/abci/wire/frames.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { AbciClient } from '../support/abci/abciClient.ts'
import { testValidator } from '../support/abci/network.ts'
import { methodOf } from '../support/abci/recording.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'

async function served() {
  const app = await TestApplication.open()
  const made = new TestNetwork([app], [testValidator(0)])
  await made.start()
  const address: AbciAddress = { kind: 'unix', path: join(temporaryDirectory(), 'socket') }
  const server = await serveAbci(app.application, address, silentLogger)
  onTestFinished(async () => {
    await server.close()
    await app.close()
  })
  return { app, made, connect: () => AbciClient.connect(address) }
}

test('addresses as in proxy_app', () => {
  for (const text of ['tcp://127.0.0.1:26658', 'tcp://[::1]:1', 'unix:///run/app.sock']) {
    expect(formatAbciAddress(parseAbciAddress(text))).toBe(text)
  }
  for (const text of ['', 'tcp://host', 'tcp://host:70000', 'http://host:1']) {
    expect(() => parseAbciAddress(text)).toThrow(RangeError)
  }
})

test('a file at the path of the socket stays, and so does a socket in use', async () => {
  const app = await TestApplication.open()
  onTestFinished(() => app.close())
  const path = join(temporaryDirectory(), 'file')
  const serve = () => serveAbci(app.application, { kind: 'unix', path }, silentLogger)
  writeFileSync(path, 'precious')
  await expect(serve()).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(readFileSync(path, 'utf8')).toBe('precious')
  rmSync(path)
  const server = await serve()
  onTestFinished(() => server.close())
  await expect(serve()).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const client = await AbciClient.connect({ kind: 'unix', path })
  expect((await client.ask({ echo: { message: 'x' } })).echo).toEqual({ message: 'x' })
  client.close()
})

test('answers come in order, of their kind, also to many requests at once', async () => {
  const { connect } = await served()
  const client = await connect()
  const requests: Request[] = [
    { echo: { message: 'hello' } },
    ...Array.from({ length: 50 }, (_, nonce) => ({
      checkTx: {
        tx: signed(alice, { nonce: BigInt(nonce), to: bob.address, gasLimit: 21_000n }).raw,
        type: CheckTxType.NEW,
      },
    })),
    { info: { version: '', blockVersion: 0n, p2pVersion: 0n, abciVersion: '' } },
    { query: { path: '/app/version', data: new Uint8Array(), height: 0n, prove: false } },
    { listSnapshots: {} },
    { flush: {} },
  ]
  for (const request of requests) client.send(request)
  for (const request of requests) {
    const answer = await client.next()
    expect(answer && methodOf(answer)).toBe(methodOf(request))
    if (answer?.checkTx !== undefined) expect(answer.checkTx.code).toBe(0)
  }
  client.close()
})

test('an invalid request returns an exception, and other connections stay open', async () => {
  const { connect } = await served()
  const [broken, garbled, steady] = [await connect(), await connect(), await connect()]
  broken.send({ commit: {} })
  expect(await broken.next()).toMatchObject({ exception: { error: expect.any(String) } })
  expect(await broken.next()).toBeUndefined()
  garbled.write(encodeFrame(Uint8Array.of(0xff, 0xff)))
  expect((await garbled.next())?.exception).toBeDefined()
  const endless = await connect()
  endless.write(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff))
  expect(await endless.next()).toBeUndefined()
  expect((await steady.ask({ echo: { message: 'x' } })).echo).toEqual({ message: 'x' })
  steady.close()
})

test('CheckTx and Query read the committed block while another one is executed', async () => {
  const { made, connect } = await served()
  await made.block()
  const facts = made.facts()
  const [consensus, mempool, query] = [await connect(), await connect(), await connect()]
  // PUSH1 0 JUMPDEST… : loops until its gas is used.
  const loop = signed(alice, {
    data: Uint8Array.of(0x5b, 0x60, 0, 0x56),
    gasLimit: 10_000_000n,
  }).raw
  const order: string[] = []
  const { height, seconds, nanos, proposer } = facts
  const executed = consensus
    .ask({
      finalizeBlock: {
        txs: [loop],
        decidedLastCommit: facts.commit,
        misbehavior: [],
        hash: new Uint8Array(),
        height,
        time: { seconds, nanos },
        nextValidatorsHash: new Uint8Array(),
        proposerAddress: proposer,
      },
    })
    .then((answer) => {
      order.push('block')
      return answer
    })
  const asked = await query.ask({
    query: { path: '/app/version', data: new Uint8Array(), height: 0n, prove: false },
  })
  expect(asked.query?.height).toBe(1n)
  // The block before has not used the nonce.
  const checked = await mempool.ask({ checkTx: { tx: loop, type: CheckTxType.NEW } })
  expect(checked.checkTx?.code).toBe(0)
  expect((await executed).finalizeBlock?.txResults).toHaveLength(1)
  for (const client of [consensus, mempool, query]) client.close()
})

test('transactions go to the RPC server of CometBFT, and its refusals come back', async () => {
  const bodies: unknown[] = []
  const replies: object[] = [
    { result: { code: 0, log: '', hash: 'AB' } },
    { error: { code: -32603, message: 'Internal error', data: 'tx already exists in cache' } },
    { result: { code: 5, log: 'insufficient funds' } },
  ]
  const comet = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(pieces).toString()))
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...replies.shift() }))
    })
  })
  await new Promise<void>((resolve) => comet.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void comet.close())
  const address = comet.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const app = await TestApplication.open({
    settings: { broadcaster: cometBroadcaster(`http://127.0.0.1:${port}`) },
  })
  onTestFinished(() => app.close())
  const made = new TestNetwork([app], [testValidator(0)])
  await made.start()
  await made.block()
  const chain = app.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const tx = signed(alice, { to: bob.address, gasLimit: 21_000n })
  expect(await chain.pool.submit(tx)).toBe(tx.hash)
  const { encodeEvmTransaction } = await import('../../src/native/codec/evmTransactionBytes.ts')
  const encoded = encodeEvmTransaction(tx)
  expect(bodies).toMatchObject([
    {
      method: 'broadcast_tx_sync',
      params: { tx: Buffer.from(encoded).toString('base64') },
    },
  ])
  await expect(chain.pool.submit(tx)).rejects.toMatchObject({ code: 'ALREADY_KNOWN' })
  await expect(chain.pool.submit(tx)).rejects.toMatchObject({ code: 'NOT_BROADCAST' })
  // Refused here already, in the words that Ethereum clients know.
  const wrong = signed(alice, { to: bob.address, nonce: 900n, gasLimit: 21_000n })
  await expect(chain.pool.submit(wrong)).rejects.toMatchObject({ code: 'NONCE_TOO_HIGH' })
  await app.checkTx(encoded)
  expect(chain.pool.get(tx.hash)?.hash).toBe(tx.hash)
  expect(chain.pool.pendingNonce(alice.address)).toBe(1n)
  await made.block({ txs: [encoded] })
  expect(chain.transactions.get(tx.hash)?.block.number).toBe(2)
  expect(chain.pool.get(tx.hash)).toBeUndefined()
})

test('controls that a network cannot have are refused', async () => {
  const { app, made } = await served()
  await made.block()
  const chain = app.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const refused = { code: 'DECIDED_BY_CONSENSUS' }
  await expect(chain.mining.mine()).rejects.toMatchObject(refused)
  await expect(chain.mining.configure({ automine: true })).rejects.toMatchObject(refused)
  await expect(chain.state.edit(() => {})).rejects.toMatchObject(refused)
  await expect(chain.snapshots.take()).rejects.toMatchObject(refused)
  await expect(chain.rollback(1n)).rejects.toMatchObject(refused)
  await expect(chain.reset()).rejects.toMatchObject(refused)
  await expect(chain.branch()).rejects.toMatchObject(refused)
})

test('miner is the proposer, COINBASE the fee collector, also when a block is executed again', async () => {
  const { app, made } = await served()
  // SSTORE(0, COINBASE)
  const init = Uint8Array.of(0x41, 0x60, 0, 0x55)
  const creation = signed(alice, { data: init, gasLimit: 200_000n })
  await made.block({ txs: [creation.raw] })
  const chain = app.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const located = chain.transactions.get(creation.hash)
  const view = await chain.state.viewAt({ tag: 'latest' })
  const contract = located?.receipt.contractAddress
  if (located === undefined || contract === undefined) throw new Error('no contract')
  const word = view.state.getStorage(contract, new Uint8Array(32))
  const { feeCollector } = await import('../../src/modules/moduleAccounts.ts')
  expect(Buffer.from(word).toString('hex').slice(24)).toBe(feeCollector.evm.slice(2))
  expect(located.block.header.miner).toBe(
    `0x${Buffer.from(testValidator(0).address).toString('hex')}`,
  )
  const before = await chain.state.viewBefore(located.block, 0)
  const again = await chain.simulate.explore(before, async ({ block }) => block.coinbase)
  expect(again).toBe(feeCollector.evm)
})
