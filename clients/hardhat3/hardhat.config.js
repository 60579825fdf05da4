import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import ethers from '@nomicfoundation/hardhat-ethers'
import ethersMatchers from '@nomicfoundation/hardhat-ethers-chai-matchers'
import ignition from '@nomicfoundation/hardhat-ignition-viem'
import mocha from '@nomicfoundation/hardhat-mocha'
import networkHelpers from '@nomicfoundation/hardhat-network-helpers'
import viem from '@nomicfoundation/hardhat-viem'
import viemAssertions from '@nomicfoundation/hardhat-viem-assertions'
import { defineConfig } from 'hardhat/config'

// The project has no sources, because no compiler is downloaded: only the compiler's artifacts.
const fixture = new URL('../../test/fixtures/contracts/Specimen.json', import.meta.url)
const { abi, bytecode, deployedBytecode } = JSON.parse(readFileSync(fixture, 'utf8'))
const folder = new URL('artifacts/contracts/Specimen.sol/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(
  new URL('Specimen.json', folder),
  JSON.stringify({
    _format: 'hh3-artifact-1',
    contractName: 'Specimen',
    sourceName: 'contracts/Specimen.sol',
    ...{ abi, bytecode, deployedBytecode },
    ...{ linkReferences: {}, deployedLinkReferences: {}, immutableReferences: {} },
  }),
)

// biome-ignore lint/style/noDefaultExport: Hardhat reads the default export
export default defineConfig({
  plugins: [ethers, ethersMatchers, ignition, mocha, networkHelpers, viem, viemAssertions],
  networks: {
    rockpool: { type: 'http', url: process.env.RPC_URL ?? 'http://127.0.0.1:8545' },
  },
  test: {
    mocha: { reporter: 'json', reporterOptions: { output: process.env.REPORT ?? 'report.json' } },
  },
})
