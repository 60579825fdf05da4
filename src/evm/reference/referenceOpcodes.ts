import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF } from '@ethereumjs/evm'
import type { OwnOpcode, RunState } from './referenceCorrections.ts'
import { type ReferenceTracer, tracedOperands } from './referenceTracer.ts'

/** Events that a machine reports. */
export type TracingLevel = 'nothing' | 'frames' | 'steps'

/** Reference from the opcodes of a machine to the tracer of the running message. */
export interface TracerSlot {
  tracer: ReferenceTracer | undefined
}

/**
 * Wraps opcodes to report to a tracer: those of frame observers, or all.
 *
 * The library's `step` event does not suffice. It is missing for a REVERT with an empty stack, and
 * fails for a REVERT with unreachable memory. It has neither the result of the opcode nor the
 * return data of the last call.
 *
 * @param own opcodes that replace the library's and are wrapped, too
 */
export function tracedOpcodes(
  common: Common,
  own: readonly OwnOpcode[],
  watching: Exclude<TracingLevel, 'nothing'>,
  slot: TracerSlot,
): OwnOpcode[] {
  const { opcodeMap, opcodes } = getOpcodesForHF(common, [...own])
  const watched: OwnOpcode[] = []
  for (const opcode of opcodes.keys()) {
    const entry = opcodeMap[opcode]
    if (entry === undefined || (watching === 'frames' && !tracedOperands.has(opcode))) continue
    const { opcodeInfo, opHandler, gasHandler } = entry
    const price = opcodeInfo.dynamicGas ? gasHandler : undefined
    const gasFunction =
      watching === 'frames' ? price : watchedPrice(price, opcodeInfo.isInvalid, slot)
    watched.push({
      opcode,
      opcodeName: opcodeInfo.name,
      baseFee: opcodeInfo.fee,
      ...(gasFunction === undefined ? {} : { gasFunction }),
      logicFunction: watchedLogic(opcode, opHandler, slot),
    })
  }
  return watched
}

function watchedPrice(
  price: OwnOpcode['gasFunction'],
  isInvalid: boolean,
  slot: TracerSlot,
): NonNullable<OwnOpcode['gasFunction']> {
  return async (runState: RunState, baseFee: bigint, common: Common) => {
    const { tracer } = slot
    const pause = tracer?.pause()
    if (pause !== undefined) await pause
    tracer?.beforeGas(runState, baseFee)
    let cost = baseFee
    try {
      if (price !== undefined) cost = await price(runState, baseFee, common)
    } catch (error) {
      tracer?.failed(error)
      throw error
    }
    tracer?.afterGas(runState, cost, isInvalid)
    return cost
  }
}

function watchedLogic(
  opcode: number,
  logic: OwnOpcode['logicFunction'],
  slot: TracerSlot,
): OwnOpcode['logicFunction'] {
  return async (runState: RunState, common: Common) => {
    const { tracer } = slot
    tracer?.beforeLogic(opcode, runState)
    try {
      await logic(runState, common)
    } catch (error) {
      tracer?.failed(error)
      throw error
    }
    tracer?.afterLogic(runState)
  }
}
