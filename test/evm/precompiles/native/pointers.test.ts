import {
  decodeErrorResult,
  getContractAddress,
  keccak256,
  parseAbi,
  parseEventLogs,
  toBytes,
} from 'viem'
import { expect, test } from 'vitest'
import {
  type Address,
  parseAddress,
  toChecksumAddress,
} from '../../../../src/primitives/address.ts'
import { EMPTY_BYTES } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../../src/state/rows/layout.ts'
import { metadataKind } from '../../../../src/state/rows/metadataKind.ts'
import type { WorldState } from '../../../../src/state/worldState.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import {
  at,
  GAS,
  interfaceOf,
  outputOf,
  revertedFor,
  Scene,
} from '../../../support/precompiles/scene.ts'

const POINTER = at('100b')
/** A pointer costs more than the usual limit of these tests. */
const AMPLE = 2_000_000n
const pointer = interfaceOf(['function addNativePointer(string token) payable returns (address)'])
const view = interfaceOf([
  'function getNativePointer(string token) view returns (address addr, uint16 version, bool exists)',
  'function getCW20Pointer(string addr) view returns (address addr, uint16 version, bool exists)',
])
const erc20Abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function denom() view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSpender(address spender)',
])
const erc20 = interfaceOf(erc20Abi)

const LONG = `factory/sei1${'x'.repeat(60)}/token`

function setUp(state: WorldState): void {
  // One whose coins lie under the address of its key, and one whose are under the cast address.
  state.associate(alice.address, `0x${'77'.repeat(20)}` as NativeAddress)
  for (const base of ['atom', LONG]) {
    state.mintCoins(`0x${'77'.repeat(20)}` as NativeAddress, base, 1000n)
    state.mintCoins(castAddress(bob.address), base, 5n)
    const units = [
      { denomination: base, exponent: 0 },
      { denomination: 'big', exponent: 6 },
    ]
    const names = { name: `Name of ${base}`, symbol: 'SYM', display: 'big', description: '' }
    state.set(metadataKind, base, { ...names, base, units })
  }
}

/** The address that CREATE2 gives, as viem has it. */
function expected(denom: string): Address {
  return parseAddress(
    getContractAddress({
      from: POINTER,
      opcode: 'CREATE2',
      salt: keccak256(toBytes(denom)),
      bytecode: '0x',
    }),
  )
}

async function withPointer(denom: string): Promise<Scene> {
  const scene = new Scene(setUp)
  const outcome = await scene.run({
    to: POINTER,
    data: pointer.encode('addNativePointer', denom),
    gasLimit: AMPLE,
  })
  const made = pointer.decode('addNativePointer', outputOf(outcome)) as string
  expect(parseAddress(made)).toBe(expected(denom))
  return scene
}

async function ask(scene: Scene, denom: string, name: string, ...args: readonly unknown[]) {
  const outcome = await scene.run({ to: expected(denom), data: erc20.encode(name, ...args) })
  return erc20.decode(name, outputOf(outcome))
}

test.each(['atom', LONG])('the pointer of %s is an ERC-20 token', async (denom) => {
  const scene = await withPointer(denom)
  expect(await ask(scene, denom, 'denom')).toBe(denom)
  expect(await ask(scene, denom, 'name')).toBe(`Name of ${denom}`)
  expect(await ask(scene, denom, 'symbol')).toBe('SYM')
  expect(await ask(scene, denom, 'decimals')).toBe(6)
  expect(await ask(scene, denom, 'totalSupply')).toBe(1005n)
  expect(await ask(scene, denom, 'balanceOf', alice.address)).toBe(1000n)
  expect(await ask(scene, denom, 'balanceOf', carol.address)).toBe(0n)
  expect(scene.state.getNonce(expected(denom))).toBe(1n)
  expect(scene.drain().length).toBeGreaterThan(3)
})

test('a transfer moves coins and emits an event', async () => {
  const scene = await withPointer('atom')
  const to = expected('atom')
  const outcome = await scene.run({ to, data: erc20.encode('transfer', carol.address, 30n) })
  expect(erc20.decode('transfer', outputOf(outcome))).toBe(true)
  expect(scene.state.getCoins(castAddress(carol.address), 'atom')).toBe(30n)
  expect(scene.state.getCoins(`0x${'77'.repeat(20)}` as NativeAddress, 'atom')).toBe(970n)
  expect(outcome).toHaveProperty('logs.length', 1)
  expect(eventsOf(outcome)).toEqual([
    ['Transfer', { from: alice.address, to: carol.address, value: 30n }],
  ])
})

test('an allowance decreases unless it is the maximum', async () => {
  const scene = await withPointer('atom')
  const to = expected('atom')
  const approved = await scene.run({ to, data: erc20.encode('approve', bob.address, 10n) })
  expect(eventsOf(approved)).toEqual([
    ['Approval', { owner: alice.address, spender: bob.address, value: 10n }],
  ])
  const take = (value: bigint) =>
    scene.run({
      to,
      caller: bob.address,
      data: erc20.encode('transferFrom', alice.address, carol.address, value),
    })
  outputOf(await take(4n))
  expect(await ask(scene, 'atom', 'allowance', alice.address, bob.address)).toBe(6n)
  expect(errorOf(await take(7n))).toEqual(['ERC20InsufficientAllowance', [bob.address, 6n, 7n]])
  await scene.run({ to, data: erc20.encode('approve', bob.address, 2n ** 256n - 1n) })
  outputOf(await take(100n))
  expect(await ask(scene, 'atom', 'allowance', alice.address, bob.address)).toBe(2n ** 256n - 1n)
  expect(await ask(scene, 'atom', 'balanceOf', carol.address)).toBe(104n)
})

test.each<[string, readonly unknown[], readonly [string, readonly unknown[]]]>([
  ['transfer', [bob.address, 1001n], ['ERC20InsufficientBalance', [alice.address, 1000n, 1001n]]],
  ['transfer', [at('0'), 1n], ['ERC20InvalidReceiver', [at('0')]]],
  ['approve', [at('0'), 1n], ['ERC20InvalidSpender', [at('0')]]],
])('%s is refused with an error of its own', async (name, args, error) => {
  const scene = await withPointer('atom')
  const outcome = await scene.run({ to: expected('atom'), data: erc20.encode(name, ...args) })
  expect(errorOf(outcome)).toEqual(error)
})

test('a denomination has one pointer and needs metadata', async () => {
  const scene = await withPointer('atom')
  const add = (denom: string) =>
    scene.run({ to: POINTER, data: pointer.encode('addNativePointer', denom), gasLimit: AMPLE })
  await scene.run({
    to: expected('atom'),
    data: erc20.encode('approve', bob.address, 10n),
  })
  // As UpsertERCNativePointer: the same address, with its storage.
  expect(pointer.decode('addNativePointer', outputOf(await add('atom')))).toBe(
    toChecksumAddress(expected('atom')),
  )
  expect(await ask(scene, 'atom', 'allowance', alice.address, bob.address)).toBe(10n)
  expect(scene.state.getNonce(expected('atom'))).toBe(1n)
  expect(await add('usei')).toEqual(
    revertedFor(
      'denom usei does not have metadata stored and thus can only have its pointer set through gov proposal',
      AMPLE,
    ),
  )
  scene.change((state) => state.setBalance(alice.address, 1n))
  const paid = { to: POINTER, value: 1n, data: pointer.encode('addNativePointer', 'atom') }
  expect(await scene.run(paid)).toEqual(revertedFor('sending funds to a non-payable function', GAS))
})

test('views return the pointer', async () => {
  const scene = await withPointer('atom')
  const asked = async (name: string, denom: string) => {
    const outcome = await scene.run({ to: at('100a'), data: view.encode(name, denom) })
    expect(outcome.gasUsed).toBe(2000n)
    const [address, ...rest] = view.decode(name, outputOf(outcome)) as readonly [
      string,
      ...unknown[],
    ]
    return [address.toLowerCase(), ...rest]
  }
  expect(await asked('getNativePointer', 'atom')).toEqual([expected('atom'), 1, true])
  expect(await asked('getNativePointer', 'usei')).toEqual([at('0'), 0, false])
  expect(await asked('getCW20Pointer', 'sei1x')).toEqual([at('0'), 0, false])
})

test('creates no pointer with too little gas', async () => {
  const scene = new Scene(setUp)
  const data = pointer.encode('addNativePointer', 'atom')
  const needs = (await scene.run({ to: POINTER, data, gasLimit: AMPLE })).gasUsed
  const again = new Scene(setUp)
  const outcome = await again.run({ to: POINTER, data, gasLimit: needs - 1n })
  expect(outcome).toEqual({ kind: 'halt', reason: 'out of gas', gasUsed: needs - 1n })
  expect(again.drain()).toEqual([])
  expect(again.state.getCode(expected('atom'))).toEqual(EMPTY_BYTES)
})

type Outcome = Awaited<ReturnType<Scene['run']>>

/** Events of a token, as viem reads them. */
function eventsOf(outcome: Outcome): unknown {
  if (outcome.kind !== 'success') return undefined
  const logs = outcome.logs.map(({ address, topics, data }) => ({
    address,
    topics,
    data: bytesToHex(data),
  }))
  const read = parseEventLogs({ abi: erc20Abi, logs: logs as never })
  return read.map(({ eventName, args }) => [
    eventName,
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.toLowerCase() : value,
      ]),
    ),
  ])
}

function errorOf(outcome: Outcome): unknown {
  if (outcome.kind !== 'revert') return undefined
  const { errorName, args } = decodeErrorResult({ abi: erc20Abi, data: bytesToHex(outcome.output) })
  return [errorName, args.map((arg) => (typeof arg === 'string' ? arg.toLowerCase() : arg))]
}
