import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress } from '../../src/primitives/address.ts'
import { alice, bob, pauper } from '../support/accounts.ts'
import { chainOfBlocks } from '../support/chain/chainOfBlocks.ts'
import { signed } from '../support/chain.ts'
import { program } from '../support/evm/programs.ts'
import { testGenesis } from '../support/genesis.ts'
import { rpcOf } from '../support/rpc/rpc.ts'
import { runs } from '../support/runs.ts'
import { differenceOf } from '../support/tracers/storedDifference.ts'

/*
 * The changes that prestateTracer reports must equal the difference between two versions of the
 * stores. Each block has one transaction.
 */

const contracts = ['0xc1', '0xc2', '0xc3'].map((tag) => parseAddress(tag.padEnd(42, '0')))
const targets = [...contracts, bob.address, pauper.address]

const plans = fc.record({
  codes: fc.tuple(program(targets), program(targets), program(targets)),
  calls: fc.array(
    fc.record({
      to: fc.option(fc.constantFrom(...targets), { nil: undefined, freq: 5 }),
      value: fc.constantFrom(0n, 1n, 10n ** 12n + 1n),
      data: program(targets),
      gasLimit: fc.constantFrom(80_000n, 1_000_000n),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

test('the diffMode of prestateTracer matches the stores', async () => {
  let changes = 0
  await fc.assert(
    fc.asyncProperty(plans, async ({ codes, calls }) => {
      const accounts = contracts.map((address, i) => {
        const code = codes[i] ?? new Uint8Array(0)
        return [address, { code, nonce: 1n, balance: BigInt(i) * 10n ** 12n + 7n }] as const
      })
      const blocks = calls.map(({ to, ...fields }, nonce) => [
        signed(alice, { ...fields, nonce: BigInt(nonce), ...(to !== undefined && { to }) }),
      ])
      const { chain, states } = await chainOfBlocks(testGenesis({}, accounts), blocks)
      const ask = rpcOf(chain)
      for (const [i, [transaction]] of blocks.entries()) {
        const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
        const found = await ask<Difference>('debug_traceTransaction', transaction?.hash, options)
        const wanted = await differenceOf(states, i + 1)
        changes += Object.keys(wanted.post).length
        expect(withoutTouched(found)).toEqual(wanted)
      }
      await chain.close()
    }),
    { numRuns: runs({ quick: 6, full: 60 }) },
  )
  expect(changes).toBeGreaterThan(0)
}, 120_000)

interface Difference {
  readonly pre: Readonly<Record<string, { readonly storage?: Readonly<Record<string, string>> }>>
  readonly post: object
}

/** Omits empty slots: those of accounts that are gone are shown, but the stores have no trace. */
function withoutTouched({ pre, post }: Difference): object {
  const filled = Object.entries(pre).map(([address, { storage = {}, ...account }]) => {
    const slots = Object.entries(storage).filter(([, word]) => BigInt(word) !== 0n)
    return [
      address,
      { ...account, ...(slots.length > 0 && { storage: Object.fromEntries(slots) }) },
    ]
  })
  return { pre: Object.fromEntries(filled), post }
}
