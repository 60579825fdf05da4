import { expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { pluginPrecompile } from '../../../src/evm/precompiles/plugin/pluginPrecompile.ts'
import type {
  PrecompileContext,
  PrecompilePlugin,
} from '../../../src/evm/precompiles/plugin/precompilePlugin.ts'
import type { ExecutionResult } from '../../../src/evm/run/executor.ts'
import { bigIntToBytes, EMPTY_BYTES, utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { probe, through } from '../../support/precompiles/callers.ts'
import { at, COIN, GAS, outputOf, PROBE, Scene } from '../../support/precompiles/scene.ts'

const PLUGIN = at('c0ffee')

function sceneOf(run: PrecompilePlugin['run']): Scene {
  const precompiles = new Map([
    ...nativePrecompilesOf('6.6'),
    [PLUGIN, pluginPrecompile(run)] as const,
  ])
  return new Scene((state) => {
    state.setBalance(alice.address, COIN)
    state.setNonce(bob.address, 3n)
    state.setCode(PROBE, probe.code)
    state.setStorage(PROBE, bigIntToBytes(1n, 32), bigIntToBytes(5n, 32))
    state.drain()
  }, precompiles)
}

/** What becomes of a call with a value of 7 and `cafe` for input. */
function call(run: PrecompilePlugin['run'], scene = sceneOf(run)): Promise<ExecutionResult> {
  return scene.run({ to: PLUGIN, value: 7n, data: Uint8Array.of(0xca, 0xfe) })
}

test('receives the call and the state, and returns output', async () => {
  const seen: unknown[] = []
  const outcome = await call((input, context) => {
    const { caller, value, isStatic, isDelegated, gasLimit, chainId, block } = context
    seen.push(bytesToHex(input))
    seen.push({ caller, value, isStatic, isDelegated, gasLimit, chainId, block })
    seen.push(
      context.getBalance(PLUGIN),
      context.getNonce(bob.address.toUpperCase().replace('X', 'x')),
    )
    seen.push(context.getCode(PROBE), context.getStorage(PROBE, '0x1'), context.getCode(PLUGIN))
    context.useGas(100)
    context.useGas(23n)
    return '0x0102'
  })
  expect(outcome).toMatchObject({ output: Uint8Array.of(1, 2), gasUsed: 123n })
  const facts = [
    '0xcafe',
    {
      caller: alice.address,
      value: 7n,
      isStatic: false,
      isDelegated: false,
      gasLimit: GAS,
      chainId: CHAIN_ID,
      block: { number: 5n, timestamp: 1_700_000_000n },
    },
    ...[7n, 3n, bytesToHex(probe.code), `0x${'5'.padStart(64, '0')}`, '0x'],
  ]
  // Once on each executor.
  expect(seen).toEqual([...facts, ...facts])
})

test('writes its storage, transfers, and emits events', async () => {
  const topic = `0x${'ab'.repeat(32)}`
  const run: PrecompilePlugin['run'] = (_input, context) => {
    context.setStorage(2n, 9n)
    context.transfer(bob.address, 3n)
    context.emit([topic], Uint8Array.of(1))
    return new Uint8Array(0)
  }
  const scene = sceneOf(run)
  const outcome = await call(run, scene)
  expect(outcome).toMatchObject({
    logs: [{ address: PLUGIN, topics: [topic], data: Uint8Array.of(1) }],
  })
  expect(scene.state.getStorage(PLUGIN, bigIntToBytes(2n, 32))).toEqual(bigIntToBytes(9n, 32))
  expect(scene.state.getBalance(PLUGIN)).toBe(4n)
  expect(scene.state.getBalance(bob.address)).toBe(3n)
  scene.drain()
})

test('bytes are copied when they are passed', async () => {
  const buffer = Buffer.alloc(2)
  const run: PrecompilePlugin['run'] = (_input, context) => {
    for (const byte of [1, 2]) context.emit([], buffer.fill(byte))
    setImmediate(() => buffer.fill(9))
    return buffer.fill(3)
  }
  const outcome = await call(run)
  expect(outcome).toMatchObject({
    output: Uint8Array.of(3, 3),
    logs: [{ data: Uint8Array.of(1, 1) }, { data: Uint8Array.of(2, 2) }],
  })
})

test('overridden methods of bytes have no effect', async () => {
  const outcome = await call(() =>
    Object.assign(Uint8Array.of(1, 2), { slice: () => 'none', [Symbol.iterator]: () => [] }),
  )
  expect(outcome).toMatchObject({ output: Uint8Array.of(1, 2) })
})

const change = (context: PrecompileContext): void => {
  context.setStorage(0n, 1n)
  context.transfer(bob.address, 1n)
  context.emit([])
}

/** Solidity's `Error("no")`. */
const ERROR_NO = `0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`

test.each<[string, (context: PrecompileContext) => unknown, string, bigint, string?]>([
  [
    'an error',
    () => {
      throw new Error('no such feed')
    },
    'no such feed',
    10n,
  ],
  [
    'something else thrown',
    () => {
      throw 'words'
    },
    'words',
    10n,
  ],
  [
    'something that has no text',
    () => {
      throw Object.create(null)
    },
    'the thrown value has no message',
    10n,
  ],
  [
    'something whose text throws',
    () => {
      throw {
        toString() {
          throw new Error('boom')
        },
      }
    },
    'the thrown value has no message',
    10n,
  ],
  [
    'something that throws when it is looked at',
    () => {
      const trap = (): never => {
        throw new Error('boom')
      }
      throw new Proxy(new Error('no'), { get: trap, getPrototypeOf: trap, has: trap })
    },
    'the thrown value has no message',
    10n,
  ],
  [
    'an error whose message is not a string',
    () => {
      throw Object.assign(new Error(), { message: 12 })
    },
    '12',
    10n,
  ],
  [
    'an error whose message is a symbol',
    () => {
      throw Object.assign(new Error(), { message: Symbol('sign') })
    },
    'Symbol(sign)',
    10n,
  ],
  [
    'a long message',
    () => {
      throw new Error('no '.repeat(1_000_000))
    },
    `${'no '.repeat(85)}n`,
    10n,
  ],
  [
    'a message that is cut within a character',
    () => {
      throw new Error(`${'x'.repeat(255)}\u{1f680}`)
    },
    `${'x'.repeat(255)}\ufffd`,
    10n,
  ],
  [
    'a revert whose data were replaced',
    (context) => {
      try {
        context.revert('0x1234')
      } catch (error) {
        throw Object.assign(error as Error, { data: 'none' })
      }
    },
    '',
    10n,
    '0x1234',
  ],
  [
    'bytes in disguise',
    () => new Proxy(new Uint8Array(4), {}),
    'what run returned: want bytes or a hex string',
    10n,
  ],
  ['an array of numbers', () => [1, 2], 'what run returned: want bytes or a hex string', 10n],
  ['a revert without data', (context) => context.revert(), '', 10n],
  ['a revert with data', (context) => context.revert('0x1234'), '', 10n, '0x1234'],
  ['a revert with a reason', (context) => context.revert(ERROR_NO), 'no', 10n, ERROR_NO],
  ['no gas left', (context) => context.useGas(GAS), 'out of gas', GAS],
  [
    'no gas left, although caught',
    (context) => {
      try {
        context.useGas(GAS)
      } catch {}
      return '0x'
    },
    'out of gas',
    GAS,
  ],
  ['negative gas', (context) => context.useGas(-1), 'gas is negative: -1', 10n],
  ['a promise', () => Promise.resolve('0x'), 'run must be synchronous: it returned a promise', 10n],
  [
    'a promise that fails',
    () => Promise.reject(new Error('late')),
    'run must be synchronous: it returned a promise',
    10n,
  ],
  ['nothing returned', () => undefined, 'what run returned: want bytes or a hex string', 10n],
  ['half a byte', () => '0x1', 'not hexadecimal bytes', 10n],
  [
    'too large a transfer',
    (context) => context.transfer(bob.address, 8n),
    'cannot transfer 8 wei: the contract has 6',
    10n,
  ],
  [
    'a negative transfer',
    (context) => context.transfer(bob.address, -1n),
    'cannot transfer -1 wei: the contract has 6',
    10n,
  ],
  ['no address', (context) => context.getBalance('0x12'), 'not an address: 0x12', 10n],
  [
    'too large a word',
    (context) => context.setStorage(1n, 2n ** 256n),
    'word: does not fit into 32 bytes',
    10n,
  ],
  [
    'too many topics',
    (context) => context.emit(['0x', '0x', '0x', '0x', '0x']),
    'an event has at most 4 topics (got 5)',
    10n,
  ],
])('%s makes it revert, and leaves no trace', async (_what, fail, reason, gasUsed, data = '0x') => {
  const run = (_input: Uint8Array, context: PrecompileContext) => {
    context.useGas(10)
    change(context)
    return fail(context) as '0x'
  }
  const scene = sceneOf(run)
  const outcome = await call(run, scene)
  expect(outcome).toMatchObject({ kind: 'revert', gasUsed, precompileError: reason })
  expect(outcome.kind === 'revert' && bytesToHex(outcome.output)).toBe(data)
  expect(scene.drain()).toEqual([])
})

test('a static call cannot change state', async () => {
  const run: PrecompilePlugin['run'] = (_input, context) => {
    change(context)
    return '0x'
  }
  const scene = sceneOf(run)
  const outcome = await scene.run({
    to: PROBE,
    data: through('mustStaticCall', PLUGIN, EMPTY_BYTES),
  })
  expect(outcome).toMatchObject({ precompileError: 'write protection: the call is static' })
  expect(scene.drain()).toEqual([])
})

test('a delegated call is marked', async () => {
  const scene = sceneOf((_input, { isDelegated, value }) =>
    utf8ToBytes(`${String(isDelegated)} ${value}`),
  )
  const data = through('delegateCall', PLUGIN, EMPTY_BYTES)
  const outcome = await scene.run({ to: PROBE, data })
  const answer = bytesToHex(utf8ToBytes('true 0'))
  expect(probe.decode('delegateCall', outputOf(outcome))).toEqual([true, answer])
})

test('the context throws after the call', async () => {
  const kept: PrecompileContext[] = []
  await call((_input, context) => {
    kept.push(context)
    return '0x'
  })
  expect(kept).toHaveLength(2)
  for (const context of kept) {
    expect(() => change(context)).toThrow('has ended')
    const uses: (() => unknown)[] = [
      () => context.useGas(1),
      () => context.getBalance(PLUGIN),
      () => context.getNonce(PLUGIN),
      () => context.getCode(PLUGIN),
      () => context.getStorage(PLUGIN, 0n),
      () => context.setStorage(0n, 1n),
      () => context.transfer(bob.address, 1n),
      () => context.emit([]),
      () => context.revert(),
    ]
    for (const use of uses) expect(use).toThrow('the call of the precompiled contract has ended')
    expect(uses.length).toBe(Object.values(context).filter((x) => typeof x === 'function').length)
  }
})

test('a later call cannot use the context of an earlier one', async () => {
  let kept: PrecompileContext | undefined
  const run: PrecompilePlugin['run'] = (_input, context) => {
    if (kept === undefined) kept = context
    else kept.setStorage(0n, 1n)
    return '0x'
  }
  const scene = sceneOf(run)
  // The engine's call is the first, the reference's the second.
  await expect(call(run, scene)).rejects.toThrow()
  const outcome = await call(run, scene)
  const precompileError = 'the call of the precompiled contract has ended'
  expect(outcome).toMatchObject({ kind: 'revert', precompileError })
})
