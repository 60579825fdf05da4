import type { Chain } from '../../../src/chain/chain.ts'
import type { LocatedLog } from '../../../src/chain/history/logCriteria.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../accounts.ts'
import { signed } from '../chain.ts'
import { testGenesis } from '../genesis.ts'

/**
 * Emits as many logs as the first word of its call data says, all with the second word as topic.
 */
export const EMITTER = parseAddress(`0xee${'0'.repeat(38)}`)

const code = hexToBytes(
  [
    '5f35', // number of logs
    '5b8015601557', // JUMPDEST 2, until all are written
    '6020355f5fa1', // LOG1(0, 0, calldata[32..64])
    '600190036002565b00', // one less, JUMP 2, JUMPDEST 0x15, STOP
  ].join(''),
)

/** A chain with {@link EMITTER}. */
export const emitterGenesis = testGenesis({ gasLimit: 10n ** 9n }, [[EMITTER, { code }]])

/** Returns the topic of a number. */
export function topicOf(number: number): Hash {
  return bytesToHash(bigIntToBytes(BigInt(number), 32))
}

/** Returns a transaction of alice that emits a number of logs. */
export function emission(nonce: bigint, count: number, topic = 0): Transaction {
  const data = concatBytes(bigIntToBytes(BigInt(count), 32), hexToBytes(topicOf(topic)))
  return signed(alice, { nonce, to: EMITTER, data, gasLimit: 60_000n + 1_000n * BigInt(count) })
}

/** Returns a block with a number of logs. */
export async function emit(chain: Chain, count = 1, topic = 0): Promise<void> {
  await chain.pool.submit(emission(chain.pool.pendingNonce(alice.address), count, topic))
}

/** Collects all batches. */
export async function flattened<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

/** Block and position of each log. */
export function places(logs: readonly LocatedLog[]): string[] {
  return logs.map(({ block, logIndex }) => `${block.number}/${logIndex}`)
}
