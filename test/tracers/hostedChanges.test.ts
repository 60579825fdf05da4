import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngineExecutor } from '../../src/evm/engine/engineExecutor.ts'
import { nativePrecompilesOf } from '../../src/evm/precompiles/native/nativePrecompiles.ts'
import { pluginPrecompile } from '../../src/evm/precompiles/plugin/pluginPrecompile.ts'
import { createReferenceExecutor } from '../../src/evm/reference/referenceExecutor.ts'
import { publicKeyToNative } from '../../src/evm/transaction/association.ts'
import { type Address, create2Address } from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { compressPublicKey } from '../../src/primitives/crypto/secp256k1.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { EMPTY_BYTES, utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice, bob, pauper } from '../support/accounts.ts'
import { chainOfBlocks } from '../support/chain/chainOfBlocks.ts'
import { signed, testSettings } from '../support/chain.ts'
import { CHAIN_ID, COIN, testGenesis } from '../support/genesis.ts'
import { probe } from '../support/precompiles/callers.ts'
import { at, interfaceOf, PROBE } from '../support/precompiles/scene.ts'
import { rpcOf } from '../support/rpc/rpc.ts'
import { runs } from '../support/runs.ts'
import { differenceOf } from '../support/tracers/storedDifference.ts'

/*
 * Precompiled contracts change accounts that no opcode touches. The changes that tracers report
 * must still equal the difference between two versions of the stores. Each block has one
 * transaction.
 */

const [BANK, ADDR, GOV, POINTER, PLUGIN] = ['1001', '1004', '1006', '100b', 'c0ffee'].map(at) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
/** Stands for usei. */
const TOKEN = create2Address(POINTER, keccak256(utf8ToBytes('usei')), EMPTY_BYTES)

const abi = interfaceOf([
  'function sendNative(string toNativeAddress) payable returns (bool)',
  'function associatePubKey(string key) returns (string, address)',
  'function submitProposal(string json) payable returns (uint64)',
  'function addNativePointer(string) payable returns (address)',
  'function transfer(address, uint256) returns (bool)',
])

/** Counts in a slot, and pays all that it is given to pauper. */
const plugin = pluginPrecompile((input, context) => {
  const slot = BigInt(input.length)
  context.setStorage(slot, BigInt(context.getStorage(PLUGIN, slot)) + 1n)
  context.transfer(pauper.address, context.value)
  return '0x'
})
const precompiles = new Map([...nativePrecompilesOf('6.6'), [PLUGIN, plugin] as const])

const nativeOf = (digits: Hex): string => bytesToBech32('sei', hexToBytes(digits))
const receivers = [publicKeyToNative(alice.publicKey), publicKeyToNative(bob.publicKey)] as const
const key = bytesToHex(compressPublicKey(bob.publicKey)).slice(2)

const calls: fc.Arbitrary<readonly [Address, Uint8Array]> = fc.oneof(
  fc
    .constantFrom<Hex>(...receivers, pauper.address, PROBE, at('77'))
    .map((to) => [BANK, abi.encode('sendNative', nativeOf(to))] as const),
  fc.constant([ADDR, abi.encode('associatePubKey', key)] as const),
  fc.constant([POINTER, abi.encode('addNativePointer', 'usei')] as const),
  fc
    .constantFrom(bob.address, PROBE, at('78'))
    .map((to) => [TOKEN, abi.encode('transfer', to, 3n)] as const),
  fc.constant([
    GOV,
    abi.encode('submitProposal', '{"title":"a","description":"b","deposit":"1usei"}'),
  ] as const),
  fc.constantFrom(0, 0, 2).map((length) => [PLUGIN, new Uint8Array(length)] as const),
)

interface Step {
  readonly what: readonly [Address, Uint8Array]
  readonly value: bigint
  /** Straight from alice, through a contract (0), or through one that reverts then (3). */
  readonly how: 0 | 3 | undefined
}

const plan: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    what: calls,
    value: fc.constantFrom(0n, 5n, 10n ** 12n, 10n ** 12n + 7n),
    how: fc.constantFrom(undefined, undefined, 0, 0, 3),
  }),
  { minLength: 1, maxLength: 8 },
)

const step = (to: Address, data: Uint8Array, value = 0n): Step => ({
  what: [to, data],
  value,
  how: undefined,
})

/** One of each, in an order in which they do something. */
const example: readonly Step[] = [
  step(POINTER, abi.encode('addNativePointer', 'usei')),
  step(TOKEN, abi.encode('transfer', bob.address, 3n)),
  step(TOKEN, abi.encode('transfer', at('78'), 3n)),
  step(BANK, abi.encode('sendNative', nativeOf(receivers[1])), 10n ** 12n + 7n),
  step(ADDR, abi.encode('associatePubKey', key)),
  step(BANK, abi.encode('sendNative', nativeOf(at('77'))), 5n),
  step(PLUGIN, new Uint8Array(2), 7n),
  step(GOV, abi.encode('submitProposal', '{"title":"a","description":"b"}'), 10n ** 12n),
]

describe.each([createEngineExecutor, createReferenceExecutor])('%o', (create) => {
  const executor = create(CHAIN_ID, precompiles)

  async function chainOf(steps: readonly Step[]) {
    const blocks = steps.map(({ what: [to, data], value, how }, nonce) => {
      const inside = { how, to, value, data: bytesToHex(data), gasLimit: 2_000_000n }
      const fields =
        how === undefined ? { to, data } : { to: PROBE, data: probe.encode('batch', [inside]) }
      return [signed(alice, { ...fields, value, gasLimit: 4_000_000n, nonce: BigInt(nonce) })]
    })
    const genesis = testGenesis({}, [[PROBE, { code: probe.code, nonce: 1n, balance: COIN }]])
    const settings = { ...testSettings(genesis), executor }
    return { blocks, ...(await chainOfBlocks(genesis, blocks, settings)) }
  }

  test('tracers report the changes of precompiles as in the stores', async () => {
    const changed = new Set<string>()
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const { blocks, chain, states } = await chainOf(steps)
        const ask = rpcOf(chain)
        for (const [i, [transaction]] of blocks.entries()) {
          const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
          const found = await ask('debug_traceTransaction', transaction?.hash, options)
          const wanted = await differenceOf(states, i + 1)
          expect(found).toEqual(wanted)
          const addresses = Object.keys({ ...wanted.pre, ...wanted.post }).sort()
          const replay = await ask<{ stateDiff: object }>(
            'trace_replayTransaction',
            transaction?.hash,
            ['stateDiff'],
          )
          expect(Object.keys(replay.stateDiff).sort()).toEqual(addresses)
          for (const address of addresses) changed.add(address)
        }
        await chain.close()
      }),
      { numRuns: runs({ quick: 5, full: 30 }), examples: [[example]] },
    )
    // The tests reach what they are about.
    for (const each of [TOKEN, PLUGIN, pauper.address, bob.address, at('77'), at('78')]) {
      expect(changed).toContain(each)
    }
  }, 60_000)

  test("a recipient of a precompile's payment is in the prestate", async () => {
    const data = abi.encode('sendNative', nativeOf(pauper.address))
    const { blocks, chain } = await chainOf([step(BANK, data, 5n)])
    const hash = blocks[0]?.[0]?.hash
    const ask = rpcOf(chain)
    const options = { tracer: 'prestateTracer', tracerConfig: { includeEmpty: true } }
    const before = await ask('debug_traceTransaction', hash, options)
    expect(before).toMatchObject({ [pauper.address]: { balance: '0x0' } })
    const { stateDiff } = await ask<{ stateDiff: Record<string, object> }>(
      'trace_replayTransaction',
      hash,
      ['stateDiff'],
    )
    expect(stateDiff[pauper.address]).toMatchObject({ balance: { '+': '0x5' } })
    await chain.close()
  })
})
