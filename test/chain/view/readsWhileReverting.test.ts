import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { DomainError } from '../../../src/primitives/domainError.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { testGenesis } from '../../support/genesis.ts'

/** Counts its calls in slot 0. */
const COUNTER = parseAddress(`0xaa${'0'.repeat(38)}`)
const genesis = testGenesis({}, [[COUNTER, { code: hexToBytes('5f546001015f5500') }]])
const SLOT = new Uint8Array(32)

/** Maximum number of microtask turns between earlier readers and a revert. */
const TURNS = 24

async function call(chain: Chain, nonce: bigint): Promise<void> {
  await chain.pool.submit(signed(alice, { nonce, to: COUNTER }))
}

/** What there is to read of a block that a revert is about to take away. */
const readers: Readonly<
  Record<string, (chain: Chain, block: SealedBlock, parent: SealedBlock) => Promise<unknown>>
> = {
  async state(chain, { hash }) {
    const { state } = await chain.state.viewAt({ hash })
    return bytesToHex(state.getStorage(COUNTER, SLOT))
  },
  async proof(chain, { hash }) {
    const [proof] = await chain.state.proveStorage({ hash }, COUNTER, [SLOT])
    return proof?.word && bytesToHex(proof.word)
  },
  async content(chain, { hash }) {
    const view = await chain.state.viewAt({ hash })
    await undefined
    return chain.state.readAll(view, async ({ appHash }) => bytesToHex(appHash))
  },
  async trace(chain, block) {
    const { state } = await chain.state.viewBefore(block, 0)
    return bytesToHex(state.getStorage(COUNTER, SLOT))
  },
  changes: async (chain, block, parent) => chain.state.changedAccounts(parent, block),
}

describe.each(['in memory', 'on disk'])('%s', (where) => {
  test.each(Object.keys(readers))(
    'during reverts the %s of a block is its own or an error',
    async (name) => {
      const chain =
        where === 'on disk'
          ? await openTestChain(temporaryDirectory(), { genesis })
          : testChain(genesis)
      const read = readers[name]
      if (read === undefined) throw new Error(`no reader ${name}`)
      await call(chain, 0n)
      const id = await chain.snapshots.take({ keep: true })
      let refused = 0
      for (let turns = 0; turns < TURNS; turns++) {
        for (let nonce = 1n; nonce < 4n; nonce++) await call(chain, nonce)
        const { latest } = chain.blocks
        const parent = chain.blocks.get(latest.header.number - 1n)
        if (parent === undefined) throw new Error('no parent')
        const own = await read(chain, latest, parent)
        const reverted = chain.snapshots.revert(id, { keep: true })
        for (let turn = 0; turn < turns; turn++) await undefined
        const found = read(chain, latest, parent).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
          refused++
          const { hash } = latest
          const gone = [hash, parent.hash].map((each) => ({
            code: 'BLOCK_HASH_UNKNOWN',
            hash: each,
            latest: expect.any(Number),
          }))
          expect(gone).toContainEqual(error.details)
          return own
        })
        expect(await found).toEqual(own)
        await reverted
      }
      if (where === 'in memory') expect(refused).toBeGreaterThan(0)
      await chain.close()
    },
  )
})
