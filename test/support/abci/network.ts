import { ed25519 } from '@noble/curves/ed25519.js'
import type { Broadcaster } from '../../../src/abci/network/broadcaster.ts'
import type { NetworkSettings } from '../../../src/abci/network/network.ts'
import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { createTestExecutor, testSealer } from '../executor.ts'

/** A validator of CometBFT. */
export interface TestValidator {
  readonly key: Uint8Array
  readonly address: Uint8Array
  readonly power: bigint
}

export const NETWORK_CHAIN_ID = 'rockpool-net'
export const GENESIS_SECONDS = 1_700_000_000n

/** Returns a validator whose key derives from a number. */
export function testValidator(index: number, power = 100n): TestValidator {
  const key = ed25519.getPublicKey(new Uint8Array(32).fill(index + 1))
  return { key, address: sha256(key).subarray(0, 20), power }
}

/** Broadcasts nothing. */
export const deaf: Broadcaster = { broadcast: async () => {} }

export function networkSettings(changes: Partial<NetworkSettings> = {}): NetworkSettings {
  return {
    createExecutor: ({ chainId }) => createTestExecutor(chainId),
    sealer: testSealer,
    clock: fixedClock(Number(GENESIS_SECONDS)),
    logger: silentLogger,
    broadcaster: deaf,
    ...changes,
  }
}
