import { decodeRevert } from '../../evm/run/revertReason.ts'
import { methodNotFound } from '../core/legacyGate.ts'
import type { FailedExecution } from '../errors/revertReason.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import { hardhat_metadata } from '../methods/dev/identity.ts'
import { web3_clientVersion } from '../methods/web3.ts'
import {
  blobBaseFeeOfOne,
  clientNamed,
  type Dialect,
  mapErrors,
  mapResult,
  metadataNamed,
} from './dialect.ts'

const CLIENT = 'Geth'

/** Methods that identify the node, for geth and its derivatives. */
export const gethNames = [
  mapResult(web3_clientVersion, clientNamed(CLIENT)),
  mapResult(hardhat_metadata, metadataNamed(CLIENT)),
] as const

/** Responses of geth, which decodes only `Error(string)` and `Panic(uint256)`. */
export const geth: Dialect = {
  methods: new Map([...gethNames, blobBaseFeeOfOne]),
  unknownMethod: (name) => methodNotFound(name),
  error: mapErrors({ failed: gethFailure }),
}

/** Geth's error of a failed call, mostly the node's own. */
export function gethFailure(outcome: FailedExecution, error: RpcError): RpcError {
  if (outcome.kind === 'halt') return new RpcError(error.code, outcome.reason)
  const isPlain = outcome.output.length > 0 && decodeRevert(outcome.output) === undefined
  return isPlain ? new RpcError(rpcCode.reverted, 'execution reverted', error.data) : error
}
