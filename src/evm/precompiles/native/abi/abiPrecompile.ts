import { Decoder } from 'micro-eth-signer/abi.js'
import { GasMeter, ModuleOutOfGas } from '../../../../modules/gas/gasMeter.ts'
import { MeteredState } from '../../../../modules/gas/meteredState.ts'
import { ModuleError } from '../../../../modules/moduleError.ts'
import { ZERO_ADDRESS } from '../../../../primitives/address.ts'
import { concatBytes, EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import { WEI_PER_UNIT } from '../../../../state/ledger/balanceOverflow.ts'
import { castAddress } from '../../../../state/rows/layout.ts'
import {
  SELECTOR_SIZE,
  type StatefulCall,
  type StatefulPrecompile,
  type StatefulResult,
} from '../../statefulPrecompile.ts'
import type { AbiEvent } from './abiEvent.ts'
import type { AbiFunction, NativeCall } from './abiFunction.ts'
import { createEncoder, string } from './abiType.ts'
import { largeArgumentGas, scanGas, textGas, unusualSize } from './decodeGas.ts'

/** Gas of a call with an unknown selector. */
const UNKNOWN_FUNCTION_GAS = 3000n

/** Key of the contract in the decoder. */
const HERE = ZERO_ADDRESS

/** A precompile with an ABI. */
export interface AbiPrecompile extends StatefulPrecompile {
  readonly functions: readonly AbiFunction[]
  readonly events: readonly AbiEvent[]
  readonly refuse: Refuse
}

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
  /** @throws Error if the arguments are not encoded for the inputs; bytes after them are ignored */
  decode(input: Uint8Array): unknown
  encode(output: unknown): Uint8Array
}

/**
 * Creates a precompile whose functions cost gas for their state accesses and, with a decoder, for
 * their arguments. A failure consumes all gas of the call.
 */
export function meteredPrecompile(
  functions: readonly AbiFunction[],
  { events = [], refuse = refuseByName, decoder }: PrecompileOptions = {},
): AbiPrecompile {
  const argumentGas = decoder === undefined ? largeArgumentGas : scanGas
  const contract = byFunction(functions, (callable, call) => {
    const meter = new GasMeter(call.gasLimit)
    const state = new MeteredState(call.state, meter, castAddress(call.address))
    try {
      meter.charge(argumentGas(call.inputSize))
      const values = namedValues(callable, call, decoder)
      if (decoder !== undefined) meter.charge(textGas(callable.definition.inputs, values))
      requireAllowed(callable.definition, call, refuse)
      const charge = (gas: bigint) => meter.charge(gas)
      const output = run(callable, call, values, { state, charge })
      return { gasUsed: meter.used, output }
    } catch (thrown) {
      return revertOf(reasonOf(thrown), call.gasLimit)
    }
  })
  return Object.assign(contract, { functions, events: events.map(({ event }) => event), refuse })
}

/**
 * Creates the contract of Sei 6.7 of a contract of 6.6: metered, and with more functions.
 *
 * @param decoder its name; see {@link PrecompileOptions}
 */
export function upgradedPrecompile(
  { functions, events, refuse }: AbiPrecompile,
  decoder: string,
  added: readonly AbiFunction[] = [],
  options: Pick<PrecompileOptions, 'refuse'> = {},
): AbiPrecompile {
  return meteredPrecompile([...functions, ...added], {
    events: events.map((event) => ({ event })),
    refuse,
    decoder,
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
    const price = prices.get(callable.definition)?.(argumentsSize(call)) ?? 0n
    if (price > call.gasLimit) return revertOf(OUT_OF_GAS, call.gasLimit)
    try {
      requireAllowed(callable.definition, call, refuse)
      const values = namedValues(callable, call)
      const output = run(callable, call, values, { state: call.state, charge: () => {} })
      return { gasUsed: price, output }
    } catch (thrown) {
      return revertOf(reasonOf(thrown), price)
    }
  })
  return Object.assign(contract, { functions, events: events.map(({ event }) => event), refuse })
}

/**
 * Creates a precompile whose functions revert with Solidity's `Error(string)` and cost nothing.
 */
export function retiredPrecompile(
  functions: readonly AbiFunction[],
  reason: string,
): AbiPrecompile {
  const output = errorOutput(reason)
  const contract = byFunction(functions, (callable, call) => {
    try {
      requireAllowed(callable.definition, call, refuseByName)
      namedValues(callable, call)
    } catch (thrown) {
      return revertOf(reasonOf(thrown), call.gasLimit)
    }
    return { gasUsed: 0n, output: output.slice(), reason }
  })
  return Object.assign(contract, { functions, events: [], refuse: refuseByName })
}

/** A fixed price for arguments of up to 1,024 bytes, plus `byteGas` for each further byte. */
export function fixedPrice(gas: bigint, byteGas: bigint): (size: number) => bigint {
  return (size) => gas + byteGas * unusualSize(size)
}

function argumentsSize({ inputSize }: StatefulCall): number {
  return inputSize - SELECTOR_SIZE
}

/** Returns the function of a call. */
function byFunction(
  functions: readonly AbiFunction[],
  use: (callable: Callable, call: StatefulCall) => StatefulResult,
): StatefulPrecompile {
  let find: ((selector: Uint8Array) => Callable | undefined) | undefined
  return (call) => {
    // Built on the first call, because most processes have none.
    find ??= createFinder(functions)
    const callable = find(call.selector)
    if (callable !== undefined) return use(callable, call)
    const gas = call.gasLimit < UNKNOWN_FUNCTION_GAS ? call.gasLimit : UNKNOWN_FUNCTION_GAS
    return revertOf(`no method with id: ${bytesToHex(call.selector)}`, gas)
  }
}

function createFinder(
  functions: readonly AbiFunction[],
): (selector: Uint8Array) => Callable | undefined {
  const decoder = new Decoder()
  decoder.add(
    HERE,
    functions.map(({ name, inputs }) => ({ type: 'function', name, inputs })),
  )
  const byName = new Map(
    functions.map((definition): [string, Callable] => [
      definition.name,
      {
        definition,
        decode(input) {
          const decoded = decoder.decode(HERE, input, { allowUnreadBytes: true })
          if (decoded === undefined || Array.isArray(decoded))
            throw new Error('bug: no such method')
          return decoded.value
        },
        encode: createEncoder(definition.outputs),
      },
    ]),
  )
  return (selector) => byName.get(decoder.method(HERE, selector) ?? '')
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

/** @throws ModuleError */
function namedValues(
  { definition: { name, inputs }, decode }: Callable,
  call: StatefulCall,
  decoder?: string,
): object {
  const [first, ...others] = inputs
  if (first === undefined) return {}
  const { input } = call
  let decoded: unknown
  try {
    decoded = decode(input)
  } catch {
    // The library's messages describe its own reader.
    throw refused(
      decoder === undefined
        ? `cannot decode the arguments of ${name}`
        : `invalid calldata encoding for ${decoder}`,
    )
  }
  return others.length === 0 ? { [first.name ?? '']: decoded } : (decoded as object)
}

/** @throws ModuleError if the function cannot be called this way */
function requireAllowed(definition: AbiFunction, call: StatefulCall, refuse: Refuse): void {
  const reason = call.isStatic || call.isDelegated ? refuse(definition, call) : undefined
  if (reason !== undefined) throw refused(reason)
  const { mutability } = definition
  const { value } = call
  if (value === 0n || mutability === 'payable') return
  if (mutability !== 'payableInUnits') throw refused('sending funds to a non-payable function')
  const remainder = value % WEI_PER_UNIT
  if (remainder === 0n) return
  throw refused(
    `selected precompile function does not allow payment with non-zero wei remainder: received ${remainder}`,
  )
}

function refused(reason: string): ModuleError {
  return new ModuleError('evm', 1, reason)
}

/** Selector of Solidity's `Error(string)`. */
const ERROR_SELECTOR = Uint8Array.of(0x08, 0xc3, 0x79, 0xa0)

function errorOutput(reason: string): Uint8Array {
  return concatBytes(ERROR_SELECTOR, createEncoder([string.parameter])(reason))
}

const OUT_OF_GAS = 'out of gas'

/** Returns the reason of a failure. Rethrows bugs. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof ModuleError) return thrown.message
  if (thrown instanceof ModuleOutOfGas) return OUT_OF_GAS
  throw thrown
}

function revertOf(reason: string, gasUsed: bigint): StatefulResult {
  return { gasUsed, output: EMPTY_BYTES, reason }
}
