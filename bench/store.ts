// Compares the store with a naive peer: `npm run bench -- store`. Prints a table in Markdown.
import { parseArgs } from 'node:util'
import { formatRow, type Row, TABLE_HEAD } from './figures.ts'
import { benchSnapshots } from './storeSnapshots.ts'
import { benchStartup } from './storeStartup.ts'
import { benchTree } from './storeTree.ts'

const USAGE =
  'npm run bench -- store [--keys 100000,1000000] [--rounds 5] [--only tree|snapshots|startup]'

function readOptions() {
  const { values } = parseArgs({
    options: {
      keys: { type: 'string', default: '100000,1000000' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const sizes = values.keys.split(',').map(Number)
  const rounds = Number(values.rounds)
  if (![rounds, ...sizes].every((number) => Number.isSafeInteger(number) && number > 0)) {
    throw new RangeError('--keys and --rounds want whole numbers')
  }
  return { sizes, rounds, only: values.only }
}

let options: ReturnType<typeof readOptions>
try {
  options = readOptions()
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : error}\n${USAGE}\n`)
  process.exit(2)
}
const { sizes, rounds, only } = options

/** Parts of the table in order, each with its sizes. */
const sections: Readonly<
  Record<
    string,
    { sizes: readonly number[]; run: (size: number, rounds: number) => Promise<Row[]> }
  >
> = {
  tree: { sizes, run: benchTree },
  snapshots: { sizes: [1000, ...sizes], run: benchSnapshots },
  startup: { sizes: sizes.slice(-1), run: benchStartup },
}

process.stdout.write(`${TABLE_HEAD}\n`)
for (const [name, section] of Object.entries(sections)) {
  if (only !== undefined && only !== name) continue
  for (const size of section.sizes) {
    for (const row of await section.run(size, rounds)) process.stdout.write(`${formatRow(row)}\n`)
  }
}
