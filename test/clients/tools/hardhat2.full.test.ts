import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Matrix } from '../../support/clients/matrix.ts'
import { runMocha, startForTool, toolProject } from '../../support/clients/tools/toolProject.ts'

const project = toolProject('hardhat2')
const helpers = '@nomicfoundation/hardhat-network-helpers'
const ethers = '@nomicfoundation/hardhat-ethers'
const matchers = '@nomicfoundation/hardhat-chai-matchers'
const column = 'Hardhat 2'
const matrix = new Matrix('hardhat2', {
  title: 'Plug-ins of Hardhat 2',
  tools: project.versions(['hardhat', helpers, ethers, matchers]),
  columns: [column],
})

describe.skipIf(project.missing !== undefined)(`Hardhat 2 ${project.missing ?? ''}`, () => {
  test.each(['rockpool', 'hardhat'] as const)(
    'behaves with this node in the dialect %s as with its own',
    { timeout: 300_000 },
    async (compat) => {
      const node = await startForTool({ compat })
      const hardhat = join(project.folder, 'node_modules/hardhat/internal/cli/bootstrap.js')
      const command = [process.execPath, hardhat, 'test', '--no-compile']
      const tests = await runMocha(project, command, { RPC_URL: node.url, COMPAT: compat })
      await node.close()
      for (const { suite, title, failure } of compat === 'rockpool' ? tests : []) {
        matrix.record(`${suite.split(' ')[0]}: ${title}`, column, failure ?? true)
      }
      expect(tests.filter(({ failure }) => failure !== undefined)).toEqual([])
      expect(tests.length).toBeGreaterThan(20)
    },
  )
})
