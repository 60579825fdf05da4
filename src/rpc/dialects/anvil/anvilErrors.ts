import { RpcError, rpcCode } from '../../errors/rpcError.ts'

const REJECTED = -32003
const RESOURCE_NOT_FOUND = -32001

/** Error of a rejected transaction. */
export const rejected = (message: string) => new RpcError(REJECTED, message)

/** Error of a request that cannot be served. */
export const refused = (message: string) => new RpcError(rpcCode.refused, message)

/** Error of an unknown block. */
export const resourceNotFound = () => new RpcError(RESOURCE_NOT_FOUND, 'Resource not found')
