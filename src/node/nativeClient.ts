import type { Chain, LocatedNative } from '../chain/chain.ts'
import type { Coin } from '../modules/bank.ts'
import { checkBech32, invalidAddress, readEvmAddress } from '../native/addressText.ts'
import { cosmosHashText } from '../native/cosmosHashText.ts'
import { decodeNativeTransaction } from '../native/decodeNativeTransaction.ts'
import { NativeTxRefused, shorten } from '../native/errors.ts'
import type { NativeEvent } from '../native/nativeEvent.ts'
import { nativeOfText } from '../native/nativeOfText.ts'
import type { NativeMessage } from '../native/nativeTransaction.ts'
import type { Address } from '../primitives/address.ts'
import { bytesToBech32 } from '../primitives/bech32.ts'
import { hexToBytes } from '../primitives/hex.ts'
import type { StateReader } from '../state/stateReader.ts'
import { WEI_PER_UNIT } from '../state/weiPerUnit.ts'
import { type NativeAccountFacts, nativeAccountOf, readNativeAccount } from './nativeAccount.ts'
import type { Wallet } from './wallet.ts'

/** An amount of a denomination, in its base units. */
export interface NativeCoin {
  /** Default: the chain's base denomination, `usei` unless the genesis says otherwise. */
  readonly denom?: string
  readonly amount: bigint | number
}

/**
 * Coins for an account, one or several: a MsgSend of the bank to a bech32 address, and of the EVM module to an EVM address.
 */
export type NativeSend = { readonly to: string } & (
  | NativeCoin
  | { readonly coins: readonly NativeCoin[] }
)

/** The sender's two addresses are tied together, which its first transaction does anyway. */
export interface NativeAssociate {
  /** A text that stands in the transaction; it means nothing. */
  readonly associate: string
}

/** What a native transaction is to have beside its messages. */
export interface NativeSendOptions {
  /** A development account: its place, EVM or bech32 address. Default: the first one. */
  readonly from?: number | string
  readonly memo?: string
  /** Gas limit; default: 200,000 for each message, at most the block's. */
  readonly gas?: bigint | number
  /** What is paid; default: the gas limit at the base fee. All of it is paid, whatever gas is left. */
  readonly fee?: readonly NativeCoin[]
}

/** What {@link NativeClient.send} takes: one payment, or messages that all take effect or none. */
export type NativeSendRequest = NativeSendOptions &
  (NativeSend | { readonly messages: readonly (NativeSend | NativeAssociate)[] })

/** What became of a native transaction. */
export interface NativeOutcome {
  /** SHA-256 of the transaction as Cosmos writes it: upper case without `0x`. */
  readonly hash: string
  /** Number of its block. */
  readonly height: number
  /** 0: success. Else nothing of its messages took effect, and {@link rawLog} says why. */
  readonly code: number
  /** Whose code that is; empty for a success. */
  readonly codespace: string
  readonly rawLog: string
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
}

/** An account of the native side. */
export interface NativeAccountInfo {
  /** Bech32. */
  readonly address: string
  /** In lower case; undefined where the two addresses are not associated. */
  readonly evmAddress: string | undefined
  /** What a transaction is signed with, beside {@link NativeClient.chainId}. */
  readonly accountNumber: bigint
  /** Of the next transaction. */
  readonly sequence: bigint
  /** Compressed secp256k1 key; undefined where it is not known yet. */
  readonly publicKey: Uint8Array | undefined
  /** By ascending denomination. Wei beyond whole base units are not in it. */
  readonly balances: readonly { readonly denom: string; readonly amount: bigint }[]
}

/** Native (Cosmos) transactions in this process. */
export interface NativeClient {
  /** The chain's Cosmos name, which transactions are signed for. */
  readonly chainId: string
  /**
   * Signs and sends messages of a development account; number, sequence, gas and fee are filled in. Calls may overlap: each
   * has its sequence when it is its turn.
   *
   * @throws an Error with a `code`, such as INSUFFICIENT_COINS, where the transaction may be in no block; messages that fail are a result
   */
  send(request: NativeSendRequest): Promise<NativeOutcome>
  /** Sends a signed transaction (a TxRaw). @throws as {@link send} */
  broadcast(bytes: Uint8Array): Promise<NativeOutcome>
  /**
   * The account of a bech32 or EVM address; for an EVM address without an association, that of its cast address. Undefined where it
   * never had anything.
   *
   * @throws an Error with the `code` INVALID_NATIVE_ADDRESS
   */
  account(address: string): Promise<NativeAccountInfo | undefined>
}

/** Some ten times what a send of one coin takes. */
const GAS_PER_MESSAGE = 200_000n

/** Makes the native side of a node for those who have it in their process. */
export function createNativeClient({
  chain,
  wallet,
}: {
  readonly chain: Chain
  readonly wallet: Wallet
}): NativeClient {
  const { bech32Prefix, denomination } = chain.names

  function textOf(address: string): string {
    return bytesToBech32(bech32Prefix, hexToBytes(address))
  }

  function requireSender(from: number | string): Address {
    const found = wallet.addresses.find((address, i) => {
      if (typeof from === 'number') return i === from
      return address === from.toLowerCase() || textOf(wallet.nativeAddressOf(address)) === from
    })
    if (found !== undefined) return found
    throw invalidAddress('from', String(from), 'no development account has it')
  }

  function toCoins(coins: readonly NativeCoin[]): readonly Coin[] {
    return coins
      .map(({ denom = denomination, amount }) => ({ denom, amount: toAmount(denom, amount) }))
      .sort((a, b) => (a.denom < b.denom ? -1 : 1))
  }

  function toMessage(from: string, request: NativeSend | NativeAssociate): NativeMessage {
    if ('associate' in request) {
      return { kind: 'associate', sender: from, customMessage: request.associate }
    }
    const { to } = request
    const coins = toCoins('coins' in request ? request.coins : [request])
    if (!isEvmText(to)) return { kind: 'send', from, to, coins }
    return { kind: 'evmSend', from, to: readEvmAddress('to', to), coins }
  }

  function defaultGas(messages: number): bigint {
    const gas = GAS_PER_MESSAGE * BigInt(messages)
    const { gasLimit } = chain.controls
    return gas < gasLimit ? gas : gasLimit
  }

  /** Signs messages as the account stands in a state. */
  function sign(
    state: StateReader,
    who: Address,
    messages: readonly NativeMessage[],
    options: NativeSendOptions,
  ) {
    const { gas, memo = '' } = options
    const gasLimit = gas === undefined ? defaultGas(messages.length) : BigInt(gas)
    const price = (gasLimit * chain.nextBaseFee + WEI_PER_UNIT - 1n) / WEI_PER_UNIT
    const account = state.getSigningAccount(who, wallet.nativeAddressOf(who))
    const raw = wallet.signNativeTransaction(who, {
      messages,
      memo,
      timeoutHeight: 0n,
      fee: { coins: toCoins(options.fee ?? [{ amount: price }]), gasLimit },
      // Without an account it is refused for that, not for these.
      sequence: account?.sequence ?? 0n,
      accountNumber: account?.accountNumber ?? 0n,
      chainId: chain.nativeChainId,
    })
    return decodeNativeTransaction(raw, bech32Prefix)
  }

  function toInfo(facts: NativeAccountFacts): NativeAccountInfo {
    return { ...facts, address: textOf(facts.address) }
  }

  return {
    chainId: chain.nativeChainId,
    async send(request) {
      const who = requireSender(request.from ?? 0)
      const from = textOf(wallet.nativeAddressOf(who))
      const asked = 'messages' in request ? request.messages : [request]
      const messages = asked.map((message) => toMessage(from, message))
      return outcomeOf(await chain.submitNative((state) => sign(state, who, messages, request)))
    },
    async broadcast(bytes) {
      return outcomeOf(await chain.submitNative(decodeNativeTransaction(bytes, bech32Prefix)))
    },
    async account(address) {
      const { state } = await chain.viewAt({ tag: 'latest' })
      const facts = isEvmText(address)
        ? nativeAccountOf(state, readEvmAddress('address', address))
        : readNativeAccount(
            state,
            nativeOfText(chain, checkBech32('address', address, bech32Prefix)),
          )
      return facts && toInfo(facts)
    },
  }
}

/** @throws NativeTxRefused where it is no whole number */
function toAmount(denom: string, amount: bigint | number): bigint {
  // JavaScript knows no types.
  const given: unknown = amount
  if (typeof given === 'bigint') return given
  if (typeof given === 'number' && Number.isSafeInteger(given)) return BigInt(given)
  const reason = `invalid amount ${shorten(String(given))} of ${denom}: want a bigint, or a whole number up to 2^53 - 1`
  throw new NativeTxRefused({ code: 'INVALID_COINS', reason })
}

function isEvmText(address: string): boolean {
  return /^0x/i.test(address)
}

function outcomeOf({ block, entry: { transaction, receipt } }: LocatedNative): NativeOutcome {
  const { code, codespace, log, gasUsed, events } = receipt
  return {
    hash: cosmosHashText(transaction.hash),
    height: block.number,
    code,
    codespace,
    rawLog: log,
    gasUsed,
    events,
  }
}
