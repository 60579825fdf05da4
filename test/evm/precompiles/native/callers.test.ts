import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { type Address, create2Address } from '../../../../src/primitives/address.ts'
import { keccak256 } from '../../../../src/primitives/crypto/keccak.ts'
import {
  compressPublicKey,
  privateToPublicKey,
} from '../../../../src/primitives/crypto/secp256k1.ts'
import { bytesToBech32 } from '../../../../src/primitives/encoding/bech32.ts'
import { EMPTY_BYTES, utf8ToBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'
import { castAddress } from '../../../../src/state/rows/layout.ts'
import { metadataKind } from '../../../../src/state/rows/metadataKind.ts'
import { alice } from '../../../support/accounts.ts'
import { probe, through, typed } from '../../../support/precompiles/callers.ts'
import {
  at,
  COIN,
  GAS,
  interfaceOf,
  outputOf,
  PROBE,
  Scene,
} from '../../../support/precompiles/scene.ts'
import { runs } from '../../../support/runs.ts'

const [BANK, JSON_ADDRESS, ADDR, POINTER] = [at('1001'), at('1003'), at('1004'), at('100b')]
const TYPED = at('7e')
const bank = interfaceOf([
  'function sendNative(string toNativeAddress) payable returns (bool)',
  'function balance(address acc, string denom) view returns (uint256)',
  'function supply(string denom) view returns (uint256)',
])
const json = interfaceOf(['function extractAsBytes(bytes input, string key) view returns (bytes)'])
const pointer = interfaceOf(['function addNativePointer(string) payable returns (address)'])
const erc20 = interfaceOf(['function transfer(address, uint256) returns (bool)'])
const addr = interfaceOf(['function associatePubKey(string key) returns (string, address)'])

/** Where the contract that stands for a denomination comes to stand. */
function pointerOf(denomination: string): Address {
  return create2Address(POINTER, keccak256(utf8ToBytes(denomination)), EMPTY_BYTES)
}

function scene(): Scene {
  return new Scene((state) => {
    state.mintCoins(castAddress(alice.address), 'usei', 5_000_000n)
    state.mintCoins(castAddress(PROBE), 'atom', 15n)
    const names = { name: 'Atom', symbol: 'ATM', display: 'atom', description: '' }
    state.set(metadataKind, 'atom', { ...names, base: 'atom', units: [] })
    state.setCode(PROBE, probe.code)
    state.setBalance(PROBE, COIN)
    state.setCode(TYPED, typed.code)
    state.drain()
  })
}

/** Runs a function of the probe, and tells what it returned. */
async function ask(here: Scene, name: string, data: Uint8Array): Promise<unknown> {
  return probe.decode(name, outputOf(await here.run({ to: PROBE, data })))
}

const stranger = bytesToBech32('sei', new Uint8Array(20).fill(9))
const supply = bank.encode('supply', 'usei')
const send = bank.encode('sendNative', stranger)
const associate = addr.encode(
  'associatePubKey',
  bytesToHex(compressPublicKey(privateToPublicKey(new Uint8Array(32).fill(3)))).slice(2),
)

test('contracts call precompiles through interfaces', async () => {
  const here = scene()
  const data = typed.encode('balance', alice.address, 'usei')
  const outcome = await here.run({ to: TYPED, data })
  expect(typed.decode('balance', outputOf(outcome))).toBe(5_000_000n)
  const value = 10n ** 12n + 1n
  const paid = await here.run({ to: TYPED, value, data: typed.encode('pay', stranger) })
  expect(typed.decode('pay', outputOf(paid))).toBe(true)
  expect(here.state.getBalance(at(`${'09'.repeat(20)}`))).toBe(value)
  here.drain()
})

test('precompiles have no code', async () => {
  for (const to of nativePrecompilesOf('6.6').keys()) {
    const answer = await ask(scene(), 'codeOf', probe.encode('codeOf', to))
    expect(answer).toEqual([0n, `0x${'0'.repeat(64)}`])
  }
})

test('the first call in a transaction accesses a cold account', async () => {
  const [cold, warm] = (await ask(scene(), 'twice', through('twice', BANK, supply))) as bigint[]
  // EIP-2929: 2600 against 100. The memory of the second output costs a little more.
  expect((cold ?? 0n) - (warm ?? 0n)).toBeGreaterThan(2400n)
  expect((cold ?? 0n) - (warm ?? 0n)).toBeLessThan(2600n)
})

test('a failing metered call consumes all gas, a priced one its price', async () => {
  const failing = bank.encode('sendNative', 'nowhere')
  const given = 50_000n
  const metered = await ask(scene(), 'call', through('call', BANK, failing, 0n, given))
  const [ok, output, used] = metered as [boolean, string, bigint]
  expect([ok, output]).toEqual([false, '0x'])
  expect(used).toBeGreaterThan(given)
  expect(used).toBeLessThan(given + 5000n)

  const data = json.encode('extractAsBytes', bytesToHex(utf8ToBytes('{')), 'a')
  const price = 100n * BigInt(data.length - 4)
  const priced = await ask(scene(), 'call', through('call', JSON_ADDRESS, data, 0n, given))
  const [fine, nothing, paid] = priced as [boolean, string, bigint]
  expect([fine, nothing]).toEqual([false, '0x'])
  expect(paid).toBeGreaterThan(price)
  expect(paid).toBeLessThan(price + 5000n)
})

test.each(['staticCall', 'delegateCall'])('views work in a %s', async (way) => {
  const [ok, output] = (await ask(scene(), way, through(way, BANK, supply))) as [
    boolean,
    `0x${string}`,
  ]
  expect(ok).toBe(true)
  expect(BigInt(output)).toBe(5_000_000n)
})

const unitless = new Uint8Array(160)
const p256 = interfaceOf(['function verify(bytes) view returns (bytes)'])
const staking = interfaceOf(['function pool() view returns (string, string)'])
const rewards = interfaceOf(['function rewards(address) view returns (uint256)'])
const gov = interfaceOf(['function vote(uint64, int32) returns (bool)'])
const withdraw = interfaceOf(['function setWithdrawAddress(address) returns (bool)'])

test('an association works in a DELEGATECALL', async () => {
  const here = scene()
  const [ok] = (await ask(here, 'delegateCall', through('delegateCall', ADDR, associate))) as [
    boolean,
  ]
  expect(ok).toBe(true)
  here.drain()
})

test.each<[string, string, Uint8Array, string]>([
  [
    'mustDelegateCall',
    at('1011'),
    p256.encode('verify', bytesToHex(unitless)),
    'cannot delegatecall P256Verify',
  ],
  ['mustDelegateCall', at('1005'), staking.encode('pool'), 'cannot delegatecall staking'],
  [
    'mustDelegateCall',
    at('1007'),
    rewards.encode('rewards', alice.address),
    'cannot delegatecall distr',
  ],
  [
    'mustStaticCall',
    at('1007'),
    withdraw.encode('setWithdrawAddress', alice.address),
    'cannot call distr precompile from staticcall',
  ],
  ['mustDelegateCall', at('1006'), gov.encode('vote', 1n, 1), 'cannot delegatecall gov'],
  [
    'mustStaticCall',
    at('1006'),
    gov.encode('vote', 1n, 1),
    'cannot call gov precompile from staticcall',
  ],
  [
    'mustStaticCall',
    POINTER,
    pointer.encode('addNativePointer', 'atom'),
    'cannot call pointer precompile from staticcall',
  ],
  ['mustStaticCall', ADDR, associate, 'cannot call associate pub key precompile from staticcall'],
  ['mustStaticCall', BANK, send, 'cannot call sendNative from staticcall'],
  ['mustDelegateCall', BANK, send, 'cannot delegatecall sendNative'],
  ['mustCall', BANK, send, 'set `value` field to non-zero to send'],
])('%s of %s fails for a reason', async (way, to, data, reason) => {
  const here = scene()
  const outcome = await here.run({ to: PROBE, data: through(way, at(to.slice(2)), data) })
  expect(outcome).toMatchObject({ kind: 'revert', output: EMPTY_BYTES, precompileError: reason })
  expect(here.drain()).toEqual([])
})

/** What Execute of upstream's contracts checks before it looks at the function. */
test.each([
  ['6.6', '1005', 'staking'],
  ['6.6', '1007', 'distr'],
  ['6.7', '1005', 'staking'],
  ['6.7', '1006', 'gov'],
  ['6.7', '1007', 'distr'],
] as const)('in Sei %s each function of 0x%s refuses as %s', (version, digits, name) => {
  const precompile = nativePrecompilesOf(version).get(at(digits))
  if (precompile === undefined) throw new Error('expected a precompile')
  const kinds = new Set(precompile.functions.map(({ mutability }) => mutability === 'view'))
  expect(kinds.size).toBe(2)
  for (const definition of precompile.functions) {
    for (const isStatic of [false, true]) {
      const delegated = precompile.refuse(definition, { isStatic, isDelegated: true })
      expect(delegated).toBe(`cannot delegatecall ${name}`)
    }
    const refusal = precompile.refuse(definition, { isStatic: true, isDelegated: false })
    const isView = definition.mutability === 'view'
    expect(refusal).toBe(isView ? undefined : `cannot call ${name} precompile from staticcall`)
  }
})

test.each<[string, Uint8Array, bigint]>([
  ['a payment', send, 10n ** 12n + 7n],
  ['an association', associate, 0n],
])('%s is taken back with the frame that asked for it', async (_what, data, value) => {
  const to = value === 0n ? ADDR : BANK
  const outer = scene()
  const reverted = await outer.run({
    to: PROBE,
    data: through('callAndRevert', to, data, value),
  })
  expect(reverted.kind).toBe('revert')
  expect(reverted).not.toHaveProperty('precompileError')
  expect(outer.drain()).toEqual([])

  const inner = scene()
  expect(await ask(inner, 'inside', through('inside', to, data, value))).toBe(false)
  // Nothing but the mark.
  expect(inner.drain()).toEqual([
    `evm 0x03${PROBE.slice(2)}${'0'.repeat(64)} 0x${'2'.padStart(64, '0')}`,
  ])
})

test('writes before running out of gas are reverted', async () => {
  const here = scene()
  const all = await here.run({ to: ADDR, data: associate })
  const needs = all.gasUsed
  expect(all.kind).toBe('success')
  const again = scene()
  for (const gasLimit of [needs - 1n, needs - 2000n, needs - 6000n]) {
    const outcome = await again.run({ to: ADDR, data: associate, gasLimit })
    expect(outcome).toMatchObject({
      precompileError: expect.stringMatching(/^execution reverted: \{\w+\}$/),
      gasUsed: gasLimit,
    })
  }
  expect(again.drain()).toEqual([])
  expect(needs).toBeLessThan(GAS)
})

const denom = fc.constantFrom('atom', 'usei', '', 'ä')
const account = fc.constantFrom(alice.address, PROBE, BANK, at('7e'))

const functions: readonly fc.Arbitrary<readonly [Address, Uint8Array]>[] = [
  fc.tuple(account, denom).map(([who, name]) => [BANK, bank.encode('balance', who, name)]),
  denom.map((name) => [BANK, bank.encode('supply', name)]),
  fc.constantFrom(stranger, 'nobody').map((to) => [BANK, bank.encode('sendNative', to)]),
  fc.constant([ADDR, associate]),
  denom.map((name) => [POINTER, pointer.encode('addNativePointer', name)]),
  fc
    .tuple(account, fc.bigInt(0n, 20n))
    .map(([to, value]) => [pointerOf('atom'), erc20.encode('transfer', to, value)]),
  fc
    .tuple(fc.json(), fc.string())
    .map(([text, key]) => [
      JSON_ADDRESS,
      json.encode('extractAsBytes', bytesToHex(utf8ToBytes(text)), key),
    ]),
  fc
    .tuple(fc.constantFrom(...nativePrecompilesOf('6.6').keys()), fc.uint8Array({ maxLength: 80 }))
    .map(([to, data]) => [to, data]),
]

const step = fc.record({
  how: fc.constantFrom(0, 0, 0, 1, 2, 3),
  what: fc.oneof(...functions),
  value: fc.constantFrom(0n, 0n, 0n, 5n, 10n ** 12n),
  gasLimit: fc.constantFrom(500n, 3_000n, 10_000n, 100_000n, 1_000_000n),
})

test('engine and reference agree for all callers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const here = scene()
      const list = steps.map(({ what: [to, data], ...rest }) => ({
        ...rest,
        to,
        data: bytesToHex(data),
      }))
      const data = probe.encode('batch', list)
      // The scene compares the outcomes and what the stores are told.
      outputOf(await here.run({ to: PROBE, data, gasLimit: 20_000_000n }))
      here.drain()
    }),
    { numRuns: runs({ quick: 5, full: 60 }) },
  )
})
