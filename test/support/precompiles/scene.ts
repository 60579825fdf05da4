import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { expect } from 'vitest'
import { createEngineExecutor } from '../../../src/evm/engine/engineExecutor.ts'
import { nativePrecompilesOf } from '../../../src/evm/precompiles/native/nativePrecompiles.ts'
import type { StatefulPrecompiles } from '../../../src/evm/precompiles/statefulPrecompile.ts'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type {
  BlockContext,
  ExecutionResult,
  Executor,
  Message,
} from '../../../src/evm/run/executor.ts'
import { type Address, parseAddress, ZERO_ADDRESS } from '../../../src/primitives/address.ts'
import { EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../src/state/worldState.ts'
import { alice } from '../accounts.ts'
import { CHAIN_ID } from '../genesis.ts'
import { storeBytes } from '../store/storeBytes.ts'

export const GAS = 1_000_000n
export const COIN = 10n ** 18n
/** A contract of the tests. */
export const PROBE = parseAddress(`0x${'c0de'.padEnd(40, '0')}`)

export function at(digits: string): Address {
  return parseAddress(`0x${digits.padStart(40, '0')}`)
}

const block: BlockContext = {
  hardfork: 'cancun',
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

export type Call = Partial<Pick<Message, 'caller' | 'to' | 'value' | 'data' | 'gasLimit'>>

/** Two equal states, one per executor, which must stay equal. */
export class Scene {
  readonly #sides: readonly { readonly executor: Executor; readonly state: WorldState }[]

  constructor(
    setUp: (state: WorldState) => void,
    precompiles: StatefulPrecompiles = nativePrecompilesOf('6.6'),
  ) {
    this.#sides = [createEngineExecutor, createReferenceExecutor].map((create) => {
      const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
      setUp(states.newest)
      states.commit()
      return { executor: create(CHAIN_ID, precompiles), state: states.newest }
    })
  }

  /** The state after all calls. */
  get state(): WorldState {
    const [side] = this.#sides
    if (side === undefined) throw new Error('no state')
    return side.state
  }

  /** Changes both states. */
  change(work: (state: WorldState) => void): void {
    for (const { state } of this.#sides) work(state)
  }

  /** Runs a message on both executors, in a block with optional changes. */
  async run(call: Call, other: Partial<BlockContext> = {}): Promise<ExecutionResult> {
    const message: Message = {
      caller: alice.address,
      value: 0n,
      data: EMPTY_BYTES,
      gasLimit: GAS,
      gasPrice: 7n,
      warm: new Map(),
      ...call,
    }
    const outcomes: ExecutionResult[] = []
    for (const { executor, state } of this.#sides) {
      outcomes.push(await executor.execute(state, { ...block, ...other }, message))
    }
    const [first, second] = outcomes
    if (first === undefined) throw new Error('no outcome')
    expect(second).toEqual(first)
    return first
  }

  /** Changes for the stores, equal on both states. */
  drain(): readonly string[] {
    const [first, second] = this.#sides.map(({ state }) =>
      state
        .drain()
        .map(
          ({ store, key, value }) =>
            `${store} ${bytesToHex(storeBytes(key))} ${value && bytesToHex(storeBytes(value))}`,
        )
        .sort(),
    )
    expect(second).toEqual(first)
    return first ?? []
  }
}

/** Calls functions of a contract by arguments and results, encoded by viem. */
export function interfaceOf(signatures: readonly string[] | Abi) {
  const abi = (
    typeof signatures[0] === 'string' ? parseAbi(signatures as string[]) : signatures
  ) as Abi
  return {
    encode: (functionName: string, ...args: readonly unknown[]): Uint8Array =>
      hexToBytes(encodeFunctionData({ abi, functionName, args })),
    decode: (functionName: string, data: Uint8Array): unknown =>
      decodeFunctionResult({ abi, functionName, data: bytesToHex(data) }),
  }
}

export type Interface = ReturnType<typeof interfaceOf>

/** Returns the output of a call that must succeed. */
export function outputOf(outcome: ExecutionResult): Uint8Array {
  expect(outcome).toMatchObject({ kind: 'success' })
  return outcome.kind === 'success' ? outcome.output : EMPTY_BYTES
}

/** Expected outcome of a call that reverts without data for this reason. */
export function revertedFor(precompileError: string, gasUsed: bigint): ExecutionResult {
  return { kind: 'revert', output: EMPTY_BYTES, gasUsed, precompileError }
}
