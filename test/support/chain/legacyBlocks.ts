import type { NativeEntry } from '../../../src/chain/block/block.ts'
import type { AnyTransaction } from '../../../src/chain/block/blockEntries.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import type { NativeTransaction } from '../../../src/native/nativeTransaction.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { alice, bob, pauper } from '../accounts.ts'
import { testSettings } from '../chain.ts'
import { nativeTx, sendTo } from '../native/native.ts'
import { type ChainOfBlocks, chainOfBlocks } from './chainOfBlocks.ts'
import { emission, emitterGenesis, topicOf } from './logs.ts'

/** Content of a native transaction of bob in its block. */
export interface NativeKind {
  /** Synthetic logs, independent of its message. */
  readonly logs: number
  /** Whether it counts as a transfer. */
  readonly isTransfer: boolean
  /** Whether its message fails. */
  readonly fails: boolean
}

/** A transaction of a block: one of alice with a number of logs, or a native one. */
export type Action = { readonly emits: number } | NativeKind

/** The contract of the synthetic logs. */
export const POINTER = parseAddress(`0x90${'0'.repeat(38)}`)
/** More usei than any account has. */
const TOO_MUCH = 10n ** 15n
/** Amount that a native transaction sends, in usei. */
export const SENT = 7n

/** An empty chain on which {@link mixedBlock} builds blocks of both kinds of transactions. */
export function mixedChain(genesis: Genesis = emitterGenesis): Promise<ChainOfBlocks> {
  return chainOfBlocks(genesis, [], testSettings(genesis), asItsMemoSays)
}

/** Transactions of the next block, in order. */
export async function mixedBlock(
  chain: Chain,
  actions: readonly Action[],
): Promise<readonly AnyTransaction[]> {
  let nonce = chain.pool.pendingNonce(alice.address)
  let { sequence } = await signing(chain)
  const transactions: AnyTransaction[] = []
  for (const action of actions) {
    if ('emits' in action) transactions.push(emission(nonce++, action.emits))
    else transactions.push(await nativeOf(chain, action, sequence++))
  }
  return transactions
}

function nativeOf(
  chain: Chain,
  { logs, isTransfer, fails }: NativeKind,
  sequence: bigint,
): Promise<NativeTransaction> {
  const amount = fails ? TOO_MUCH : SENT
  const memo = JSON.stringify({ logs, isTransfer })
  return nativeTx(chain, bob, [sendTo(bob, pauper, amount)], { memo, sequence })
}

/** Adds the recorded content of {@link nativeOf} to an entry. */
function asItsMemoSays(entry: NativeEntry): NativeEntry {
  const memo: Pick<NativeKind, 'logs' | 'isTransfer'> = JSON.parse(entry.transaction.memo)
  const { transfer, ...receipt } = entry.receipt
  const logs = Array.from({ length: memo.logs }, (_, i) => ({
    address: POINTER,
    topics: [topicOf(i)],
    data: EMPTY_BYTES,
  }))
  const shown = memo.isTransfer && transfer !== undefined ? { transfer } : {}
  return { ...entry, receipt: { ...receipt, ...shown, logs } }
}

async function signing(chain: Chain): Promise<{ readonly sequence: bigint }> {
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  const account = state.getSigningAccount(bob.address, publicKeyToNative(bob.publicKey))
  return { sequence: account?.sequence ?? 0n }
}
