import { expect, test } from 'vitest'
import { parseAddress } from '../../../src/primitives/address.ts'
import { testChain } from '../../support/chain.ts'
import { code } from '../../support/evm/programs.ts'
import { testGenesis } from '../../support/genesis.ts'

/** Those of EIP-4788 and EIP-2935, which Ethereum calls at the start of each block. */
const BEACON_ROOTS = parseAddress('0x000f3df6d732807ef1319fb7b8bb8522d0beac02')
const HISTORY = parseAddress('0x0000f90827f1c53a10cb7a02335b175320002935')
/** Stores its input in slot 0 and counts its calls in slot 1. */
const RECORDER = code(0x5f, 0x35, 0x5f, 0x55, 0x60, 1, 0x54, 0x60, 1, 0x01, 0x60, 1, 0x55)
const slots = [new Uint8Array(32), Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 1 : 0))]

test.each(['cancun', 'prague', 'osaka'] as const)(
  '%s makes no system calls, even to contracts at their addresses',
  async (hardfork) => {
    const plain = testChain(testGenesis({ hardfork }))
    const recorders = [BEACON_ROOTS, HISTORY].map(
      (address) => [address, { code: RECORDER, nonce: 1n }] as const,
    )
    const chain = testChain(testGenesis({ hardfork }, recorders))
    for (let i = 0; i < 3; i++) {
      await plain.mining.mine()
      await chain.mining.mine()
    }
    const { state: bare } = await plain.state.viewAt({ tag: 'latest' })
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    for (const address of [BEACON_ROOTS, HISTORY]) {
      expect(bare.getCode(address)).toHaveLength(0)
      for (const slot of slots) expect(state.getStorage(address, slot)).toEqual(new Uint8Array(32))
    }
    await plain.close()
    await chain.close()
  },
)
