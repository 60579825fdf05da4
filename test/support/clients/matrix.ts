import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

/** Results of tools with a node, as in `docs/compat-matrix.md`. */
export interface MatrixTable {
  readonly title: string
  /** Tools with versions. */
  readonly tools: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  /** By action, then by column: true, or the reason of the failure. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, true | string>>>>
}

type Cells = Record<string, Record<string, true | string>>

/**
 * A table of the compatibility matrix, filled by tests: each cell is a test. At the end of the file
 * the results are compared with `test/fixtures/matrix/NAME.json`, from which `npm run docs`
 * generates the page. With ROCKPOOL_MATRIX=write, as in `npm run matrix`, the file is written
 * instead.
 */
export class Matrix {
  readonly #file: URL
  readonly #about: Omit<MatrixTable, 'rows'>
  readonly #cells: Cells = {}
  #tests = 0

  constructor(name: string, about: Omit<MatrixTable, 'rows'>) {
    this.#file = new URL(`../../fixtures/matrix/${name}.json`, import.meta.url)
    this.#about = about
    afterAll(() => this.#settle())
  }

  /** A test that passes if the tool supports this. */
  test(row: string, column: string, run: () => Promise<void>, timeout = 60_000): void {
    this.#tests++
    test(`${row}, ${column}`, { timeout }, async () => {
      try {
        await run()
        this.record(row, column, true)
      } catch (error) {
        this.record(row, column, reasonOf(error))
        throw error
      }
    })
  }

  /** A test that passes if the tool does not support this, for a known, permanent reason. */
  difference(row: string, column: string, reason: string, run: () => Promise<void>): void {
    this.#tests++
    test(`${row}, ${column}: differs`, async () => {
      await expect(run()).rejects.toThrow()
      this.record(row, column, reason)
    })
  }

  record(row: string, column: string, outcome: true | string): void {
    this.#cells[row] = { ...this.#cells[row], [column]: outcome }
  }

  #settle(): void {
    // Tools that are not installed.
    if (Object.keys(this.#cells).length === 0) return
    const table: MatrixTable = { ...this.#about, rows: this.#cells }
    if (process.env.ROCKPOOL_MATRIX === 'write') {
      writeFileSync(this.#file, `${JSON.stringify(table, null, 2)}\n`)
      return
    }
    const saved: unknown = JSON.parse(readFileSync(this.#file, 'utf8'))
    const ran = Object.values(this.#cells).flatMap((row) => Object.keys(row)).length
    const stale = expect(saved, 'out of date: npm run matrix')
    if (ran === this.#tests) stale.toEqual(table)
    // If only some tests run (`-t`), only their cells.
    else stale.toMatchObject({ ...table })
  }
}

/** Returns the installed version of a package. */
export function versionOf(name: string, from: URL = new URL('../../../', import.meta.url)): string {
  const file = new URL(`node_modules/${name}/package.json`, from)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function reasonOf(error: unknown): string {
  const details = error instanceof Error && 'details' in error ? error.details : undefined
  const text = typeof details === 'string' ? details : String(error)
  return text.split('\n')[0] ?? ''
}
