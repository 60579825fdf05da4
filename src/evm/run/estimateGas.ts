import { ZERO_ADDRESS } from '../../primitives/address.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { TxError } from '../errors.ts'
import { CONSOLE_ADDRESS } from '../precompiles/console/consolePrecompile.ts'
import { withConsole } from '../precompiles/console/consoleRecorder.ts'
import { forkRules } from '../rules/forkRules.ts'
import { isOutOfGas } from '../rules/outOfGas.ts'
import type { CallRequest, GasEstimate } from '../transaction/callRequest.ts'
import {
  type ExecutionContext,
  feesOf,
  type SimulatedCall,
  simulateCall,
  simulateWithAccess,
} from './simulate.ts'

/** Maximum number of runs of a call. It suffices for the least gas up to about 500,000. */
const MAX_RUNS = 16
/** How many of them may look for a gas limit that suffices, before the search below it. */
const MAX_GUESSES = 8
const CALL_STIPEND = 2300n

/**
 * Estimates the least gas limit with which a call succeeds by running the call repeatedly. Without
 * inner calls, refunds do not matter and two runs find it. Otherwise a search does, ending after
 * {@link MAX_RUNS} runs: beyond 500,000 gas the estimate may then be 0.0002 % too high, and 0.02 %
 * with several levels of calls that get all gas. A call that reaches the chain's own precompiles
 * gets a 63rd more.
 *
 * If the call fails with the highest gas limit for a reason other than gas, returns the failure
 * instead of throwing.
 *
 * @throws TxError INSUFFICIENT_FUNDS, GAS_ALLOWANCE_EXCEEDED and the errors of {@link simulateCall}
 */
export async function estimateGas(
  context: ExecutionContext,
  request: CallRequest,
): Promise<GasEstimate> {
  const txGas = forkRules(context.chainId, context.block.hardfork).param('txGas')
  const most = upperBound(context, request, txGas)
  let high = most
  if (isPlainTransfer(context, request) && high >= txGas) {
    const run = await tryWith(context, request, txGas, simulateCall)
    if (run?.outcome.kind === 'success') return estimateOf(run, txGas)
  }

  const first = await tryWith(context, request, high, simulateWithAccess)
  if (first === undefined) throw new TxError({ code: 'GAS_ALLOWANCE_EXCEEDED', allowance: high })
  if (first.outcome.kind !== 'success') {
    const { outcome } = first
    const lacksGas = outcome.kind === 'halt' && isOutOfGas(outcome.reason)
    if (lacksGas) throw new TxError({ code: 'GAS_ALLOWANCE_EXCEEDED', allowance: high })
    return { kind: 'failure', outcome }
  }

  let runs = 1
  let low = 0n
  const attempt = async (gas: bigint): Promise<void> => {
    runs++
    const run = await tryWith(context, request, gas, simulateCall)
    if (run?.outcome.kind === 'success') high = gas
    else low = gas
  }

  // Refunds are paid at the end, so a call needs the gas before them.
  const spent = first.gasUsed + first.refunded
  if (spent < high) await attempt(spent)
  // A call that succeeds with what it spent needs that.
  if (high > spent) {
    const highest = high
    // Inner calls must leave behind a 63rd (EIP-150), or the stipend. A further 63rd for each level
    // of calls: for 1, 2, 3, 5, 8 and 12 of them.
    let next = ((spent + CALL_STIPEND) * 64n) / 63n
    for (let more = 0n; high === highest && next < high && runs < MAX_GUESSES; more++) {
      await attempt(next)
      next += (next * (more || 1n)) / 63n
    }
    while (low + 1n < high && runs < MAX_RUNS) {
      // Estimates are usually near the lower bound, so the middle is at most twice that bound.
      const half = (high + low) / 2n
      await attempt(half > low * 2n ? low * 2n : half)
    }
  }
  if (usesModules(context, request, first)) return estimateOf(first, least(high + high / 63n, most))
  return estimateOf(first, high)
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Builds the estimate with the `console.log` output of one run: retries must not repeat it. */
function estimateOf({ outcome }: SimulatedCall, gas: bigint): GasEstimate {
  return withConsole({ kind: 'estimate', gas }, outcome.console)
}

/** Returns the lowest of the gas cap, the requested gas and the gas that the sender can afford. */
function upperBound(context: ExecutionContext, request: CallRequest, txGas: bigint): bigint {
  let high = context.gasCap
  if (request.gas !== undefined && request.gas >= txGas && request.gas < high) high = request.gas
  const { maxFeePerGas: feeCap } = feesOf(request)
  if (feeCap === 0n) return high
  const address = request.from ?? ZERO_ADDRESS
  const have = context.state.getBalance(address)
  const value = request.value ?? 0n
  if (have < value) throw new TxError({ code: 'INSUFFICIENT_FUNDS', address, have, want: value })
  const affordable = (have - value) / feeCap
  return affordable < high ? affordable : high
}

function isPlainTransfer({ state }: ExecutionContext, { to, data }: CallRequest): boolean {
  return to !== undefined && (data?.length ?? 0) === 0 && state.getCode(to).length === 0
}

/**
 * Returns whether a call reaches the chain's own precompiles. Their gas depends on the lengths of
 * balances, which the fee and earlier transactions change, so an exact estimate would not last.
 */
function usesModules(
  { executor }: ExecutionContext,
  { to }: CallRequest,
  { accessed }: Awaited<ReturnType<typeof simulateWithAccess>>,
): boolean {
  const own = executor.statefulPrecompiles
  return [...own].some((address) => {
    return address !== CONSOLE_ADDRESS && (address === to || accessed.has(address))
  })
}

/** Runs the call with a gas limit. Returns undefined if the limit is below the intrinsic gas. */
async function tryWith<T extends SimulatedCall>(
  context: ExecutionContext,
  request: CallRequest,
  gas: bigint,
  run: (context: ExecutionContext, request: CallRequest) => MaybePromise<T>,
): Promise<T | undefined> {
  try {
    return await run(context, { ...request, gas })
  } catch (error) {
    if (error instanceof TxError) {
      if (error.code === 'INTRINSIC_GAS_TOO_LOW' || error.code === 'FLOOR_GAS_TOO_LOW')
        return undefined
    }
    throw error
  }
}
