import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { TxError } from '../errors.ts'
import { withConsole } from '../precompiles/console/consoleRecorder.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { CallRequest, GasEstimate } from '../transaction/callRequest.ts'
import { type ExecutionContext, feesOf, type SimulatedCall, simulateCall } from './simulate.ts'

/** The search ends when the bounds are this close: 1.5 % of the estimate, as geth's does. */
const TOLERANCE_PER_MILLE = 15n
const CALL_STIPEND = 2300n

/**
 * Smallest gas limit with which a call succeeds, within 1.5 %, by running it (geth, eth/gasestimator).
 * A call that fails with all the gas it may have is a value, not an error.
 *
 * @throws TxError INSUFFICIENT_FUNDS, GAS_ALLOWANCE_EXCEEDED and what {@link simulateCall} refuses
 */
export async function estimateGas(
  scene: ExecutionContext,
  request: CallRequest,
): Promise<GasEstimate> {
  const txGas = forkRules(scene.chainId, scene.block.hardfork).param('txGas')
  let high = upperBound(scene, request, txGas)
  if (isPlainTransfer(scene, request) && high >= txGas) {
    const run = await tryWith(scene, request, txGas)
    if (run?.outcome.kind === 'success') return estimateOf(run, txGas)
  }

  const first = await tryWith(scene, request, high)
  if (first === undefined) throw new TxError({ code: 'GAS_ALLOWANCE_EXCEEDED', allowance: high })
  if (first.outcome.kind !== 'success') {
    const isOutOfGas = first.outcome.kind === 'halt' && first.outcome.reason === 'out of gas'
    if (isOutOfGas) throw new TxError({ code: 'GAS_ALLOWANCE_EXCEEDED', allowance: high })
    return { kind: 'failure', outcome: first.outcome }
  }

  let low = first.gasUsed - 1n
  const succeeds = async (gas: bigint): Promise<boolean> =>
    (await tryWith(scene, request, gas))?.outcome.kind === 'success'

  // Most calls need what they used plus what they may hand to inner calls: one guess saves most of the search.
  const guess = ((first.gasUsed + first.refunded + CALL_STIPEND) * 64n) / 63n
  if (guess < high) {
    if (await succeeds(guess)) high = guess
    else low = guess
  }
  while (low + 1n < high && (high - low) * 1000n >= high * TOLERANCE_PER_MILLE) {
    // Estimates are usually near the low end, so the middle is not sought beyond twice the low bound.
    const half = (high + low) / 2n
    const middle = half > low * 2n ? low * 2n : half
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return estimateOf(first, high)
}

/** @param run whose `console.log` counts: however often the call was tried, it is one to whoever asked */
function estimateOf({ outcome }: SimulatedCall, gas: bigint): GasEstimate {
  return withConsole({ kind: 'estimate', gas }, outcome.console)
}

/** The most gas worth trying: the cap, what was asked for, and what the sender can pay. */
function upperBound(scene: ExecutionContext, request: CallRequest, txGas: bigint): bigint {
  let high = scene.gasCap
  if (request.gas !== undefined && request.gas >= txGas && request.gas < high) high = request.gas
  const { maxFeePerGas: feeCap } = feesOf(request)
  if (feeCap === 0n) return high
  const address = request.from ?? ZERO_ADDRESS
  const have = scene.state.getBalance(address)
  const value = request.value ?? 0n
  if (have < value) throw new TxError({ code: 'INSUFFICIENT_FUNDS', address, have, want: value })
  const affordable = (have - value) / feeCap
  return affordable < high ? affordable : high
}

function isPlainTransfer({ state }: ExecutionContext, { to, data }: CallRequest): boolean {
  return to !== undefined && (data?.length ?? 0) === 0 && state.getCode(to).length === 0
}

/** Runs the call with so much gas; undefined where that does not even pay for the transaction itself. */
async function tryWith(
  scene: ExecutionContext,
  request: CallRequest,
  gas: bigint,
): Promise<SimulatedCall | undefined> {
  try {
    return await simulateCall(scene, { ...request, gas })
  } catch (error) {
    if (error instanceof TxError) {
      if (error.code === 'INTRINSIC_GAS_TOO_LOW' || error.code === 'FLOOR_GAS_TOO_LOW')
        return undefined
    }
    throw error
  }
}
