import type { Address } from '../../../primitives/address.ts'
import type { AbiType } from './abiType.ts'

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
