import type { Scene } from '../../evm/simulate.ts'
import { kindNamed } from '../../state/kindNamed.ts'
import type { StateSource } from '../../state/stateSource.ts'
import type { Answer, Page, Question } from './messages.ts'

/** Rows of a list that are told at a time. */
const PAGE_SIZE = 4096

/** Answers the questions of one trace from its scene. */
export class StateServer {
  readonly #scene: Scene
  readonly #source: StateSource
  readonly #lists = new Map<number, Iterator<string>>()
  /** Why a question could not be answered. */
  failure: { readonly error: unknown } | undefined

  constructor(scene: Scene) {
    this.#scene = scene
    this.#source = scene.state.asSource()
  }

  answer(question: Question): Answer {
    try {
      return { value: this.#look(question) }
    } catch (error) {
      this.failure = { error }
      return { isFailure: true }
    }
  }

  #look(question: Question): unknown {
    switch (question.ask) {
      case 'row': {
        const { names } = this.#scene.state
        return this.#source.read(kindNamed(question.kind, names), question.id)
      }
      case 'slots': {
        const { cursor, address } = question
        const list = this.#lists.get(cursor) ?? iteratorOf(this.#source.storageSlots(address))
        this.#lists.set(cursor, list)
        const page = nextPage(list)
        if (page.isLast) this.#lists.delete(cursor)
        return page
      }
      case 'denominations':
        return [...this.#source.denominations(question.owner)]
      case 'blockHash':
        return this.#scene.block.blockHash(question.number)
    }
  }
}

function iteratorOf(rows: Iterable<string>): Iterator<string> {
  return rows[Symbol.iterator]()
}

function nextPage(list: Iterator<string>): Page {
  const rows: string[] = []
  while (rows.length < PAGE_SIZE) {
    const next = list.next()
    if (next.done === true) return { rows, isLast: true }
    rows.push(next.value)
  }
  return { rows, isLast: false }
}
