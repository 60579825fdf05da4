import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type NodeKeys, nodeId, nodeKeyJson, validatorKeyJson } from './nodeKeys.ts'

/** A network whose files are to be written. */
export interface TestnetPlan {
  readonly directory: string
  readonly keys: readonly NodeKeys[]
  /** CometBFT's genesis. */
  readonly genesis: object
  /** First port of CometBFT; each node takes three of ten. */
  readonly basePort: number
  /** JSON-RPC port of the first node; the others follow. */
  readonly port: number
}

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
  { basePort, port }: Pick<TestnetPlan, 'basePort' | 'port'>,
  index: number,
): NodePorts {
  const first = basePort + 10 * index
  return { peers: first + 6, cometRpc: first + 7, abci: first + 8, rpc: port + index }
}

/** Arguments of `rockpool` that run the application of a node. */
export function applicationArguments(plan: TestnetPlan, index: number): readonly string[] {
  const { abci, cometRpc, rpc } = portsOf(plan, index)
  return [
    'abci',
    ...['--db', join(nodeName(index), 'chain'), '--port', String(rpc)],
    ...['--address', `tcp://127.0.0.1:${abci}`, '--comet-rpc', `http://127.0.0.1:${cometRpc}`],
    ...['--snapshot-interval', '1000'],
  ]
}

/** Arguments of `cometbft` that run a node. */
export function cometArguments(index: number): readonly string[] {
  return ['start', '--home', nodeName(index)]
}

export function nodeName(index: number): string {
  return `node${index}`
}

/** Writes homes, keys, genesis, settings and `start.sh`. */
export async function writeTestnet(plan: TestnetPlan): Promise<void> {
  const { directory, keys, genesis } = plan
  for (const [index, own] of keys.entries()) {
    const home = join(directory, nodeName(index))
    await writeJson(join(home, 'config/genesis.json'), genesis)
    await writeJson(join(home, 'config/node_key.json'), nodeKeyJson(own), 0o600)
    await writeJson(join(home, 'config/priv_validator_key.json'), validatorKeyJson(own), 0o600)
    const signed = { height: '0', round: 0, step: 0 }
    await writeJson(join(home, 'data/priv_validator_state.json'), signed, 0o600)
    await writeFile(join(home, 'config/config.toml'), configToml(plan, index))
  }
  await writeFile(join(directory, 'start.sh'), startScript(plan), { mode: 0o755 })
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

function startScript(plan: TestnetPlan): string {
  const nodes = plan.keys.map((_, index) => {
    const name = nodeName(index)
    return `"$rockpool" ${applicationArguments(plan, index).join(' ')} > ${name}/rockpool.log 2>&1 &
"$cometbft" ${cometArguments(index).join(' ')} > ${name}/cometbft.log 2>&1 &
`
  })
  return `#!/bin/sh
# Runs the network in ${resolve(plan.directory)} until it is interrupted.
# ROCKPOOL and COMETBFT name other commands than those on the PATH.
cd "$(dirname "$0")" || exit 1
rockpool=\${ROCKPOOL:-rockpool}
cometbft=\${COMETBFT:-cometbft}
for command in "$rockpool" "$cometbft"; do
  command -v "$command" > /dev/null && continue
  echo "$command: not found. CometBFT 0.38 is at https://github.com/cometbft/cometbft" >&2
  exit 1
done
trap 'trap - INT TERM EXIT; kill 0' INT TERM EXIT
${nodes.join('')}echo 'JSON-RPC: ${plan.keys.map((_, i) => `http://127.0.0.1:${portsOf(plan, i).rpc}`).join(' ')}'
wait
`
}
