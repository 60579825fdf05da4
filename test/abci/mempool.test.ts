import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeEvmTransaction } from '../../src/native/codec/evmTransactionBytes.ts'
import { NETWORK_CHAIN_ID } from '../support/abci/network.ts'
import { networkNode } from '../support/abci/networkNode.ts'
import { startOverComet } from '../support/abci/startOverComet.ts'
import { viemClients } from '../support/abci/viemClients.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { COIN } from '../support/genesis.ts'
import { nativeTx, PLENTY, sendTo } from '../support/native/native.ts'

test('of one EVM transaction in Cosmos form, only the canonical bytes are taken', async () => {
  const { app, network } = await startOverComet()
  const transfer = signed(alice, { to: bob.address, value: COIN, gasLimit: 21_000n })
  const canonical = encodeEvmTransaction(transfer)
  const { bodyBytes, authInfoBytes } = TxRaw.decode(canonical)
  const body = TxBody.decode(bodyBytes)
  const form = (changes: {
    readonly body?: object
    readonly auth?: object
    readonly signatures?: readonly Uint8Array[]
  }) =>
    TxRaw.encode({
      bodyBytes: TxBody.encode(TxBody.fromPartial({ ...body, ...changes.body })).finish(),
      authInfoBytes: AuthInfo.encode(
        AuthInfo.fromPartial({ ...AuthInfo.decode(authInfoBytes), ...changes.auth }),
      ).finish(),
      signatures: [...(changes.signatures ?? [])],
    }).finish()
  expect(form({})).toEqual(canonical)
  const option = { typeUrl: '/a.b', value: new Uint8Array() }
  const coins = [{ denom: 'usei', amount: '1' }]
  const signer = { modeInfo: { single: { mode: 1 } }, sequence: 0n }
  // The words of sei-chain's x/evm/ante, but for gas, which it lets pass.
  const forms: readonly (readonly [Uint8Array, string])[] = [
    [form({ body: { memo: 'x' } }), 'memo must be empty'],
    [form({ body: { timeoutHeight: 9n } }), 'timeout_height must be zero'],
    [form({ body: { extensionOptions: [option] } }), 'extension options must be empty'],
    [form({ body: { nonCriticalExtensionOptions: [option] } }), 'extension options must be empty'],
    [form({ auth: { signerInfos: [signer] } }), 'signer_infos must be empty'],
    [form({ auth: { fee: { amount: coins } } }), 'fee amount must be empty'],
    [form({ auth: { fee: { payer: 'sei1' } } }), 'fee payer and granter must be empty'],
    [form({ auth: { fee: { granter: 'sei1' } } }), 'fee payer and granter must be empty'],
    [form({ auth: { fee: { gasLimit: 1n } } }), 'fee gas must be zero'],
    [form({ signatures: [new Uint8Array(64)] }), 'signatures must be empty'],
  ]
  for (const [raw, words] of forms) {
    const refused = { codespace: 'sdk', code: 18, log: `${words} for EVM txs: invalid request` }
    expect(await app.checkTx(raw)).toMatchObject(refused)
    expect(await app.process(network.facts(), [raw])).toBe('reject')
  }
  const unknownField = Uint8Array.of(...canonical, 0x22, 0)
  const noFee = TxRaw.encode({
    bodyBytes,
    authInfoBytes: new Uint8Array(),
    signatures: [],
  }).finish()
  for (const raw of [unknownField, noFee]) {
    expect(await app.checkTx(raw)).toMatchObject({ codespace: 'sdk', code: 2 })
  }
  // Raw and Cosmos form are two, and the pool takes the first.
  expect(await app.checkTx(canonical)).toMatchObject({ code: 0 })
  expect(await app.checkTx(transfer.raw)).toMatchObject({ codespace: 'sdk', code: 19 })
  await network.block()
  expect(await app.checkTx(canonical, 1)).toMatchObject({ code: 0 })
  expect(await app.checkTx(transfer.raw)).toMatchObject({ codespace: 'sdk', code: 19 })
})

test('a native transaction that EVM ones before leave unpayable is in no proposal', async () => {
  const { app, network, node } = await startOverComet()
  const price = 2n * 10n ** 13n
  const rich = signed(alice, {
    ...{ to: bob.address, value: 999n * COIN, gasLimit: 21_000n },
    ...{ maxFeePerGas: price, maxPriorityFeePerGas: price },
  })
  const native = await nativeTx(node.chain, alice, [sendTo(alice, bob, 5n)], {
    chainId: NETWORK_CHAIN_ID,
    fee: { coins: [{ denom: 'usei', amount: 2_000_000n }], gasLimit: 150_000n },
  })
  const txs = [rich.raw, native.raw]
  expect(await app.checkTx(rich.raw)).toMatchObject({ code: 0 })
  expect(await app.prepare(network.facts(), txs)).toEqual([rich.raw])
  expect(await app.process(network.facts(), txs)).toBe('reject')
  // If it is decided anyway, it is a failed result, and the chain continues.
  const { txResults } = await network.decide(network.facts(), txs)
  expect(txResults).toMatchObject([{ code: 0 }, { codespace: 'sdk', code: 5, gasUsed: 0n }])
  await network.block()
})

test('an EVM transaction cannot spend the payment of a native one of the account', async () => {
  const { app, node } = await startOverComet()
  const native = await nativeTx(node.chain, alice, [sendTo(alice, bob, 5n)], {
    chainId: NETWORK_CHAIN_ID,
    fee: { coins: [{ denom: 'usei', amount: 2_000_000n }], gasLimit: 150_000n },
  })
  const rich = signed(alice, { to: bob.address, nonce: 1n, value: 999n * COIN, gasLimit: 21_000n })
  expect(await app.checkTx(native.raw)).toMatchObject({ code: 0 })
  expect(await app.checkTx(rich.raw)).toMatchObject({ codespace: 'sdk', code: 5 })
})

test('sends of one account at once get nonces of their own, and the pool methods show them', async () => {
  const { comet, request } = await startOverComet()
  const transaction = { from: alice.address, to: bob.address, value: '0x1', gas: '0x5208' }
  const send = () => request({ method: 'eth_sendTransaction', params: [transaction] })
  const hashes = await Promise.all(Array.from({ length: 8 }, send))
  expect(new Set(hashes).size).toBe(8)
  const [status, content, count] = await Promise.all([
    request({ method: 'txpool_status' }),
    request({ method: 'txpool_content' }),
    request({ method: 'eth_getTransactionCount', params: [alice.address, 'pending'] }),
  ])
  expect([status, count]).toEqual([{ pending: '0x8', queued: '0x0' }, '0x8'])
  expect(Object.values(content as object)[0]).toMatchObject({
    [getAddress(alice.address)]: Object.fromEntries(hashes.map((hash, nonce) => [nonce, { hash }])),
  })
  const { txResults } = await comet.block()
  expect(txResults.map(({ code }) => code)).toEqual(new Array(8).fill(0))
  expect(await request({ method: 'txpool_status' })).toEqual({ pending: '0x0', queued: '0x0' })
})

test('viem sends, waits and reads, while queries run over CometBFT', async () => {
  const { app, comet, request } = await startOverComet()
  const { wallet, client } = viemClients(request, alice)
  const hash = await wallet.sendTransaction({ to: bob.address, value: COIN })
  const waiting = client.waitForTransactionReceipt({ hash })
  const native = await nativeTx(networkNode(app).chain, carol, [sendTo(carol, bob, 5n)], {
    chainId: NETWORK_CHAIN_ID,
    fee: { ...PLENTY, gasLimit: 150_000n },
  })
  const tx = Buffer.from(native.raw).toString('base64')
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'broadcast_tx_sync',
    params: { tx },
  })
  const sent = await (await fetch(comet.url, { method: 'POST', body })).json()
  expect(sent).toMatchObject({ result: { code: 0, hash: native.hash.slice(2).toUpperCase() } })
  await comet.block()
  expect(await waiting).toMatchObject({ status: 'success', blockNumber: 2n })
  expect(await client.getBalance({ address: bob.address })).toBe(1_001n * COIN + 5n * 10n ** 12n)
  const signedRaw = await wallet.signTransaction(
    await wallet.prepareTransactionRequest({ to: bob.address, value: 1n }),
  )
  const receipt = request({ method: 'eth_sendRawTransactionSync', params: [signedRaw] })
  while (comet.network.decisions.length < 3) {
    if (comet.asked.filter((name) => name === 'broadcast_tx_sync').length === 3) await comet.block()
    else await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await receipt).toMatchObject({ status: '0x1', blockNumber: '0x3' } satisfies {
    status: Hex
    blockNumber: Hex
  })
})
