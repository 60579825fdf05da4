import { createEVM, type EVM, type Message } from '@ethereumjs/evm'
import type { Address } from '../../primitives/address.ts'
import { EvmStateManager } from '../../state/evmStateManager.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { ConsoleRecorder } from '../precompiles/console/consoleRecorder.ts'
import type { StatefulPrecompiles } from '../precompiles/statefulPrecompile.ts'
import { forkRules } from '../rules/forkRules.ts'
import { isAtLeast } from '../rules/hardfork.ts'
import type { BlockContext } from '../run/executor.ts'
import { createYielder, type Yielder } from '../run/yielder.ts'
import { adaptStatefulPrecompile, type StatefulCallContext } from './adaptStatefulPrecompile.ts'
import { correctedOpcodes, correctResult, type OwnOpcode } from './referenceCorrections.ts'
import { type TracerSlot, type TracingLevel, tracedOpcodes } from './referenceOpcodes.ts'
import { wordPrecompiles } from './wordPrecompiles.ts'

const ZERO_HASH = new Uint8Array(32)

/** An EVM and its parts that are set up for each message. */
export interface Machine extends TracerSlot {
  readonly evm: EVM
  readonly stateManager: EvmStateManager
  readonly blocks: { blockHash: BlockContext['blockHash'] }
  readonly yielder: Yielder
  readonly hosted: StatefulPrecompiles
  /** State of the running message. */
  block: BlockContext | undefined
  /** Reason of the last failed stateful precompile. */
  precompileError: string | undefined
  /** `console.log` output of the running message, if any. */
  tape: ConsoleRecorder | undefined
  /** Contracts that the running message created. */
  readonly created: Set<Address>
}

/** @param watching the events it can report, which cost time even without an observer */
export async function createMachine(
  chainId: bigint,
  {
    hardfork,
    codeSizeLimit,
    sstoreSetGas,
  }: Pick<BlockContext, 'hardfork' | 'codeSizeLimit'> & {
    readonly sstoreSetGas: bigint | undefined
  },
  state: WorldState,
  watching: TracingLevel,
  hosted: StatefulPrecompiles,
): Promise<Machine> {
  const stateManager = new EvmStateManager(state, !isAtLeast(hardfork, 'spuriousDragon'))
  const blocks: Machine['blocks'] = { blockHash: () => undefined }
  const blockchain = {
    getBlock: async (number: number) => ({
      hash: () =>
        blocks.blockHash(BigInt(number)) ??
        stateManager.state.remote?.blockHash(BigInt(number)) ??
        ZERO_HASH,
    }),
    putBlock: async () => {},
    shallowCopy: () => blockchain,
  }
  const common = forkRules(chainId, hardfork, codeSizeLimit, sstoreSetGas)
  const yielder = createYielder()
  // Long-running code repeatedly passes jump targets or makes calls.
  const jumpTarget: OwnOpcode = {
    opcode: 0x5b,
    opcodeName: 'JUMPDEST',
    baseFee: Number(common.param('jumpdestGas')),
    logicFunction: () => yielder.tick(),
  }
  const own = [jumpTarget, ...correctedOpcodes(common)]
  const slot: TracerSlot &
    StatefulCallContext & { message: Message | undefined } & Pick<Machine, 'block'> = {
    tracer: undefined,
    chainId,
    message: undefined,
    block: undefined,
    precompileError: undefined,
    tape: undefined,
    get state() {
      return stateManager.state
    },
    logged: (log) => slot.tracer?.hostLogged(log),
    changed: (mark) => slot.tracer?.hostChanged(mark),
  }
  const watched = watching === 'nothing' ? [] : tracedOpcodes(common, own, watching, slot)
  const evm = await createEVM({
    common,
    stateManager,
    blockchain,
    customOpcodes: [...own, ...watched],
    customPrecompiles: adaptStatefulPrecompile(hosted, slot),
  })
  wordPrecompiles(evm, hosted)
  evm.events.on('beforeMessage', (message, resume) => {
    slot.message = message
    yielder.throwIfAborted()
    const pause = yielder.tick()
    if (pause === undefined) resume?.()
    // If it was aborted during the pause, the next message throws.
    else void pause.then(resume, resume)
  })
  evm.events.on('afterMessage', correctResult)
  if (watching !== 'nothing') {
    evm.events.on('beforeMessage', (message) => slot.tracer?.enter(message))
    evm.events.on('afterMessage', (result) => slot.tracer?.exit(result))
  }
  const created = new Set<Address>()
  evm.events.on('newContract', ({ address }) => {
    created.add(address.toString() as Address)
  })
  return Object.assign(slot, { hosted, evm, stateManager, blocks, yielder, created })
}
