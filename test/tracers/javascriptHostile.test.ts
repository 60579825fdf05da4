import { describe, expect, test } from 'vitest'
import { testChain } from '../support/chain.ts'
import { A, B, expectServed, from, trace } from '../support/evm/hostileTracing.ts'
import { code, push } from '../support/evm/programs.ts'
import { chainWith, traceCall } from '../support/evm/tracing.ts'
import { testGenesis } from '../support/genesis.ts'
import { FULL, some } from '../support/runs.ts'

const tracer = (members: string) => `{ step() {}, fault() {}, result() { return 1 }, ${members} }`

describe.concurrent('invalid source', () => {
  test.each<[string, string, string | RegExp]>(
    some(1, [
      ['no functions', '{}', 'trace object must expose a function result()'],
      ['nothing', '', /^SyntaxError/],
      ['no expression', 'this is no JavaScript', /^SyntaxError/],
      [
        'an unknown name',
        'opcodeTracer',
        "ReferenceError: 'opcodeTracer' is not defined at line 1, column 1",
      ],
      ['a number', '1', 'trace object must expose a function result()'],
      ['undefined', 'undefined', 'trace object must expose a function result()'],
      ['null', 'null', 'trace object must expose a function result()'],
      [
        'a result that is none',
        '{ result: 1, fault() {} }',
        'trace object must expose a function result()',
      ],
      ['no fault', '{ result() {} }', 'trace object must expose a function fault()'],
      [
        'enter without exit',
        tracer('enter() {}'),
        'trace object must expose either both or none of enter() and exit()',
      ],
      ['a throw', "(() => { throw new Error('no') })()", 'Error: no at line 1, column 25'],
      ['a getter that throws', "{ get result() { throw 'no' } }", 'no'],
      [
        '10 MB',
        `{ x: '${'a'.repeat(10_000_000)}' }`,
        'the source of the tracer is longer than 1048576 characters',
      ],
      ['deep brackets', '['.repeat(500_000), /stack overflow/],
      [
        'a proxy',
        "new Proxy({}, { get() { throw new Error('proxy') } })",
        'Error: proxy at line 1, column 40',
      ],
    ]),
  )('%s', async (_name, source, reason) => {
    await expect(trace(source)).rejects.toMatchObject({
      details: {
        code: 'BAD_TRACER_SOURCE',
        reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
      },
    })
    await expectServed()
  })
})

describe.concurrent('an exception in each function', () => {
  const throwing = "() { throw new Error('boom') }"
  test.each(
    some(1, [
      ['step', `{ step${throwing}, fault() {}, result() {} }`],
      ['fault', `{ fault${throwing}, result() {} }`],
      ['enter', `{ enter${throwing}, exit() {}, fault() {}, result() {} }`],
      ['exit', `{ enter() {}, exit${throwing}, fault() {}, result() {} }`],
      ['setup', `{ setup${throwing}, fault() {}, result() {} }`],
      ['result', `{ fault() {}, result${throwing} }`],
    ]),
  )('%s', async (name, source) => {
    const failing = chainWith([
      [A, code(...[0, 0, 0, 0, 0, BigInt(B), 5000].map(push), 0xf1, 0x0c)],
    ])
    const traced = traceCall(failing, { from, to: A }, { source })
    const where = `at line 1, column \\d+    in server-side tracer function '${name}'`
    const reason = expect.stringMatching(new RegExp(`^Error: boom ${where}$`))
    await expect(traced).rejects.toMatchObject({ details: { code: 'TRACER_FAILED', reason } })
    await expectServed()
  })

  test.each(
    some(1, [
      ["'text'", 'text'],
      ['undefined', 'undefined'],
      ['Symbol("s")', 'Symbol(s)'],
      ['{ toString() { throw 1 } }', 'an error without a message'],
      ['Object.create(null)', 'an error without a message'],
    ]),
  )('of %s', async (thrown, words) => {
    await expect(
      trace(`{ step() { throw ${thrown} }, fault() {}, result() {} }`),
    ).rejects.toMatchObject({
      details: {
        code: 'TRACER_FAILED',
        reason: `${words}    in server-side tracer function 'step'`,
      },
    })
  })

  test('nothing is called afterwards', async () => {
    const source = `{ n: 0, step() { if (++this.n === 2) throw new Error('second'); if (this.n > 2) throw new Error('third') },
      fault() {}, result() { throw new Error('result') } }`
    await expect(trace(source)).rejects.toMatchObject({
      details: {
        reason: "Error: second at line 1, column 53    in server-side tracer function 'step'",
      },
    })
  })
})

describe.concurrent('endless loops', () => {
  test.each(
    some(1, [
      ['in step', '{ step() { for (;;); }, fault() {}, result() {} }'],
      ['in the source', '(() => { for (;;); })()'],
      ['in a getter of the tracer', '{ get result() { for (;;); } }'],
      ['in setup', tracer('setup() { for (;;); }')],
      ['in result', '{ fault() {}, result() { for (;;); } }'],
      [
        'in a getter of the result',
        '{ fault() {}, result() { return { get x() { for (;;); } } } }',
      ],
      ['in toJSON', '{ fault() {}, result() { return { toJSON() { for (;;); } } } }'],
      [
        'in toString of what is thrown',
        '{ fault() {}, result() { throw { toString() { for (;;); } } } }',
      ],
      [
        'in a regular expression',
        "{ fault() {}, result() { return /^(a+)+$/.test('a'.repeat(40) + 'b') } }",
      ],
      [
        'in a generator',
        '{ fault() {}, result() { return [...(function* () { for (;;) yield; })()] } }',
      ],
      [
        'swallowing errors',
        '{ fault() {}, result() { for (;;) { try { for (;;); } catch {} finally { continue } } } }',
      ],
      [
        'of an iterator',
        '{ fault() {}, result() { return Array.from({ length: 2 ** 53 - 1 }, () => 0).length } }',
      ],
      [
        'in a sort',
        '{ fault() {}, result() { return Array.from({ length: 1e5 }, (_, i) => i).sort(() => { for (;;); }) } }',
      ],
    ]),
  )('%s', async (_name, source) => {
    await expect(trace(source, { timeoutMs: 50 })).rejects.toMatchObject({
      details: { code: expect.stringMatching(/^(TRACE_TIMEOUT|TRACER_FAILED)$/) },
    })
    await expectServed()
  })
})

describe.concurrent('excessive memory', () => {
  test.each(
    some(1, [
      [
        'arrays',
        '{ fault() {}, result() { const a = []; for (;;) a.push(new Array(1000).fill(1)) } }',
      ],
      ['strings that double', "{ fault() {}, result() { let s = 'x'; for (;;) s += s } }"],
      ['strings that repeat', "{ fault() {}, result() { return 'x'.repeat(2 ** 30 - 1) } }"],
      [
        'typed arrays',
        '{ fault() {}, result() { const a = []; for (;;) a.push(new Uint8Array(1e6)) } }',
      ],
      ['one typed array', '{ fault() {}, result() { return new Uint8Array(2 ** 31 - 1).length } }'],
      ['a filled array', '{ fault() {}, result() { return Array(1e9).fill(0) } }'],
      ['a joined array', "{ fault() {}, result() { return Array(2 ** 28).join('xxxx').length } }"],
      ['a great number', '{ fault() {}, result() { return bigInt(7).pow(bigInt(2).pow(40)) } }'],
      ['a BigInt', '{ fault() {}, result() { let n = 3n; for (;;) n *= n } }'],
      [
        'few objects that are much text',
        '{ fault() {}, result() { let a = []; for (let i = 0; i < 9; i++) a = Array(10).fill(a); return a } }',
      ],
      ['in step', '{ a: [], step() { for (;;) this.a.push({}) }, fault() {}, result() {} }'],
      [
        'while an error is reported',
        '{ fault() {}, result() { const a = []; try { for (;;) a.push([]) } catch (e) { throw a } } }',
      ],
    ]),
  )('%s', async (_name, source) => {
    await expect(trace(source, { timeoutMs: 500 })).rejects.toMatchObject({
      details: { code: expect.stringMatching(/^(TRACE_TIMEOUT|TRACER_FAILED|TRACE_TOO_LARGE)$/) },
    })
    await expectServed()
  })

  test.runIf(FULL)('allocation with caught errors', async () => {
    const source = `{ a: [], hoard(n) { try { for (;;) this.a.push(new Uint8Array(n)) } catch {} },
      step(log) { for (let n = 1e6; n >= 1; n /= 10) this.hoard(n) }, fault() {}, enter() {}, exit() {}, result() { return 1 } }`
    const outcome = await trace(source, { timeoutMs: 5_000, memoryBytes: 8 * 1024 * 1024 }).then(
      (value) => value,
      ({ details }: { details: { code: string } }) => details?.code,
    )
    expect([1, 'TRACER_FAILED', 'TRACE_TIMEOUT']).toContain(outcome)
    await expectServed()
  })
})

describe('excessive stack', () => {
  test('in one function', async () => {
    const deep = [
      '{ fault() {}, result() { const f = () => f() + 1; return f() } }',
      '{ fault() {}, result() { let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return a } }',
      "{ fault() {}, result() { return new RegExp('(?:'.repeat(1e5) + ')'.repeat(1e5)) } }",
      '{ fault() {}, result() { const o = { get x() { return this.x } }; return o.x } }',
      "{ fault() {}, result() { return JSON.parse('['.repeat(1e6)) } }",
    ]
    for (const source of some(1, deep)) {
      await expect(trace(source)).rejects.toMatchObject({
        details: { code: 'TRACER_FAILED' },
      })
    }
    await expectServed()
  })

  test.runIf(FULL)('in the deepest frame of the EVM', async () => {
    const recursion = code(...[0, 0, 0, 0, 0].map(push), 0x30, 0x5a, 0xf1, 0x00)
    const genesis = testGenesis({ gasLimit: 10n ** 13n }, [[A, { code: recursion }]])
    const source = `{ depth: 0, errors: 0,
      step(log, db) {
        this.depth = log.getDepth()
        if (this.depth < 1025 || this.errors > 0) return
        const f = () => f() + 1
        const o = { get x() { return db.getBalance('${A}') + this.x } }
        for (const deeper of [f, () => o.x, () => JSON.parse('['.repeat(1e6)), () => new RegExp('(?:'.repeat(1e5))]) {
          try { deeper() } catch (error) { if (/stack overflow/.test(error)) this.errors++ }
        }
      },
      enter() {}, exit() {}, fault() {}, result() { return this.errors } }`
    const request = { from, to: A, gas: 10n ** 12n }
    expect(await traceCall(testChain(genesis), request, { source })).toBe(4)
  })
})

describe('results', () => {
  test.each<[string, unknown]>(
    some(2, [
      ['{ a: bigInt(5) }', { a: '5' }],
      ['undefined', null],
      ['() => 1', null],
      ['Symbol()', null],
      ['NaN', null],
      ['[undefined, () => 1]', [null, null]],
      ['new Uint8Array(2)', { 0: 0, 1: 0 }],
      ["'\\ud800 \\u0000 \\u2028 ä'", '\ud800 \u0000 \u2028 ä'],
      ['Promise.resolve(1)', {}],
    ]),
  )('%s', async (value, json) => {
    expect(await trace(`{ fault() {}, result() { return ${value} } }`)).toEqual(json)
  })

  test.each(
    some(1, [
      ['a cycle', '(() => { const a = []; a.push(a); return a })()', /circular/],
      ['a BigInt', '1n', /BigInt/i],
      [
        'a proxy that throws',
        "new Proxy({}, { ownKeys() { throw new Error('keys') } })",
        /Error: keys/,
      ],
      ['toJSON that throws', "{ toJSON() { throw new Error('json') } }", /Error: json/],
    ]),
  )('%s', async (_name, value, reason) => {
    await expect(trace(`{ fault() {}, result() { return ${value} } }`)).rejects.toMatchObject({
      details: { code: 'TRACER_FAILED', reason: expect.stringMatching(reason) },
    })
    await expectServed()
  })

  test('too long', async () => {
    const source = "{ fault() {}, result() { return 'x'.repeat(1000) } }"
    expect(await trace(source, { outputBytes: 1002 })).toBe('x'.repeat(1000))
    await expect(trace(source, { outputBytes: 1001 })).rejects.toMatchObject({
      details: { code: 'TRACE_TOO_LARGE', limitBytes: 1001 },
    })
    const wide = "{ fault() {}, result() { return 'ä'.repeat(1000) } }"
    await expect(trace(wide, { outputBytes: 2001 })).rejects.toMatchObject({
      details: { code: 'TRACE_TOO_LARGE' },
    })
    await expectServed()
  })
})

describe('invalid arguments', () => {
  test.each(
    some(1, [
      "toContract('0x01', -1)",
      "toContract('0x01', bigInt(2).pow(1100))",
      'db.getBalance(String.prototype.padStart = () => "zz")',
    ]),
  )('%s can be caught', async (call) => {
    const source = `{ fault() {}, result(ctx, db) {
      try { ${call}; return 'nothing' } catch (error) { return 'caught' } } }`
    expect(['caught', 'nothing']).toContain(await trace(source))
    await expectServed()
  })
})
