import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { Matrix } from '../../support/clients/matrix.ts'
import { runMocha, startForTool, toolProject } from '../../support/clients/tools/toolProject.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { compileWithPackages } from '../../support/evm/solidity.ts'

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

/** ABI and bytecode of the contracts of OpenZeppelin's suites, as a file. */
function compileOpenZeppelin(): string {
  const contracts = compileWithPackages('OpenZeppelin.sol', ['@openzeppelin/contracts'])
  const entries = Object.entries(contracts).map(([name, { abi, creation }]) => {
    return [name, { abi, bytecode: bytesToHex(creation) }] as const
  })
  const file = join(temporaryDirectory(), 'openZeppelin.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)))
  return file
}

describe.skipIf(project.missing !== undefined)(`Hardhat 2 ${project.missing ?? ''}`, () => {
  test.each(['rockpool', 'hardhat'] as const)(
    'behaves with this node in the dialect %s as with its own',
    { timeout: 300_000 },
    async (compat) => {
      const artifacts = compileOpenZeppelin()
      const [node, remote] = [await startForTool({ compat }), await startForTool()]
      const hardhat = join(project.folder, 'node_modules/hardhat/internal/cli/bootstrap.js')
      const command = [process.execPath, hardhat, 'test', '--no-compile']
      const urls = { RPC_URL: node.url, REMOTE_URL: remote.url }
      const env = { ...urls, COMPAT: compat, OPENZEPPELIN: artifacts }
      const tests = await runMocha(project, command, env)
      await Promise.all([node.close(), remote.close()])
      for (const { suite, title, failure } of compat === 'rockpool' ? tests : []) {
        matrix.record(`${suite.split(' ')[0]}: ${title}`, column, failure ?? true)
      }
      expect(tests.filter(({ failure }) => failure !== undefined)).toEqual([])
      expect(tests.length).toBeGreaterThan(40)
    },
  )
})
