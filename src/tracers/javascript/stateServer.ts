import type { ExecutionContext } from '../../evm/run/simulate.ts'
import { moduleKinds } from '../../modules/moduleKinds.ts'
import { findTableKind } from '../../state/rows/findTableKind.ts'
import type { StateSource } from '../../state/rows/stateSource.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { ListPage, StateRequest, StateResponse } from './messages.ts'

/** Rows per part of a list. */
const PAGE_SIZE = 4096

/** Serves the reads of one trace from its state. */
export class StateServer {
  readonly #context: ExecutionContext
  readonly #source: StateSource
  readonly #lists = new Map<number, Iterator<string>>()
  /** Reason of a failed read. */
  failure: { readonly error: unknown } | undefined

  constructor(context: ExecutionContext) {
    this.#context = context
    this.#source = context.state.asSource()
  }

  answer(question: StateRequest): StateResponse {
    try {
      return { value: this.#look(question) }
    } catch (error) {
      this.failure = { error }
      return { isFailure: true }
    }
  }

  /** Returns the next part of a list. */
  #page(cursor: number, begin: () => Iterable<string>): ListPage {
    const list = this.#lists.get(cursor) ?? iteratorOf(begin())
    this.#lists.set(cursor, list)
    const page = nextPage(list)
    if (page.isLast) this.#lists.delete(cursor)
    return page
  }

  #look(question: StateRequest): unknown {
    switch (question.ask) {
      case 'row': {
        const { names } = this.#context.state
        const kind = moduleKinds.get(question.kind) ?? findTableKind(question.kind, names)
        return this.#source.read(kind, question.id)
      }
      case 'slots':
        return this.#page(question.cursor, () => this.#source.storageSlots(question.address))
      case 'ids':
        return this.#page(question.cursor, () =>
          this.#source.ids(moduleKindNamed(question.kind), question.range),
        )
      case 'denominations':
        return [...this.#source.denominations(question.owner)]
      case 'blockHash':
        return (
          this.#context.block.blockHash(question.number) ??
          this.#context.state.remote?.blockHash(question.number)
        )
    }
  }
}

/** @throws Error if no module has such a table */
function moduleKindNamed(name: string): IterableTableKind<unknown> {
  const kind = moduleKinds.get(name)
  if (kind === undefined) throw new Error(`no module has a table called ${name}`)
  return kind
}

function iteratorOf(rows: Iterable<string>): Iterator<string> {
  return rows[Symbol.iterator]()
}

function nextPage(list: Iterator<string>): ListPage {
  const rows: string[] = []
  while (rows.length < PAGE_SIZE) {
    const next = list.next()
    if (next.done === true) return { rows, isLast: true }
    rows.push(next.value)
  }
  return { rows, isLast: false }
}
