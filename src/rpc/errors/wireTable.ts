import type { ChainRefusal, GenesisRefused } from '../../chain/errors.ts'
import type { TxRefusal } from '../../evm/errors.ts'
import type { NativeTxRefusal } from '../../native/errors.ts'
import type {
  AppTomlRefused,
  ConfigRefused,
  JournalRefused,
  PlaceRefusal,
} from '../../node/errors.ts'
import type { TypedDataRefusal } from '../../primitives/crypto/typedData.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { BalanceOverflowRefusal } from '../../state/ledger/balanceOverflow.ts'
import type { StoreRefusal } from '../../store/errors.ts'
import type { TraceRefusal } from '../../tracers/errors.ts'

/** Every refusal of every layer. */
export type Known =
  | TxRefusal
  | ChainRefusal
  | TraceRefusal
  | NativeTxRefusal
  | StoreRefusal
  | TypedDataRefusal
  | BalanceOverflowRefusal
  | PlaceRefusal
  | GenesisRefused['refusal']
  | ConfigRefused['refusal']
  | AppTomlRefused['refusal']
  | JournalRefused['refusal']

/** How one refusal looks to a client. */
export interface WireEntry<R> {
  /** When it happens, for the documentation. */
  readonly summary: string
  /** Facts to show in the documentation. */
  readonly sample: Omit<R, 'code'>
  /** Absent: -32000. */
  readonly rpcCode?: number
  /** Geth's wording where it has one: client libraries recognise errors by these texts. */
  message(facts: Omit<R, 'code'>): string
  data?(facts: Omit<R, 'code'>): Json
}

/** One entry for each code of every layer. */
export type WireTable = { readonly [C in Known['code']]: WireEntry<Extract<Known, { code: C }>> }
