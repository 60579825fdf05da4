import type { ChainErrorDetails, GenesisError } from '../../chain/errors.ts'
import type { TxErrorDetails } from '../../evm/errors.ts'
import type { NativeTxErrorDetails } from '../../native/errors.ts'
import type {
  AppTomlError,
  BranchErrorDetails,
  ConfigError,
  JournalError,
} from '../../node/errors.ts'
import type { TypedDataErrorDetails } from '../../primitives/crypto/typedData.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { RemoteFailure } from '../../remote/remoteError.ts'
import type { ForkErrorDetails } from '../../state/fork/forkError.ts'
import type { BalanceOverflowDetails } from '../../state/ledger/balanceOverflow.ts'
import type { StoreErrorDetails } from '../../store/errors.ts'
import type { TraceErrorDetails } from '../../tracers/errors.ts'

/** Expected failures of all layers. */
export type KnownError =
  | TxErrorDetails
  | ChainErrorDetails
  | TraceErrorDetails
  | NativeTxErrorDetails
  | StoreErrorDetails
  | TypedDataErrorDetails
  | BalanceOverflowDetails
  | ForkErrorDetails
  | RemoteFailure
  | BranchErrorDetails
  | GenesisError['details']
  | ConfigError['details']
  | AppTomlError['details']
  | JournalError['details']

/** JSON-RPC form of an error. */
export interface ErrorEntry<R> {
  /** Condition, for the documentation. */
  readonly summary: string
  /** Sample details for the documentation. */
  readonly sample: Omit<R, 'code'>
  /** Absent: -32000. */
  readonly rpcCode?: number
  /** Geth's wording if it has one: client libraries recognise errors by these texts. */
  message(facts: Omit<R, 'code'>): string
  data?(facts: Omit<R, 'code'>): Json
}

/** One entry per code of every layer. */
export type ErrorTable = {
  readonly [C in KnownError['code']]: ErrorEntry<Extract<KnownError, { code: C }>>
}

/** Formats a duration, in milliseconds if it is short. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Number(ms.toPrecision(6))}ms` : `${ms / 1000}s`
}
