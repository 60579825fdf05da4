import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type NodeKeys, nodeId, nodeKeyJson, validatorKeyJson } from './nodeKeys.ts'

/** The nodes of a network and their ports. */
export interface TestnetLayout {
  readonly chainId: string
  /** Number of nodes; each is a validator. */
  readonly validators: number
  /** First port of CometBFT; each node takes three of ten. */
  readonly basePort: number
  /** JSON-RPC port of the first node; the others follow. */
  readonly port: number
}

/** A network whose files are to be written. */
export interface TestnetPlan extends TestnetLayout {
  /** One for each node. */
  readonly keys: readonly NodeKeys[]
  /** CometBFT's genesis. */
  readonly genesis: object
}

/** File with the layout of a network in its directory. */
const LAYOUT_FILE = 'testnet.json'
/** Its name until all other files are written. */
const UNFINISHED_FILE = `${LAYOUT_FILE}.unfinished`
const SCRIPT_FILE = 'start.sh'
const OWN_FILES = /^(node[0-9]+|start\.sh|testnet\.json\.unfinished)$/
const MAX_PORT = 65_535

/** Ports of a node, all on the loopback interface. */
export interface NodePorts {
  readonly peers: number
  readonly cometRpc: number
  readonly abci: number
  /** JSON-RPC of Rockpool. */
  readonly rpc: number
}

/** Ports of a node by its index. */
export function portsOf(
  { basePort, port }: Pick<TestnetLayout, 'basePort' | 'port'>,
  index: number,
): NodePorts {
  const first = basePort + 10 * index
  return { peers: first + 6, cometRpc: first + 7, abci: first + 8, rpc: port + index }
}

/** Returns a port of two servers, or one above 65,535; undefined if all ports can be used. */
export function unusablePort(layout: TestnetLayout): number | undefined {
  const seen = new Set<number>()
  for (let index = 0; index < layout.validators; index++) {
    for (const port of Object.values<number>({ ...portsOf(layout, index) })) {
      if (seen.has(port) || port > MAX_PORT) return port
      seen.add(port)
    }
  }
  return undefined
}

/** Arguments of `rockpool` that run the application of a node. */
export function applicationArguments(layout: TestnetLayout, index: number): readonly string[] {
  const { abci, cometRpc, rpc } = portsOf(layout, index)
  return [
    'abci',
    ...['--db', join(nodeName(index), 'chain'), '--port', String(rpc)],
    ...['--address', `tcp://127.0.0.1:${abci}`, '--comet-rpc', `http://127.0.0.1:${cometRpc}`],
    // CometBFT ends with its application.
    ...['--snapshot-interval', '1000', '--exit-with-parent'],
  ]
}

/** Arguments of `cometbft` that run a node. */
export function cometArguments(index: number): readonly string[] {
  return ['start', '--home', nodeName(index)]
}

export function nodeName(index: number): string {
  return `node${index}`
}

/** Returns the layout of the network in a directory; undefined if it has none. */
export async function readLayout(directory: string): Promise<TestnetLayout | undefined> {
  try {
    return JSON.parse(await readFile(join(directory, LAYOUT_FILE), 'utf8')) as TestnetLayout
  } catch {
    return undefined
  }
}

/** Removes what a killed process wrote of a network, its mark last. A complete one stays. */
export async function removeUnfinished(directory: string): Promise<void> {
  const names = await readdir(directory).catch((): string[] => [])
  if (!names.includes(UNFINISHED_FILE)) return
  if (names.every((name) => OWN_FILES.test(name))) {
    for (const name of names.filter((name) => name !== UNFINISHED_FILE)) {
      await rm(join(directory, name), { recursive: true, force: true })
    }
  }
  await rm(join(directory, UNFINISHED_FILE), { force: true })
}

/** Writes homes, keys, genesis, settings and `start.sh`. */
export async function writeTestnet(directory: string, plan: TestnetPlan): Promise<void> {
  const { keys, genesis, chainId, validators, basePort, port } = plan
  const unfinished = join(directory, UNFINISHED_FILE)
  await writeJson(unfinished, { chainId, validators, basePort, port })
  for (const [index, own] of keys.entries()) {
    const home = join(directory, nodeName(index))
    await writeJson(join(home, 'config/genesis.json'), genesis)
    await writeJson(join(home, 'config/node_key.json'), nodeKeyJson(own), 0o600)
    await writeJson(join(home, 'config/priv_validator_key.json'), validatorKeyJson(own), 0o600)
    const signed = { height: '0', round: 0, step: 0 }
    await writeJson(join(home, 'data/priv_validator_state.json'), signed, 0o600)
    await writeFile(join(home, 'config/config.toml'), configToml(plan, index))
  }
  await writeFile(join(directory, SCRIPT_FILE), startScript(directory, plan), { mode: 0o755 })
  // Says that the others are there.
  await rename(unfinished, join(directory, LAYOUT_FILE))
}

async function writeJson(path: string, content: object, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode })
}

/** Settings that differ from CometBFT's defaults, which it adds. */
function configToml(plan: TestnetPlan, index: number): string {
  const { peers, cometRpc, abci } = portsOf(plan, index)
  const others = plan.keys.flatMap((keys, i) =>
    i === index ? [] : [`${nodeId(keys)}@127.0.0.1:${portsOf(plan, i).peers}`],
  )
  return `proxy_app = "tcp://127.0.0.1:${abci}"
moniker = "${nodeName(index)}"
abci = "socket"

[rpc]
laddr = "tcp://127.0.0.1:${cometRpc}"

[p2p]
laddr = "tcp://127.0.0.1:${peers}"
persistent_peers = "${others.join(',')}"
addr_book_strict = false
allow_duplicate_ip = true
pex = false

[consensus]
timeout_propose = "1s"
timeout_commit = "300ms"
`
}

function startScript(directory: string, plan: TestnetPlan): string {
  const nodes = plan.keys.map((_, index) => {
    const name = nodeName(index)
    return `"$rockpool" ${applicationArguments(plan, index).join(' ')} > ${name}/rockpool.log 2>&1 &
pids="$pids $!"
"$cometbft" ${cometArguments(index).join(' ')} > ${name}/cometbft.log 2>&1 &
pids="$pids $!"
`
  })
  return `#!/bin/sh
# Runs the network in ${resolve(directory)} until it is interrupted.
# ROCKPOOL and COMETBFT name other commands than those on the PATH.
cd "$(dirname "$0")" || exit 1
rockpool=\${ROCKPOOL:-rockpool}
cometbft=\${COMETBFT:-cometbft}
command -v "$rockpool" > /dev/null || {
  echo "$rockpool: not found. Set ROCKPOOL=/path/to/clone/bin/rockpool.js" >&2
  exit 1
}
command -v "$cometbft" > /dev/null || {
  echo "$cometbft: not found. CometBFT 0.38 is at https://github.com/cometbft/cometbft" >&2
  exit 1
}
pids=
# The group of processes may be the caller's, so each process is ended by its id.
stop() {
  trap - "$1"
  # A signal may come before the id of the last process is noted.
  kill $pids $! 2> /dev/null
  wait
  kill -s "$1" $$
}
for signal in HUP INT TERM; do trap "stop $signal" "$signal"; done
${nodes.join('')}echo 'JSON-RPC: ${plan.keys.map((_, i) => `http://127.0.0.1:${portsOf(plan, i).rpc}`).join(' ')}'
wait
`
}
