import type { ExecutionResult, Executor, Message } from '../src/evm/run/executor.ts'
import type { Observer } from '../src/evm/run/observer.ts'
import { runTransaction } from '../src/evm/run/runTransaction.ts'
import { simulateCall } from '../src/evm/run/simulate.ts'
import { STEP } from '../src/evm/run/stepRecord.ts'
import { signTransaction } from '../src/evm/transaction/signTransaction.ts'
import type { Transaction } from '../src/evm/transaction/transaction.ts'
import { parseAddress, ZERO_ADDRESS } from '../src/primitives/address.ts'
import { assert } from '../src/primitives/assert.ts'
import { keccak256 } from '../src/primitives/crypto/keccak.ts'
import { privateToPublicKey, publicKeyToAddress } from '../src/primitives/crypto/secp256k1.ts'
import { bytesToBigInt, concatBytes } from '../src/primitives/encoding/bytes.ts'
import { bytesToHex, type Hex } from '../src/primitives/encoding/hex.ts'
import { benchBlock, CHAIN_ID, createBenchState } from './engineExecutors.ts'
import {
  codeOf,
  contractsOf,
  encodeCall,
  METER,
  meteredInput,
  TOKEN,
  type WorkloadName,
  word,
  workloads,
} from './engineWorkloads.ts'

/** Measured tasks of an executor. Each is prepared on first use. */
export interface EngineTasks {
  /** Runs a workload once without an observer. */
  run(name: WorkloadName, size: number): Promise<Run>
  /** Runs a workload once with frame hooks. */
  runWatched(name: WorkloadName, size: number): Promise<Run & { readonly events: number }>
  /** Runs a workload once with everything that struct logs need of each step. */
  runStepped(name: WorkloadName, size: number): Promise<Run & { readonly steps: number }>
  /** Runs a number of decoded ERC-20 transfers in sequence. Returns microseconds per transfer. */
  transact(count: number): Promise<number>
  /**
   * Runs a number of simulated `balanceOf` calls, each on its own state. Returns microseconds per
   * call.
   */
  simulate(count: number): Promise<number>
}

export interface Run {
  readonly ms: number
  /** The gas measured by the meter, as a word, and the output of the workload. */
  readonly output: Hex
  /** Further results that must be equal among executors, of the whole message. */
  readonly gas: string
}

/** As measured by the meter. */
export function meteredGas({ output }: Pick<Run, 'output'>): number {
  return Number(output.slice(0, 66))
}

const GAS_LIMIT = 2n ** 40n
const KEY = word(1)
const HOLDERS = 64

export function createEngineTasks(executor: Executor): EngineTasks {
  const setups = new Map<WorkloadName, ReturnType<typeof createBenchState>>()

  async function execute(name: WorkloadName, size: number, observer?: Observer): Promise<Run> {
    const workload = workloads[name]
    const states = setups.get(name) ?? createBenchState(contractsOf(workload))
    setups.set(name, states)
    const state = states.newest
    const message: Message = {
      caller: ZERO_ADDRESS,
      to: METER,
      value: 0n,
      data: meteredInput(workload, size),
      gasLimit: GAS_LIMIT,
      gasPrice: 0n,
      warm: new Map(),
    }
    const mark = state.mark
    const began = performance.now()
    const outcome = await executor.execute(state, benchBlock, message, observer)
    const ms = performance.now() - began
    state.revertTo(mark)
    return { ms, output: bytesToHex(outputOf(name, outcome)), gas: gasOf(outcome) }
  }

  let transfers: ReturnType<typeof prepareTransfers> | undefined
  let balances: ReturnType<typeof prepareBalances> | undefined

  return {
    run: (name, size) => execute(name, size),
    async runWatched(name, size) {
      let events = 0
      const count = (): void => {
        events++
      }
      const frames = { enter: count, exit: count, log: count, access: count }
      const run = await execute(name, size, { frames })
      return { ...run, events }
    },
    async runStepped(name, size) {
      let steps = 0
      let lastPc = 0
      const run = await execute(name, size, {
        steps: {
          stackWords: 1024,
          memory: true,
          returnData: false,
          steps({ view, start, end }) {
            for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) {
              steps++
              lastPc = view.getUint32(at + STEP.pc, true)
            }
          },
        },
      })
      assert(steps === 0 || lastPc > 0, 'the last step not at the beginning')
      return { ...run, steps }
    },
    transact(count) {
      transfers ??= prepareTransfers(executor)
      return transfers(count)
    },
    simulate(count) {
      balances ??= prepareBalances(executor)
      return balances(count)
    },
  }
}

function outputOf(name: WorkloadName, outcome: ExecutionResult): Uint8Array {
  if (outcome.kind === 'success') return outcome.output
  throw new Error(`${name}: ${outcome.kind === 'halt' ? outcome.reason : 'reverted'}`)
}

function gasOf(outcome: ExecutionResult): string {
  if (outcome.kind !== 'success') return `${outcome.gasUsed}`
  return `${outcome.gasUsed} used, ${outcome.gasRefund} refunded, ${outcome.logs.length} logs`
}

/** Storage of the token after it gave each holder the same amount. */
function balanceSlot(holder: Uint8Array): Uint8Array {
  return keccak256(concatBytes(new Uint8Array(12), holder, word(1)))
}

const holderAt = (index: number) => parseAddress(`0x30${index.toString(16).padStart(38, '0')}`)
const sender = publicKeyToAddress(privateToPublicKey(KEY))

function createTokenState(): ReturnType<typeof createBenchState> {
  const holders = [sender, ...Array.from({ length: HOLDERS }, (_, i) => holderAt(i))]
  const storage = holders.map(
    (holder) => [balanceSlot(word(BigInt(holder)).subarray(12)), word(10n ** 24n)] as const,
  )
  const states = createBenchState([{ address: TOKEN, code: codeOf('Token'), storage }])
  states.newest.setBalance(sender, 10n ** 24n)
  // Creates the balance directly, so that the first transaction does not find an empty slot.
  states.newest.settle()
  states.commit()
  return states
}

/** A transfer to an account that already has tokens, as most transfers are. */
function signTransfer(nonce: number): Transaction {
  const data = encodeCall(
    'Token',
    'transfer(address,uint256)',
    BigInt(holderAt(nonce % HOLDERS)),
    1,
  )
  return signTransaction(
    {
      type: 2,
      chainId: CHAIN_ID,
      nonce: BigInt(nonce),
      gasLimit: 100_000n,
      to: TOKEN,
      value: 0n,
      data,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 9n,
      accessList: [],
      authorizationList: [],
    },
    KEY,
  )
}

function prepareTransfers(executor: Executor): (count: number) => Promise<number> {
  const states = createTokenState()
  const transactions: Transaction[] = []
  return async (count) => {
    while (transactions.length < count) transactions.push(signTransfer(transactions.length))
    const state = states.newest
    const mark = state.mark
    const began = performance.now()
    for (const transaction of transactions.slice(0, count)) {
      const { outcome } = await runTransaction(executor, state, benchBlock, transaction)
      assert(outcome.kind === 'success' && outcome.logs.length === 1, 'a transfer')
    }
    const us = ((performance.now() - began) * 1000) / count
    state.revertTo(mark)
    return us
  }
}

function prepareBalances(executor: Executor): (count: number) => Promise<number> {
  const states = createTokenState()
  const { signal } = new AbortController()
  const overlay = states.overlays(states.version)
  const data = encodeCall('Token', 'balanceOf(address)', BigInt(sender))
  const request = { to: TOKEN, data }
  const scene = { executor, block: benchBlock, chainId: CHAIN_ID, gasCap: 50_000_000n, signal }
  return async (count) => {
    const began = performance.now()
    for (let i = 0; i < count; i++) {
      const { outcome } = await simulateCall({ ...scene, state: overlay() }, request)
      assert(outcome.kind === 'success', 'an answer')
      assert(bytesToBigInt(outcome.output) === 10n ** 24n, 'the balance')
    }
    return ((performance.now() - began) * 1000) / count
  }
}
