import { type CustomPrecompile, EVMError, type ExecResult, type Message } from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import type { Address } from '../../primitives/address.ts'
import { addressToBytes } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { WorldState } from '../../state/worldState.ts'
import { ConsoleRecorder } from '../precompiles/console/consoleRecorder.ts'
import {
  SELECTOR_SIZE,
  type StatefulPrecompile,
  type StatefulPrecompiles,
} from '../precompiles/statefulPrecompile.ts'
import type { BlockContext } from '../run/executor.ts'
import type { Log } from '../run/log.ts'
import { WordedError } from './wordedError.ts'

/** A stateful precompile reverted: the remaining gas is returned. */
export class StatefulRevert extends EVMError {
  constructor() {
    super(EVMError.errorMessages.REVERT)
  }
}

/** Data that the library does not pass to precompiles. */
export interface StatefulCallContext {
  readonly chainId: bigint
  /** The current message of the library. */
  readonly message: Message | undefined
  readonly block: BlockContext | undefined
  readonly state: WorldState
  /** Reason of the last failure. */
  precompileError: string | undefined
  /** `console.log` output of the message, after the first call. */
  tape: ConsoleRecorder | undefined
  logged(log: Log): void
  /** Reports a precompile's changes since `mark`. */
  changed(mark: number): void
}

/** Adapts stateful precompiles to the library. */
export function adaptStatefulPrecompile(
  hosted: StatefulPrecompiles,
  around: StatefulCallContext,
): CustomPrecompile[] {
  return [...hosted].map(([address, run]) => ({
    address: createAddressFromString(address),
    function: ({ gasLimit, data }) => runHosted(run, address, around, data, gasLimit),
  }))
}

function runHosted(
  run: StatefulPrecompile,
  address: Address,
  around: StatefulCallContext,
  input: Uint8Array,
  gasLimit: bigint,
): ExecResult {
  const { message, block, state, chainId } = around
  if (message?.to === undefined || block === undefined) throw new Error('bug: no message runs')
  const isDelegated = message.delegatecall || message.codeAddress !== message.to
  const logs: Log[] = []
  let copy: Uint8Array | undefined
  const { mark } = state
  const outcome = run({
    isTopLevel: message.depth === 0,
    isDelegated,
    isStatic: message.isStatic,
    address,
    caller: (message.delegatecall ? message.to : message.caller).toString() as Address,
    value: isDelegated ? 0n : message.value,
    get input() {
      copy ??= input.slice()
      return copy
    },
    inputSize: input.length,
    selector: input.slice(0, SELECTOR_SIZE),
    gasLimit,
    chainId,
    block,
    state,
    getStorage: (account, slot) => state.getStorage(account, slot),
    setCode: (account, code) => state.setCode(account, code),
    emit(log) {
      logs.push(log)
      around.logged(log)
    },
    log(length, read) {
      around.tape ??= new ConsoleRecorder()
      around.tape.add(length, read)
    },
  })
  if ('fault' in outcome) {
    const exceptionError = new WordedError(EVMError.errorMessages.OUT_OF_GAS, outcome.fault)
    return { executionGasUsed: gasLimit, returnValue: EMPTY_BYTES, exceptionError }
  }
  const { gasUsed: executionGasUsed, output: returnValue } = outcome
  if ('reason' in outcome) {
    around.precompileError = outcome.reason
    return { executionGasUsed, returnValue, exceptionError: new StatefulRevert() }
  }
  around.changed(mark)
  return { executionGasUsed, returnValue, logs: logs.map(toLibraryLog) }
}

function toLibraryLog({ address, topics, data }: Log): [Uint8Array, Uint8Array[], Uint8Array] {
  return [addressToBytes(address), topics.map(hexToBytes), data]
}
