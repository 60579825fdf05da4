import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { genesisValidateCommand } from '../../src/cli/commands/genesisValidateCommand.ts'
import { CommandError } from '../../src/cli/failure.ts'
import { createNode } from '../../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-genesis-'))
const file = join(folder, 'genesis.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function validate(text: string) {
  writeFileSync(file, text)
  let output = ''
  const print = (more: string) => {
    output += more
  }
  await genesisValidateCommand({ operands: [file], options: {}, given: {}, print })
  return output
}

test('prints the block 0 that a node builds from the file', async () => {
  const json = { config: { chainId: 9 }, alloc: { [`0x${'b0'.repeat(20)}`]: { balance: '7' } } }
  const output = await validate(JSON.stringify(json))
  const node = await createNode({ genesis: file })
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
  const { hash, stateRoot } = block as { hash: string; stateRoot: string }
  expect(output).toBe(
    `${file}: chain id 9, 1 account, genesis hash ${hash}, app hash ${stateRoot}\n`,
  )
  await node.close()
})

test.each([
  ['{"alloc":{},"gaslimit":1}', 'gaslimit: '],
  ['{', 'not JSON'],
  ['{"alloc":{"0x12":{"balance":"1"}}}', 'alloc.0x12: '],
])('rejects %s with the field and the reason', async (text, words) => {
  const error = await validate(text).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CommandError)
  expect(error).toMatchObject({ exitCode: 2 })
  expect(String(error)).toContain(`genesis ${file}: ${words}`)
})

test('warns of addresses in mixed case with a wrong checksum', async () => {
  const right = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const wrong = right.replace('Fd6', 'fd6')
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const account = { balance: '1' }
    const alloc = { [wrong]: account, [`0x${'ab'.repeat(20)}`]: account }
    await validate(JSON.stringify({ alloc, coinbase: wrong }))
    expect(stderr.mock.calls.map(([text]) => text)).toEqual(
      ['alloc', 'coinbase'].map(
        (at) =>
          `Warning: ${file}: ${at}: ${wrong} has a wrong checksum: want ${right}, or lower case\n`,
      ),
    )
    stderr.mockClear()
    for (const good of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`]) {
      await validate(JSON.stringify({ alloc: { [good]: account } }))
      // Without the prefix, as geth writes it.
      await validate(JSON.stringify({ alloc: { [good.slice(2)]: account } }))
    }
    expect(stderr).not.toHaveBeenCalled()
  } finally {
    stderr.mockRestore()
  }
})
