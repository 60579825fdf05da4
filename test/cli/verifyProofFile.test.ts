import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyProofFile } from '../../src/cli/commands/verifyProofFile.ts'
import { CommandError } from '../../src/cli/failure.ts'
import { createNode } from '../../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-proof-'))
const address = `0x${'c0'.repeat(20)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const PROVEN = `${address} slot ${word(1)} holds ${word(7)}\n${address} slot ${word(2)} is empty\n`

let proof: object
let none: object
let stateRoot: string

beforeAll(async () => {
  const alloc = { [address]: { balance: '0', code: '0x00', storage: { [word(1)]: word(7) } } }
  const node = await createNode({ genesis: { config: { chainId: 7 }, alloc } })
  const ask = async <T>(method: string, ...params: readonly unknown[]) =>
    (await node.request({ method, params })) as T
  proof = await ask('eth_getProof', address, ['0x1', '0x2'])
  none = await ask('eth_getProof', address, [])
  ;({ stateRoot } = await ask<{ stateRoot: string }>('eth_getBlockByNumber', '0x0', false))
  await node.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the command prints, or how it fails. */
async function run(content: unknown, options: { readonly stateRoot?: string } = {}) {
  const file = join(folder, 'proof.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return runFile(file, options)
}

async function runFile(file: string, options: { readonly stateRoot?: string } = {}) {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  try {
    await verifyProofFile({ operands: [file], options, given: {}, print })
    return output
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    expect(output).toBe('')
    return { exitCode: error.exitCode, message: error.message.replaceAll(folder, '') }
  }
}

test('reads a result in any wrapping, with the state root in the file or as an option', async () => {
  const response = { jsonrpc: '2.0', id: 1, result: proof }
  expect(await run({ stateRoot, proof })).toBe(PROVEN)
  expect(await run({ stateRoot, proof: response })).toBe(PROVEN)
  expect(await run({ stateRoot, proof, address, keys: ['0x1', '2'] })).toBe(PROVEN)
  expect(await run(proof, { stateRoot })).toBe(PROVEN)
  expect(await run(response, { stateRoot })).toBe(PROVEN)
  expect(await run(`\uFEFF${JSON.stringify(proof)}`, { stateRoot })).toBe(PROVEN)
})

test('a state root on the command line overrides the one in the file', async () => {
  expect(await run({ stateRoot: word(0), proof }, { stateRoot })).toBe(PROVEN)
  const failure = await run({ stateRoot, proof }, { stateRoot: word(0) })
  expect(failure).toEqual({
    exitCode: 1,
    message:
      '/proof.json: invalid proof: proof.storageProof[0]: the proof is for another state root',
  })
})

test('exit code 1 for an invalid proof', async () => {
  const wrong = [
    { stateRoot: word(0), proof },
    { stateRoot, proof: { ...proof, hexValues: ['', ''] } },
    { stateRoot, proof: { ...proof, storageProof: [] } },
    { stateRoot, proof: { ...proof, hexValues: undefined } },
    { stateRoot, proof, keys: ['0x1'] },
    { stateRoot, proof, keys: ['0x1', '0x3'] },
    { stateRoot, proof, address: `0x${'c1'.repeat(20)}` },
    { stateRoot, proof: none },
  ]
  for (const content of wrong) expect(await run(content)).toMatchObject({ exitCode: 1 })
})

test.each<readonly [string, () => unknown, RegExp]>([
  ['no JSON', () => '{', /^\/proof.json: not JSON: /],
  ['no object', () => [1], /not a result of eth_getProof/],
  ['another object', () => ({}), /not a result of eth_getProof/],
  ['an error', () => ({ jsonrpc: '2.0', id: 1, error: { message: 'why' } }), /is an error: why$/],
  ['another answer', () => ({ jsonrpc: '2.0', id: 1, result: '0x1' }), /not a result/],
  ['no state root', () => proof, /use --state-root/],
  ['a short state root', () => ({ proof, stateRoot: '0x1' }), /stateRoot: /],
  ['no list of keys', () => ({ proof, stateRoot, keys: 'x' }), /keys: want an array/],
])('exit code 2 for a file with %s', async (_, content, message) => {
  expect(await run(content())).toEqual({
    exitCode: 2,
    message: expect.stringMatching(message),
  })
})

test('exit code 2 for a missing file', async () => {
  expect(await runFile(join(folder, 'missing.json'))).toEqual({
    exitCode: 2,
    message: '/missing.json: cannot be read: no such file',
  })
})
