import { createContract } from 'micro-eth-signer/abi.js'
import type { Address } from '../../../../primitives/address.ts'
import { SELECTOR_SIZE } from '../../statefulPrecompile.ts'

/** A parameter as JSON ABIs write it. */
export interface AbiParameter {
  readonly type: string
  readonly name?: string
  readonly indexed?: boolean
  /** What Solidity calls the struct that it is, or is an array of. */
  readonly struct?: string
  readonly components?: readonly AbiParameter[]
}

/** A type of the contract ABI, whose values are `T` here. */
export interface AbiType<T> {
  readonly parameter: AbiParameter
  /** Never there: holds the type. */
  readonly value?: T
}

/** Named parameters in their order. */
export type AbiFields = Readonly<Record<string, AbiType<unknown>>>

/** Values of named parameters. */
export type AbiValues<F extends AbiFields> = {
  readonly [K in keyof F]: F[K] extends AbiType<infer T> ? T : never
}

/** Solidity's `T[]`. */
export function arrayOf<T>({ parameter }: AbiType<T>): AbiType<readonly T[]> {
  return { parameter: { ...parameter, type: `${parameter.type}[]` } }
}

/** A struct; its name is nothing but a name. */
export function tuple<F extends AbiFields>(struct: string, fields: F): AbiType<AbiValues<F>> {
  return { parameter: { type: 'tuple', struct, components: parametersOf(fields) } }
}

/** Parameters as a JSON ABI lists them. */
export function parametersOf(fields: AbiFields): readonly AbiParameter[] {
  return Object.entries(fields).map(([name, { parameter }]) => ({ ...parameter, name }))
}

/**
 * Makes the function that encodes values of parameters: the value itself of one, an object by name
 * of several.
 */
export function createEncoder(parameters: readonly AbiParameter[]): (value: unknown) => Uint8Array {
  const item: AbiParameter & { readonly inputs: readonly AbiParameter[] } = {
    type: 'function',
    name: 'encode',
    inputs: parameters,
  }
  const contract: Readonly<Record<string, { encodeInput(value: unknown): Uint8Array }>> =
    createContract([item])
  const { encode } = contract
  if (encode === undefined) throw new Error('bug: no encoder')
  return (value) => encode.encodeInput(value).slice(SELECTOR_SIZE)
}

/** In lower case. */
export const address: AbiType<Address> = { parameter: { type: 'address' } }
export const bool: AbiType<boolean> = { parameter: { type: 'bool' } }
export const string: AbiType<string> = { parameter: { type: 'string' } }
export const bytes: AbiType<Uint8Array> = { parameter: { type: 'bytes' } }
export const uint8: AbiType<bigint> = { parameter: { type: 'uint8' } }
export const uint16: AbiType<bigint> = { parameter: { type: 'uint16' } }
export const uint32: AbiType<bigint> = { parameter: { type: 'uint32' } }
export const uint64: AbiType<bigint> = { parameter: { type: 'uint64' } }
export const uint256: AbiType<bigint> = { parameter: { type: 'uint256' } }
export const int32: AbiType<bigint> = { parameter: { type: 'int32' } }
export const int64: AbiType<bigint> = { parameter: { type: 'int64' } }
export const int256: AbiType<bigint> = { parameter: { type: 'int256' } }
