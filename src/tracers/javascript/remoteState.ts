import type { BlockContext } from '../../evm/run/executor.ts'
import type { StateSource } from '../../state/rows/stateSource.ts'
import type { TableKind } from '../../state/rows/stateTable.ts'
import type { ListPage, StateRequest, StateResponse, WorkerMessage } from './messages.ts'
import type { NodePipe } from './nodePipe.ts'

/** Thrown if the node could not answer; the node has the reason. */
export class StateRequestError extends Error {}

/** Sends a read to the node and blocks until the response. Runs in a worker. */
export class RemoteState {
  readonly #pipe: NodePipe
  #cursors = 0

  constructor(pipe: NodePipe) {
    this.#pipe = pipe
  }

  /** The node's state. */
  asSource(): StateSource {
    return {
      read: <V>(kind: TableKind<V>, id: string) =>
        this.#ask({ ask: 'row', kind: kind.name, id }) as V | undefined,
      storageSlots: (address) => this.#rows({ ask: 'slots', cursor: ++this.#cursors, address }),
      ids: (kind, range) =>
        this.#rows({ ask: 'ids', cursor: ++this.#cursors, kind: kind.name, range }),
      denominations: (owner) => this.#ask({ ask: 'denominations', owner }) as string[],
    }
  }

  /** A block whose older hashes the node has. */
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

  *#rows(question: StateRequest): Iterable<string> {
    for (;;) {
      const page = this.#ask(question) as ListPage
      yield* page.rows
      if (page.isLast) return
    }
  }

  #ask(question: StateRequest): unknown {
    this.#pipe.send({ kind: 'question', question } satisfies WorkerMessage)
    const answer = this.#pipe.receive() as StateResponse
    if ('isFailure' in answer) throw new StateRequestError('the state could not be read')
    return answer.value
  }
}
