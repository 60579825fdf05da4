import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import { MAX_BLOCK_BYTES } from '../block/cometBlocks.ts'
import { cometMethod, flag, hexBytes, integer, text } from './cometMethod.ts'
import type { CometScene } from './cometScene.ts'
import { pageOf } from './pages.ts'
import { answerAnyQuery } from './txService.ts'
import { hex, publicKeyView, queryView, timeView, validatorView } from './views.ts'

/** Version of CometBFT whose interface this is. Clients choose theirs by it. */
const COMET_VERSION = '0.38.17'

export const health = cometMethod({}, () => ({}))

export const status = cometMethod({}, async (scene) => {
  const latest = await scene.block(undefined)
  const earliest = await scene.block(BigInt(scene.earliest))
  const [validator] = latest.validators.validators
  return {
    node_info: nodeInfo(scene),
    sync_info: {
      latest_block_hash: hex(latest.id.hash),
      latest_app_hash: hex(latest.header.appHash),
      latest_block_height: String(latest.header.height),
      latest_block_time: timeView(latest.header.time),
      earliest_block_hash: hex(earliest.id.hash),
      earliest_app_hash: hex(earliest.header.appHash),
      earliest_block_height: String(earliest.header.height),
      earliest_block_time: timeView(earliest.header.time),
      catching_up: false,
    },
    validator_info: validator === undefined ? null : validatorView(validator),
  }
})

/** What a node tells its peers. */
export function nodeInfo({ chain, version, rpcAddress }: CometScene): {
  readonly [name: string]: Json
} {
  return {
    protocol_version: { p2p: '8', block: '11', app: '0' },
    id: chain.instanceId.slice(2, 42),
    listen_addr: 'tcp://127.0.0.1:26656',
    network: chain.nativeChainId,
    version: COMET_VERSION,
    channels: '',
    moniker: `rockpool ${version}`,
    other: { tx_index: 'on', rpc_address: rpcAddress },
  }
}

/** The node has no peers. */
export const net_info = cometMethod({}, () => {
  return { listening: false, listeners: [], n_peers: '0', peers: [] }
})

export const genesis = cometMethod({}, async (scene) => {
  const { chain } = scene
  const first = chain.blocks.genesis
  const history = await scene.blocks.validators()
  const validators = history.at(first.number + 1).validators.map(({ address, key, power }) => {
    return { address: hex(address), pub_key: publicKeyView(key), power: String(power), name: '' }
  })
  return {
    genesis: {
      genesis_time: toRfc3339(first.header.timestamp),
      chain_id: chain.nativeChainId,
      initial_height: String(first.number + 1),
      consensus_params: consensusParams(first.header.gasLimit),
      validators,
      app_hash: hex(hexToBytes(first.header.stateRoot)),
    },
  }
})

export const consensus_params = cometMethod({ height: integer }, (scene, { height }) => {
  const at = scene.height(height, scene.latest + 1)
  const { blocks, mining } = scene.chain
  const gasLimit = blocks.get(BigInt(at))?.header.gasLimit ?? mining.config.gasLimit
  return { block_height: String(at), consensus_params: consensusParams(gasLimit) }
})

/** Parameters with CometBFT's defaults, but the chain's gas limit. */
function consensusParams(gasLimit: bigint): Json {
  return {
    block: { max_bytes: String(MAX_BLOCK_BYTES), max_gas: String(gasLimit) },
    evidence: {
      max_age_num_blocks: '100000',
      max_age_duration: '172800000000000',
      max_bytes: '1048576',
    },
    validator: { pub_key_types: ['ed25519'] },
    version: {},
    abci: { vote_extensions_enable_height: '0' },
  }
}

export const validators = cometMethod(
  { height: integer, page: integer, per_page: integer },
  async (scene, { height, page, per_page }) => {
    const at = scene.height(height, scene.latest + 1)
    const all = (await scene.blocks.validators()).at(at).validators
    const shown = pageOf(all, { page, per_page })
    return {
      block_height: String(at),
      validators: shown.map((each) => ({ ...validatorView(each), proposer_priority: '0' })),
      count: String(shown.length),
      total: String(all.length),
    }
  },
)

export const abci_info = cometMethod({}, ({ chain, version }) => {
  const { header } = chain.blocks.latest
  return {
    response: {
      data: 'rockpool',
      version,
      app_version: '0',
      last_block_height: String(header.number),
      last_block_app_hash: bytesToBase64(hexToBytes(header.stateRoot)),
    },
  }
})

export const abci_query = cometMethod(
  { path: text, data: hexBytes, height: integer, prove: flag },
  async (scene, { path, data, height = 0n, prove }) => {
    const answer = await answerAnyQuery(scene, { path, data, height, prove })
    // Consensus answers no query before its first block, and CosmJS refuses height 0.
    const answered = answer.height === 0n ? 1n : answer.height
    return { response: queryView({ ...answer, height: answered }) }
  },
)
