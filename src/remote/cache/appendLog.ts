import { sha256 } from '../../primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../primitives/encoding/hex.ts'
import { appendRegularFile, readRegularFile } from './regularFile.ts'

/** Digits of a line's checksum. */
const SUM = 8

/**
 * A file of JSON records, one a line after its checksum, that several processes append to at a
 * time. A damaged line is skipped, so that a crash loses the records of the last write at most.
 */
export class AppendLog {
  readonly #file: string
  readonly #onFailure: (error: unknown) => void
  #records: unknown[] = []
  #writing: Promise<void> | undefined
  #hasFailed = false

  /** @param onFailure called once, when the file cannot be written; later records are dropped */
  constructor(file: string, onFailure: (error: unknown) => void) {
    this.#file = file
    this.#onFailure = onFailure
  }

  /** Reads all intact records; none if there is no such file. */
  async read(): Promise<unknown[]> {
    const text = await readRegularFile(this.#file).catch(() => '')
    return text.split('\n').flatMap(readLine)
  }

  /** Appends a record soon. */
  append(record: unknown): void {
    if (this.#hasFailed) return
    this.#records.push(record)
    this.#writing ??= this.#write()
  }

  /** Waits until all records are written, or writing has failed. */
  async flush(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    try {
      // The records of one answer become one write.
      await new Promise((resolve) => setImmediate(resolve))
      while (this.#records.length > 0) {
        const lines = this.#records.splice(0).map(lineOf)
        // The first newline ends a line that a crash cut off.
        await appendRegularFile(this.#file, `\n${lines.join('\n')}\n`)
      }
    } catch (error) {
      this.#hasFailed = true
      this.#records = []
      this.#onFailure(error)
    } finally {
      this.#writing = undefined
    }
  }
}

function lineOf(record: unknown): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}`
}

function readLine(line: string): unknown[] {
  const json = line.slice(SUM + 1)
  if (json === '' || line.slice(0, SUM) !== checksum(json)) return []
  try {
    return [JSON.parse(json)]
  } catch {
    return []
  }
}

function checksum(text: string): string {
  return bytesToBareHex(sha256(utf8ToBytes(text))).slice(0, SUM)
}
