import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { callTree } from '../../src/cli/log/callTree.ts'
import { LineOutput } from '../../src/cli/log/lineOutput.ts'
import type { NodeEvent, TracedCall } from '../../src/cli/log/nodeEvent.ts'
import { jsonLine } from '../../src/cli/log/printable.ts'
import { TextLog } from '../../src/cli/log/textLog.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import type { Hash } from '../../src/primitives/encoding/hex.ts'

const HASH = `0x${'ab'.repeat(32)}` as Hash
const A = parseAddress(`0x${'aa'.repeat(20)}`)
const BANK = parseAddress('0x0000000000000000000000000000000000001001')
const CONSOLE = parseAddress('0x000000000000000000636f6e736f6c652e6c6f67')

function logOf(isColoured = false) {
  const lines: string[] = []
  const log = new TextLog({
    isColoured,
    coin: () => 'SEI',
    labelOf: () => undefined,
    print: (text) => void lines.push(...text.split('\n')),
  })
  const tell = (...happenings: readonly NodeEvent[]) => happenings.forEach((h) => void log.tell(h))
  return { lines, log, tell }
}

const request = (method: string): NodeEvent => ({ event: 'request', method })
const block = (number: number, transactions = 0): NodeEvent => ({
  ...{ event: 'block', number, hash: HASH, transactions },
  timestamp: 1_700_000_000n,
})
const failure = (method: string): NodeEvent => ({
  ...{ event: 'failure', method },
  code: -32601,
  message: 'no such thing',
})

afterEach(() => void vi.useRealTimers())

describe('requests', () => {
  test('in a row are counted', () => {
    const { lines, tell } = logOf()
    tell(...Array.from({ length: 5 }, () => request('eth_blockNumber')), request('eth_call'))
    expect(lines).toEqual(['eth_blockNumber', 'eth_blockNumber (5)', 'eth_call'])
  })

  test('have codes of errors that look unlike counts', () => {
    const { lines, tell } = logOf()
    tell(request('a'), request('a'), failure('a'))
    expect(lines).toEqual(['a', 'a (2)', '    Error: no such thing (code -32601)', ''])
  })

  test('that continue are logged from time to time', () => {
    vi.useFakeTimers()
    const { lines, tell } = logOf()
    tell(request('a'), request('a'))
    vi.advanceTimersByTime(1500)
    tell(request('a'))
    vi.advanceTimersByTime(1500)
    expect(lines).toEqual(['a', 'a (2)', 'a (3)'])
  })

  test('are above their effects', () => {
    const { lines, tell } = logOf()
    tell(request('a'), failure('a'), request('a'), request('b'), failure('a'))
    const error = '    Error: no such thing (code -32601)'
    expect(lines).toEqual(['a', error, '', 'a', 'b', 'a', error, ''])
  })

  test('have colors if enabled', () => {
    const { lines, tell } = logOf(true)
    tell(request('a'))
    expect(lines).toEqual(['\u001b[32ma\u001b[39m'])
  })
})

test('consecutive empty blocks are one entry', async () => {
  const { lines, tell } = logOf()
  tell(block(1), block(2), block(3))
  expect(lines).toEqual([])
  await setImmediate()
  expect(lines.slice(0, 2)).toEqual(['    Blocks 1 to 3: 3 empty blocks', '    Block Number: 3'])
  expect(lines).toContain('    Block Time: Tue, 14 Nov 2023 22:13:20 GMT')
  lines.length = 0
  tell(block(4), block(5, 1))
  expect(lines.filter((line) => line.includes('Number'))).toEqual([
    '    Block Number: 4',
    '    Block Number: 5',
  ])
})

describe('a tree of calls', () => {
  const call = (fields: Partial<TracedCall>): TracedCall => ({
    ...{ type: 'CALL', from: A, to: A, value: '0x0', gasUsed: '0xa', input: '0x' },
    ...fields,
  })

  test('has names, values, console output, and results', () => {
    // console.log("hi"), and name("usei") of the bank
    const said = `0x41304fac${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6869'.padEnd(64, '0')}`
    const name = encodeFunctionData({
      abi: parseAbi(['function name(string)']),
      args: ['us"ei'],
    })
    const tree = callTree(
      call({
        value: '0x5',
        input: '0x12345678ff',
        error: 'execution reverted',
        revertReason: 'no',
        calls: [
          call({ type: 'STATICCALL', to: CONSOLE, input: said }),
          call({ to: BANK, input: name, output: '0x01', type: 'STATICCALL' }),
          call({ type: 'CREATE', input: '0x6001', output: '0x00', calls: [call({})] }),
        ],
      }),
      (address) => (address === BANK ? 'bank' : undefined),
    )
    const a = '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa'
    expect(tree).toEqual([
      `[10] ${a}::12345678(ff){value: 5}`,
      '├─ console.log: hi',
      '├─ [10] bank::name("us\\"ei") [staticcall]',
      '│   └─ ← 0x01',
      `├─ [10] new ${a} (2 bytes)`,
      `│   ├─ [10] ${a}`,
      '│   │   └─ ← nothing',
      '│   └─ ← 1 bytes of code',
      '└─ ← execution reverted: no',
    ])
  })
})

describe('untrusted text', () => {
  const hostile = 'a\tb\u001b[2J\u009b31m\r\u202ec\nBlock Number: 9'
  const escaped = 'a\tb\\u001b[2J\\u009b31m\\u000d\\u202ec'

  test('cannot control the terminal', () => {
    const { lines, tell } = logOf()
    tell({ event: 'console.log', message: hostile, address: { address: A } })
    expect(lines).toEqual([`    console.log: ${escaped}`, '    Block Number: 9'])
    lines.length = 0
    tell({ event: 'info', message: hostile })
    expect(lines).toEqual([`    ${escaped}`, '    Block Number: 9', ''])
  })

  test('cannot add lines to a tree', () => {
    const base = { type: 'CALL', from: A, to: A, value: '0x0', gasUsed: '0xa', input: '0x' }
    const input = encodeFunctionData({
      abi: parseAbi(['function log(string)']),
      args: [hostile],
    })
    const name = encodeFunctionData({
      abi: parseAbi(['function name(string)']),
      args: [hostile],
    })
    const tree = callTree(
      {
        ...{ ...base, error: 'execution reverted', revertReason: hostile },
        calls: [
          { ...base, to: CONSOLE, input },
          { ...base, to: BANK, input: name },
        ],
      },
      () => 'a',
    )
    expect(tree).toEqual([
      '[10] a',
      `├─ console.log: ${escaped}`,
      '│   Block Number: 9',
      '├─ [10] a::name("a\\tb\\u001b[2J\\u009b31m\\r\\u202ec\\nBlock Number: 9")',
      '│   └─ ← nothing',
      '└─ ← execution reverted: a b [2J 31m c Block Number: 9',
    ])
  })

  test('is the same in JSON', () => {
    const line = jsonLine({ event: 'info', message: hostile })
    expect(line).toMatch(/^[ -~]*$/)
    expect(JSON.parse(line)).toMatchObject({ message: hostile })
  })
})

describe('output', () => {
  /** A reader that waits for a call before it reads. */
  function slowReader() {
    const texts: string[] = []
    let go: (() => void) | undefined
    const stream = new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        texts.push(text)
        if (go === undefined) go = done
        else done()
      },
    })
    return { stream, texts, read: () => go?.() }
  }

  test('drops lines that do not fit, and counts them', async () => {
    const { stream, texts, read } = slowReader()
    const output = new LineOutput(stream, (count) => `(${count})`)
    const line = 'x'.repeat(1000)
    for (let i = 0; i < 5000; i++) {
      output.offer(line)
      if (i % 100 === 0) await setImmediate()
    }
    output.write('needed')
    await setImmediate()
    expect(stream.writableLength).toBeLessThan(1.2 * 1024 * 1024)
    read()
    output.offer('next')
    await setImmediate()
    await setImmediate()
    const lines = texts.join('').split('\n')
    const kept = lines.filter((each) => each === line).length
    expect(lines.slice(-4)).toEqual(['needed', `(${5000 - kept})`, 'next', ''])
    expect(kept).toBeGreaterThan(500)
    await output.close()
  })

  test('waits for a reader only briefly at the end', async () => {
    const { stream } = slowReader()
    const output = new LineOutput(stream, String)
    output.write('a')
    const started = performance.now()
    await output.close()
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

test.each([
  [undefined, `Contract created: ${A}`],
  ['execution reverted', 'Contract not created'],
])('a creation with the error %s', (error, wanted) => {
  const { lines, tell } = logOf()
  tell({
    ...{ event: 'transaction', hash: HASH, from: { address: A }, created: { address: A } },
    ...{ value: 0n, gasUsed: 21_000n, ...(error !== undefined && { error }) },
  })
  expect(lines.map((line) => line.trim().toLowerCase())).toContain(wanted.toLowerCase())
  expect(lines.some((line) => line.includes('Error: '))).toBe(error !== undefined)
})
