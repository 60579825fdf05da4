// Compiles the contracts beside it: `npm --prefix bench run contracts`. The result is kept in
// compiled.json, so that a bench needs no compiler.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.sol'))
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(names.map((name) => [name, { content: read(name) }])),
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'prague',
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } },
  },
}
const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input)))
if (errors.length > 0) {
  process.stderr.write(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  process.exit(1)
}

const compiled = {}
for (const [file, inFile] of Object.entries(contracts)) {
  for (const [name, { evm }] of Object.entries(inFile)) {
    const code = `0x${evm.deployedBytecode.object}`
    compiled[name] = { file, methods: evm.methodIdentifiers, code }
  }
}
const { optimizer, evmVersion } = input.settings
const result = { compiler: solc.version(), optimizer, evmVersion, contracts: compiled }
writeFileSync(new URL('compiled.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
