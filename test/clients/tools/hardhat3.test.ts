import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Matrix } from '../matrix.ts'
import { runMocha, startForTool, toolProject } from './toolProject.ts'

const project = toolProject('hardhat3', 22)
const plugins = [
  'network-helpers',
  'viem',
  'viem-assertions',
  'ignition',
  'ethers',
  'ethers-chai-matchers',
].map((name) => `@nomicfoundation/hardhat-${name}`)
const column = 'Hardhat 3'
const matrix = new Matrix('hardhat3', {
  title: 'Plug-ins of Hardhat 3',
  tools: project.versions(['hardhat', ...plugins]),
  columns: [column],
})

describe.skipIf(project.missing !== undefined)(`Hardhat 3 ${project.missing ?? ''}`, () => {
  test('does with this node what it does with its own', { timeout: 300_000 }, async () => {
    const node = await startForTool()
    const hardhat = join(project.folder, 'node_modules/hardhat/dist/src/cli.js')
    const task = ['--network', 'rockpool', 'test', 'mocha', '--no-compile']
    const tests = await runMocha(project, [process.execPath, hardhat, ...task], {
      RPC_URL: node.url,
    })
    await node.close()
    for (const { suite, title, failure } of tests) {
      matrix.record(`${suite}: ${title}`, column, failure?.split('\n')[0] ?? true)
    }
    expect(tests.filter(({ failure }) => failure !== undefined)).toEqual([])
    expect(tests.length).toBeGreaterThan(30)
  })
})
