import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { createGenesisBlock } from '../../../src/chain/genesis/genesisBlock.ts'
import { applyDump } from '../../../src/chain/transfer/applyDump.ts'
import { dumpState } from '../../../src/chain/transfer/dumpState.ts'
import { readDump } from '../../../src/chain/transfer/readDump.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { padLeft } from '../../../src/primitives/encoding/bytes.ts'
import { StateContent } from '../../../src/state/inspect/stateContent.ts'
import { settleSupply } from '../../../src/state/ledger/settleSupply.ts'
import { castAddress, type NativeAddress } from '../../../src/state/rows/layout.ts'
import { createStateDatabase, type StateDatabase } from '../../../src/state/stateDatabase.ts'
import { faultsOf, readLedger } from '../../support/chain/ledger.ts'
import { testGenesis } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

const genesis = testGenesis()
const people = ['a', 'b', 'c', 'd', 'e'].map((digit) => parseAddress(`0x${digit.repeat(40)}`))
const natives = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as NativeAddress)
const word = (n: number) => padLeft(Uint8Array.of(n), 32)

const who = fc.constantFrom(...people)
const step = fc.oneof(
  fc.record({ do: fc.constant('balance' as const), who, n: fc.bigInt(0n, 3n * 10n ** 12n) }),
  fc.record({ do: fc.constant('nonce' as const), who, n: fc.nat(3) }),
  fc.record({ do: fc.constant('code' as const), who, n: fc.nat(2) }),
  fc.record({ do: fc.constant('slot' as const), who, n: fc.nat(3) }),
  fc.record({ do: fc.constant('delete' as const), who }),
  fc.record({ do: fc.constant('associate' as const), who, native: fc.constantFrom(...natives) }),
  fc.record({
    do: fc.constant('mint' as const),
    native: fc.oneof(fc.constantFrom(...natives), who.map(castAddress)),
    denom: fc.constantFrom('uatom', 'factory/a/b'),
    n: fc.bigInt(1n, 9n),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A chain's state after its genesis and some edits. */
function play(steps: readonly Step[]): StateDatabase {
  const states = createStateDatabase(genesis.native)
  createGenesisBlock(genesis, states)
  const { newest } = states
  for (const each of steps) {
    if (each.do === 'balance') newest.setBalance(each.who, each.n)
    if (each.do === 'nonce') newest.setNonce(each.who, BigInt(each.n))
    if (each.do === 'code') newest.setCode(each.who, new Uint8Array(each.n))
    if (each.do === 'slot') newest.setStorage(each.who, word(each.n), word(each.n % 2))
    if (each.do === 'delete') newest.deleteAccount(each.who)
    if (each.do === 'mint') {
      // As with genesis files: coins go to who the address is associated with.
      const isTied = newest.getNativeAddress(each.native as string as Address) !== undefined
      if (!isTied) newest.mintCoins(each.native, each.denom, each.n)
    }
    if (each.do === 'associate') {
      const isFree =
        newest.getNativeAddress(each.who) === undefined &&
        newest.getEvmAddress(each.native) === undefined
      if (isFree) newest.associate(each.who, each.native)
    }
  }
  settleSupply(newest)
  states.commit()
  return states
}

function contentOf({ stores, version }: StateDatabase): StateContent {
  return new StateContent(stores.reader(version), 'usei')
}

const history = fc.array(step, { maxLength: 25, size: 'max' })

test.prop([history, history], { numRuns: runs({ quick: 5, full: 30 }) })(
  'a loaded dump replaces its accounts in any state, and all coins add up',
  async (first, second) => {
    const [source, target] = [play(first), play(second)]
    const header = createGenesisBlock(genesis, createStateDatabase(genesis.native)).header
    let text = ''
    for await (const piece of dumpState({
      content: contentOf(source),
      header,
      names: genesis.native,
    })) {
      text += piece
    }
    await applyDump(target.newest, await readDump(JSON.parse(text), genesis.native))
    settleSupply(target.newest)
    target.commit()
    expect(faultsOf(readLedger(target, target.version))).toEqual([])
    const [from, to] = [source.newest, target.newest]
    for (const address of await contentOf(source).addresses()) {
      expect(to.getBalance(address)).toBe(from.getBalance(address))
      expect(to.getNonce(address)).toBe(from.getNonce(address))
      expect(to.getCode(address)).toEqual(from.getCode(address))
      expect(to.getNativeAddress(address)).toEqual(from.getNativeAddress(address))
      const owner = from.getNativeAddress(address)
      const slots = [0, 1, 2, 3].map(word)
      expect(slots.map((slot) => to.getStorage(address, slot))).toEqual(
        slots.map((slot) => from.getStorage(address, slot)),
      )
      const native = (
        owner === undefined ? address : `0x${Buffer.from(owner).toString('hex')}`
      ) as NativeAddress
      for (const denom of ['uatom', 'factory/a/b']) {
        expect(to.getCoins(native, denom)).toBe(from.getCoins(native, denom))
      }
    }
  },
)
