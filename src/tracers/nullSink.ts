import { setImmediate } from 'node:timers/promises'
import type { JsonSink } from './jsonSink.ts'

/** Characters after which whoever writes should give way to others. */
const PAUSE_AFTER = 256 * 1024

/** Takes text that nobody wants. */
export class NullSink implements JsonSink {
  #sincePause = 0

  write(text: string): void {
    this.#sincePause += text.length
  }

  get isFull(): boolean {
    return this.#sincePause > PAUSE_AFTER
  }

  async drained(): Promise<void> {
    this.#sincePause = 0
    await setImmediate()
  }
}
