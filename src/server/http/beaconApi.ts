import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { Node } from '../../node/node.ts'
import { type Hash, ZERO_HASH } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'

/** Paths of the API. */
export const BEACON_PATH = '/eth/v1/beacon/'

/** An answer; a body of text is JSON. */
export interface BeaconAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const TAGS = ['latest', 'safe', 'finalized', 'earliest'] as const

/**
 * Answers the part of the beacon API that Anvil has. Its blocks have no blobs, because the chain
 * has none. Undefined for another path.
 *
 * @param accept media types that the client wants
 */
export async function answerBeacon(
  { chain: { blocks } }: Pick<Node, 'chain'>,
  path: string,
  accept = '',
): Promise<BeaconAnswer | undefined> {
  const [what, id, ...rest] = path.slice(BEACON_PATH.length).split('/')
  if (what === 'genesis' && id === undefined) {
    const genesis = await blocks.find({ tag: 'earliest' })
    return json(200, {
      data: {
        genesis_time: String(genesis?.header.timestamp ?? 0n),
        genesis_validators_root: ZERO_HASH,
        genesis_fork_version: '0x00000000',
      },
    })
  }
  if (id === undefined || rest.length > 0) return undefined
  if (what === 'blob_sidecars') {
    const message = `This endpoint is deprecated. Use \`GET ${BEACON_PATH}blobs/{block_id}\` instead.`
    return failure(410, message)
  }
  if (what !== 'blobs') return undefined
  if (id === 'pending') return failure(404, 'Block not found')
  const ref = readBlockId(id)
  if (ref === undefined) return failure(400, `Invalid block ID: ${id}`)
  if ((await blocks.find(ref)) === undefined) return failure(404, 'Block not found')
  return accept.includes('application/octet-stream')
    ? { status: 200, type: 'application/octet-stream', body: '' }
    : json(200, { execution_optimistic: false, finalized: false, data: [] })
}

/** Reads a tag, a number or a hash. */
function readBlockId(id: string): BlockRef | undefined {
  const tag = TAGS.find((each) => each === id)
  if (tag !== undefined) return { tag }
  if (/^0x[0-9a-f]{64}$/i.test(id)) return { hash: id.toLowerCase() as Hash }
  return /^(0x[0-9a-f]{1,16}|[0-9]{1,20})$/i.test(id) ? { number: BigInt(id) } : undefined
}

function failure(code: number, message: string): BeaconAnswer {
  return json(code, { code, message })
}

function json(status: number, body: Json): BeaconAnswer {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}
