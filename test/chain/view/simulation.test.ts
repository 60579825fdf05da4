import { describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { type Address, contractAddress, parseAddress } from '../../../src/primitives/address.ts'
import { bytesToBigInt, padLeft } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed, testChain } from '../../support/chain.ts'
import { code, push } from '../../support/evm/programs.ts'
import { createTestExecutor } from '../../support/executor.ts'
import { CHAIN_ID, COIN, testGenesis } from '../../support/genesis.ts'

const TARGET = parseAddress(`0xaa${'0'.repeat(38)}`)
const latest = { tag: 'latest' } as const

/** A chain with code at {@link TARGET}. */
function chainWith(...parts: readonly (number | Uint8Array)[]) {
  return testChain(testGenesis({}, [[TARGET, { code: code(...parts) }]]))
}

/** Code that returns what `expression` leaves on the stack. */
function returns(...expression: readonly (number | Uint8Array)[]) {
  return [...expression, push(0), 0x52, push(32), push(0), 0xf3]
}

describe('views and simulation', () => {
  test('every past block keeps its state', async () => {
    const chain = testChain()
    for (let nonce = 0n; nonce < 10n; nonce++) {
      await chain.pool.submit(signed(alice, { nonce, to: bob.address, value: COIN }))
    }
    for (let number = 0n; number <= 10n; number++) {
      const { state } = await chain.state.viewAt({ number })
      expect(state.getBalance(bob.address)).toBe((1000n + number) * COIN)
      expect(state.getNonce(alice.address)).toBe(number)
    }
    await expect(chain.state.viewAt({ number: 11n })).rejects.toMatchObject({
      details: { code: 'BLOCK_NOT_YET_AVAILABLE', number: 11n, latest: 10n },
    })
  })

  test.each([
    [2n ** 64n - 2n, undefined],
    [2n ** 64n - 1n, 'NONCE_OVERFLOW'],
  ])('a creation by an account with nonce %i', async (nonce, refusal) => {
    const rich = { balance: COIN, nonce }
    const chain = testChain(testGenesis({}, [[TARGET, rich]]))
    const view = await chain.state.viewAt(latest)
    const creation = { from: TARGET, data: code(0x00) }
    const call = chain.simulate.call(view, creation)
    const estimate = chain.simulate.estimateGas(view, creation)
    if (refusal === undefined) {
      expect(await call).toMatchObject({ kind: 'success' })
      expect(await estimate).toMatchObject({ kind: 'estimate' })
    } else {
      await expect(call).rejects.toMatchObject({ details: { code: refusal } })
      await expect(estimate).rejects.toMatchObject({ details: { code: refusal } })
    }
    // Other calls do not check the nonce.
    const other = await chain.simulate.call(view, { from: TARGET, to: bob.address })
    expect(other).toMatchObject({ kind: 'success' })
  })

  test('pending includes executable transactions of the pool', async () => {
    const chain = testChain()
    expect((await chain.state.viewAt({ tag: 'pending' })).block).toMatchObject({
      number: 1,
      hash: undefined,
    })
    // A gap: not executable, so the pending block is empty.
    await chain.pool.submit(signed(alice, { nonce: 1n, to: bob.address, value: COIN }))
    const view = await chain.state.viewAt({ tag: 'pending' })
    expect(view.block.transactions).toHaveLength(0)
    expect(view.state.getBalance(bob.address)).toBe(1000n * COIN)
  })

  test('a call changes nothing and sees overrides', async () => {
    const slot = new Uint8Array(32)
    const chain = chainWith(...returns(push(0), 0x54), 0x00)
    const view = await chain.state.viewAt(latest)
    const stateDiff = [[slot, padLeft(Uint8Array.of(42), 32)] as const]
    const outcome = await chain.simulate.call(
      view,
      { to: TARGET },
      { state: new Map([[TARGET, { stateDiff }]]) },
    )
    expect(outcome).toMatchObject({ kind: 'success', output: padLeft(Uint8Array.of(42), 32) })
    expect(bytesToBigInt((await chain.state.viewAt(latest)).state.getStorage(TARGET, slot))).toBe(
      0n,
    )
    const number = await chain.simulate.call(
      view,
      { to: TARGET },
      {
        state: new Map([[TARGET, { code: code(...returns(0x43)) }]]),
        block: { number: 77n },
      },
    )
    expect(number).toMatchObject({ kind: 'success', output: padLeft(Uint8Array.of(77), 32) })
  })

  test('an access list omits what the call itself creates', async () => {
    const chain = testChain()
    const view = await chain.state.viewAt(latest)
    // CREATE of an empty contract
    const request = { from: alice.address, data: hexToBytes('5f5f5ff000') }
    const { accessList } = await chain.simulate.createAccessList(view, request)
    expect(accessList).toEqual([])
  })

  test('precompiles cannot move onto overridden addresses', async () => {
    const chain = testChain()
    const view = await chain.state.viewAt(latest)
    const [two, three] = [2, 3].map((n) => parseAddress(`0x${String(n).padStart(40, '0')}`)) as [
      Address,
      Address,
    ]
    const swap = new Map([
      [two, { movePrecompileTo: three }],
      [three, { movePrecompileTo: two }],
    ])
    const same = new Map([[two, { movePrecompileTo: two }]])
    for (const [state, code] of [
      [swap, 'ALREADY_OVERRIDDEN'],
      [same, 'MOVED_TO_ITSELF'],
    ] as const) {
      await expect(chain.simulate.call(view, { to: three }, { state })).rejects.toMatchObject({
        code,
      })
    }
  })

  test('block overrides determine the fork of a simulation', async () => {
    const config = { pragueTime: 4_000_000_000, shanghaiTime: 0 }
    const chain = testChain(
      testGenesis({ config }, [[TARGET, { code: code(push(0), 0x5c, 0x00) }]]),
    )
    const view = await chain.state.viewAt(latest)
    expect((await chain.simulate.call(view, { to: TARGET })).kind).toBe('halt')
    const later = { block: { time: 4_000_000_000n } }
    expect((await chain.simulate.call(view, { to: TARGET }, later)).kind).toBe('success')
  })

  test('a simulation times out, in loops and in recursion', async () => {
    const genesis = testGenesis({}, [
      // JUMPDEST PUSH1 0 JUMP
      [TARGET, { code: hexToBytes('5b600056') }],
      // calls itself twice, without a jump
      [bob.address, { code: hexToBytes('5f5f5f5f5f305af15f5f5f5f5f305af100') }],
    ])
    const chain = createChain({
      genesis,
      executor: createTestExecutor(CHAIN_ID),
      clock: fixedClock(1_700_000_000),
      logger: silentLogger,
      callTimeoutMs: 50,
      callGasCap: 2n ** 50n,
    })
    const view = await chain.state.viewAt(latest)
    for (const to of [TARGET, bob.address]) {
      await expect(chain.simulate.call(view, { to })).rejects.toMatchObject({
        code: 'EXECUTION_TIMEOUT',
      })
    }
    // Nothing is left behind: the next call is as any other.
    expect((await chain.simulate.call(view, { to: carol.address })).kind).toBe('success')
  })

  test('authorizations are rejected before their fork', async () => {
    const chain = testChain(testGenesis({ hardfork: 'cancun' }))
    const view = await chain.state.viewAt(latest)
    const authorization = {
      chainId: 0n,
      address: TARGET,
      nonce: 0n,
      yParity: 0,
      r: 1n,
      s: 1n,
    } as const
    const refusal = chain.simulate.call(view, {
      to: bob.address,
      authorizationList: [authorization],
    })
    await expect(refusal).rejects.toMatchObject({ code: 'TX_TYPE_NOT_SUPPORTED' })
  })

  test('an invalid jump has geth’s message', async () => {
    const chain = testChain()
    const outcome = await chain.simulate.call(await chain.state.viewAt(latest), {
      data: hexToBytes('600356'),
    })
    expect(outcome).toMatchObject({ kind: 'halt', reason: 'invalid jump destination' })
  })

  test.each(['prague', 'osaka'] as const)(
    'every precompile of %s returns or fails for any input',
    async (hardfork) => {
      const chain = testChain(testGenesis({ hardfork }))
      const view = await chain.state.viewAt(latest)
      const precompiles = createTestExecutor(CHAIN_ID).precompiles(hardfork)
      expect(precompiles.size).toBe(hardfork === 'osaka' ? 18 : 17)
      for (const to of precompiles) {
        for (const data of [
          new Uint8Array(0),
          new Uint8Array(192),
          new Uint8Array(213).fill(0xff),
        ]) {
          const { kind } = await chain.simulate.call(view, { to, data, gas: 1_000_000n })
          expect(['success', 'halt']).toContain(kind)
        }
      }
    },
  )

  test('a moved precompile is restored afterwards', async () => {
    const chain = testChain()
    const identity = parseAddress(`0x${'4'.padStart(40, '0')}`)
    const view = await chain.state.viewAt(latest)
    const moved = new Map([[identity, { movePrecompileTo: TARGET }]])
    const data = Uint8Array.of(1, 2, 3)
    const there = await chain.simulate.call(view, { to: TARGET, data }, { state: moved })
    expect(there).toMatchObject({ kind: 'success', output: data })
    const gone = await chain.simulate.call(view, { to: identity, data }, { state: moved })
    expect(gone).toMatchObject({ kind: 'success', output: new Uint8Array(0) })
    const back = await chain.simulate.call(view, { to: identity, data })
    expect(back).toMatchObject({ kind: 'success', output: data })
  })

  test('an estimate suffices and is at most 1.5 % too high, also with inner calls', async () => {
    const inner = contractAddress(alice.address, 0n)
    const chain = chainWith(
      push(0),
      push(0),
      push(0),
      push(0),
      push(0),
      0x73,
      hexToBytes(inner),
      0x5a,
      0xf1,
      0x15,
      push(0x60),
      0x57,
      0x00,
    )
    // inner: stores five words
    const stores = [1, 2, 3, 4, 5].flatMap((n) => [push(n), push(n), 0x55])
    const runtime = code(...stores)
    const init = code(
      push(runtime.length),
      push(12),
      push(0),
      0x39,
      push(runtime.length),
      push(0),
      0xf3,
    )
    const padded = code(init, new Uint8Array(12 - init.length), runtime)
    await chain.pool.submit(signed(alice, { data: padded }))
    const view = await chain.state.viewAt(latest)
    const request = { from: alice.address, to: TARGET }
    const estimate = await chain.simulate.estimateGas(view, request)
    expect(estimate.kind).toBe('estimate')
    const gas = estimate.kind === 'estimate' ? estimate.gas : 0n
    const enough = await chain.simulate.call(view, { ...request, gas })
    expect(enough.kind).toBe('success')
    expect(
      (await chain.simulate.call(view, { ...request, gas: (gas * 984n) / 1000n })).kind,
    ).not.toBe('success')
    expect(
      await chain.simulate.estimateGas(view, { from: alice.address, to: bob.address, value: 1n }),
    ).toEqual({
      kind: 'estimate',
      gas: 21_000n,
    })
  })
})
