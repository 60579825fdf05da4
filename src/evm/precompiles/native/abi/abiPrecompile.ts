import { Decoder } from 'micro-eth-signer/abi.js'
import { GasMeter, ModuleOutOfGas, storeGas } from '../../../../modules/gas/gasMeter.ts'
import { MeteredState } from '../../../../modules/gas/meteredState.ts'
import { ModuleError } from '../../../../modules/moduleError.ts'
import { ZERO_ADDRESS } from '../../../../primitives/address.ts'
import { EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import { WEI_PER_UNIT } from '../../../../state/ledger/balanceOverflow.ts'
import {
  SELECTOR_SIZE,
  type StatefulCall,
  type StatefulPrecompile,
  type StatefulResult,
} from '../../statefulPrecompile.ts'
import type { AbiEvent } from './abiEvent.ts'
import type { AbiFunction, NativeCall } from './abiFunction.ts'
import { createEncoder } from './abiType.ts'

/** What a call costs that names no function. */
const UNKNOWN_FUNCTION_GAS = 3000n

/** Only to name one contract to the decoder, which knows many. */
const HERE = ZERO_ADDRESS

/** A precompiled contract whose ABI is known. */
export interface AbiPrecompile extends StatefulPrecompile {
  readonly functions: readonly AbiFunction[]
  readonly events: readonly AbiEvent[]
}

/** A function that can be called. */
interface Callable {
  readonly definition: AbiFunction
  /**
   * @throws Error where the arguments are not encoded as its inputs are; what lies behind them is
   *   ignored
   */
  decode(input: Uint8Array): unknown
  encode(output: unknown): Uint8Array
}

/**
 * A precompiled contract of functions that cost what they do to the state, and what a row as large
 * as their arguments costs to read. Whatever makes one fail, all the gas of the call is gone.
 *
 * @param events those that its functions emit
 */
export function meteredPrecompile(
  functions: readonly AbiFunction[],
  events: readonly { readonly event: AbiEvent }[] = [],
): AbiPrecompile {
  const contract = byFunction(functions, (callable, call) => {
    // The real chain's contracts read theirs for nothing.
    const price = storeGas.readFlat + storeGas.readByte * BigInt(argumentsSize(call))
    if (price > call.gasLimit) return revertOf(OUT_OF_GAS, call.gasLimit)
    const meter = new GasMeter(call.gasLimit)
    meter.charge(price)
    const state = new MeteredState(call.state, meter)
    try {
      const output = run(callable, call, { state, charge: (gas) => meter.charge(gas) })
      return { gasUsed: meter.used, output }
    } catch (thrown) {
      return revertOf(reasonOf(thrown), call.gasLimit)
    }
  })
  return Object.assign(contract, { functions, events: events.map(({ event }) => event) })
}

/**
 * A precompiled contract of functions that each have a price, which follows from the size of the
 * arguments in bytes. Where one fails the rest of the gas is returned.
 */
export function pricedPrecompile(
  prices: ReadonlyMap<AbiFunction, (size: number) => bigint>,
): AbiPrecompile {
  const functions = [...prices.keys()]
  const contract = byFunction(functions, (callable, call) => {
    const price = prices.get(callable.definition)?.(argumentsSize(call)) ?? 0n
    if (price > call.gasLimit) return revertOf(OUT_OF_GAS, call.gasLimit)
    try {
      const output = run(callable, call, { state: call.state, charge: () => {} })
      return { gasUsed: price, output }
    } catch (thrown) {
      return revertOf(reasonOf(thrown), price)
    }
  })
  return Object.assign(contract, { functions, events: [] })
}

/**
 * How large arguments may be, in bytes, that a fixed price is for: far more than such functions
 * need.
 */
const USUAL_SIZE = 1024

/**
 * A price that is fixed for arguments of up to 1,024 bytes, and grows by `byteGas` with each
 * beyond.
 */
export function fixedPrice(gas: bigint, byteGas: bigint): (size: number) => bigint {
  return (size) => gas + byteGas * BigInt(Math.max(0, size - USUAL_SIZE))
}

function argumentsSize({ inputSize }: StatefulCall): number {
  return inputSize - SELECTOR_SIZE
}

/** Finds the function that a call names. */
function byFunction(
  functions: readonly AbiFunction[],
  use: (callable: Callable, call: StatefulCall) => StatefulResult,
): StatefulPrecompile {
  let find: ((selector: Uint8Array) => Callable | undefined) | undefined
  return (call) => {
    // With the first call: most processes never see one.
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
  { definition, decode, encode }: Callable,
  call: StatefulCall,
  work: Pick<NativeCall, 'state' | 'charge'>,
): Uint8Array {
  const { address, caller, value, chainId, block } = call
  requireAllowed(definition, call)
  const values = namedValues(definition, decode, call)
  const native: NativeCall = {
    ...work,
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
  return encode(definition.run(native, values))
}

function namedValues(
  { name, inputs }: AbiFunction,
  decode: Callable['decode'],
  call: StatefulCall,
): object {
  const [first, ...others] = inputs
  if (first === undefined) return {}
  const { input } = call
  let decoded: unknown
  try {
    decoded = decode(input)
  } catch {
    // What is wrong with them the library tells in words about its own reader.
    throw refused(`cannot decode the arguments of ${name}`)
  }
  return others.length === 0 ? { [first.name ?? '']: decoded } : (decoded as object)
}

/** @throws ModuleError where the function cannot be called like this */
function requireAllowed({ name, mutability }: AbiFunction, call: StatefulCall): void {
  const { isStatic, isDelegated, value } = call
  if (mutability !== 'view') {
    if (isStatic) throw refused(`cannot call ${name} from staticcall`)
    if (isDelegated) throw refused(`cannot delegatecall ${name}`)
  }
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

const OUT_OF_GAS = 'out of gas'

/** Why a function failed. A bug is thrown on. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof ModuleError) return thrown.message
  if (thrown instanceof ModuleOutOfGas) return OUT_OF_GAS
  throw thrown
}

function revertOf(reason: string, gasUsed: bigint): StatefulResult {
  return { gasUsed, output: EMPTY_BYTES, reason }
}
