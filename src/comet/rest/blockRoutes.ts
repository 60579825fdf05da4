import { Block } from 'cosmjs-types/tendermint/types/block'
import { BlockID } from 'cosmjs-types/tendermint/types/types'
import { bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { bytesToBase64, equalBytes } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { CometBlock } from '../block/cometBlocks.ts'
import { CometError } from '../rpc/cometError.ts'
import type { CometScene } from '../rpc/cometScene.ts'
import { nodeInfo as cometInfo } from '../rpc/infoMethods.ts'
import { invalidArgument } from './grpcError.ts'
import { messageJson } from './protoJson.ts'
import { pageRequestIn, parseHeight } from './requestValues.ts'

/** Default of the SDK. */
const DEFAULT_LIMIT = 100
/** Suffix of the chain's prefix in addresses of consensus keys. */
const CONSENSUS_SUFFIX = 'valcons'

/** `/cosmos/base/tendermint/v1beta1/node_info` */
export function nodeInfo(scene: CometScene): Json {
  const { id, ...rest } = cometInfo(scene)
  return {
    default_node_info: { ...rest, default_node_id: id ?? null },
    application_version: {
      ...{ name: 'rockpool', app_name: 'rockpool', version: scene.version, git_commit: '' },
      ...{ build_tags: '', go_version: '', build_deps: [], cosmos_sdk_version: '' },
    },
  }
}

/** `/cosmos/base/tendermint/v1beta1/blocks/{height}` */
export async function blockAt(scene: CometScene, height: string): Promise<Json> {
  const { id, header, transactions, lastCommit } = await find(scene, height)
  const data = { txs: transactions.map(({ raw }) => raw) }
  return {
    block_id: messageJson(BlockID, id),
    block: messageJson(Block, { header, data, evidence: { evidence: [] }, lastCommit }),
  }
}

/** `/cosmos/base/tendermint/v1beta1/validatorsets/{height}`. A page's key is an address. */
export async function validatorSetAt(
  scene: CometScene,
  height: string,
  query: URLSearchParams,
): Promise<Json> {
  const { source, validators } = await find(scene, height)
  const all = validators.validators
  const { key, offset, limit } = pageRequestIn(query)
  if (key.length > 0 && offset > 0n) {
    throw invalidArgument('invalid request, either offset or key is expected, got both')
  }
  const first =
    key.length === 0 ? Number(offset) : all.findIndex(({ address }) => equalBytes(address, key))
  if (first === -1) throw invalidArgument('pagination.key is of no validator')
  const end = first + (Number(limit) || DEFAULT_LIMIT)
  const next = all[end]
  const { bech32Prefix } = scene.chain.names
  return {
    block_height: String(source.number),
    validators: all.slice(first, end).map((each) => ({
      address: bytesToBech32(bech32Prefix + CONSENSUS_SUFFIX, each.address),
      pub_key: { '@type': '/cosmos.crypto.ed25519.PubKey', key: bytesToBase64(each.key) },
      voting_power: String(each.power),
      proposer_priority: '0',
    })),
    pagination: {
      next_key: next === undefined ? null : bytesToBase64(next.address),
      total: String(all.length),
    },
  }
}

/** @throws GrpcError */
async function find(scene: CometScene, height: string): Promise<CometBlock> {
  const asked = height === 'latest' ? undefined : parseHeight(height, 'height')
  try {
    return await scene.block(asked)
  } catch (error) {
    throw error instanceof CometError ? invalidArgument(error.data ?? error.message) : error
  }
}
