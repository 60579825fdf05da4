import { toBech32 } from '@cosmjs/encoding'
import {
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
  toHex,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  associateMessage,
  type CosmjsSetup,
  devSigner,
  sendMessage,
  signerOf,
  startWithCosmjs,
  txHash,
} from '../support/clients/cosmjsSetup.ts'
import { DEV_KEYS } from '../support/clients/devAccounts.ts'
import { type CosmosTxJson, encodeUnsignedTx } from '../support/native/cosmosJson.ts'

const UNIT = 10n ** 12n

/**
 * Addresses of two keys as others computed them: of the first development account, and of Sei's own
 * tests.
 */
const alice = {
  key: DEV_KEYS[0],
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  native: 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc',
  cast: 'sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp',
} as const
const sally = {
  key: '0x57acb95d82739866a5c29e40b0aa2590742ae50425b7dd5b5d279a986370189e',
  evm: '0xF87A299e6bC7bEba58dbBe5a5Aa21d49bCD16D52',
  native: 'sei1m9qugvk4h66p6hunfajfg96ysc48zeq4m0d82c',
  cast: 'sei1lpazn8ntc7lt5kxmhed94gsafx7dzm2jx0altr',
} as const
const keys = [
  ['a development account', alice],
  ['a key of Sei', sally],
] as const

/** An unused address in both forms: 20 bytes of 0x11. */
const stranger = {
  evm: '0x1111111111111111111111111111111111111111',
  cast: toBech32('sei', new Uint8Array(20).fill(0x11)),
} as const

/** Stores what its caller owns: CALLER BALANCE PUSH0 SSTORE. */
const watcher = '0x000000000000000000000000000000000000ba1a'

/**
 * Both keys own 10 coins as EVM accounts; alice's native address has 3 more, and another
 * denomination.
 */
const genesis = {
  config: { chainId: 713714 },
  baseFeePerGas: '1000000000',
  alloc: {
    [alice.evm]: { balance: parseEther('10').toString() },
    [sally.evm]: { balance: parseEther('10').toString() },
    [watcher]: { balance: '0', code: '0x33315f55' },
  },
  native: {
    balances: [
      {
        address: alice.native,
        coins: [
          { denom: 'usei', amount: '3000000' },
          { denom: 'uatom', amount: '77' },
        ],
      },
    ],
  },
}

let on: CosmjsSetup
beforeEach(async () => {
  on = await startWithCosmjs(genesis)
})
afterEach(() => on.node.close())

const balanceOf = (address: Hex) => on.client.getBalance({ address })
const walletOf = ({ key }: { readonly key: Hex }) =>
  createWalletClient({
    chain: on.chain,
    transport: http(),
    account: privateKeyToAccount(key),
  }).extend(publicActions)

describe('a transaction signed with CosmJS', () => {
  test('is mined under its hash, and its coins are visible to the EVM', async () => {
    const signer = await devSigner(0)
    const raw = await on.signTx(signer, [sendMessage(alice.native, stranger.cast, '1500000')])
    expect(await on.broadcast(raw)).toEqual({
      code: 0,
      codespace: '',
      raw_log: '',
      txhash: txHash(raw),
      height: '1',
      gas_wanted: '200000',
      gas_used: expect.stringMatching(/^[1-9]\d*$/),
    })
    expect(await balanceOf(stranger.evm)).toBe(parseEther('1.5'))
    expect(await balanceOf(alice.evm)).toBe(parseEther('11.5') - 200n * UNIT)
    const { sequence, publicKey, evmAddress, balances } = await on.account(alice.native)
    const [own] = await signer.getAccounts()
    expect({ sequence, evmAddress }).toEqual({ sequence: '1', evmAddress: alice.evm })
    expect(publicKey).toBe(Buffer.from(own?.pubkey ?? []).toString('base64'))
    expect(balances).toEqual([
      { denom: 'uatom', amount: '77' },
      { denom: 'usei', amount: '11499800' },
    ])
  })

  test('may be hexadecimal', async () => {
    const raw = await on.signTx(await devSigner(0), [sendMessage(alice.native, stranger.cast, '1')])
    expect(await on.ask('native_broadcastTx', toHex(raw))).toMatchObject({ txhash: txHash(raw) })
  })

  test('may have several messages', async () => {
    const raw = await on.signTx(await devSigner(0), [
      sendMessage(alice.native, stranger.cast, '1'),
      sendMessage(alice.native, sally.evm, '2'),
      sendMessage(alice.native, stranger.cast, '70', 'uatom'),
      associateMessage(alice.native, 'hello'),
    ])
    expect(await on.broadcast(raw)).toMatchObject({ code: 0 })
    expect(await balanceOf(stranger.evm)).toBe(UNIT)
    expect(await balanceOf(sally.evm)).toBe(parseEther('10') + 2n * UNIT)
    expect((await on.account(stranger.evm)).balances).toEqual([
      { denom: 'uatom', amount: '70' },
      { denom: 'usei', amount: '1' },
    ])
    const { tx, tx_response: response } = await on.ask<{
      tx: CosmosTxJson
      tx_response: { txhash: string; events: readonly { type: string }[] }
    }>('native_getCosmosTx', txHash(raw))
    expect(response.txhash).toBe(txHash(raw))
    expect(tx.body.messages.map((message) => message['@type'])).toEqual([
      '/cosmos.bank.v1beta1.MsgSend',
      '/seiprotocol.seichain.evm.MsgSend',
      '/cosmos.bank.v1beta1.MsgSend',
      '/seiprotocol.seichain.evm.MsgAssociate',
    ])
    expect(response.events.map(({ type }) => type)).toContain('address_associated')
  })

  test('that fails has a code, pays the fee, and transfers nothing', async () => {
    const signer = await devSigner(0)
    const messages = [
      sendMessage(alice.native, stranger.cast, '1'),
      sendMessage(alice.native, stranger.cast, '14000000'),
    ]
    expect(await on.broadcast(await on.signTx(signer, messages))).toMatchObject({
      code: 5,
      codespace: 'sdk',
      height: '1',
      raw_log: expect.stringMatching(/insufficient funds/),
    })
    expect(await balanceOf(stranger.evm)).toBe(0n)
    expect(await balanceOf(alice.evm)).toBe(parseEther('13') - 200n * UNIT)
  })

  test.each([
    [
      'for another chain',
      { chainId: 'cosmoshub-4' },
      /^-32000 signature verification failed; .*account number \(\d+\) and chain-id \(rockpool-713714\): unauthorized$/,
    ],
    [
      'out of sequence',
      { sequence: 5n },
      /^-32000 account sequence mismatch, expected 0, got 5: incorrect account sequence$/,
    ],
    [
      'with too small a fee',
      { fee: '199' },
      /^-32000 insufficient fees; got: 199usei required: 200usei: insufficient fee$/,
    ],
    [
      'with a fee that it does not have',
      { fee: '99000000' },
      /^-32000 13000000usei is smaller than 99000000usei: insufficient funds$/,
    ],
  ] as const)('%s is rejected', async (_, wrong, message) => {
    const messages = [sendMessage(alice.native, stranger.cast, '1')]
    const raw = await on.signTx(await devSigner(0), messages, wrong)
    await expect(on.broadcast(raw)).rejects.toThrow(message)
    expect(await on.client.getBlockNumber()).toBe(0n)
  })
})

describe('an EVM transaction in Cosmos form', () => {
  const accessList = [
    { address: watcher, storageKeys: [`0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`] },
    { address: stranger.evm, storageKeys: [] },
  ] as const

  test.each(['legacy', 'eip2930', 'eip1559', 'eip7702'] as const)(
    '%s: its JSON encodes to bytes with its hash',
    async (type) => {
      const wallet = walletOf(sally)
      const common = { to: watcher, value: 0n, data: '0xc0ffee', gas: 300_000n } as const
      const hash = await wallet.sendTransaction(
        type === 'legacy'
          ? { ...common, type }
          : type === 'eip7702'
            ? {
                ...common,
                type,
                accessList,
                authorizationList: [
                  await wallet.signAuthorization({ contractAddress: watcher, executor: 'self' }),
                ],
              }
            : { ...common, type, accessList },
      )
      const answer = await on.ask<{ tx: CosmosTxJson; tx_response: Record<string, unknown> }>(
        'native_getCosmosTx',
        hash,
      )
      const cosmosHash = txHash(encodeUnsignedTx(answer.tx))
      const { gasUsed, blockNumber } = await on.client.getTransactionReceipt({ hash })
      const block = await on.client.getBlock({ blockNumber })
      expect(answer.tx_response).toMatchObject({
        txhash: cosmosHash,
        code: 0,
        height: '1',
        gas_wanted: '300000',
        gas_used: gasUsed.toString(),
        tx: answer.tx,
      })
      expect(Date.parse(String(answer.tx_response.timestamp)) / 1000).toBe(Number(block.timestamp))
      expect(await on.ask('native_getEvmTx', cosmosHash)).toBe(hash)
      expect(await on.ask('native_getEvmTx', `0x${cosmosHash.toLowerCase()}`)).toBe(hash)
    },
  )

  test('that failed has a code and a reason', async () => {
    const hash = await walletOf(sally).sendTransaction({ data: '0xfe', gas: 100_000n })
    expect(await on.ask('native_getCosmosTx', hash)).toMatchObject({
      tx_response: {
        code: 2,
        codespace: 'evm',
        raw_log: expect.stringMatching(/invalid opcode/),
        events: [],
      },
    })
  })

  test('cannot be submitted in that form', async () => {
    const hash = await walletOf(sally).sendTransaction({ to: stranger.evm, value: 1n })
    const { tx } = await on.ask<{ tx: CosmosTxJson }>('native_getCosmosTx', hash)
    await expect(on.broadcast(encodeUnsignedTx(tx))).rejects.toThrow(/eth_sendRawTransaction/)
  })
})

describe.each(keys)('the two addresses of %s', (_, { key, evm, native, cast }) => {
  /** What is its own before the two are one, and after. */
  const own = parseEther('10')
  const merged = own + (native === alice.native ? parseEther('3') : 0n)

  async function expectAssociation(fees: bigint): Promise<void> {
    expect(await on.ask('native_getNativeAddress', evm)).toBe(native)
    expect(await on.ask('native_getEVMAddress', native)).toBe(evm)
    expect(await balanceOf(evm)).toBe(merged - fees)
    expect((await on.account(evm)).address).toBe(native)
    await expect(on.account(cast)).rejects.toThrow(`account ${cast} not found`)
  }

  test('are separate initially', async () => {
    expect(await balanceOf(evm)).toBe(own)
    expect((await on.account(evm)).address).toBe(cast)
    await expect(on.ask('native_getNativeAddress', evm)).rejects.toThrow(/failed to find/)
  })

  test('are associated by its first EVM transaction, before its code runs', async () => {
    const wallet = walletOf({ key })
    const hash = await wallet.sendTransaction({ to: watcher, gas: 100_000n })
    const { effectiveGasPrice, gasUsed } = await on.client.getTransactionReceipt({ hash })
    await expectAssociation(gasUsed * effectiveGasPrice)
    const seen = await on.client.getStorageAt({ address: watcher, slot: '0x0' })
    expect(BigInt(seen ?? 0)).toBe(merged - 100_000n * effectiveGasPrice)
  })

  test('are associated by its first native transaction', async () => {
    // The coins that pay for it are still on the address that it is cast to, or its own.
    const as = native === alice.native ? native : evm
    const messages = [sendMessage(native, stranger.cast, '1')]
    const raw = await on.signTx(await signerOf(key), messages, { as })
    expect(await on.broadcast(raw)).toMatchObject({ code: 0 })
    await expectAssociation(201n * UNIT)
  })

  test('are associated by a MsgAssociate', async () => {
    const as = native === alice.native ? native : evm
    const raw = await on.signTx(await signerOf(key), [associateMessage(native, '')], { as })
    expect(await on.broadcast(raw)).toMatchObject({ code: 0 })
    await expectAssociation(200n * UNIT)
  })

  test('are associated by native_associate without a fee', async () => {
    const custom_message = 'an association'
    const { r, s, yParity } = await sign({
      hash: keccak256(toHex(custom_message)),
      privateKey: key,
    })
    const request = { custom_message, r, s: s.slice(2), v: toHex(yParity ?? 9) }
    const hash = await on.ask<string>('native_associate', request)
    await expectAssociation(0n)
    expect(await on.client.getTransactionCount({ address: evm })).toBe(0)
    const { tx } = await on.ask<{ tx: CosmosTxJson }>('native_getCosmosTx', hash)
    expect(txHash(encodeUnsignedTx(tx))).toBe(hash)
    await expect(on.ask('native_associate', request)).rejects.toThrow(/association set/)
  })

  test('are associated when another account submits its authorization (EIP-7702)', async () => {
    const other = walletOf(key === alice.key ? sally : alice)
    const authorization = await walletOf({ key }).signAuthorization({
      contractAddress: watcher,
      executor: other.account,
    })
    await other.sendTransaction({
      to: stranger.evm,
      authorizationList: [authorization],
      gas: 200_000n,
    })
    await expectAssociation(0n)
  })
})
