import { decodeRevert } from '../../evm/run/revertReason.ts'
import { methodNotFound } from '../core/legacyGate.ts'
import type { FailedExecution } from '../errors/revertReason.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import { hardhat_metadata } from '../methods/dev/identity.ts'
import { web3_clientVersion } from '../methods/web3.ts'
import {
  blobBaseFeeOfOne,
  clientNamed,
  type Dialect,
  type ErrorOverrides,
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

/** Geth's words for an invalid transaction: its decoder knows the length of the input. */
export const gethRefusals: ErrorOverrides = {
  MALFORMED_TRANSACTION: ({ reason }) =>
    serverError(
      reason.endsWith('total length is larger than the data')
        ? 'rlp: value size exceeds available input length'
        : reason,
    ),
}

/** Responses of geth, which decodes only `Error(string)` and `Panic(uint256)`. */
export const geth: Dialect = {
  methods: new Map([...gethNames, blobBaseFeeOfOne]),
  unknownMethod: (name) => methodNotFound(name),
  error: mapErrors({ failed: gethFailure, refusals: gethRefusals }),
}

/** Geth's error of a failed call, mostly the node's own. */
export function gethFailure(outcome: FailedExecution, error: RpcError): RpcError {
  if (outcome.kind === 'halt') return new RpcError(error.code, outcome.reason)
  const isPlain = outcome.output.length > 0 && decodeRevert(outcome.output) === undefined
  return isPlain ? new RpcError(rpcCode.reverted, 'execution reverted', error.data) : error
}
