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

/** Geth's types of transactions by their number of fields. */
const TYPES: Readonly<Record<string, string>> = {
  9: 'LegacyTx',
  11: 'AccessListTx',
  12: 'DynamicFeeTx',
  13: 'SetCodeTx',
}

/** Geth's words for an invalid transaction. */
export const gethRefusals: ErrorOverrides = {
  MALFORMED_TRANSACTION: ({ reason }) => serverError(decoderFault(reason)),
}

/** Geth's decoder knows the length of the input and the type that it decodes into. */
function decoderFault(reason: string): string {
  if (reason.endsWith('total length is larger than the data')) {
    return 'rlp: value size exceeds available input length'
  }
  if (reason.endsWith('bytes after the end')) return 'rlp: input contains more than one value'
  const [, want = '', found] = /^expected (\d+) items, found (\d+)$/.exec(reason) ?? []
  const type = TYPES[want]
  if (type === undefined) return reason
  return Number(found) < Number(want)
    ? `rlp: too few elements for types.${type}`
    : `rlp: input list has too many elements for types.${type}`
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
