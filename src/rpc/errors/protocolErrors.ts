import { LEGACY_PREFIX } from '../../node/options/legacyNames.ts'
import { legacyNotEnabled } from '../core/legacyGate.ts'
import { unknownDialect } from '../dialects/requestedDialect.ts'
import { rpcCode } from './rpcError.ts'

/** Errors that come from no refusal of the layers below, for the documentation. */
export const protocolErrors: readonly {
  readonly code: number
  readonly message: string
  readonly summary: string
}[] = [
  { code: rpcCode.parseError, message: 'parse error', summary: 'The body is not JSON.' },
  {
    code: rpcCode.invalidRequest,
    message: 'invalid request',
    summary: 'The JSON is no request: no method, another version, an id that is an object.',
  },
  { code: rpcCode.invalidRequest, message: 'empty batch', summary: 'A batch without requests.' },
  {
    code: rpcCode.invalidRequest,
    message: 'batch too large',
    summary: 'A batch with more requests than the node is configured to take.',
  },
  {
    code: rpcCode.requestTimedOut,
    message: 'request timed out',
    summary:
      'A request took longer than `--request-timeout` says. What it does may be done later on.',
  },
  {
    code: rpcCode.methodNotFound,
    message: 'the method eth_x does not exist/is not available',
    summary: 'No method has this name.',
  },
  {
    code: rpcCode.methodNotFound,
    message: legacyNotEnabled('native_getEvmTx', LEGACY_PREFIX).message,
    summary:
      'A legacy method is not on the allowlist, or the name is only like those. Data is `legacy_native_deprecated`.',
  },
  {
    code: rpcCode.methodNotFound,
    message: 'notifications not supported: connect by WebSocket to the same address',
    summary: 'A subscription was asked for over HTTP.',
  },
  {
    code: rpcCode.methodNotFound,
    message: 'no "heads" subscription in eth namespace',
    summary: 'There is nothing of this name to subscribe to.',
  },
  {
    code: rpcCode.refused,
    message: 'subscription not found',
    summary: 'No subscription of the connection has this id.',
  },
  {
    code: rpcCode.refused,
    message: 'no new subscription can be created',
    summary: 'The connection has 10,000 subscriptions already.',
  },
  {
    code: rpcCode.refused,
    message: 'failed to find native address for 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    summary: 'An address is not associated; likewise `failed to find EVM address for sei1…`.',
  },
  {
    code: rpcCode.refused,
    message: 'receipt not found',
    summary: 'The error of a transaction was asked for that is in no block.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'invalid argument 0: to: hex string has length 4, want 40',
    summary: 'A parameter cannot be read; the message names it, counted from 0, and the field.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'missing value for required argument 0',
    summary: 'A parameter that has no default was left out or null.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'too many arguments, want at most 2',
    summary: 'More parameters than the method has.',
  },
  {
    code: rpcCode.invalidParams,
    message: 'non-array args: parameters are positional, got object',
    summary: 'The parameters are not an array.',
  },
  {
    code: rpcCode.invalidParams,
    message: unknownDialect('geht').message,
    summary:
      'The URL of a request asks for answers in the form of a node that is not known; with HTTP status 400.',
  },
  {
    code: rpcCode.internalError,
    message: 'internal error',
    summary: 'A fault of the node; the log has the details.',
  },
  {
    code: rpcCode.reverted,
    message: 'execution reverted: REASON',
    summary:
      'A simulated call reverted. Data is the revert data; the reason is read from Error(string) and Panic(uint256).',
  },
  {
    code: rpcCode.refused,
    message: 'out of gas',
    summary: 'A simulated call halted, for this or another reason of the EVM.',
  },
]
