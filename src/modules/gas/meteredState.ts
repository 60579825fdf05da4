import type { NativeAccount, NativeAddress } from '../../state/rows/layout.ts'
import { accountCountKind, accountKind, coinPrefix } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { IterableTableKind, TableKind } from '../../state/rows/stateTable.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import { type GasMeter, gasFor, readGas, stepGas, storeGas } from './gasMeter.ts'
import { meteredRows } from './meteredRows.ts'

/** Returns the size of key and value in bytes. */
function rowSize<V>(kind: TableKind<V>, id: string, value: V): number {
  return kind.key(id).length + kind.encode(value).length
}

/** A state whose accesses cost the gas of the real chain. */
export class MeteredState implements RowState {
  readonly #state: RowState
  readonly #meter: GasMeter
  readonly #contract: NativeAddress | undefined
  readonly #chargeStep = (gas: bigint) => this.#meter.charge(gas, gasFor.step)

  /** @param contract address without an account record on the real chain: a precompile's */
  constructor(state: RowState, meter: GasMeter, contract?: NativeAddress) {
    this.#state = state
    this.#meter = meter
    this.#contract = contract
  }

  get names(): NativeNames {
    return this.#state.names
  }

  /** Returns whether a row exists, for less gas than reading it. */
  has<V>(kind: TableKind<V>, id: string): boolean {
    this.#meter.charge(storeGas.has, gasFor.has)
    return this.#state.get(kind, id) !== undefined
  }

  get<V>(kind: TableKind<V>, id: string): V | undefined {
    // Costs known in advance are charged first.
    this.#chargeRead(kind.key(id).length)
    const value = this.#state.get(kind, id)
    if (value === undefined || (kind.store === 'acc' && id === this.#contract)) return value
    this.#chargeBytes(kind.encode(value).length)
    return value
  }

  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void {
    if (value === undefined) {
      this.#meter.charge(storeGas.delete, gasFor.delete)
    } else {
      this.#chargeWrite(rowSize(kind, id, value))
    }
    this.#state.set(kind, id, value)
  }

  /** Costs an iterator, with the values. Each step is charged before the next one. */
  *ids<V>(kind: IterableTableKind<V>, range: KeyRange = {}): Iterable<string> {
    for (const [id] of meteredRows(this.#state, kind, range, this.#chargeStep)) yield id
  }

  /** Costs about what the real chain pays to move the coins of an account. */
  denominations(owner: NativeAddress): readonly string[] {
    this.#meter.charge(storeGas.readFlat)
    const names = this.#state.denominations(owner)
    const prefix = coinPrefix(owner).length
    for (const name of names) this.#chargeStep(stepGas(prefix + name.length))
    return names
  }

  ensureAccount(native: NativeAddress): NativeAccount {
    const kind = accountKind(this.names.bech32Prefix)
    if (this.has(kind, native)) return this.#state.ensureAccount(native)
    const count = this.#state.get(accountCountKind, '') ?? 0n
    const created = this.#state.ensureAccount(native)
    // The real chain counts accounts, then writes the record.
    this.#meter.charge(readGas(rowSize(accountCountKind, '', count)))
    this.#chargeWrite(rowSize(accountCountKind, '', count + 1n))
    this.#chargeWrite(rowSize(kind, native, created))
    return created
  }

  #chargeRead(size: number): void {
    this.#meter.charge(storeGas.readFlat, gasFor.read)
    this.#chargeBytes(size)
  }

  #chargeBytes(size: number): void {
    this.#meter.charge(storeGas.readByte * BigInt(size), gasFor.readByte)
  }

  #chargeWrite(size: number): void {
    this.#meter.charge(storeGas.writeFlat, gasFor.write)
    this.#meter.charge(storeGas.writeByte * BigInt(size), gasFor.writeByte)
  }
}
