import type { Common } from '@ethereumjs/common'
import {
  EVMError,
  type EVMOpts,
  type EVMResult,
  type ExecResult,
  getOpcodesForHF,
} from '@ethereumjs/evm'
import { type Address, wordToAddress } from '../../primitives/address.ts'
import { bigIntToBytes } from '../../primitives/encoding/bytes.ts'
import { EvmStateManager } from '../../state/evmStateManager.ts'
import { REENTRANCY_SENTRY } from '../rules/outOfGas.ts'
import { WordedError } from './wordedError.ts'

/** Environment of an opcode of the library. */
export type RunState = NonNullable<ExecResult['runState']>

/** An opcode that replaces the library's. */
export type OwnOpcode = Extract<
  NonNullable<EVMOpts['customOpcodes']>[number],
  { readonly logicFunction: unknown }
>

/** Corrections of opcodes in which the library deviates from mainnet. */
export function correctedOpcodes(common: Common): readonly OwnOpcode[] {
  const { opcodes } = getOpcodesForHF(common)
  const corrections = [
    returnDataCopy(common),
    storage(common),
    ...[0xa1, 0xa2, 0xa3, 0xa4].map((opcode) => log(common, opcode)),
    ...[0xf0, 0xf5].map((opcode) => creation(common, opcode)),
    selfDestruct(common),
  ]
  return corrections.filter(({ opcode }) => opcodes.has(opcode))
}

/**
 * A creation whose init code reverts with data that starts with 0xef: the library treats the data
 * as invalid code (EIP-3541) and consumes all gas. It is a normal revert.
 */
export function correctResult({ execResult }: EVMResult): void {
  const { exceptionError, runState } = execResult
  if (exceptionError?.error !== EVMError.errorMessages.INVALID_BYTECODE_RESULT) return
  if (runState?.opCode !== REVERT) return
  execResult.exceptionError = new EVMError(EVMError.errorMessages.REVERT)
  execResult.executionGasUsed -= runState.gasLeft
  execResult.returnValue = returnedBy(execResult) ?? execResult.returnValue
}

const REVERT = 0xfd

/** Output of a frame's RETURN or REVERT, if any; part of the run state, which the type lacks. */
export function returnedBy({ runState }: ExecResult): Uint8Array | undefined {
  return (runState as { readonly returnValue?: Uint8Array } | undefined)?.returnValue
}

/** The library's implementation of an opcode under these rules. */
function original(common: Common, opcode: number): OwnOpcode {
  const { opcodes, handlers, dynamicGasHandlers } = getOpcodesForHF(common)
  const info = opcodes.get(opcode)
  const logicFunction = handlers.get(opcode)
  if (logicFunction === undefined) throw new Error(`bug: no opcode ${opcode}`)
  const gasFunction = dynamicGasHandlers.get(opcode)
  return {
    opcode,
    opcodeName: info?.name ?? '',
    baseFee: info?.fee ?? 0,
    ...(gasFunction === undefined ? {} : { gasFunction }),
    logicFunction,
  }
}

/** RETURNDATACOPY out of bounds: the library reports out of gas even with enough gas. */
function returnDataCopy(common: Common): OwnOpcode {
  const library = original(common, 0x3e)
  // Priced as RETURNDATACOPY with the same operands, but without reading the data.
  const price = original(common, 0x37).gasFunction
  return {
    ...library,
    async gasFunction(runState, baseFee) {
      return (await price?.(runState, baseFee, common)) ?? baseFee
    },
    logicFunction(runState) {
      const [, offset = 0n, length = 0n] = runState.stack.peek(3)
      if (offset + length > runState.interpreter.getReturnDataSize()) {
        throw new EVMError(EVMError.errorMessages.OUT_OF_RANGE)
      }
      return library.logicFunction(runState, common)
    },
  }
}

/** SSTORE with too little gas left (EIP-2200): the library reports it as any lack of gas. */
function storage(common: Common): OwnOpcode {
  const library = original(common, 0x55)
  const { OUT_OF_GAS } = EVMError.errorMessages
  return {
    ...library,
    async gasFunction(runState, baseFee) {
      try {
        return (await library.gasFunction?.(runState, baseFee, common)) ?? baseFee
      } catch (error) {
        // Nothing else lacks gas before the price is known.
        if (!(error instanceof EVMError) || error.error !== OUT_OF_GAS) throw error
        throw new WordedError(OUT_OF_GAS, REENTRANCY_SENTRY)
      }
    },
  }
}

/** LOG with missing operands: the library pops the existing ones and then fails differently. */
function log(common: Common, opcode: number): OwnOpcode {
  const library = original(common, opcode)
  return {
    ...library,
    logicFunction(runState) {
      runState.stack.peek(opcode - 0xa0 + 2)
      return library.logicFunction(runState, common)
    },
  }
}

/**
 * CREATE and CREATE2 with init code that starts with 0xef00: the library rejects it on all forks
 * without charging gas, as only the object format (EIP-3540) would. Elsewhere it runs and fails at
 * its first opcode.
 */
function creation(common: Common, opcode: number): OwnOpcode {
  const library = original(common, opcode)
  return {
    ...library,
    async logicFunction(runState) {
      const { stack, memory, interpreter } = runState
      const hasSalt = opcode === 0xf5
      const [value = 0n, offset = 0n, length = 0n, salt = 0n] = stack.peek(hasSalt ? 4 : 3)
      const isTooLong = common.isActivatedEIP(3860) && length > common.param('maxInitCodeSize')
      const data =
        length < 2n || isTooLong ? undefined : memory.read(Number(offset), Number(length), true)
      if (data === undefined || data[0] !== 0xef || data[1] !== 0x00) {
        return await library.logicFunction(runState, common)
      }
      stack.popN(hasSalt ? 4 : 3)
      const gasLimit = runState.messageGasLimit ?? 0n
      delete runState.messageGasLimit
      stack.push(
        hasSalt
          ? await interpreter.create2(gasLimit, value, data, bigIntToBytes(salt, 32))
          : await interpreter.create(gasLimit, value, data),
      )
    },
  }
}

/**
 * SELFDESTRUCT with a beneficiary that owns the same coins (`haveSameOwner`): the library adds
 * before it subtracts and would destroy them. They stay.
 */
function selfDestruct(common: Common): OwnOpcode {
  const library = original(common, 0xff)
  return {
    ...library,
    async logicFunction(runState) {
      const { stack, stateManager, env } = runState
      if (!(stateManager instanceof EvmStateManager)) throw new Error('bug: not our own state')
      const { state } = stateManager
      const [heir = 0n] = stack.peek(1)
      const self = env.address.toString() as Address
      const to = wordToAddress(heir)
      if (to === self || !state.haveSameOwner(to, self)) {
        return await library.logicFunction(runState, common)
      }
      const balance = state.getBalance(self)
      // Prevents a double addition.
      state.setBalance(self, 0n)
      try {
        // Ends with an exception.
        await library.logicFunction(runState, common)
      } finally {
        state.setBalance(self, balance)
      }
    },
  }
}
