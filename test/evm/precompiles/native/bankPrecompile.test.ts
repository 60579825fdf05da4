import { expect, test } from 'vitest'
import { toChecksumAddress } from '../../../../src/primitives/address.ts'
import { bech32ToBytes, bytesToBech32 } from '../../../../src/primitives/encoding/bech32.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../../src/state/rows/layout.ts'
import { metadataKind } from '../../../../src/state/rows/metadataKind.ts'
import type { WorldState } from '../../../../src/state/worldState.ts'
import { alice, bob } from '../../../support/accounts.ts'
import {
  at,
  GAS,
  interfaceOf,
  outputOf,
  revertedFor,
  Scene,
} from '../../../support/precompiles/scene.ts'

const bank = interfaceOf([
  'function send(address fromAddress, address toAddress, string denom, uint256 amount) returns (bool)',
  'function sendNative(string toNativeAddress) payable returns (bool)',
  'function balance(address acc, string denom) view returns (uint256)',
  'function all_balances(address acc) view returns ((uint256 amount, string denom)[])',
  'function name(string denom) view returns (string)',
  'function symbol(string denom) view returns (string)',
  'function decimals(string denom) view returns (uint8)',
  'function supply(string denom) view returns (uint256)',
])
const BANK = at('1001')
/**
 * Native address of the development account #0 (known from its wallet) and the one that its EVM
 * address is cast to.
 */
const NATIVE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const CAST = 'sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp'
const UNIT = 10n ** 12n

function setUp(state: WorldState): void {
  state.mintCoins(castAddress(alice.address), 'usei', 5_000_000n)
  state.mintCoins(castAddress(alice.address), 'atom', 7n)
  state.mintCoins(castAddress(bob.address), 'atom', 4n)
  state.set(metadataKind, 'atom', {
    description: 'An atom.',
    units: [
      { denomination: 'atom', exponent: 0 },
      { denomination: 'katom', exponent: 3 },
    ],
    base: 'atom',
    display: 'katom',
    name: 'Atom',
    symbol: 'ATM',
  })
  state.drain()
}

const scene = () => new Scene(setUp)
/** With a sender that is associated. */
const associated = () =>
  new Scene((state) => {
    setUp(state)
    state.associate(alice.address, castAddress(alice.address))
    state.drain()
  })

test.each<[string, readonly unknown[], unknown]>([
  ['balance', [alice.address, 'atom'], 7n],
  ['balance', [alice.address, 'usei'], 5_000_000n],
  ['balance', [alice.address, 'none'], 0n],
  [
    'all_balances',
    [alice.address],
    [
      { denom: 'atom', amount: 7n },
      { denom: 'usei', amount: 5_000_000n },
    ],
  ],
  ['all_balances', [at('dead')], []],
  ['name', ['atom'], 'Atom'],
  ['symbol', ['atom'], 'ATM'],
  ['decimals', ['atom'], 0],
  ['supply', ['atom'], 11n],
])('%s(%j)', async (name, args, result) => {
  const outcome = await scene().run({ to: BANK, data: bank.encode(name, ...args) })
  expect(bank.decode(name, outputOf(outcome))).toEqual(result)
})

test('a view costs gas for its reads', async () => {
  const outcome = await scene().run({
    to: BANK,
    data: bank.encode('balance', alice.address, 'atom'),
  })
  // The association: no row, a key of 21 bytes. The coin: a key of 26 bytes, and 6 + 3 bytes of
  // value.
  expect(outcome.gasUsed).toBe(1000n + 3n * 21n + (1000n + 3n * (26n + 6n + 3n)))
})

test('transfers whole units and the remainder to a native account', async () => {
  const here = associated()
  const value = 3n * UNIT + 5n
  const to = bytesToBech32('sei', new Uint8Array(20).fill(9))
  const outcome = await here.run({ to: BANK, value, data: bank.encode('sendNative', to) })
  expect(bank.decode('sendNative', outputOf(outcome))).toBe(true)
  const native = `0x${'09'.repeat(20)}` as NativeAddress
  expect(here.state.getWei(native)).toBe(value)
  expect(here.state.getAccount(native)).toBeDefined()
  expect(here.state.getBalance(BANK)).toBe(0n)
  expect(here.state.getBalance(alice.address)).toBe(5_000_000n * UNIT - value)
})

test.each<[string, string, bigint, RegExp]>([
  ['nothing', NATIVE, 0n, /non-zero/],
  ['to an empty address', '', 1n, /^invalid addr$/],
  ['to no address', 'sei1xyz', 1n, /decoding bech32 failed/],
  [
    'to another chain',
    bytesToBech32('cosmos', new Uint8Array(20)),
    1n,
    /^invalid Bech32 prefix; expected sei, got cosmos$/,
  ],
  ['to an address of another length', bytesToBech32('sei', new Uint8Array(32)), 1n, /length/],
])('%s cannot be sent', async (_what, to, value, reason) => {
  const here = associated()
  const outcome = await here.run({ to: BANK, value, data: bank.encode('sendNative', to) })
  expect(outcome).toMatchObject({ kind: 'revert', output: new Uint8Array(0), gasUsed: GAS })
  expect(outcome).toHaveProperty('precompileError', expect.stringMatching(reason))
  expect(here.drain()).toEqual([])
})

test('an account without association cannot send', async () => {
  const outcome = await scene().run({
    to: BANK,
    value: 1n,
    data: bank.encode('sendNative', NATIVE),
  })
  expect(outcome).toEqual(revertedFor('invalid addr', GAS))
})

test.each<[string, readonly unknown[], string]>([
  ['balance', [alice.address, ''], 'invalid denom'],
  // A coin of it panics (x/bank/keeper/view.go), and bank.go recovers.
  ['balance', [alice.address, '!!'], 'execution reverted: invalid denom: !!'],
  ['balance', [at('0'), 'atom'], 'invalid addr'],
  ['all_balances', [at('0')], 'invalid addr'],
  ['send', [alice.address, bob.address, '', 1n], 'invalid denom'],
])('%s(%o) is refused', async (name, args, reason) => {
  const outcome = await scene().run({ to: BANK, data: bank.encode(name, ...args) })
  expect(outcome).toEqual(revertedFor(reason, GAS))
})

test('rejects transfers to unusable addresses', async () => {
  const here = new Scene((state) => {
    setUp(state)
    state.associate(alice.address, bytesToHex(bech32ToBytes('sei', NATIVE)) as NativeAddress)
  })
  const data = bank.encode('sendNative', CAST)
  const outcome = await here.run({ to: BANK, value: 1n, data })
  // SendCoinsAndWei of the real chain's bank.
  expect(outcome).toEqual(revertedFor('invalid recipient', GAS))
})

test('only a pointer transfers coins of others', async () => {
  const data = bank.encode('send', bob.address, alice.address, 'atom', 1n)
  const outcome = await scene().run({ to: BANK, data })
  const reason = `only pointer ${at('0')} can send atom but got ${toChecksumAddress(alice.address)}`
  expect(outcome).toEqual(revertedFor(reason, GAS))
})

test.each(['name', 'symbol'])('fails without metadata: %s', async (name) => {
  const outcome = await scene().run({ to: BANK, data: bank.encode(name, 'usei') })
  expect(outcome).toEqual(revertedFor('denom usei not found', GAS))
})

test('a view rejects value', async () => {
  const data = bank.encode('supply', 'atom')
  const outcome = await scene().run({ to: BANK, value: 1n, data })
  expect(outcome).toEqual(revertedFor('sending funds to a non-payable function', GAS))
})

test.each<[string, Uint8Array, string]>([
  ['an unknown function', hexToBytes('0x01020304'), 'no method with id: 0x01020304'],
  ['no function', new Uint8Array(3), 'input too short to extract method ID'],
  [
    'no arguments',
    bank.encode('supply', 'atom').slice(0, 4),
    'abi: attempting to unmarshal an empty string while arguments are expected',
  ],
  [
    'arguments cut off',
    bank.encode('supply', 'atom').slice(0, 40),
    'abi: cannot marshal in to go slice: offset 64 would go over slice boundary (len=36)',
  ],
])('%s consumes all gas', async (_what, data, reason) => {
  expect(await scene().run({ to: BANK, data })).toEqual(revertedFor(reason, GAS))
})

test('ignores bytes after the arguments', async () => {
  const data = Uint8Array.of(...bank.encode('supply', 'atom'), 1, 2, 3)
  expect(bank.decode('supply', outputOf(await scene().run({ to: BANK, data })))).toBe(11n)
})

// In the words of addr_test.go, for a contract that says it likewise.
test.each([
  [999n, '{ReadFlat}'],
  [1000n, '{ReadPerByte}'],
  [2167n, '{ReadPerByte}'],
])('out of gas consumes all of %i', async (gasLimit, what) => {
  const data = bank.encode('balance', alice.address, 'atom')
  const outcome = await scene().run({ to: BANK, data, gasLimit })
  expect(outcome).toEqual(revertedFor(`execution reverted: ${what}`, gasLimit))
})
