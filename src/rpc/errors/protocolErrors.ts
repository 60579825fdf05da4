import { LEGACY_PREFIX } from '../../node/options/legacyNames.ts'
import { legacyNotEnabled } from '../core/legacyGate.ts'
import { unknownDialect } from '../dialects/requestedDialect.ts'
import { rpcCode } from './rpcError.ts'

/** Errors of this layer, for the documentation. */
export const protocolErrors: readonly {
  readonly code: number
  readonly message: string
  readonly summary: string
}[] = [
  { code: rpcCode.parseError, message: 'parse error', summary: 'The body is not JSON.' },
  {
    code: rpcCode.invalidRequest,
    message: 'invalid request',
    summary:
      'The JSON is not a request: it has no method, another version, or an object as its id.',
  },
  { code: rpcCode.invalidRequest, message: 'empty batch', summary: 'The batch has no requests.' },
  {
    code: rpcCode.invalidRequest,
    message: 'batch too large',
    summary: 'The batch exceeds `--batch-limit`.',
  },
  {
    code: rpcCode.requestTimedOut,
    message: 'request timed out',
    summary: 'The request exceeded `--request-timeout`. It may still complete.',
  },
  {
    code: rpcCode.methodNotFound,
    message: 'the method eth_x does not exist/is not available',
    summary:
      'The method does not exist. The message may end with a similar name, or with the option for names of the real chain.',
  },
  {
    code: rpcCode.methodNotFound,
    message: legacyNotEnabled('native_getEvmTx', LEGACY_PREFIX).message,
    summary:
      'The legacy method is not on the allowlist or does not exist. `data` is `legacy_native_deprecated`.',
  },
  {
    code: rpcCode.methodNotFound,
    message: 'notifications not supported: connect by WebSocket to the same address',
    summary: 'Subscriptions are not available over HTTP.',
  },
  {
    code: rpcCode.methodNotFound,
    message: 'no "heads" subscription in eth namespace',
    summary: 'The subscription type is unknown.',
  },
  {
    code: rpcCode.refused,
    message: 'subscription not found',
    summary: 'No subscription of the connection has this id.',
  },
  {
    code: rpcCode.refused,
    message: 'no new subscription can be created',
    summary: 'The connection has 10,000 subscriptions.',
  },
  {
    code: rpcCode.refused,
    message: 'failed to find native address for 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    summary:
      'The address is not associated. The reverse is `failed to find EVM address for sei1…`.',
  },
  {
    code: rpcCode.refused,
    message: 'receipt not found',
    summary: 'The transaction is not mined.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'invalid argument 0: to: hex string has length 4, want 40',
    summary: 'A parameter is invalid. The message names its index, counted from 0, and the field.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'missing value for required argument 0',
    summary: 'A required parameter is missing or null.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'too many arguments, want at most 2',
    summary: 'The request has more parameters than the method.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'non-array args: parameters are positional, got object',
    summary: 'The parameters are not an array.',
  },
  {
    code: rpcCode.invalidParams,
    message: unknownDialect('geht').message,
    summary: 'The `compat` parameter of the URL is unknown. The HTTP status is 400.',
  },
  {
    code: rpcCode.internalError,
    message: 'internal error',
    summary: 'The node has a bug. The log has the details.',
  },
  {
    code: rpcCode.reverted,
    message: 'execution reverted: REASON',
    summary:
      'A simulated call reverted. `data` is the revert data. The reason is decoded from Error(string) or Panic(uint256).',
  },
  {
    code: rpcCode.refused,
    message: 'out of gas',
    summary: 'A simulated call halted for this or another EVM reason.',
  },
]
