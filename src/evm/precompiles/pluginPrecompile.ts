import { GasMeter, ModuleOutOfGas } from '../../modules/gasMeter.ts'
import { EMPTY_BYTES } from '../../primitives/bytes.ts'
import type { HostedPrecompile } from './hostedPrecompile.ts'
import { bytesOf, createPluginContext, PluginReverted } from './pluginContext.ts'
import type { PrecompilePlugin } from './precompilePlugin.ts'

/** A user's precompiled contract as the executors want it. */
export function pluginPrecompile(run: PrecompilePlugin['run']): HostedPrecompile {
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
      output = thrown instanceof PluginReverted ? thrown.data : EMPTY_BYTES
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

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
