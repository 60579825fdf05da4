import type { JsonSink } from '../../tracers/jsonSink.ts'
import { JsonStream } from './jsonStream.ts'

/** Long answers of one connection that are made, or wait to be sent, at a time. */
const MOST_LONG = 4
/** Text from which an answer is long, in characters. */
const SHORT = 256 * 1024

/** Sees to it that few of a connection's answers are long at a time: the others stop while they are short, and go on in turn. */
export class LongAnswers {
  #free = MOST_LONG
  readonly #waiting = new Set<() => void>()

  /** For one request. To be ended when its answer was sent. */
  turn(): LongAnswerTurn {
    return new LongAnswerTurn(this)
  }

  /** Resolves with true once one more may be long, or with false when the signal is aborted. */
  take(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.delete(go)
        resolve(false)
      }
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.add(go)
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** What lets the answer to one request be long. */
export class LongAnswerTurn {
  readonly #answers: LongAnswers
  #isTaken = false
  #isEnded = false

  constructor(answers: LongAnswers) {
    this.#answers = answers
  }

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Resolves once the answer may be long, or when the signal is aborted. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    const isTaken = await this.#answers.take(signal)
    if (isTaken && (this.#isEnded || this.#isTaken)) this.#answers.give()
    else if (isTaken) this.#isTaken = true
  }

  /** Lets the next one be long. */
  end(): void {
    if (this.#isTaken && !this.#isEnded) this.#answers.give()
    this.#isEnded = true
  }
}

/** The same result, which waits for its turn when it turns out to be long. */
export function inTurn({ writeTo }: JsonStream, turn: LongAnswerTurn): JsonStream {
  return new JsonStream((sink) => writeTo(new TurnSink(sink, turn)))
}

class TurnSink implements JsonSink {
  readonly #inner: JsonSink
  readonly #turn: LongAnswerTurn
  #length = 0

  constructor(inner: JsonSink, turn: LongAnswerTurn) {
    this.#inner = inner
    this.#turn = turn
  }

  get signal(): AbortSignal | undefined {
    return this.#inner.signal
  }

  get isFull(): boolean {
    return this.#inner.isFull || this.#isWaiting
  }

  write(text: string): void {
    this.#length += text.length
    this.#inner.write(text)
  }

  async drained(): Promise<void> {
    if (this.#isWaiting) await this.#turn.take(this.signal)
    await this.#inner.drained()
  }

  get #isWaiting(): boolean {
    return this.#length > SHORT && !this.#turn.isTaken
  }
}
