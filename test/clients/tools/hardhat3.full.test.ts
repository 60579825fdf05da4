import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { describe, expect, test } from 'vitest'
import { Matrix } from '../../support/clients/matrix.ts'
import {
  runMocha,
  runTool,
  startForTool,
  toolProject,
} from '../../support/clients/tools/toolProject.ts'

const project = toolProject('hardhat3', 22)
const plugins = [
  'network-helpers',
  'viem',
  'viem-assertions',
  'ignition',
  'ethers',
  'ethers-chai-matchers',
].map((name) => `@nomicfoundation/hardhat-${name}`)
const hardhat = join(project.folder, 'node_modules/hardhat/dist/src/cli.js')
const column = 'Hardhat 3'
const matrix = new Matrix('hardhat3', {
  title: 'Plug-ins of Hardhat 3',
  tools: project.versions(['hardhat', ...plugins]),
  columns: [column],
})

describe.skipIf(project.missing !== undefined)(`Hardhat 3 ${project.missing ?? ''}`, () => {
  test.each(['rockpool', 'hardhat'] as const)(
    'behaves with this node in the dialect %s as with its own',
    { timeout: 300_000 },
    async (compat) => {
      const node = await startForTool({ compat })
      const task = ['--network', 'rockpool', 'test', 'mocha', '--no-compile']
      const tests = await runMocha(project, [process.execPath, hardhat, ...task], {
        RPC_URL: node.url,
      })
      await node.close()
      for (const { suite, title, failure } of compat === 'rockpool' ? tests : []) {
        matrix.record(`${suite}: ${title}`, column, failure?.split('\n')[0] ?? true)
      }
      expect(tests.filter(({ failure }) => failure !== undefined)).toEqual([])
      expect(tests.length).toBeGreaterThan(30)
    },
  )

  /**
   * Ignition remembers what it deployed, and forgets it when a development chain's instance is
   * another one.
   */
  matrix.test(
    'hardhat-ignition: deploy to a chain, again, and to one that began anew',
    column,
    async () => {
      rmSync(join(project.folder, 'ignition/deployments'), { recursive: true, force: true })
      const [first, second] = [
        await startForTool({ chainId: 31337 }),
        await startForTool({ chainId: 31337 }),
      ]
      const deploy = async ({ url }: typeof first) => {
        const task = ['--network', 'rockpool', 'ignition', 'deploy', 'ignition/modules/numbers.js']
        const ended = await runTool(project, [process.execPath, hardhat, ...task], { RPC_URL: url })
        if (ended.code !== 0) throw new Error(ended.stderr.trim())
        return createPublicClient({ transport: http(url) }).getBlockNumber()
      }
      try {
        expect(await deploy(first)).toBe(2n)
        expect(await deploy(first)).toBe(2n)
        expect(await deploy(second)).toBe(2n)
      } finally {
        await Promise.all([first.close(), second.close()])
      }
    },
    300_000,
  )
})
