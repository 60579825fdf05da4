import { type EventMethodUntyped, events } from 'micro-eth-signer/abi.js'
import type { Address } from '../../../../primitives/address.ts'
import type { Hash } from '../../../../primitives/encoding/hex.ts'
import type { Log } from '../../../run/log.ts'
import {
  type AbiFields,
  type AbiParameter,
  type AbiType,
  type AbiValues,
  createEncoder,
  parametersOf,
} from './abiType.ts'

/** An indexed parameter of an event. */
export function indexed<T>({ parameter }: AbiType<T>): AbiType<T> {
  return { parameter: { ...parameter, indexed: true } }
}

/** An event in a JSON ABI. */
export interface AbiEvent {
  readonly name: string
  readonly inputs: readonly AbiParameter[]
}

/** Encodes an event as a log of the contract at an address. */
export interface EventWriter<F extends AbiFields> {
  (address: Address, values: AbiValues<F>): Log
  readonly event: AbiEvent
}

/** Creates the encoder of an event. */
export function abiEvent<F extends AbiFields>(name: string, fields: F): EventWriter<F> {
  const inputs = parametersOf(fields)
  const plain = inputs.filter((input) => input.indexed !== true)
  const write = (address: Address, values: AbiValues<F>): Log => {
    const byName: Readonly<Record<string, EventMethodUntyped>> = events([
      { type: 'event', name, inputs },
    ])
    const topics = byName[name]?.topics({ ...values }) ?? []
    const [only, ...others] = plain
    const single = only?.name !== undefined && others.length === 0 ? values[only.name] : values
    return { address, topics: topics as Hash[], data: createEncoder(plain)(single) }
  }
  return Object.assign(write, { event: { name, inputs } })
}
