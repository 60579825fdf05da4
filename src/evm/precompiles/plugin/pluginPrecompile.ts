import { GasMeter, ModuleOutOfGas } from '../../../modules/gas/gasMeter.ts'
import { bytesToUtf8, EMPTY_BYTES, utf8ToBytes } from '../../../primitives/encoding/bytes.ts'
import type { StatefulPrecompile } from '../statefulPrecompile.ts'
import { bytesOf, createPluginContext, PluginRevert } from './pluginContext.ts'
import type { PrecompilePlugin } from './precompilePlugin.ts'

/** Characters of a reason; what is longer is cut off. */
const MAX_REASON_LENGTH = 256

/** A user's precompiled contract as the executors want it. */
export function pluginPrecompile(run: PrecompilePlugin['run']): StatefulPrecompile {
  return (call) => {
    const meter = new GasMeter(call.gasLimit)
    let isOver = false
    let isOutOfGas = false
    const enter = (): void => {
      if (isOver) throw new Error('the call of the precompiled contract is over')
    }
    const useGas = (gas: bigint): void => {
      try {
        meter.charge(gas)
      } catch (error) {
        isOutOfGas = error instanceof ModuleOutOfGas
        throw error
      }
    }
    let output: Uint8Array
    let reason: string | undefined
    try {
      output = answerOf(run(call.input, createPluginContext(call, enter, useGas)))
    } catch (thrown) {
      output = PluginRevert.dataOf(thrown) ?? EMPTY_BYTES
      reason = reasonOf(thrown)
    } finally {
      isOver = true
    }
    // Also where the function caught the error of `useGas`.
    if (isOutOfGas) return { gasUsed: call.gasLimit, output: EMPTY_BYTES, reason: 'out of gas' }
    return { gasUsed: meter.used, output, ...(reason !== undefined && { reason }) }
  }
}

/** @throws Error where it is no answer */
function answerOf(returned: unknown): Uint8Array {
  if (!(returned instanceof Promise)) return bytesOf('what run returned', returned)
  // It may fail, and nobody waits for it.
  returned.catch(() => {})
  throw new Error('run must not be asynchronous: it returned a promise')
}

/** What was thrown in words; it can be anything, also what fails when it is looked at. */
function reasonOf(thrown: unknown): string {
  try {
    const words = String(thrown instanceof Error ? thrown.message : thrown)
    // There and back: half a character at the end, or anywhere, becomes a whole one.
    return bytesToUtf8(utf8ToBytes(words.slice(0, MAX_REASON_LENGTH)))
  } catch {
    return 'the thrown value has no message'
  }
}
