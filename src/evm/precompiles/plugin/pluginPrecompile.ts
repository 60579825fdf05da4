import { GasMeter, ModuleOutOfGas } from '../../../modules/gas/gasMeter.ts'
import { bytesToUtf8, EMPTY_BYTES, utf8ToBytes } from '../../../primitives/encoding/bytes.ts'
import type { StatefulPrecompile } from '../statefulPrecompile.ts'
import { bytesOf, createPluginContext, PluginRevert } from './pluginContext.ts'
import type { PrecompilePlugin } from './precompilePlugin.ts'

/** Maximum length of a reason. */
const MAX_REASON_LENGTH = 256

/** Adapts a custom precompile for the executors. */
export function pluginPrecompile(run: PrecompilePlugin['run']): StatefulPrecompile {
  return (call) => {
    const meter = new GasMeter(call.gasLimit)
    let isOver = false
    let isOutOfGas = false
    const enter = (): void => {
      if (isOver) throw new Error('the call of the precompiled contract has ended')
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
    // Also if the function caught the error of `useGas`.
    if (isOutOfGas) return { gasUsed: call.gasLimit, output: EMPTY_BYTES, reason: 'out of gas' }
    return { gasUsed: meter.used, output, ...(reason !== undefined && { reason }) }
  }
}

/** @throws Error if it is not a valid result */
function answerOf(returned: unknown): Uint8Array {
  if (!(returned instanceof Promise)) return bytesOf('what run returned', returned)
  // Nothing awaits the promise, which may reject.
  returned.catch(() => {})
  throw new Error('run must be synchronous: it returned a promise')
}

/** Returns the text of a thrown value, whose inspection may throw, too. */
function reasonOf(thrown: unknown): string {
  try {
    const words = String(thrown instanceof Error ? thrown.message : thrown)
    // Encodes and decodes to replace lone surrogates.
    return bytesToUtf8(utf8ToBytes(words.slice(0, MAX_REASON_LENGTH)))
  } catch {
    return 'the thrown value has no message'
  }
}
