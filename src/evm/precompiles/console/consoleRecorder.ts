import type { Address } from '../../../primitives/address.ts'

/** A call to the address that Solidity's `console.log` libraries call. */
export interface ConsoleCall {
  /** Whose code called, or the sender of the message. */
  readonly caller: Address
  /** Call data: which of the functions, and its arguments. */
  readonly input: Uint8Array
}

/** What a message had to say, in order, also in frames that failed. */
export interface ConsoleRecord {
  readonly calls: readonly ConsoleCall[]
  /** How many calls more there were than are kept. */
  readonly dropped: number
}

/** What a call takes in memory beside its data. */
const CALL_BYTES = 256
/** A loop can say far more than anybody reads. */
const MAX_BYTES = 8 * 1024 * 1024

/** Keeps what one message says, as far as there is room for it. */
export class ConsoleRecorder {
  readonly #calls: ConsoleCall[] = []
  #bytes = 0
  #dropped = 0

  /** @param size of the call data, which is only read where it is kept */
  add(size: number, read: () => ConsoleCall): void {
    this.#bytes += CALL_BYTES + size
    if (this.#bytes > MAX_BYTES) this.#dropped++
    else this.#calls.push(read())
  }

  get record(): ConsoleRecord {
    return { calls: this.#calls, dropped: this.#dropped }
  }
}

/** An outcome, with what was said where there was anything. */
export function withConsole<O>(outcome: O, console: ConsoleRecord | undefined): O {
  return console === undefined ? outcome : { ...outcome, console }
}
