import { parseAbi } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { balancesOf } from '../../../../src/modules/bank/bank.ts'
import { protoSchema } from '../../../../src/native/codec/protoSchema.ts'
import {
  signNativeTransaction,
  type UnsignedNativeTransaction,
} from '../../../../src/native/codec/signNativeTransaction.ts'
import type { ModuleMessage } from '../../../../src/native/nativeTransaction.ts'
import { toChecksumAddress } from '../../../../src/primitives/address.ts'
import { castAddress } from '../../../../src/state/rows/layout.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import { NATIVE_CHAIN_ID, nativeText } from '../../../support/native/native.ts'
import { probe } from '../../../support/precompiles/callers.ts'
import { aliceNative, bobNative, ModuleScene } from '../../../support/precompiles/modules.ts'
import { at, interfaceOf, outputOf, PROBE } from '../../../support/precompiles/scene.ts'

const SOLO = at('100c')
const abi = parseAbi([
  'function claim(bytes payload) returns (bool)',
  'function claimSpecific(bytes payload) returns (bool)',
])

const claimed = protoSchema('MsgClaimSpecific', {
  sender: [1, 'text'],
  claimer: [2, 'text'],
  assets: [3, 'messages'],
})
const asset = protoSchema('Asset', {
  asset_type: [1, 'uint64'],
  contract_address: [2, 'text'],
  denom: [3, 'text'],
})
const [CW20, CW721, NATIVE] = [0n, 1n, 2n]
const CONTRACT = nativeText(carol)

/** A claim of bob's assets for alice. */
function claimOf(
  changes: Partial<Parameters<typeof claimed.encode>[0]> = {},
  typeUrl = '/seiprotocol.seichain.evm.MsgClaim',
): ModuleMessage {
  const claim = { sender: nativeText(bob), claimer: toChecksumAddress(alice.address), ...changes }
  return { kind: 'module', typeUrl, value: claimed.encode(claim), signer: claim.sender }
}

function specific(assets: readonly Parameters<typeof asset.encode>[0][]): ModuleMessage {
  const encoded = assets.map((one) => asset.encode(one))
  return claimOf({ assets: encoded }, '/seiprotocol.seichain.evm.MsgClaimSpecific')
}

let here: ModuleScene
let accountNumber: bigint

function sign(
  message: ModuleMessage = claimOf(),
  changes: Partial<UnsignedNativeTransaction> = {},
): `0x${string}` {
  const raw = signNativeTransaction({
    messages: [message],
    memo: '',
    timeoutHeight: 0n,
    fee: { coins: [], gasLimit: 0n },
    privateKey: bob.privateKey,
    sequence: 0n,
    accountNumber,
    chainId: NATIVE_CHAIN_ID,
    ...changes,
  })
  return `0x${Buffer.from(raw).toString('hex')}`
}

beforeEach(() => {
  here = new ModuleScene(SOLO, abi)
  here.scene.change((state) => {
    state.mintCoins(bobNative, 'uatom', 7n)
    accountNumber = state.ensureAccount(bobNative).accountNumber
    state.setCode(PROBE, probe.code)
    state.drain()
  })
})

const coinsOf = (owner: typeof bobNative) => balancesOf(here.scene.state, owner)

test('a claim moves all coins of its signer to the caller, once', async () => {
  const payload = sign()
  expect(await here.result('claim', [payload])).toBe(true)
  expect(coinsOf(bobNative)).toEqual([])
  expect(coinsOf(aliceNative)).toEqual([
    { denom: 'uatom', amount: 7n },
    { denom: 'usei', amount: 200_000_000n },
  ])
  expect(await here.call('claim', [payload])).toMatchObject({
    precompileError: 'account sequence mismatch for claim tx (0 vs. 1)',
  })
  expect(await here.result('claim', [sign(undefined, { sequence: 1n })])).toBe(true)
})

test('a caller without association receives them at its own address', async () => {
  const payload = sign(claimOf({ claimer: carol.address }))
  expect(await here.result('claim', [payload], { caller: carol.address })).toBe(true)
  expect(coinsOf(castAddress(carol.address))).toContainEqual({ denom: 'uatom', amount: 7n })
})

// geth's HexToAddress takes the last 20 bytes, up to what is no digit.
test.each([
  alice.address.slice(2),
  `0X${alice.address.slice(2).toUpperCase()}`,
  `0x00ff${alice.address.slice(2)}`,
  `${alice.address}zz`,
])('the claimer may be written as %s', async (claimer) => {
  expect(await here.result('claim', [sign(claimOf({ claimer }))])).toBe(true)
})

test('claimSpecific moves coins of the named denominations', async () => {
  const wanted = ['uatom', 'unone'].map((denom) => ({ asset_type: NATIVE, denom }))
  expect(await here.result('claimSpecific', [sign(specific(wanted))])).toBe(true)
  expect(coinsOf(bobNative)).toEqual([{ denom: 'usei', amount: 100_000_000n }])
  expect(coinsOf(aliceNative)).toContainEqual({ denom: 'uatom', amount: 7n })
})

type Case = readonly [string, string, () => string, string | RegExp]
const cases: readonly Case[] = [
  ['half a payload', 'claim', () => sign().slice(0, 22), /^failed to decode claim tx due to/],
  ['no message', 'claim', () => sign(undefined, { messages: [] }), /1 message but 0 were found$/],
  [
    'two messages',
    'claim',
    () => sign(undefined, { messages: [claimOf(), claimOf()] }),
    'claim tx must contain exactly 1 message but 2 were found',
  ],
  [
    'another message',
    'claim',
    () => sign(claimOf({}, '/seiprotocol.seichain.evm.MsgSend')),
    'claim tx can only contain MsgClaim or MsgClaimSpecific type',
  ],
  [
    'another claimer',
    'claim',
    () => sign(claimOf({ claimer: carol.address })),
    `claim tx is meant for ${carol.address} but was sent by ${toChecksumAddress(alice.address)}`,
  ],
  [
    'a sender of another chain',
    'claim',
    () => sign(claimOf({ sender: 'cosmos1' })),
    /^failed to parse claim tx sender due to decoding bech32 failed/,
  ],
  [
    'a sender without an account',
    'claim',
    () => sign(claimOf({ sender: nativeText(carol) }), { privateKey: carol.privateKey }),
    `account ${nativeText(carol)} does not exist`,
  ],
  [
    'the key of another account',
    'claim',
    () => sign(undefined, { privateKey: alice.privateKey }),
    `claim message is for ${nativeText(bob)} but was signed by ${nativeText(alice)}`,
  ],
  ['a later sequence', 'claim', () => sign(undefined, { sequence: 1n }), /\(1 vs. 0\)$/],
  [
    'another chain',
    'claim',
    () => sign(undefined, { chainId: 'bad chain' }),
    'failed to verify signature for claim tx: unable to verify single signer signature',
  ],
  [
    'another account number',
    'claim',
    () => sign(undefined, { accountNumber: accountNumber + 1n }),
    /^failed to verify signature/,
  ],
  [
    'MsgClaimSpecific',
    'claim',
    () => sign(specific([])),
    'message for Claim must not be MsgClaimSpecific type',
  ],
  ['MsgClaim', 'claimSpecific', () => sign(), 'message is not MsgClaimSpecific type'],
  [
    'a CW20 token',
    'claimSpecific',
    () => sign(specific([{ asset_type: CW20, contract_address: CONTRACT }])),
    `failed to query CW20 contract ${CONTRACT} for balance: CosmWasm is not available on this chain`,
  ],
  [
    'a CW721 token',
    'claimSpecific',
    () => sign(specific([{ asset_type: CW721, contract_address: CONTRACT }])),
    /^failed to query CW721 contract .* for all tokens: /,
  ],
  [
    'a contract without address',
    'claimSpecific',
    () => sign(specific([{ asset_type: CW20, contract_address: 'x' }])),
    /^failed to parse contract address x: decoding bech32 failed/,
  ],
]

test.each(cases)('refuses %s in %s', async (_what, name, payload, reason) => {
  const outcome = await here.call(name, [payload()])
  expect(outcome).toMatchObject({ kind: 'revert', gasUsed: 1_000_000n })
  const wanted = typeof reason === 'string' ? reason : expect.stringMatching(reason)
  expect(outcome).toHaveProperty('precompileError', wanted)
  expect(here.scene.drain()).toEqual([])
})

test.each(['staticCall', 'call', 'delegateCall'])('contracts cannot claim by %s', async (how) => {
  const data = interfaceOf(abi).encode('claim', sign(claimOf({ claimer: PROBE })))
  const args = how === 'call' ? [SOLO, 0n, data, 100_000n] : [SOLO, data]
  const hex = args.map((arg) =>
    arg instanceof Uint8Array ? `0x${Buffer.from(arg).toString('hex')}` : arg,
  )
  const outcome = await here.scene.run({ to: PROBE, data: probe.encode(how, ...hex) })
  expect(probe.decode(how, outputOf(outcome))).toMatchObject({ 0: false })
  expect(outcome).toMatchObject({ kind: 'success' })
  expect(here.scene.drain()).toEqual([])
})
