import { expect } from 'vitest'
import { createEngineExecutor } from '../../../src/evm/engine/engineExecutor.ts'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import type {
  BlockContext,
  ExecutionResult,
  Executor,
  Message,
} from '../../../src/evm/run/executor.ts'
import type { FrameEnd, FrameObserver, FrameStart } from '../../../src/evm/run/observer.ts'
import {
  type Address,
  addressToBytes,
  bytesToAddress,
  parseAddress,
} from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
} from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../src/state/worldState.ts'
import { alice, bob } from '../accounts.ts'
import { CHAIN_ID } from '../genesis.ts'
import { code, push } from './programs.ts'

/** All executors: each must report the same events. */
export const executors: readonly Executor[] = [
  createReferenceExecutor(CHAIN_ID),
  createEngineExecutor(CHAIN_ID),
]

export const contract = (tag: string) => parseAddress(`0x${tag.padEnd(40, '0')}`)
export const [A, B, C] = [contract('aa'), contract('bb'), contract('cc')]
export const precompile = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`)
export const GAS = 1_000_000n
export const LAST_NONCE = (1n << 64n) - 1n

export const OP = {
  MSTORE8: 0x53,
  BALANCE: 0x31,
  EXTCODESIZE: 0x3b,
  EXTCODECOPY: 0x3c,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  POP: 0x50,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  GAS: 0x5a,
  LOG0: 0xa0,
  LOG2: 0xa2,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const

/** Pushes the operands so that the first is on top, then the opcode. */
export function op(
  opcode: number,
  ...operands: readonly (bigint | number | Address)[]
): Uint8Array {
  return code(...operands.map((operand) => push(BigInt(operand))).reverse(), opcode)
}

/** Init code that returns `length` zero bytes, or the first bytes of memory. */
export const returning = (length: number) => op(OP.RETURN, 0, length)

/** Puts up to 32 bytes at the start of memory and creates a contract with them as init code. */
export function create(
  opcode: number,
  init: Uint8Array,
  value: bigint,
  ...salt: bigint[]
): Uint8Array {
  const word = bytesToBigInt(concatBytes(init, new Uint8Array(32 - init.length)))
  return code(op(OP.MSTORE, 0, word), op(opcode, value, 0, init.length, ...salt))
}

export type ExitEvent = { readonly event: 'exit'; readonly error: string | undefined } & Omit<
  FrameEnd,
  'error'
>

export type Event =
  | ({ readonly event: 'enter' } & FrameStart)
  | ExitEvent
  | { readonly event: 'log'; readonly address: Address; readonly topics: string[]; data: string }
  | { readonly event: 'access'; readonly address: Address; readonly slot?: bigint }

export function listen(): FrameObserver & { readonly events: Event[] } {
  const events: Event[] = []
  return {
    events,
    enter: (frame) => void events.push({ event: 'enter', ...frame }),
    exit: (end) => void events.push({ event: 'exit', error: undefined, ...end }),
    log: ({ address, topics, data }) =>
      void events.push({ event: 'log', address, topics: [...topics], data: bytesToHex(data) }),
    access: (address, slot) => {
      const which = slot === undefined ? {} : { slot: bytesToBigInt(slot) }
      events.push({ event: 'access', address, ...which })
    },
  }
}

export interface Scenario {
  /** Contracts, with a balance of 10. */
  readonly codes?: readonly (readonly [Address, Uint8Array])[]
  readonly hardfork?: Hardfork
  readonly message?: Partial<Message>
  /** A creation. */
  readonly creates?: boolean
  readonly prepare?: (state: WorldState) => void
}

export function world({ codes = [], prepare }: Scenario): WorldState {
  const state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
  state.setBalance(alice.address, 1000n)
  state.setNonce(alice.address, 1n)
  for (const [address, bytes] of codes) {
    state.setNonce(address, 1n)
    state.setBalance(address, 10n)
    state.setCode(address, bytes)
  }
  prepare?.(state)
  return state
}

export function blockOf(hardfork: Hardfork): BlockContext {
  return {
    hardfork,
    number: 5n,
    timestamp: 1_700_000_000n,
    coinbase: bob.address,
    gasLimit: 30_000_000n,
    baseFeePerGas: 7n,
    blobBaseFee: 1n,
    prevRandao: new Uint8Array(32),
    difficulty: 0n,
    blockHash: () => undefined,
  }
}

export function messageOf({ message, creates = false }: Scenario): Message {
  return {
    caller: alice.address,
    ...(creates ? {} : { to: A }),
    value: 0n,
    data: new Uint8Array(0),
    gasLimit: GAS,
    gasPrice: 7n,
    warm: new Map(),
    ...message,
  }
}

export interface Told {
  readonly outcome: ExecutionResult
  readonly events: readonly Event[]
  readonly state: WorldState
}

export async function run(executor: Executor, scenario: Scenario): Promise<Told> {
  const state = world(scenario)
  const frames = listen()
  const block = blockOf(scenario.hardfork ?? 'prague')
  const outcome = await executor.execute(state, block, messageOf(scenario), { frames })
  return { outcome, events: frames.events, state }
}

/** Events without frames. */
export const accesses = ({ events }: Told) => events.filter(({ event }) => event === 'access')
/** Frames, without accesses and logs. */
export const frames = ({ events }: Told) =>
  events.filter(({ event }) => event === 'enter' || event === 'exit')
export const access = (address: Address, slot?: bigint): Event => ({
  event: 'access',
  address,
  ...(slot === undefined ? {} : { slot }),
})
export const enter = (frame: Partial<FrameStart>) =>
  expect.objectContaining({ event: 'enter', ...frame })
export const exit = (end: Partial<FrameEnd>) =>
  expect.objectContaining({ event: 'exit', error: undefined, ...end })
/** Ends of frames at depth 1. */
export const inner = (told: Told) =>
  told.events.filter((e): e is ExitEvent => e.event === 'exit' && e.depth === 1)

/** The address of CREATE2. */
export function salted(sender: Address, salt: bigint, init: Uint8Array): Address {
  const parts = [Uint8Array.of(0xff), addressToBytes(sender), bigIntToBytes(salt, 32)]
  return bytesToAddress(keccak256(concatBytes(...parts, keccak256(init))).subarray(12))
}
