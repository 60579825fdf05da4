import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { TxError } from '../errors.ts'
import { withConsole } from '../precompiles/console/consoleRecorder.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { CallRequest, GasEstimate } from '../transaction/callRequest.ts'
import { type ExecutionContext, feesOf, type SimulatedCall, simulateCall } from './simulate.ts'

/** The search ends when the bounds are within 1.5 % of the estimate, as in geth. */
const TOLERANCE_PER_MILLE = 15n
const CALL_STIPEND = 2300n

/**
 * Estimates the smallest gas limit with which a call succeeds, within 1.5 %, by running the call
 * repeatedly (geth: eth/gasestimator). If the call fails with the highest gas limit for a reason
 * other than gas, returns the failure instead of throwing.
 *
 * @throws TxError INSUFFICIENT_FUNDS, GAS_ALLOWANCE_EXCEEDED and the errors of {@link simulateCall}
 */
export async function estimateGas(
  context: ExecutionContext,
  request: CallRequest,
): Promise<GasEstimate> {
  const txGas = forkRules(context.chainId, context.block.hardfork).param('txGas')
  let high = upperBound(context, request, txGas)
  if (isPlainTransfer(context, request) && high >= txGas) {
    const run = await tryWith(context, request, txGas)
    if (run?.outcome.kind === 'success') return estimateOf(run, txGas)
  }

  const first = await tryWith(context, request, high)
  if (first === undefined) throw new TxError({ code: 'GAS_ALLOWANCE_EXCEEDED', allowance: high })
  if (first.outcome.kind !== 'success') {
    const isOutOfGas = first.outcome.kind === 'halt' && first.outcome.reason === 'out of gas'
    if (isOutOfGas) throw new TxError({ code: 'GAS_ALLOWANCE_EXCEEDED', allowance: high })
    return { kind: 'failure', outcome: first.outcome }
  }

  let low = first.gasUsed - 1n
  const succeeds = async (gas: bigint): Promise<boolean> =>
    (await tryWith(context, request, gas))?.outcome.kind === 'success'

  // Most calls need the gas they used, scaled by the 63/64 rule for inner calls (EIP-150).
  // One run with this guess saves most of the search.
  const guess = ((first.gasUsed + first.refunded + CALL_STIPEND) * 64n) / 63n
  if (guess < high) {
    if (await succeeds(guess)) high = guess
    else low = guess
  }
  while (low + 1n < high && (high - low) * 1000n >= high * TOLERANCE_PER_MILLE) {
    // Estimates are usually near the lower bound, so the middle is at most twice that bound.
    const half = (high + low) / 2n
    const middle = half > low * 2n ? low * 2n : half
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return estimateOf(first, high)
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

/** Runs the call with a gas limit. Returns undefined if the limit is below the intrinsic gas. */
async function tryWith(
  context: ExecutionContext,
  request: CallRequest,
  gas: bigint,
): Promise<SimulatedCall | undefined> {
  try {
    return await simulateCall(context, { ...request, gas })
  } catch (error) {
    if (error instanceof TxError) {
      if (error.code === 'INTRINSIC_GAS_TOO_LOW' || error.code === 'FLOOR_GAS_TOO_LOW')
        return undefined
    }
    throw error
  }
}
