import { expect, test } from 'vitest'
import type { AbortableContext } from '../../src/evm/run/simulate.ts'
import type { Address } from '../../src/primitives/address.ts'
import { bigIntToBytes } from '../../src/primitives/encoding/bytes.ts'
import type { StateSource } from '../../src/state/rows/stateSource.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { traceJob, traceWithJavaScript } from '../../src/tracers/javascript/javaScriptTracer.ts'
import { TracerProcess } from '../../src/tracers/javascript/tracerProcess.ts'
import { alice } from '../support/accounts.ts'
import { testChain } from '../support/chain.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf, traceCall } from '../support/evm/tracing.ts'
import { testGenesis } from '../support/genesis.ts'
import { FULL } from '../support/runs.ts'

const A = addressOf(0xaa)
/** Told in several pages. */
const SLOTS = FULL ? 9000 : 4100

const word = (n: number) => bigIntToBytes(BigInt(n), 32)

test('a self-destructing contract with many slots', async () => {
  const storage = Array.from({ length: SLOTS }, (_, n) => [word(n), word(n + 1)] as const)
  const account = { code: code(push(BigInt(alice.address)), 0xff), storage }
  const chain = testChain(testGenesis({ hardfork: 'shanghai' }, [[A, account]]))
  const source = `{ before: 0, fault() {},
    count(db) { let n = 0; for (let i = 0; i < ${SLOTS}; i++) if (!/^0x0+$/.test(toHex(db.getState('${A}', toWord('0x' + i.toString(16)))))) n++; return n },
    step(log, db) { if (log.op.toString() === 'SELFDESTRUCT') this.before = this.count(db) },
    result(ctx, db) { return [this.before, this.count(db), db.exists('${A}')] } }`
  expect(await traceCall(chain, { from: alice.address, to: A }, { source })).toEqual([
    SLOTS,
    0,
    false,
  ])
})

test('code larger than a buffer', async () => {
  const large = new Uint8Array(2_000_000).fill(0x5b)
  const chain = testChain(testGenesis({}, [[A, { code: large }]]))
  const source = `{ step() {}, fault() {}, result(ctx, db) { return db.getCode('${A}').length } }`
  const request = { from: alice.address, to: A, gas: 50_000n }
  expect(await traceCall(chain, request, { source })).toBe(large.length)
})

test('an unreadable state: its own error', async () => {
  const chain = testChain()
  const view = await chain.state.viewAt({ tag: 'latest' })
  const subject = { kind: 'call', request: { to: A }, place: { blockNumber: 0n } } as const
  const tracer = { source: '{ fault() {}, result() {} }', config: undefined }
  const broken = new Error('a node of the tree is damaged')
  const read = () => {
    throw broken
  }
  const breaking = (scene: AbortableContext): AbortableContext => {
    const source = { read, storageSlots: read, denominations: read }
    const state: WorldState = Object.create(scene.state, { asSource: { value: () => source } })
    return { ...scene, state }
  }
  const traced = chain.simulate.explore(view, (scene) =>
    traceWithJavaScript(breaking(scene), subject, tracer, { timeoutMs: 20_000 }),
  )
  await expect(traced).rejects.toBe(broken)
})

test('an unreadable value in db: its own error, too', async () => {
  const chain = testChain()
  const view = await chain.state.viewAt({ tag: 'latest' })
  const subject = { kind: 'call', request: { to: A }, place: { blockNumber: 0n } } as const
  const broken = new Error('a node of the tree is damaged')
  const source = `{ fault() {}, result(ctx, db) { try { db.getNonce('0xdead') } catch {} return 1 } }`
  const breaking = (scene: AbortableContext): AbortableContext => {
    const whole = scene.state.asSource()
    const read: typeof whole.read = (kind, id) => {
      if (id.endsWith('dead')) throw broken
      return whole.read(kind, id)
    }
    const source: StateSource = {
      read,
      storageSlots: (address) => whole.storageSlots(address),
      denominations: (owner) => whole.denominations(owner),
      ids: (kind, range) => whole.ids(kind, range),
    }
    const state: WorldState = Object.create(scene.state, { asSource: { value: () => source } })
    return { ...scene, state }
  }
  const traced = chain.simulate.explore(view, (scene) =>
    traceWithJavaScript(
      breaking(scene),
      subject,
      { source, config: undefined },
      { timeoutMs: 20_000 },
    ),
  )
  await expect(traced).rejects.toBe(broken)
})

test('a moved precompile', async () => {
  const chain = testChain()
  const view = await chain.state.viewAt({ tag: 'latest' })
  const identity = `0x${'04'.padStart(40, '0')}` as Address
  const request = { to: A, data: Uint8Array.of(7) }
  const subject = { kind: 'call', request, place: { blockNumber: 0n } } as const
  const source = `{ fault() {}, result(ctx) { return [isPrecompiled('${identity}'), isPrecompiled('${A}'), toHex(ctx.output)] } }`
  const state = new Map([[identity, { movePrecompileTo: A }]])
  const json = await chain.simulate.explore(
    view,
    (scene) =>
      traceWithJavaScript(scene, subject, { source, config: undefined }, { timeoutMs: 20_000 }),
    { overrides: { state } },
  )
  expect(JSON.parse(json)).toEqual([false, true, '0x07'])
})

test('a worker that exits unexpectedly: the trace fails', async () => {
  const chain = testChain()
  const view = await chain.state.viewAt({ tag: 'latest' })
  const subject = { kind: 'call', request: { to: A }, place: { blockNumber: 0n } } as const
  const tracer = { source: '{ fault() {}, result() { for (;;); } }', config: undefined }
  const traced = chain.simulate.explore(view, async (scene) => {
    const worker = new TracerProcess()
    const running = worker.run(traceJob(scene, subject, tracer, { timeoutMs: 60_000 }), scene)
    setTimeout(() => void worker.stop(), 300)
    return running
  })
  const refusal = { code: 'TRACER_FAILED', reason: 'the tracer worker exited unexpectedly' }
  await expect(traced).rejects.toMatchObject({ details: refusal })
})
