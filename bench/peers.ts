// Runs all workloads on Rockpool, Anvil, Hardhat and a bare Node.js server: `npm run bench`. Prints
// a table in Markdown. Every measurement has a fresh node. The nodes alternate, so that they meet
// the same load of the machine.
import { parseArgs } from 'node:util'
import { formatSeries, median } from './figures.ts'
import { createPeerInputs } from './peerInputs.ts'
import { hasHardhat, type PeerName, startPeer } from './peerNodes.ts'
import { peerWorkloads } from './peerWorkloads.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    // Another checkout, to compare before and after.
    checkout: { type: 'string', default: '..' },
    peers: { type: 'string', default: 'Rockpool,Anvil,Hardhat,bare server' },
  },
})

const only = values.only.split(',').filter((name) => name !== '')
const names = peerWorkloads.map(({ name }) => name)
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`Error: no workload ${unknown.join(', ')}; there are ${names.join(', ')}.\n`)
  process.exit(2)
}
const asked = values.peers.split(',') as PeerName[]
const peers = asked.filter((name) => name !== 'Hardhat' || hasHardhat)
if (peers.length < asked.length) {
  process.stderr.write('Hardhat is left out: see docs/bench.md to install it.\n')
}

const inputs = await createPeerInputs()
/** Values by row and node, one per round. */
const rows = new Map<string, Map<PeerName, number[]>>()

for (let round = 0; round < Number(values.rounds); round++) {
  for (const { name, without = [], run } of peerWorkloads) {
    if (only.length > 0 && !only.includes(name)) continue
    for (const peer of peers.filter((each) => !without.includes(each))) {
      const node = await startPeer(peer, values.checkout)
      try {
        add(peer, await run(node, inputs))
      } catch (error) {
        process.stderr.write(
          `${peer}, ${name}: ${error instanceof Error ? error.message : error}\n`,
        )
      } finally {
        await node.stop()
      }
    }
  }
}

function add(peer: PeerName, measured: Readonly<Record<string, number>>): void {
  for (const [row, value] of Object.entries(measured)) {
    const of = rows.get(row) ?? new Map<PeerName, number[]>()
    of.set(peer, [...(of.get(peer) ?? []), value])
    rows.set(row, of)
  }
}

const print = (cells: readonly string[]): void =>
  void process.stdout.write(`| ${cells.join(' | ')} |\n`)
const others = peers.filter((peer) => peer !== 'Rockpool')
print(['what', 'Rockpool: median (min, max)', ...others.flatMap((peer) => [peer, 'ratio'])])
print(Array(2 + 2 * others.length).fill('---'))
for (const [row, of] of rows) {
  const ours = of.get('Rockpool') ?? []
  // A ratio above 1 is better than the peer, for rates and for times.
  const isRate = row.endsWith('/s')
  const cells = others.flatMap((peer) => {
    const theirs = of.get(peer)
    if (theirs === undefined) return ['–', '–']
    const ratio = median(ours) / median(theirs)
    return [
      formatSeries({ unit: '', values: theirs }),
      String(Number((isRate ? ratio : 1 / ratio).toPrecision(2))),
    ]
  })
  print([row, formatSeries({ unit: '', values: ours }), ...cells])
}
