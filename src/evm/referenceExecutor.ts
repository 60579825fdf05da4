import {
  createEVM,
  type EVM,
  EVMError,
  type ExecResult,
  getActivePrecompiles,
} from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import { type Address, bytesToAddress } from '../primitives/address.ts'
import { bytesToHash, hexToBytes } from '../primitives/hex.ts'
import { EvmStateManager } from '../state/evmStateManager.ts'
import type { WorldState } from '../state/worldState.ts'
import { type Breather, createBreather } from './breather.ts'
import type { AccessedState, BlockContext, Executor, Log, Message, Outcome } from './executor.ts'
import { forkRules } from './forkRules.ts'
import { haltReason } from './haltReason.ts'
import { type Hardfork, isAtLeast } from './hardfork.ts'

const ZERO_HASH = new Uint8Array(32)

/** An EVM and the parts of it that are pointed at another message each time. */
interface Machine {
  readonly evm: EVM
  readonly stateManager: EvmStateManager
  readonly blocks: { blockHash: BlockContext['blockHash'] }
  readonly breather: Breather
  /** Contracts that the running message created. */
  readonly created: Set<Address>
}

/**
 * The executor on stock @ethereumjs/evm. An EVM instance runs one message at a time, so idle ones wait in a pool for the
 * next message of their fork.
 */
export function createReferenceExecutor(chainId: bigint): Executor {
  const idle = new Map<Hardfork, Machine[]>()
  const precompiles = new Map<Hardfork, ReadonlySet<Address>>()

  async function withMachine<T>(
    state: WorldState,
    block: BlockContext,
    use: (machine: Machine) => Promise<T>,
  ): Promise<T> {
    const machine =
      idle.get(block.hardfork)?.pop() ?? (await createMachine(chainId, block.hardfork, state))
    machine.stateManager.state = state
    machine.blocks.blockHash = block.blockHash
    const mark = state.mark
    let result: T
    try {
      result = await use(machine)
    } catch (error) {
      // The EVM threw half-way: its journal cannot be trusted any more, so it is not used again.
      state.revertTo(mark)
      throw error
    }
    machine.evm.journal.cleanJournal()
    machine.stateManager.clearCaches()
    const waiting = idle.get(block.hardfork)
    if (waiting === undefined) idle.set(block.hardfork, [machine])
    else waiting.push(machine)
    return result
  }

  return {
    name: 'reference',
    execute: (state, block, message) =>
      withMachine(state, block, (machine) => run(machine, block, message)),
    executeWithAccess: (state, block, message) =>
      withMachine(state, block, async (machine) => {
        const { evm, created } = machine
        evm.journal.startReportingAccessList()
        const outcome = await run(machine, block, message)
        const accessed = readAccessed(evm.journal.accessList)
        delete evm.journal.accessList
        return { outcome, accessed, created: new Set(created) }
      }),
    precompiles(hardfork) {
      let found = precompiles.get(hardfork)
      if (found === undefined) {
        const table = getActivePrecompiles(forkRules(chainId, hardfork))
        found = new Set([...table.keys()].map((bare) => `0x${bare}` as Address))
        precompiles.set(hardfork, found)
      }
      return found
    },
  }
}

async function createMachine(
  chainId: bigint,
  hardfork: Hardfork,
  state: WorldState,
): Promise<Machine> {
  const stateManager = new EvmStateManager(state, !isAtLeast(hardfork, 'spuriousDragon'))
  const blocks: Machine['blocks'] = { blockHash: () => undefined }
  const blockchain = {
    getBlock: async (number: number) => ({
      hash: () => blocks.blockHash(BigInt(number)) ?? ZERO_HASH,
    }),
    putBlock: async () => {},
    shallowCopy: () => blockchain,
  }
  const common = forkRules(chainId, hardfork)
  const breather = createBreather()
  const evm = await createEVM({
    common,
    stateManager,
    blockchain,
    // Code that runs for long passes a jump target or makes a message time and again.
    customOpcodes: [
      {
        opcode: 0x5b,
        opcodeName: 'JUMPDEST',
        baseFee: Number(common.param('jumpdestGas')),
        logicFunction: () => breather.beat(),
      },
    ],
  })
  evm.events.on('beforeMessage', (_message, resume) => {
    breather.throwIfAborted()
    const pause = breather.beat()
    if (pause === undefined) resume?.()
    // Where it was aborted during the pause, the next message throws.
    else void pause.then(resume, resume)
  })
  const created = new Set<Address>()
  evm.events.on('newContract', ({ address }) => {
    created.add(address.toString() as Address)
  })
  return { evm, stateManager, blocks, breather, created }
}

async function run(machine: Machine, block: BlockContext, message: Message): Promise<Outcome> {
  machine.breather.signal = message.signal
  machine.created.clear()
  const restore = movePrecompiles(machine.evm, message.movedPrecompiles ?? new Map())
  try {
    return await runMessage(machine, block, message)
  } finally {
    restore()
  }
}

/** Moves entries of the machine's table of precompiles and returns how to put them back. */
function movePrecompiles(evm: EVM, moves: ReadonlyMap<Address, Address>): () => void {
  const { precompiles } = evm
  const before = moves.size === 0 ? [] : [...precompiles]
  const contracts = new Map(before)
  for (const from of moves.keys()) precompiles.delete(from.slice(2))
  for (const [from, to] of moves) {
    const contract = contracts.get(from.slice(2))
    if (contract !== undefined) precompiles.set(to.slice(2), contract)
  }
  return () => {
    if (moves.size === 0) return
    precompiles.clear()
    for (const [address, contract] of before) precompiles.set(address, contract)
  }
}

async function runMessage(
  { evm }: Machine,
  block: BlockContext,
  message: Message,
): Promise<Outcome> {
  warmUp(evm, block, message)
  const caller = createAddressFromString(message.caller)
  const { createdAddress, execResult } = await evm.runCall({
    block: { header: headerOf(block) },
    caller,
    origin: caller,
    gasPrice: message.gasPrice,
    gasLimit: message.gasLimit,
    ...(message.to === undefined ? {} : { to: createAddressFromString(message.to) }),
    value: message.value,
    data: message.data,
    skipNonceIncrement: true,
  })
  const isRevert = execResult.exceptionError?.error === EVMError.errorMessages.REVERT
  if (isRevert && isPrecompile(evm, message.to)) {
    // The library calls some of these failures a revert, but nothing is returned and all gas is gone.
    return {
      kind: 'halt',
      reason: 'invalid precompile input',
      gasUsed: execResult.executionGasUsed,
    }
  }
  return toOutcome(execResult, evm, createdAddress?.toString() as Address | undefined)
}

function isPrecompile(evm: EVM, to: Address | undefined): boolean {
  return to !== undefined && evm.precompiles.has(to.slice(2))
}

function headerOf(block: BlockContext) {
  return {
    number: block.number,
    coinbase: createAddressFromString(block.coinbase),
    timestamp: block.timestamp,
    difficulty: block.difficulty,
    prevRandao: block.prevRandao,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    slotNumber: 0n,
    getBlobGasPrice: () => block.blobBaseFee,
  }
}

/** EIP-2929 and EIP-3651: what is warm before the first opcode. */
function warmUp(evm: EVM, block: BlockContext, message: Message): void {
  if (!evm.common.isActivatedEIP(2929)) return
  const { journal } = evm
  for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address)
  journal.addAlwaysWarmAddress(message.caller)
  if (message.to !== undefined) journal.addAlwaysWarmAddress(message.to)
  if (evm.common.isActivatedEIP(3651)) journal.addAlwaysWarmAddress(block.coinbase)
  for (const [address, slots] of message.warm) {
    journal.addAlwaysWarmAddress(address, true)
    for (const slot of slots) journal.addAlwaysWarmSlot(address, bytesToHash(slot), true)
  }
}

function toOutcome(result: ExecResult, evm: EVM, createdAddress: Address | undefined): Outcome {
  const { exceptionError, executionGasUsed: gasUsed, returnValue: output } = result
  if (exceptionError !== undefined) {
    if (exceptionError.error === EVMError.errorMessages.REVERT) {
      return { kind: 'revert', output, gasUsed }
    }
    return { kind: 'halt', reason: haltReason(exceptionError.error), gasUsed }
  }
  const onlyCreated = evm.common.isActivatedEIP(6780)
  const destroyed = [...(result.selfdestruct?.keys() ?? [])].filter(
    (address) => !onlyCreated || result.createdAddresses?.has(address as never),
  )
  return {
    kind: 'success',
    output,
    gasUsed,
    gasRefund: result.gasRefund ?? 0n,
    logs: (result.logs ?? []).map(toLog),
    ...(createdAddress === undefined ? {} : { createdAddress }),
    destroyed: destroyed as Address[],
  }
}

function toLog([address, topics, data]: [Uint8Array, Uint8Array[], Uint8Array]): Log {
  return { address: bytesToAddress(address), topics: topics.map(bytesToHash), data }
}

function readAccessed(list: EVM['journal']['accessList']): AccessedState {
  const accessed = new Map<Address, Uint8Array[]>()
  for (const [address, slots] of list ?? []) {
    accessed.set(`0x${address}` as Address, [...slots].map(hexToBytes))
  }
  return accessed
}
