import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import type { BlockContext } from '../../evm/executor.ts'
import type { Address } from '../../primitives/address.ts'
import type { ColumnKind } from '../../state/column.ts'
import type { StateSource } from '../../state/stateSource.ts'
import type { Answer, Page, Question, WorkerMessage, WorkerSetup } from './messages.ts'

/** Thrown where the main thread could not answer; it knows why. */
export class QuestionFailed extends Error {}

/** Asks the main thread, standing still until it answers. Runs in a worker. */
export class RemoteState {
  readonly #answers: MessagePort
  readonly #bell: Int32Array
  #cursors = 0

  constructor({ answers, bell }: WorkerSetup) {
    this.#answers = answers
    this.#bell = new Int32Array(bell)
  }

  /** The state as the main thread has it. */
  asSource(): StateSource {
    return {
      read: <V>(kind: ColumnKind<V>, id: string) =>
        this.#ask({ ask: 'row', kind: kind.name, id }) as V | undefined,
      storageSlots: (address) => this.#slots(address),
      denominations: (owner) => this.#ask({ ask: 'denominations', owner }) as string[],
    }
  }

  /** A block whose older hashes the main thread has. */
  completeBlock(block: Omit<BlockContext, 'blockHash'>): BlockContext {
    const known = new Map<bigint, Uint8Array | undefined>()
    return {
      ...block,
      blockHash: (number) => {
        if (!known.has(number)) {
          known.set(number, this.#ask({ ask: 'blockHash', number }) as Uint8Array | undefined)
        }
        return known.get(number)
      },
    }
  }

  *#slots(address: Address): Iterable<string> {
    const cursor = ++this.#cursors
    for (;;) {
      const page = this.#ask({ ask: 'slots', cursor, address }) as Page
      yield* page.rows
      if (page.isLast) return
    }
  }

  #ask(question: Question): unknown {
    const heard = Atomics.load(this.#bell, 0)
    parentPort?.postMessage({ kind: 'question', question } satisfies WorkerMessage)
    // The ringing of the answer before this one may come as late as now.
    while (Atomics.load(this.#bell, 0) === heard) Atomics.wait(this.#bell, 0, heard)
    const received = receiveMessageOnPort(this.#answers) as { message: Answer } | undefined
    if (received === undefined) throw new Error('the bell rang, but there is no answer')
    if ('isFailure' in received.message) throw new QuestionFailed('the state could not be read')
    return received.message.value
  }
}
