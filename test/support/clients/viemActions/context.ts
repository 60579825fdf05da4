import { createTestClient, http, publicActions, walletActions } from 'viem'
import { bob, startWithViem } from '../viemSetup.ts'

/** The nodes whose dialects viem's test client speaks. */
export const modes = ['anvil', 'hardhat', 'ganache'] as const
export type Mode = (typeof modes)[number]

/**
 * A node of its own for each probe, and viem's test client of it, which the node signs for as bob.
 */
export async function startProbe(mode: Mode) {
  const setup = await startWithViem()
  const test = createTestClient({ mode, account: bob.address, transport: http(setup.url) })
    .extend(publicActions)
    .extend(walletActions)
  return { ...setup, mode, test }
}

export type ProbeContext = Awaited<ReturnType<typeof startProbe>>

/** Does one thing with the client, and looks whether it had its effect. */
export type Probe = (context: ProbeContext) => Promise<void>

/** Nobody's account. */
export const stranger = '0x00000000000000000000000000000000000ab1e5'

/** Seconds since 1970 at which the clock of the node stands. */
export const NOW = 1_800_000_000n
