import { expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { openTestChain, signed } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { testGenesis } from '../../support/genesis.ts'

/** Puts the number of its call into slot 0, and that number into the slot of that number. */
const COUNTER = parseAddress(`0xaa${'0'.repeat(38)}`)
const genesis = testGenesis({}, [[COUNTER, { code: hexToBytes('5f54600101805f55805500') }]])
const CALLS = 20

async function call(chain: Chain, nonce: number): Promise<void> {
  await chain.pool.submit(signed(alice, { nonce: BigInt(nonce), to: COUNTER }))
}

function word(number: number): Uint8Array {
  return hexToBytes(`0x${number.toString(16).padStart(64, '0')}`)
}

test('a read of a state on disk survives a rollback', async () => {
  const directory = temporaryDirectory()
  const before = await openTestChain(directory, { genesis })
  for (let nonce = 0; nonce < CALLS; nonce++) await call(before, nonce)
  await before.close()
  // Nothing of the state is in memory now.
  const chain = await openTestChain(directory, { genesis })
  const view = await chain.state.viewAt({ number: BigInt(CALLS - 1) })
  const slots = await chain.simulate.explore(view, async ({ state }) => {
    await chain.rollback(5n)
    for (let nonce = CALLS - 5; nonce < CALLS + 5; nonce++) await call(chain, nonce)
    await chain.rollback(8n)
    await chain.mining.mine({ blocks: 3n })
    return Array.from({ length: CALLS + 2 }, (_, slot) =>
      bytesToHex(state.getStorage(COUNTER, word(slot))),
    )
  })
  const own = Array.from({ length: CALLS + 2 }, (_, slot) => {
    if (slot === 0) return CALLS - 1
    return slot < CALLS ? slot : 0
  })
  expect(slots).toEqual(own.map((each) => bytesToHex(word(each))))
  await chain.close()
})
