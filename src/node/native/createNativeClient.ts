import type { Chain } from '../../chain/chain.ts'
import type { NativeSubmission } from '../../chain/mining/transactionSubmitter.ts'
import type { Coin } from '../../modules/bank/bank.ts'
import { nativeOfText } from '../../modules/evm/association.ts'
import { checkBech32, invalidAddress, readEvmAddress } from '../../native/codec/addressText.ts'
import { decodeMessage } from '../../native/codec/decodeMessage.ts'
import { decodeNativeTransaction } from '../../native/codec/decodeNativeTransaction.ts'
import { NativeTxError, shorten } from '../../native/errors.ts'
import { cosmosHashText, type NativeMessage } from '../../native/nativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import { encodeAny } from '../../primitives/encoding/protobuf.ts'
import { WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { Wallet } from '../accounts/wallet.ts'
import { type NativeAccountFacts, nativeAccountOf, readNativeAccount } from './nativeAccount.ts'
import type {
  NativeAccountInfo,
  NativeClient,
  NativeCoin,
  NativeMessageRequest,
  NativeOutcome,
  NativeSendOptions,
} from './nativeClient.ts'

/** About ten times the gas of a transfer. */
const GAS_PER_MESSAGE = 200_000n

/** Creates the native client of a node in process. */
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
    throw invalidAddress('from', String(from), 'not a development account')
  }

  function toCoins(coins: readonly NativeCoin[]): readonly Coin[] {
    return coins
      .map(({ denom = denomination, amount }) => ({ denom, amount: toAmount(denom, amount) }))
      .sort((a, b) => (a.denom < b.denom ? -1 : 1))
  }

  function toMessage(from: string, request: NativeMessageRequest): NativeMessage {
    if ('typeUrl' in request)
      return decodeMessage(encodeAny(request.typeUrl, request.value), bech32Prefix)
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
    const { gasLimit } = chain.mining.config
    return gas < gasLimit ? gas : gasLimit
  }

  /** Signs messages with the account's number and sequence in a state. */
  function sign(
    state: StateReader,
    who: Address,
    messages: readonly NativeMessage[],
    options: NativeSendOptions,
  ) {
    const { gas, memo = '' } = options
    const gasLimit = gas === undefined ? defaultGas(messages.length) : BigInt(gas)
    const price = (gasLimit * chain.mining.nextBaseFee + WEI_PER_UNIT - 1n) / WEI_PER_UNIT
    const account = state.getSigningAccount(who, wallet.nativeAddressOf(who))
    const raw = wallet.signNativeTransaction(who, {
      messages,
      memo,
      timeoutHeight: 0n,
      fee: { coins: toCoins(options.fee ?? [{ amount: price }]), gasLimit },
      // A missing account is the reported error.
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
      return outcomeOf(
        await chain.pool.submitNative((state) => sign(state, who, messages, request)),
      )
    },
    async broadcast(bytes) {
      return outcomeOf(await chain.pool.submitNative(decodeNativeTransaction(bytes, bech32Prefix)))
    },
    async account(address) {
      const latest = await chain.state.viewAt({ tag: 'latest' })
      const facts = await latest.read((state) =>
        isEvmText(address)
          ? nativeAccountOf(state, readEvmAddress('address', address))
          : readNativeAccount(
              state,
              nativeOfText(chain, checkBech32('address', address, bech32Prefix)),
            ),
      )
      return facts && toInfo(facts)
    },
  }
}

/** @throws NativeTxError if it is not a whole number */
function toAmount(denom: string, amount: bigint | number): bigint {
  // Callers may use JavaScript.
  const given: unknown = amount
  if (typeof given === 'bigint') return given
  if (typeof given === 'number' && Number.isSafeInteger(given)) return BigInt(given)
  const reason = `invalid amount ${shorten(String(given))} of ${denom}: want a bigint, or an integer up to 2^53 - 1`
  throw new NativeTxError({ code: 'INVALID_COINS', reason })
}

function isEvmText(address: string): boolean {
  return /^0x/i.test(address)
}

function outcomeOf({ transaction, located }: NativeSubmission): NativeOutcome {
  const hash = cosmosHashText(transaction.hash)
  if (located === undefined) {
    return { hash, height: 0, code: 0, codespace: '', rawLog: '', gasUsed: 0n, events: [] }
  }
  const {
    block,
    entry: { receipt },
  } = located
  const { code, codespace, log, gasUsed, events } = receipt
  return {
    hash,
    height: block.number,
    code,
    codespace,
    rawLog: log,
    gasUsed,
    events,
  }
}
