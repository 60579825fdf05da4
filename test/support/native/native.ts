import type { Chain } from '../../../src/chain/chain.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { decodeNativeTransaction } from '../../../src/native/codec/decodeNativeTransaction.ts'
import { signNativeTransaction } from '../../../src/native/codec/signNativeTransaction.ts'
import type {
  NativeFee,
  NativeMessage,
  NativeTransaction,
} from '../../../src/native/nativeTransaction.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import type { TestAccount } from '../accounts.ts'

/** The Cosmos chain id of a chain with the test genesis. */
export const NATIVE_CHAIN_ID = 'rockpool-713714'

/** The bech32 address of an account's own key, associated or not. */
export function nativeText({ publicKey }: Pick<TestAccount, 'publicKey'>): string {
  return bytesToBech32('sei', hexToBytes(publicKeyToNative(publicKey)))
}

/** Fields of a native transaction that a test sets. */
export interface NativeFields {
  readonly memo?: string
  readonly timeoutHeight?: bigint
  readonly fee?: NativeFee
  readonly sequence?: bigint
  readonly accountNumber?: bigint
  readonly chainId?: string
}

/** A fee that is always sufficient. */
export const PLENTY: NativeFee = {
  coins: [{ denom: 'usei', amount: 4_000n }],
  gasLimit: 200_000n,
}

/** Signs messages with the account's current number and sequence. */
export async function nativeTx(
  chain: Chain,
  from: TestAccount,
  messages: readonly NativeMessage[],
  fields: NativeFields = {},
): Promise<NativeTransaction> {
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  const account = state.getSigningAccount(from.address, publicKeyToNative(from.publicKey))
  const raw = signNativeTransaction({
    messages,
    memo: '',
    timeoutHeight: 0n,
    fee: PLENTY,
    privateKey: from.privateKey,
    sequence: account?.sequence ?? 0n,
    accountNumber: account?.accountNumber ?? 0n,
    chainId: NATIVE_CHAIN_ID,
    ...fields,
  })
  return decodeNativeTransaction(raw, 'sei')
}

/** A message that sends units of a denomination to an account's own bech32 address. */
export function sendTo(
  from: TestAccount,
  to: TestAccount,
  amount: bigint,
  denom = 'usei',
): NativeMessage {
  return { kind: 'send', from: nativeText(from), to: nativeText(to), coins: [{ denom, amount }] }
}
