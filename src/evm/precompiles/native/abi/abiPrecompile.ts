import { GasMeter, ModuleOutOfGas } from '../../../../modules/gas/gasMeter.ts'
import { MeteredState } from '../../../../modules/gas/meteredState.ts'
import { ModuleError } from '../../../../modules/moduleError.ts'
import { concatBytes, EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hex } from '../../../../primitives/encoding/hex.ts'
import { castAddress } from '../../../../state/rows/layout.ts'
import { OUT_OF_GAS } from '../../../rules/outOfGas.ts'
import {
  SELECTOR_SIZE,
  type StatefulCall,
  type StatefulPrecompile,
  type StatefulResult,
} from '../../statefulPrecompile.ts'
import { AbiError, decodeArguments, textSizeOf } from './abiDecoder.ts'
import type { AbiEvent } from './abiEvent.ts'
import type { AbiFunction, NativeCall } from './abiFunction.ts'
import { type AbiParameter, createEncoder, string } from './abiType.ts'
import { chargeDecoding, largeArgumentGas, scanGas, textGas, unusualSize } from './decodeGas.ts'
import { selectorOf } from './selector.ts'

/** Gas of a call with an unknown selector. */
const UNKNOWN_FUNCTION_GAS = 3000n

/** A precompile with an ABI. */
export interface AbiPrecompile extends StatefulPrecompile {
  readonly functions: readonly AbiFunction[]
  readonly events: readonly AbiEvent[]
  readonly refuse: Refuse
  readonly outOfGas?: OutOfGasReason
}

/** Returns the reason to revert when the gas for something is missing. */
type OutOfGasReason = (descriptor: string) => string

/** The words of contracts that turn it into a revert; the others halt. */
export const outOfGasReverted: OutOfGasReason = (descriptor) =>
  `execution reverted: {${descriptor}}`

/** Returns the reason to refuse a static or delegated call, or undefined. */
export type Refuse = (
  definition: AbiFunction,
  call: Pick<StatefulCall, 'isStatic' | 'isDelegated'>,
) => string | undefined

/** Options of a precompile. */
export interface PrecompileOptions {
  /** Events of its functions. */
  readonly events?: readonly { readonly event: AbiEvent }[]
  /** The default is {@link refuseByName}. */
  readonly refuse?: Refuse
  /** Name of a contract of Sei 6.7, which charges for decoding the arguments; see decodeGas.ts. */
  readonly decoder?: string
  /** Absent: a call without enough gas halts. */
  readonly outOfGas?: OutOfGasReason
}

/** Refuses static and delegated calls of functions that change state, by their names. */
export function refuseByName(
  { name, mutability }: AbiFunction,
  { isStatic }: Pick<StatefulCall, 'isStatic'>,
): string | undefined {
  if (mutability === 'view') return undefined
  return isStatic ? `cannot call ${name} from staticcall` : `cannot delegatecall ${name}`
}

/**
 * Refuses delegated calls of all functions, and static calls of those that change state, by the
 * name of the precompile.
 */
export function refuseAs(precompile: string): Refuse {
  return ({ mutability }, { isDelegated }) => {
    if (isDelegated) return `cannot delegatecall ${precompile}`
    if (mutability === 'view') return undefined
    return `cannot call ${precompile} precompile from staticcall`
  }
}

/** As {@link refuseAs} without views; for a call of both kinds the reason is the static one. */
export function refuseStaticFirst(precompile: string): Refuse {
  return (_definition, { isStatic }) =>
    isStatic
      ? `cannot call ${precompile} precompile from staticcall`
      : `cannot delegatecall ${precompile}`
}

/** A callable function. */
interface Callable {
  readonly definition: AbiFunction
  encode(output: unknown): Uint8Array
}

/**
 * Creates a precompile whose functions cost gas for their state accesses and, with a decoder, for
 * their arguments. A failure consumes all gas of the call.
 */
export function meteredPrecompile(
  functions: readonly AbiFunction[],
  { events = [], refuse = refuseByName, decoder, outOfGas }: PrecompileOptions = {},
): AbiPrecompile {
  const contract = byFunction(functions, (callable, call) => {
    if (callable === undefined) return revertOf(unknownFunction(call), call.gasLimit)
    const meter = new GasMeter(call.gasLimit)
    const state = new MeteredState(call.state, meter, castAddress(call.address))
    try {
      const values = paidValues(callable, call, meter, decoder)
      requireAllowed(callable.definition, call, refuse)
      const charge = (gas: bigint) => meter.charge(gas)
      const output = run(callable, call, values, { state, charge })
      return { gasUsed: meter.used, output }
    } catch (thrown) {
      if (!(thrown instanceof ModuleOutOfGas)) return revertOf(reasonOf(thrown), call.gasLimit)
      if (outOfGas === undefined) return { fault: OUT_OF_GAS }
      return revertOf(outOfGas(thrown.descriptor), call.gasLimit)
    }
  })
  return Object.assign(contract, {
    functions,
    events: events.map(({ event }) => event),
    refuse,
    ...(outOfGas !== undefined && { outOfGas }),
  })
}

/**
 * Creates the contract of Sei 6.7 of a contract of 6.6: metered, and with more functions.
 *
 * @param decoder its name; see {@link PrecompileOptions}
 * @param added replace those of the same name, in their places
 */
export function upgradedPrecompile(
  { functions, events, refuse, outOfGas }: AbiPrecompile,
  decoder: string,
  added: readonly AbiFunction[] = [],
  options: Pick<PrecompileOptions, 'refuse'> = {},
): AbiPrecompile {
  const byName = new Map([...functions, ...added].map((each) => [each.name, each]))
  return meteredPrecompile([...byName.values()], {
    events: events.map((event) => ({ event })),
    refuse,
    decoder,
    ...(outOfGas !== undefined && { outOfGas }),
    ...options,
  })
}

/**
 * Creates a precompile whose functions have fixed prices that depend on the size of the arguments
 * in bytes. A failure returns the remaining gas.
 */
export function pricedPrecompile(
  prices: ReadonlyMap<AbiFunction, (size: number) => bigint>,
  { events = [], refuse = refuseByName }: PrecompileOptions = {},
): AbiPrecompile {
  const functions = [...prices.keys()]
  const contract = byFunction(functions, (callable, call) => {
    const priceOf = callable && prices.get(callable.definition)
    const price = priceOf?.(argumentsSize(call)) ?? UNKNOWN_FUNCTION_GAS
    if (price > call.gasLimit) return { fault: OUT_OF_GAS }
    if (callable === undefined) return revertOf(unknownFunction(call), price)
    try {
      const values = namedValues(callable, call)
      requireAllowed(callable.definition, call, refuse)
      const output = run(callable, call, values, { state: call.state, charge: () => {} })
      return { gasUsed: price, output }
    } catch (thrown) {
      return revertOf(reasonOf(thrown), price)
    }
  })
  return Object.assign(contract, { functions, events: events.map(({ event }) => event), refuse })
}

/**
 * Creates a precompile whose functions revert with Solidity's `Error(string)` and cost nothing but,
 * with a decoder, their arguments.
 */
export function retiredPrecompile(
  functions: readonly AbiFunction[],
  reason: string,
  decoder?: string,
): AbiPrecompile {
  const output = errorOutput(reason)
  const contract = byFunction(functions, (callable, call) => {
    if (callable === undefined) return revertOf(unknownFunction(call), call.gasLimit)
    const meter = new GasMeter(call.gasLimit)
    try {
      paidValues(callable, call, meter, decoder)
      requireAllowed(callable.definition, call, () => undefined)
    } catch (thrown) {
      return revertOf(reasonOf(thrown), call.gasLimit)
    }
    return { gasUsed: meter.used, output: output.slice(), reason }
  })
  return Object.assign(contract, { functions, events: [], refuse: () => undefined })
}

/** A fixed price for arguments of up to 16,384 bytes, plus `byteGas` for each further byte. */
export function fixedPrice(gas: bigint, byteGas: bigint): (size: number) => bigint {
  return (size) => gas + byteGas * unusualSize(size)
}

function argumentsSize({ inputSize }: StatefulCall): number {
  return inputSize - SELECTOR_SIZE
}

/** Finds the function of a call; undefined if no function has its selector. */
function byFunction(
  functions: readonly AbiFunction[],
  use: (callable: Callable | undefined, call: StatefulCall) => StatefulResult,
): StatefulPrecompile {
  let bySelector: ReadonlyMap<Hex, Callable> | undefined
  return (call) => {
    // Built on the first call, because most processes have none.
    bySelector ??= callablesOf(functions)
    return use(bySelector.get(bytesToHex(call.selector)), call)
  }
}

function callablesOf(functions: readonly AbiFunction[]): ReadonlyMap<Hex, Callable> {
  return new Map(
    functions.map((definition): [Hex, Callable] => [
      selectorOf(definition),
      { definition, encode: createEncoder(definition.outputs) },
    ]),
  )
}

function unknownFunction({ selector }: StatefulCall): string {
  return selector.length < SELECTOR_SIZE
    ? 'input too short to extract method ID'
    : `no method with id: ${bytesToHex(selector)}`
}

/** @throws ModuleError, ModuleOutOfGas */
function run(
  { definition, encode }: Callable,
  call: StatefulCall,
  values: object,
  work: Pick<NativeCall, 'state' | 'charge'>,
): Uint8Array {
  const { isTopLevel, address, caller, value, chainId, block } = call
  const native: NativeCall = {
    ...work,
    isTopLevel,
    address,
    caller,
    value,
    chainId,
    block,
    world: call.state,
    getStorage: (account, slot) => call.getStorage(account, slot),
    setCode: (account, code) => call.setCode(account, code),
    emit: (log) => call.emit(log),
  }
  const result = definition.run(native, values)
  return result === undefined ? EMPTY_BYTES : encode(result)
}

/**
 * Decodes the arguments of a call after charging for it.
 *
 * @throws ModuleError; ModuleOutOfGas without a decoder
 */
function paidValues(
  callable: Callable,
  call: StatefulCall,
  meter: GasMeter,
  decoder: string | undefined,
): object {
  if (decoder === undefined) {
    meter.charge(largeArgumentGas(call.inputSize))
    return namedValues(callable, call)
  }
  const { inputs } = callable.definition
  const scanFault = chargeDecoding(meter, scanGas(call.inputSize), decoder, 'scan')
  if (scanFault !== undefined) throw refused(scanFault)
  const size = inputs.length === 0 ? 0 : textSizeIn(call, inputs, decoder)
  const fault = chargeDecoding(meter, textGas(size), decoder, 'decode')
  if (fault !== undefined) throw refused(fault)
  return decoded(() => decodeArguments(inputs, argumentsOf(call)))
}

/** @throws ModuleError */
function textSizeIn(call: StatefulCall, inputs: readonly AbiParameter[], decoder: string): number {
  try {
    return textSizeOf(inputs, argumentsOf(call))
  } catch (error) {
    if (!(error instanceof AbiError)) throw error
    throw refused(`invalid calldata encoding for ${decoder}`)
  }
}

/** @throws ModuleError */
function namedValues({ definition: { inputs } }: Callable, call: StatefulCall): object {
  if (inputs.length === 0) return {}
  const data = argumentsOf(call)
  return decoded(() => {
    const isEmpty = data.length === 0
    // Strings that share bytes are free on the real chain. Here it bounds the work.
    if (!isEmpty && textSizeOf(inputs, data) > data.length) {
      throw refused('the strings share too many bytes')
    }
    return decodeArguments(inputs, data)
  })
}

function argumentsOf({ input }: StatefulCall): Uint8Array {
  return input.subarray(SELECTOR_SIZE)
}

/** @throws ModuleError */
function decoded(read: () => object): object {
  try {
    return read()
  } catch (error) {
    throw error instanceof AbiError ? refused(error.message) : error
  }
}

/** @throws ModuleError if the function cannot be called this way */
function requireAllowed(definition: AbiFunction, call: StatefulCall, refuse: Refuse): void {
  const reason = call.isStatic || call.isDelegated ? refuse(definition, call) : undefined
  if (reason !== undefined) throw refused(reason)
  if (call.value === 0n || definition.mutability === 'payable' || definition.keepsValue) return
  throw refused('sending funds to a non-payable function')
}

function refused(reason: string): ModuleError {
  return new ModuleError('evm', 1, reason)
}

/** Selector of Solidity's `Error(string)`. */
const ERROR_SELECTOR = Uint8Array.of(0x08, 0xc3, 0x79, 0xa0)

function errorOutput(reason: string): Uint8Array {
  return concatBytes(ERROR_SELECTOR, createEncoder([string.parameter])(reason))
}

/** Returns the reason of a failure. Rethrows bugs. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof ModuleError) return thrown.message
  if (thrown instanceof ModuleOutOfGas) return OUT_OF_GAS
  throw thrown
}

function revertOf(reason: string, gasUsed: bigint): StatefulResult {
  return { gasUsed, output: EMPTY_BYTES, reason }
}
