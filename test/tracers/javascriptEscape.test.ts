import { describe, expect, test } from 'vitest'
import { A, expectServed, STEPS, trace } from '../support/evm/hostileTracing.ts'
import { some } from '../support/runs.ts'

describe('escape attempts', () => {
  test.each([
    ['the constructor of a function', "[].constructor.constructor('return typeof process')()"],
    ['eval', "(0, eval)('typeof process')"],
    ['globalThis', 'typeof globalThis.process'],
    ['the constructor of a host function', "toHex.constructor('return typeof process')()"],
  ])('%s', async (_name, expression) => {
    expect(await trace(`{ fault() {}, result() { return ${expression} } }`)).toBe('undefined')
  })

  test("globals are the language and the tracer's functions", async () => {
    const names = await trace('{ fault() {}, result() { return Object.keys(globalThis) } }')
    expect(names).toEqual([
      'bigInt',
      'toHex',
      'toWord',
      'toAddress',
      'isPrecompiled',
      'slice',
      'toContract',
      'toContract2',
    ])
  })

  test.each([
    ['import', "import('fs')"],
    ['import of an address', "import('data:text/javascript,1')"],
  ])('%s is unavailable', async (_name, expression) => {
    expect(await trace(`{ fault() {}, result() { return ${expression} } }`)).toEqual({})
    await expectServed()
  })
})

describe('changed intrinsics', () => {
  /** Either it works or it fails as the tracer's own fault; the node is as before. */
  test.each(
    some(2, [
      ['JSON.stringify', "JSON.stringify = () => 'no JSON'"],
      ['JSON.parse', 'JSON.parse = () => { throw 1 }'],
      ['Uint8Array', 'Uint8Array = function () { throw 1 }'],
      [
        'Uint8Array.prototype',
        'Uint8Array.prototype.set = Uint8Array.prototype.slice = () => { throw 1 }',
      ],
      [
        'typed arrays',
        "Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'buffer', { get() { throw 1 } })",
      ],
      [
        'their length',
        "Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get() { return 1e9 } })",
      ],
      [
        'Array.prototype',
        "for (const n of Object.getOwnPropertyNames(Array.prototype)) if (n !== 'length') Array.prototype[n] = () => { throw 1 }",
      ],
      ['iteration', 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }'],
      [
        'Function.prototype',
        'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }',
      ],
      ['Reflect', 'Reflect.apply = () => { throw 1 }'],
      ['String', "String = () => { throw 1 }; String.prototype.slice = () => 'x'"],
      ['BigInt', 'BigInt = () => { throw 1 }'],
      [
        'Object.prototype getters',
        "for (const n of ['then', 'length', 'value', 'error', 'step', 'toJSON', 'get', 'set', '0'])\
      Object.defineProperty(Object.prototype, n, { get() { throw new Error(n) }, set() { throw new Error(n) }, configurable: true })",
      ],
      [
        'Object.prototype values',
        "for (const n of ['then', 'length', 'value', 'error', 'toJSON', 'code', 'number'])\
      Object.prototype[n] = 5",
      ],
      [
        'Error.prototype',
        "Error.prototype.toString = () => { for (;;); }; Object.defineProperty(Error.prototype, 'message', { get() { for (;;); } })",
      ],
      [
        'everything',
        'for (const n of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[n] } catch {}',
      ],
      [
        'frozen globals',
        'for (const n of Object.getOwnPropertyNames(globalThis)) try { Object.freeze(globalThis[n].prototype) } catch {}',
      ],
      [
        'buffers',
        "const { slice } = ArrayBuffer.prototype; const get = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'buffer').get;\
      for (const C of [Uint8Array, Uint32Array, BigUint64Array, Float64Array, DataView]) for (const n of Object.getOwnPropertyNames(C.prototype))\
        try { const f = C.prototype[n]; if (typeof f === 'function') C.prototype[n] = function () { try { get.call(this).transfer() } catch {} return f.apply(this, arguments) } } catch {}",
      ],
    ]),
  )('%s', async (_name, change) => {
    const source = `(() => {
      ${change}
      return { n: 0, step(log, db) { this.n++; log.stack.length() && log.stack.peek(0); log.memory.slice(0, 1); log.contract.getAddress(); db.getBalance('${A}') },
        enter() {}, exit() {}, setup() {}, fault() {}, result(ctx) { return this.n } }
    })()`
    const outcome = await trace(source, { timeoutMs: 500 }).then(
      (value) => ({ value }),
      ({ details }: { details: { code: string } }) => ({ code: details?.code }),
    )
    if ('value' in outcome) expect([STEPS, null]).toContain(outcome.value)
    else expect(['TRACER_FAILED', 'TRACE_TIMEOUT', 'BAD_TRACER_SOURCE']).toContain(outcome.code)
    await expectServed()
  })
})

describe('odd tracers', () => {
  test('async functions and generators', async () => {
    const source = `{ n: 0, async step() { this.n++; await null; this.n += 100 }, *fault() {}, result() { return this.n } }`
    expect(await trace(source)).toBe(STEPS)
  })

  test('a log kept for later', async () => {
    const source = `{ step(log) { this.log = log }, fault() {}, result() { return [this.log.op.toString(), this.log.getPC(), this.log.stack.peek(0)] } }`
    expect(await trace(source)).toEqual(['STOP', 10, '6'])
  })

  test('a db kept for later, and caught errors', async () => {
    const source = `{ seen: [], step(log, d) { try { this.seen.push(d['get' + 'Nonce']('${A}')) } catch {} }, fault() {}, result() { return this.seen } }`
    expect(await trace(source)).toEqual(Array.from({ length: STEPS }, () => 0))
  })

  test('indirect use of data that is not recorded', async () => {
    const source = `{ seen: [], step(log) { try { this.seen.push(log['sta' + 'ck'].length() > 0 && log['sta' + 'ck'].peek(0).toString(),
      toHex(log['mem' + 'ory'].slice(0, 1)), toHex(log['con' + 'tract']['get' + 'Input']())) } catch {} },
      fault() {}, result() { return this.seen } }`
    expect(await trace(source)).toEqual(
      [false, '1', '2', '3', false, '5', '6'].flatMap((top) => [top, '0x00', '0x']),
    )
  })

  test('first use in result', async () => {
    const source = `{ step(log) { this.log = log }, fault() {}, result() { return this.log['sta' + 'ck'].peek(1) } }`
    expect(await trace(source)).toBe('5')
  })
})
