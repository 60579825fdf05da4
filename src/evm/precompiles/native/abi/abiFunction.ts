import type { RowState } from '../../../../state/rows/rowState.ts'
import type { StatefulCall } from '../../statefulPrecompile.ts'
import {
  type AbiFields,
  type AbiParameter,
  type AbiType,
  type AbiValues,
  parametersOf,
} from './abiType.ts'

/** A call of one function, as its handler sees it. */
export interface NativeCall
  extends Pick<
    StatefulCall,
    'address' | 'caller' | 'value' | 'chainId' | 'block' | 'getStorage' | 'setCode' | 'emit'
  > {
  /** The state's rows; of a metered precompile each access costs gas. */
  readonly state: RowState
  /** The state itself, free of charge: for what is not done row by row, and paid with `charge`. */
  readonly world: StatefulCall['state']
  /**
   * Uses gas beside what `state` uses; where the price is fixed, none.
   *
   * @throws ModuleOutOfGas
   */
  charge(gas: bigint): void
}

/**
 * What a function may do and take: `payable` any wei, `payableInUnits` only whole units of the base
 * denomination. All but a `view` are refused to static calls, and to DELEGATECALL and CALLCODE.
 */
export type Mutability = 'view' | 'nonpayable' | 'payable' | 'payableInUnits'

/** A function of a precompiled contract: how it is called, and what it does. */
export interface AbiFunction {
  readonly name: string
  readonly mutability: Mutability
  readonly inputs: readonly AbiParameter[]
  readonly outputs: readonly AbiParameter[]
  /** @throws ModuleError where it reverts, for the reason that the message tells */
  run(call: NativeCall, values: object): unknown
}

/** What {@link abiFunction} makes a function of. */
export interface FunctionDefinition<I extends AbiFields, O> {
  readonly name: string
  readonly mutability: Mutability
  readonly inputs: I
  readonly returns: AbiType<O>
  /** @throws ModuleError where it reverts, for the reason that the message tells */
  run(call: NativeCall, values: AbiValues<I>): O
}

export function abiFunction<I extends AbiFields, O>(
  definition: FunctionDefinition<I, O>,
): AbiFunction {
  const { name, mutability, inputs, returns } = definition
  const { parameter } = returns
  return {
    name,
    mutability,
    inputs: parametersOf(inputs),
    outputs: parameter.type === SEVERAL ? (parameter.components ?? []) : [parameter],
    run: (call, values) => definition.run(call, values as AbiValues<I>),
  }
}

const SEVERAL = 'several'

/** What a function returns that returns several values: an object of them. */
export function returnValues<F extends AbiFields>(fields: F): AbiType<AbiValues<F>> {
  return { parameter: { type: SEVERAL, components: parametersOf(fields) } }
}
