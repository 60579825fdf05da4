import { answerQuery } from '../../abci/query/answerQuery.ts'
import type { Node } from '../../node/node.ts'
import { DomainError } from '../../primitives/domainError.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'
import { blockAt, nodeInfo, validatorSetAt } from '../rest/blockRoutes.ts'
import { GrpcError, invalidArgument, notImplemented, refusedQuery } from '../rest/grpcError.ts'
import { matchPath, queryRoutes } from '../rest/queryRoutes.ts'
import { parseHeight } from '../rest/requestValues.ts'
import {
  broadcastTransaction,
  simulateTransaction,
  transactionByHash,
  transactionsByEvents,
} from '../rest/transactionRoutes.ts'
import { CometScene } from '../rpc/cometScene.ts'
import {
  createPortServer,
  type PortOptions,
  type PortReply,
  type PortRequest,
  type PortServer,
} from './portServer.ts'

/** Header of a request for the state after an earlier block. */
const HEIGHT = 'x-cosmos-block-height'
/** Header of a response with the block whose state it shows. */
const ANSWERED_HEIGHT = 'grpc-metadata-x-cosmos-block-height'
const BASE = '/cosmos/base/tendermint/v1beta1'
const TX = '/cosmos/tx/v1beta1'

interface Answer {
  readonly json: Json
  /** Block of the state, if it is of one. */
  readonly height?: bigint
}

/**
 * Serves the REST paths of the Cosmos SDK's gateway.
 *
 * @param version of the program
 */
export function createRestServer(node: Node, version: string, options: PortOptions): PortServer {
  const scene = new CometScene(node, version)
  return createPortServer(
    {
      exposed: ANSWERED_HEIGHT,
      async answer(request) {
        try {
          return success(await answerRequest(scene, request))
        } catch (error) {
          if (error instanceof GrpcError) return failure(error)
          if (error instanceof DomainError) {
            return failure(new GrpcError(2, toRpcError(error.details)?.message ?? error.message))
          }
          node.logger.error(`REST: ${request.path} failed`, error)
          return failure(new GrpcError(13, 'internal error'))
        }
      },
      tooLarge: () => ({
        ...failure(invalidArgument('http: request body too large')),
        status: 413,
      }),
    },
    options,
    node.logger,
  )
}

/** @throws GrpcError, DomainError */
async function answerRequest(scene: CometScene, request: PortRequest): Promise<Answer> {
  const { method, query, body } = request
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path
  if (method === 'POST') {
    if (path === `${TX}/simulate`) return { json: await simulateTransaction(scene, body) }
    if (path === `${TX}/txs`) return { json: await broadcastTransaction(scene, body) }
    throw notImplemented()
  }
  if (path === `${BASE}/node_info`) return { json: nodeInfo(scene) }
  if (path === `${BASE}/syncing`) return { json: { syncing: false } }
  const { height: block } = Object.fromEntries(matchPath(`${BASE}/blocks/{height}`, path) ?? [])
  if (block !== undefined) return { json: await blockAt(scene, block) }
  const { height } = Object.fromEntries(matchPath(`${BASE}/validatorsets/{height}`, path) ?? [])
  if (height !== undefined) return { json: await validatorSetAt(scene, height, query) }
  if (path === `${TX}/txs`) return { json: await transactionsByEvents(scene, query) }
  const { hash } = Object.fromEntries(matchPath(`${TX}/txs/{hash}`, path) ?? [])
  if (hash !== undefined) return { json: await transactionByHash(scene, hash) }
  return answerGrpc(scene, path, request)
}

async function answerGrpc(
  { chain, version }: CometScene,
  path: string,
  { query, headers }: PortRequest,
): Promise<Answer> {
  for (const { pattern, method, request, response } of queryRoutes) {
    const found = matchPath(pattern, path)
    if (found === undefined) continue
    const data = request(new Map([...query, ...found]))
    const asked = { path: method, data, height: heightIn(headers), prove: false }
    const answer = await answerQuery(chain, version, asked)
    if (answer.code !== 0) throw refusedQuery(answer)
    return { json: response(answer.value), height: answer.height }
  }
  throw notImplemented()
}

function heightIn(headers: PortRequest['headers']): bigint {
  const given = headers[HEIGHT] ?? '0'
  return parseHeight(String(given), HEIGHT)
}

function success({ json, height }: Answer): PortReply {
  const headers = height === undefined ? [] : [ANSWERED_HEIGHT, String(height)]
  return { status: 200, type: 'application/json', text: JSON.stringify(json), headers }
}

function failure({ code, message, httpStatus }: GrpcError): PortReply {
  const text = JSON.stringify({ code, message, details: [] })
  return { status: httpStatus, type: 'application/json', text }
}
