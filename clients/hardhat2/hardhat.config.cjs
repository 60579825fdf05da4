require('@nomicfoundation/hardhat-chai-matchers')
require('@nomicfoundation/hardhat-ethers')

// There are no sources: the tests deploy what is compiled already, as no compiler is downloaded.
module.exports = {
  defaultNetwork: 'rockpool',
  networks: { rockpool: { url: process.env.RPC_URL ?? 'http://127.0.0.1:8545' } },
  mocha: { reporter: 'json', reporterOptions: { output: process.env.REPORT ?? 'report.json' } },
}
