// Compares the precompiles with those of @ethereumjs/evm: `npm run bench -- precompiles`. Prints a
// table in Markdown.
import { parseArgs } from 'node:util'
import { getActivePrecompiles, NobleBLS, NobleBN254 } from '@ethereumjs/evm'
import { loadMclBn254 } from '../src/evm/precompiles/curves/bn254.ts'
import type { PrecompileResult } from '../src/evm/precompiles/precompile.ts'
import { precompilesOf } from '../src/evm/precompiles/precompiles.ts'
import { forkRules } from '../src/evm/rules/forkRules.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { formatRow, type Series, TABLE_HEAD } from './figures.ts'
import { type PrecompileCase, precompileCases } from './precompileCases.ts'

const USAGE = 'npm run bench -- precompiles [--rounds 5] [--only pairing]'
const CHAIN_ID = 713714n
/** The fork with all precompiles. */
const HARDFORK = 'osaka'
const GAS = 1n << 62n
/** Duration of a round; at least one call. */
const ROUND_MILLISECONDS = 100

function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '5' } },
  })
  const rounds = Number(values.rounds)
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new RangeError('--rounds wants a number')
  return { rounds, only: values.only.toLowerCase() }
}

let options: ReturnType<typeof readOptions>
try {
  options = readOptions()
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : error}\n${USAGE}\n`)
  process.exit(2)
}

const rules = forkRules(CHAIN_ID, HARDFORK)
const ours = precompilesOf(CHAIN_ID, HARDFORK)
const stock = getActivePrecompiles(rules)
type StockFunction = NonNullable<ReturnType<typeof stock.get>>
const evm = {
  _bn254: new NobleBN254(),
  _bls: new NobleBLS(),
} as unknown as Parameters<StockFunction>[0]['_EVM']

/** Microseconds per call, one value per round, after a warm-up round. */
async function measure(rounds: number, call: () => unknown): Promise<Series> {
  const values: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    let calls = 0
    do {
      const result = call()
      if (result instanceof Promise) await result
      calls++
    } while (performance.now() - start < ROUND_MILLISECONDS)
    if (round > 0) values.push(((performance.now() - start) * 1000) / calls)
  }
  return { unit: 'µs', values }
}

const bareAddress = (number: number) => number.toString(16).padStart(40, '0')

function run(number: number, input: Uint8Array): PrecompileResult {
  const precompile = ours.get(parseAddress(`0x${bareAddress(number)}`))
  if (precompile === undefined) throw new Error(`no precompile ${number}`)
  return precompile(input, GAS)
}

async function measureCase({ what, number, input }: PrecompileCase): Promise<string> {
  const runStock = stock.get(bareAddress(number))
  const outcome = run(number, input)
  if (runStock === undefined || 'fault' in outcome) throw new Error(`${what} fails`)
  const stockInput = { data: input, gasLimit: GAS, common: rules, _EVM: evm }
  return formatRow({
    what,
    ours: await measure(options.rounds, () => run(number, input)),
    peer: await measure(options.rounds, () => runStock(stockInput)),
  })
}

await loadMclBn254()
process.stdout.write(`${TABLE_HEAD}\n`)
for (const example of precompileCases(run)) {
  if (!example.what.toLowerCase().includes(options.only)) continue
  process.stdout.write(`${await measureCase(example)}\n`)
}
