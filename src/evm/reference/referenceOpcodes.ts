import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF } from '@ethereumjs/evm'
import type { OwnOpcode, RunState } from './referenceCorrections.ts'
import { type ReferenceTracer, tracedOperands } from './referenceTracer.ts'

/** What a machine tells its observers. */
export type TracingLevel = 'nothing' | 'frames' | 'steps'

/** Where the opcodes of a machine find the watch of the message that runs. */
export interface TracerSlot {
  tracer: ReferenceTracer | undefined
}

/**
 * Opcodes that tell a watch what they do, besides doing it: those that frame observers want to know
 * of, or all.
 *
 * The library's own `step` event is of no use here: it does not come for a REVERT on an empty
 * stack, it fails on a REVERT whose memory is out of reach, and it does not tell how the opcode
 * ended nor what the last call returned.
 *
 * @param own opcodes in the place of the library's, which are wrapped like these
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
