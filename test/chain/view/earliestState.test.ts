import { expect, test } from 'vitest'
import { alice, bob } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'

const earliest = { tag: 'earliest' } as const

test.each([
  [undefined, 0],
  [1, 6],
  [3, 4],
])('the state at earliest with keep %s is that of block %i', async (keep, number) => {
  const settings = keep === undefined ? {} : { keep }
  for (const chain of [
    testChain(undefined, settings),
    await openTestChain(temporaryDirectory(), settings),
  ]) {
    for (let nonce = 0n; nonce < 6n; nonce++) {
      await chain.pool.submit(signed(alice, { nonce, to: bob.address, value: 1n }))
    }
    const { block, state } = await chain.state.viewAt(earliest)
    expect(block.number).toBe(number)
    expect(state.getNonce(alice.address)).toBe(BigInt(number))
    expect(await chain.state.proveStorage(earliest, alice.address, [])).toEqual([])
    // The block itself is kept.
    expect((await chain.blocks.find(earliest))?.number).toBe(0)
    await chain.close()
  }
})
