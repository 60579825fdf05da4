import { encodeSecp256k1Pubkey } from '@cosmjs/amino'
import { sha256, stringToPath } from '@cosmjs/crypto'
import { toBase64, toHex } from '@cosmjs/encoding'
import {
  DirectSecp256k1HdWallet,
  DirectSecp256k1Wallet,
  type EncodeObject,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignDoc,
  type OfflineDirectSigner,
  Registry,
} from '@cosmjs/proto-signing'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { createPublicClient, defineChain, type Hex, hexToBytes, http } from 'viem'
import { createNode } from '../../../src/index.ts'
import { executorOption } from '../executor.ts'
import { DEV_MNEMONIC } from './devAccounts.ts'

/** Result of {@link CosmjsSetup.account}. */
export interface AccountJson {
  readonly address: string
  readonly evmAddress: string | null
  readonly accountNumber: string
  readonly sequence: string
  readonly publicKey: string | null
  readonly balances: readonly { readonly denom: string; readonly amount: string }[]
  readonly chainId: string
}

/** Fields of a transaction that a test overrides. */
interface Wrong {
  readonly chainId?: string
  readonly sequence?: bigint
  readonly fee?: string
}

/** CosmJS's signer of a key with the chain's prefix. */
export async function signerOf(key: Hex): Promise<OfflineDirectSigner> {
  return DirectSecp256k1Wallet.fromKey(hexToBytes(key), 'sei')
}

/** CosmJS's signer of a development account, derived from the mnemonic. */
export async function devSigner(index: number): Promise<OfflineDirectSigner> {
  const hdPaths = [stringToPath(`m/44'/60'/0'/0/${index}`)]
  return DirectSecp256k1HdWallet.fromMnemonic(DEV_MNEMONIC, { hdPaths, prefix: 'sei' })
}

const registry = new Registry([
  ['/cosmos.bank.v1beta1.MsgSend', MsgSend],
  // The same fields as the bank's message.
  ['/seiprotocol.seichain.evm.MsgSend', MsgSend],
  // Two strings.
  ['/seiprotocol.seichain.evm.MsgAssociate', Coin],
])

/** Starts a node that serves everything on this genesis, and returns the clients' setup. */
export async function startWithCosmjs(genesis: Readonly<Record<string, unknown>>) {
  const node = await createNode({ ...executorOption, genesis, enabledLegacyNativeApis: 'all' })
  const { url } = await node.listen()
  const chain = defineChain({
    id: 713714,
    name: 'Rockpool',
    nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const client = createPublicClient({ chain, transport: http(), pollingInterval: 10 })

  /** @throws Error `CODE MESSAGE` */
  async function ask<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body })
    const answer = (await response.json()) as {
      result: T
      error?: { code: number; message: string }
    }
    if (answer.error) throw new Error(`${answer.error.code} ${answer.error.message}`)
    return answer.result
  }

  const account = (address: string) => ask<AccountJson>('native_getAccount', address)

  /** Signs messages like CosmJS. The account may be given by another of its addresses. */
  async function signTx(
    signer: OfflineDirectSigner,
    messages: readonly EncodeObject[],
    { as, ...wrong }: Wrong & { readonly as?: string } = {},
  ): Promise<Uint8Array> {
    const [own] = await signer.getAccounts()
    if (own === undefined) throw new Error('a signer has an account')
    const { accountNumber, sequence, chainId } = await account(as ?? own.address)
    const body = registry.encodeTxBody({ messages: [...messages] })
    const pubkey = encodePubkey(encodeSecp256k1Pubkey(own.pubkey))
    const doc = makeSignDoc(
      body,
      makeAuthInfoBytes(
        [{ pubkey, sequence: wrong.sequence ?? BigInt(sequence) }],
        [{ denom: 'usei', amount: wrong.fee ?? '200' }],
        200_000,
        undefined,
        undefined,
      ),
      wrong.chainId ?? chainId,
      BigInt(accountNumber),
    )
    const { signed, signature } = await signer.signDirect(own.address, doc)
    return TxRaw.encode({
      bodyBytes: signed.bodyBytes,
      authInfoBytes: signed.authInfoBytes,
      signatures: [Buffer.from(signature.signature, 'base64')],
    }).finish()
  }

  const broadcast = (raw: Uint8Array) =>
    ask<{ code: number; raw_log: string; txhash: string; height: string; codespace: string }>(
      'native_broadcastTx',
      toBase64(raw),
    )

  return { node, chain, client, url, ask, account, signTx, broadcast }
}

/** Returns a MsgSend of the bank module, or of the EVM module if `to` is an EVM address. */
export function sendMessage(
  fromAddress: string,
  toAddress: string,
  amount: string,
  denom = 'usei',
): EncodeObject {
  const module = toAddress.startsWith('0x') ? 'seiprotocol.seichain.evm' : 'cosmos.bank.v1beta1'
  const value = MsgSend.fromPartial({ fromAddress, toAddress, amount: [{ denom, amount }] })
  return { typeUrl: `/${module}.MsgSend`, value }
}

/** Returns a MsgAssociate of the EVM module. */
export function associateMessage(sender: string, customMessage: string): EncodeObject {
  const value = Coin.fromPartial({ denom: sender, amount: customMessage })
  return { typeUrl: '/seiprotocol.seichain.evm.MsgAssociate', value }
}

/** Returns the hash of a transaction in Cosmos format. */
export function txHash(raw: Uint8Array): string {
  return toHex(sha256(raw)).toUpperCase()
}

export type CosmjsSetup = Awaited<ReturnType<typeof startWithCosmjs>>
