import { createContract } from 'micro-eth-signer/abi.js'
import type { Address } from '../../../../primitives/address.ts'
import { SELECTOR_SIZE } from '../../statefulPrecompile.ts'

/** A parameter of a JSON ABI. */
export interface AbiParameter {
  readonly type: string
  readonly name?: string
  readonly indexed?: boolean
  /** A string that is kept as bytes. */
  readonly isRaw?: boolean
  /** Solidity name of the struct, or of the struct in the array. */
  readonly struct?: string
  readonly components?: readonly AbiParameter[]
}

/** A type of the contract ABI with values of type `T`. */
export interface AbiType<T> {
  readonly parameter: AbiParameter
  /** Never present: carries the type. */
  readonly value?: T
}

/** Named parameters in order. */
export type AbiFields = Readonly<Record<string, AbiType<unknown>>>

/** Values of named parameters. */
export type AbiValues<F extends AbiFields> = {
  readonly [K in keyof F]: F[K] extends AbiType<infer T> ? T : never
}

/** Solidity's `T[]`. */
export function arrayOf<T>({ parameter }: AbiType<T>): AbiType<readonly T[]> {
  return { parameter: { ...parameter, type: `${parameter.type}[]` } }
}

/** A return value that may be undefined: then the output is empty. */
export function optional<T>({ parameter }: AbiType<T>): AbiType<T | undefined> {
  return { parameter }
}

/** A struct; its name is only documentation. */
export function tuple<F extends AbiFields>(struct: string, fields: F): AbiType<AbiValues<F>> {
  return { parameter: { type: 'tuple', struct, components: parametersOf(fields) } }
}

/** Parameters in the form of a JSON ABI. */
export function parametersOf(fields: AbiFields): readonly AbiParameter[] {
  return Object.entries(fields).map(([name, { parameter }]) => ({ ...parameter, name }))
}

/** Creates an encoder of parameter values: the value of a single one, an object of several. */
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
/** A string as Go keeps it: bytes that need not be UTF-8. Only for arguments. */
export const rawString: AbiType<Uint8Array> = { parameter: { type: 'string', isRaw: true } }
export const bytes: AbiType<Uint8Array> = { parameter: { type: 'bytes' } }
export const uint8: AbiType<bigint> = { parameter: { type: 'uint8' } }
export const uint16: AbiType<bigint> = { parameter: { type: 'uint16' } }
export const uint32: AbiType<bigint> = { parameter: { type: 'uint32' } }
export const uint64: AbiType<bigint> = { parameter: { type: 'uint64' } }
export const uint256: AbiType<bigint> = { parameter: { type: 'uint256' } }
export const int32: AbiType<bigint> = { parameter: { type: 'int32' } }
export const int64: AbiType<bigint> = { parameter: { type: 'int64' } }
export const int256: AbiType<bigint> = { parameter: { type: 'int256' } }
