// Compiles the contracts that precompiles deploy and writes their code into the sources. With
// --check: only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

const folder = fileURLToPath(new URL('../src/evm/precompiles/native', import.meta.url))
const source = 'contracts/NativePointer.sol'
const target = join(folder, 'nativePointerRuntime.ts')

/** @throws Error with the diagnostics of the compiler; warnings count as errors */
function compile() {
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: readFileSync(join(folder, source), 'utf8') } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 1000 },
      // The code is followed by the denomination, without metadata of the compiler.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  if (errors.length > 0) throw new Error(errors.map((e) => e.formattedMessage).join('\n'))
  return contracts[source].NativePointer.evm.deployedBytecode.object
}

const LINE = 90
const lines = compile().match(new RegExp(`.{1,${LINE}}`, 'g'))
const text = `// Generated from ${source} by scripts/buildContracts.js. Do not edit.

/** Code of the pointer contract of a denomination, without the denomination itself. */
export const nativePointerRuntime = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('')
`
if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (readFileSync(target, 'utf8') !== text) {
  process.stderr.write(`${target} is stale: run "node scripts/buildContracts.js"\n`)
  process.exitCode = 1
}
