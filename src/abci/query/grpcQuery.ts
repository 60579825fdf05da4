import type { HeaderInfo } from '../../modules/headerInfo.ts'
import type { UnstoredParams } from '../../modules/params/readParameter.ts'
import type { Fields } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'

/** What a gRPC query reads. */
export interface QueryScene {
  /** State after a block. */
  readonly state: RowState
  /** Parameters after the block that the state does not have. */
  readonly params: UnstoredParams
  /** That block. */
  readonly moment: HeaderInfo
  /** The request. */
  readonly fields: Fields
}

/** Answers a gRPC query with the encoded response. @throws ModuleError, QueryError */
export type GrpcQuery = (scene: QueryScene) => Uint8Array

/** gRPC queries by path: `/cosmos.bank.v1beta1.Query/Balance`. */
export type GrpcQueries = Readonly<Record<string, GrpcQuery>>

/** A query that cannot be answered. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  /** Code of the Cosmos SDK. */
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Nothing has the wanted key. CosmJS looks for these words. */
export function notFound(what: string, rest = ' not found'): QueryError {
  return new QueryError(22, `rpc error: code = NotFound desc = ${what}${rest}: key not found`)
}

/** The request is wrong. */
export function invalidArgument(why: string): QueryError {
  return new QueryError(18, `rpc error: code = InvalidArgument desc = ${why}: invalid request`)
}

/** The SDK answers so where it tells no other reason. */
export function internal(why: string): QueryError {
  return new QueryError(18, `rpc error: code = Internal desc = ${why}: invalid request`)
}
