import { expect, test } from 'vitest'
import { associateSigner, publicKeyToNative } from '../../src/evm/transaction/association.ts'
import { payOut, sendCoins, sendWei } from '../../src/modules/bank/bank.ts'
import { ModuleError } from '../../src/modules/moduleError.ts'
import { castAddress } from '../../src/state/rows/layout.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { mineNative } from '../support/native/mineNative.ts'
import { nativeTx, sendTo } from '../support/native/native.ts'

const MOST = 2n ** 256n - 1n
const UNIT = 10n ** 12n

test('a native account receives up to the maximum balance', () => {
  const { newest: state } = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  const [from, to] = [castAddress(alice.address), castAddress(bob.address)]
  const one = [{ denom: 'usei', amount: 1n }]
  state.setBalance(alice.address, 10n * UNIT)
  state.setBalance(bob.address, MOST - UNIT)
  sendCoins(state, from, to, one)
  expect(state.getBalance(bob.address)).toBe(MOST)
  expect(() => sendCoins(state, from, to, one)).toThrow(ModuleError)
  state.setBalance(bob.address, MOST - UNIT + 1n)
  expect(() => sendCoins(state, from, to, one)).toThrow('would overflow')
  state.setBalance(alice.address, 10n * UNIT)
  payOut(state, from, to, one)
  expect(state.getBalance(alice.address)).toBe(10n * UNIT)
  sendWei(state, from, to, UNIT - 1n)
  expect(state.getBalance(bob.address)).toBe(MOST)
  expect(() => sendWei(state, from, to, 1n)).toThrow('would overflow')
})

test('two addresses with too many coins together cannot be associated', () => {
  const { newest: state } = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  const native = publicKeyToNative(alice.publicKey)
  state.setBalance(alice.address, MOST)
  state.mintCoins(native, 'usei', 1n)
  expect(() => associateSigner(state, alice.address, alice.publicKey)).toThrow('BALANCE_OVERFLOW')
})

test('an overflowing native send fails, and only its fee is spent', async () => {
  const chain = testChain()
  // Associates Bob, so that his two addresses share one balance.
  await chain.pool.submit(signed(bob, {}))
  await chain.state.edit((state) => state.setBalance(bob.address, MOST))
  const tx = await nativeTx(chain, carol, [sendTo(carol, bob, 3n)])
  const { entry } = await mineNative(chain, tx)
  expect(entry.receipt).toMatchObject({ codespace: 'sdk', code: 10 })
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  expect(state.getBalance(bob.address)).toBe(MOST)
})
