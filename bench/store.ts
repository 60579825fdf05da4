// The store beside a naive peer: `npm run bench -- store`. Prints a table in Markdown.
import { parseArgs } from 'node:util'
import { formatRow, type Row, TABLE_HEAD } from './figures.ts'
import { benchSnapshots } from './storeSnapshots.ts'
import { benchStartup } from './storeStartup.ts'
import { benchTree } from './storeTree.ts'

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '100000,1000000' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
})
const sizes = values.keys.split(',').map(Number)
const rounds = Number(values.rounds)

/** Parts of the table in their order, each for its sizes. */
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
  if (values.only !== undefined && values.only !== name) continue
  for (const size of section.sizes) {
    for (const row of await section.run(size, rounds)) process.stdout.write(`${formatRow(row)}\n`)
  }
}
