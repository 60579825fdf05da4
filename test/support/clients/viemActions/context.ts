import { createTestClient, http, publicActions, walletActions } from 'viem'
import { bob, startWithViem } from '../viemSetup.ts'

/** Dialects of viem's test client. */
export const modes = ['anvil', 'hardhat', 'ganache'] as const
export type Mode = (typeof modes)[number]

/** A separate node for each probe, with viem's test client, for which the node signs as bob. */
export async function startProbe(mode: Mode) {
  const setup = await startWithViem()
  const test = createTestClient({ mode, account: bob.address, transport: http(setup.url) })
    .extend(publicActions)
    .extend(walletActions)
  return { ...setup, mode, test }
}

export type ProbeContext = Awaited<ReturnType<typeof startProbe>>

/** Runs an action of the client and checks its effect. */
export type Probe = (context: ProbeContext) => Promise<void>

/** An account without a known key. */
export const stranger = '0x00000000000000000000000000000000000ab1e5'

/** Time of the node's stopped clock, in seconds since 1970. */
export const NOW = 1_800_000_000n
