import { expect } from 'vitest'
import type { Precompile } from '../../../src/evm/precompiles/precompile.ts'
import { precompilesOf } from '../../../src/evm/precompiles/precompiles.ts'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import type { BlockContext, ExecutionResult } from '../../../src/evm/run/executor.ts'
import { parseAddress, ZERO_ADDRESS } from '../../../src/primitives/address.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { alice } from '../accounts.ts'
import { CHAIN_ID } from '../genesis.ts'

export const AMPLE_GAS = 1n << 62n

const executor = createReferenceExecutor(CHAIN_ID)
const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })

/** An outcome as text, so that one assertion compares all of it. */
export type Summary = { readonly gasUsed: bigint; readonly output: string } | { fault: string }

function blockOf(hardfork: Hardfork): BlockContext {
  return {
    hardfork,
    number: 5n,
    timestamp: 1_700_000_000n,
    coinbase: ZERO_ADDRESS,
    gasLimit: 30_000_000n,
    baseFeePerGas: 7n,
    blobBaseFee: 1n,
    prevRandao: new Uint8Array(32),
    difficulty: 0n,
    blockHash: () => undefined,
  }
}

/** Returns the precompile with this number under a fork. */
export function precompileAt(number: number, hardfork: Hardfork): Precompile {
  const address = parseAddress(`0x${number.toString(16).padStart(40, '0')}`)
  const precompile = precompilesOf(CHAIN_ID, hardfork).get(address)
  if (precompile === undefined) throw new Error(`no precompile ${address} in ${hardfork}`)
  return precompile
}

/** Result of the stock precompile, in the form of the reference executor. */
export async function runReference(
  number: number,
  hardfork: Hardfork,
  input: Uint8Array,
  gasLimit: bigint,
): Promise<Summary> {
  const outcome = await executor.execute(states.newest, blockOf(hardfork), {
    caller: alice.address,
    to: parseAddress(`0x${number.toString(16).padStart(40, '0')}`),
    value: 0n,
    data: input,
    gasLimit,
    gasPrice: 7n,
    warm: new Map(),
  })
  return summarize(outcome, gasLimit)
}

function summarize(outcome: ExecutionResult, gasLimit: bigint): Summary {
  if (outcome.kind === 'success') {
    return { gasUsed: outcome.gasUsed, output: bytesToHex(outcome.output) }
  }
  if (outcome.kind === 'revert') throw new Error('a precompile does not revert')
  expect(outcome.gasUsed).toBe(gasLimit)
  return { fault: outcome.reason }
}

/**
 * Result of our precompile. Also checks that it does not modify its input and returns its own
 * memory.
 */
export function runOurs(
  number: number,
  hardfork: Hardfork,
  input: Uint8Array,
  gasLimit: bigint,
): Summary {
  const data = Uint8Array.from(input)
  const outcome = precompileAt(number, hardfork)(data, gasLimit)
  expect(data).toEqual(Uint8Array.from(input))
  if ('fault' in outcome) return outcome
  const output = bytesToHex(outcome.output)
  expect(outcome.output.buffer).not.toBe(data.buffer)
  outcome.output.fill(0xaa)
  return { gasUsed: outcome.gasUsed, output }
}

/**
 * Checks that both agree with ample gas, with exactly enough, and with one less. Returns the
 * result.
 */
export async function expectSame(
  number: number,
  hardfork: Hardfork,
  input: Uint8Array,
): Promise<Summary> {
  const summary = runOurs(number, hardfork, input, AMPLE_GAS)
  const message = `precompile ${number.toString(16)} of ${hardfork} on ${bytesToHex(input)}`
  expect(summary, message).toEqual(await runReference(number, hardfork, input, AMPLE_GAS))
  if ('gasUsed' in summary) {
    expect(runOurs(number, hardfork, input, summary.gasUsed), message).toEqual(summary)
    if (summary.gasUsed > 0n) {
      const short = summary.gasUsed - 1n
      const outcome = runOurs(number, hardfork, input, short)
      expect(outcome, message).toEqual({ fault: 'out of gas' })
      expect(outcome).toEqual(await runReference(number, hardfork, input, short))
    }
  } else {
    // Which of two faults comes first depends on the gas.
    const poor = runOurs(number, hardfork, input, 10n)
    expect(poor, message).toEqual(await runReference(number, hardfork, input, 10n))
  }
  return summary
}
