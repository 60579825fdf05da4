import type { Address } from '../../../primitives/address.ts'

/** A call to the address of Solidity's `console.log` libraries. */
export interface ConsoleCall {
  /** The calling contract, or the sender of the message. */
  readonly caller: Address
  /** Call data: selector and arguments. */
  readonly input: Uint8Array
}

/** Output of a message in order, including that of failed frames. */
export interface ConsoleRecord {
  readonly calls: readonly ConsoleCall[]
  /** Number of dropped calls. */
  readonly dropped: number
}

/** Memory per call besides its data. */
const CALL_BYTES = 256
/** A loop can print far more than is useful. */
const MAX_BYTES = 8 * 1024 * 1024

/** Records the output of one message up to a limit. */
export class ConsoleRecorder {
  readonly #calls: ConsoleCall[] = []
  #bytes = 0
  #dropped = 0

  /** @param size of the call data, which is read only if it is recorded */
  add(size: number, read: () => ConsoleCall): void {
    this.#bytes += CALL_BYTES + size
    if (this.#bytes > MAX_BYTES) this.#dropped++
    else this.#calls.push(read())
  }

  get record(): ConsoleRecord {
    return { calls: this.#calls, dropped: this.#dropped }
  }
}

/** Adds the output, if any, to a result. */
export function withConsole<O>(outcome: O, console: ConsoleRecord | undefined): O {
  return console === undefined ? outcome : { ...outcome, console }
}
