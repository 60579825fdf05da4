import { setImmediate } from 'node:timers/promises'
import { isAtLeast } from '../../evm/rules/hardfork.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import { ExecutionAborted } from '../../evm/run/yielder.ts'
import type { Address } from '../../primitives/address.ts'
import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import { prevRandao } from '../block/prevRandao.ts'
import { hashHeader, sealBlock } from '../block/sealBlock.ts'
import { finishBlock } from '../build/applyBlock.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import { buildBlockContents } from '../build/buildBlockContents.ts'
import { toWei } from '../build/feeMarket.ts'
import type { Genesis } from '../genesis/genesis.ts'
import type { MiningConfig } from '../mining/miningConfig.ts'
import { applyStateOverrides } from './applyStateOverrides.ts'
import type { BlockView } from './blockView.ts'
import { type PlannedBlock, planBlocks } from './planBlocks.ts'
import { type GasBudget, SimulatedRun } from './simulatedRun.ts'
import type { SimulatedBlock, Simulation } from './simulation.ts'

/** Inputs of simulated blocks other than the state and their calls. */
export interface SimulationRules {
  readonly genesis: Genesis
  readonly contexts: BlockContexts
  /** Only the minimum base fee is used. */
  readonly mining: MiningConfig
}

/**
 * Builds blocks on a view: each is executed, ended and sealed as a mined block is, except for
 * signatures and the state root. All calls together can use the gas cap.
 *
 * @throws TxError, ChainError if a block or a call is invalid; ExecutionAborted
 */
export async function simulateBlocks(
  scene: ExecutionContext,
  view: BlockView,
  simulation: Simulation,
  rules: SimulationRules,
): Promise<readonly SimulatedBlock[]> {
  const { header, hash = hashHeader(header) } = view.block
  const base: SealedBlock = { ...view.block, hash }
  const fees = { feeMarket: rules.genesis.native.feeMarket, mining: rules.mining }
  const made: SimulatedBlock[] = []
  // Unlike moved precompiles, accounts stay in later blocks.
  const overriddenAccounts = new Set<Address>()
  const gas: GasBudget = { cap: scene.gasCap, left: scene.gasCap }
  const blockAt = (number: bigint): SealedBlock | undefined => {
    if (number < header.number) return view.blockAt(number)
    return number === header.number ? base : made[Number(number - header.number) - 1]?.block
  }
  for (const planned of planBlocks(header, simulation.blocks)) {
    await setImmediate()
    if (scene.signal?.aborted) throw new ExecutionAborted('simulation aborted')
    const parent = made.at(-1)?.block ?? base
    const block = contextOf(scene, { block: parent, blockAt }, planned, simulation, rules)
    const pretended = applyStateOverrides({ ...scene, block }, planned.state)
    // Overrides of balances do not count as lost or created coins.
    scene.state.settle()
    for (const address of pretended.overriddenAccounts) overriddenAccounts.add(address)
    const context = { ...scene, block, ...pretended, overriddenAccounts }
    const run = new SimulatedRun(context, simulation, gas)
    for (const call of planned.calls) await run.apply(call)
    finishBlock(scene.state, block, run.gasUsed, fees)
    const contents = buildBlockContents(rules.genesis, parent, block, { ...run, native: [] })
    const sealed = sealBlock({ ...contents, version: parent.version + 1, stateRoot: ZERO_HASH })
    made.push({ block: sealed, calls: run.calls })
  }
  return made
}

/**
 * Fee recipient, gas limit and difficulty are the parent's; the base fee derives from the
 * parameters, or is zero without validation.
 */
function contextOf(
  { state }: ExecutionContext,
  parent: Parameters<BlockContexts['at']>[0],
  { number, time, block: overrides = {} }: PlannedBlock,
  { isValidated }: Simulation,
  { contexts, mining: { minBaseFee = 0n } }: SimulationRules,
): BlockContext {
  const fields = { prevRandao: prevRandao(time), ...overrides, number, time }
  const context = contexts.at(parent, fields)
  const isRuled = isValidated && isAtLeast(context.hardfork, 'london')
  const market = toWei(state.nextBaseFee ?? 0n)
  const ruled = market > minBaseFee ? market : minBaseFee
  return { ...context, baseFeePerGas: overrides.baseFeePerGas ?? (isRuled ? ruled : 0n) }
}
