import type { RowState } from '../../../../state/rows/rowState.ts'
import type { StatefulCall } from '../../statefulPrecompile.ts'
import {
  type AbiFields,
  type AbiParameter,
  type AbiType,
  type AbiValues,
  parametersOf,
} from './abiType.ts'

/** A call of a function, as passed to its handler. */
export interface NativeCall
  extends Pick<
    StatefulCall,
    | 'isTopLevel'
    | 'address'
    | 'caller'
    | 'value'
    | 'chainId'
    | 'block'
    | 'getStorage'
    | 'setCode'
    | 'emit'
  > {
  /** The state as rows; in a metered precompile each access costs gas. */
  readonly state: RowState
  /** The state without metering, for work that is charged with `charge`. */
  readonly world: StatefulCall['state']
  /**
   * Charges gas in addition to that of `state`; no effect with a fixed price.
   *
   * @throws ModuleOutOfGas
   */
  charge(gas: bigint): void
}

/** Mutability of a function in its ABI. Only `payable` ones accept value, unless said. */
export type Mutability = 'view' | 'nonpayable' | 'payable'

/** A function of a precompile: its ABI and its handler. */
export interface AbiFunction {
  readonly name: string
  readonly mutability: Mutability
  /** Whether it keeps value that it receives, though its ABI says otherwise. */
  readonly keepsValue?: boolean
  readonly inputs: readonly AbiParameter[]
  readonly outputs: readonly AbiParameter[]
  /** @throws ModuleError to revert with the message as reason */
  run(call: NativeCall, values: object): unknown
}

/** Arguments of {@link abiFunction}. */
export interface FunctionDefinition<I extends AbiFields, O> {
  readonly name: string
  readonly mutability: Mutability
  readonly keepsValue?: boolean
  readonly inputs: I
  readonly returns: AbiType<O>
  /** @throws ModuleError to revert with the message as reason */
  run(call: NativeCall, values: AbiValues<I>): O
}

export function abiFunction<I extends AbiFields, O>(
  definition: FunctionDefinition<I, O>,
): AbiFunction {
  const { name, mutability, keepsValue = false, inputs, returns } = definition
  const { parameter } = returns
  return {
    name,
    mutability,
    keepsValue,
    inputs: parametersOf(inputs),
    outputs: parameter.type === SEVERAL ? (parameter.components ?? []) : [parameter],
    run: (call, values) => definition.run(call, values as AbiValues<I>),
  }
}

const SEVERAL = 'several'

/** Type of several return values: an object. */
export function returnValues<F extends AbiFields>(fields: F): AbiType<AbiValues<F>> {
  return { parameter: { type: SEVERAL, components: parametersOf(fields) } }
}
