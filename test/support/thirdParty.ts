import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * Test results of other projects. They are not distributed with this project, but read from
 * `shared` beside the checkout.
 */
const folder = new URL('../../../shared/vectors/third-party/', import.meta.url)

/**
 * Runs tests that need third-party files with the text of the files. If one is missing, the tests
 * are skipped, or fail if REQUIRE_SHARED is 1.
 */
export function describeThirdParty<T extends readonly string[]>(
  title: string,
  names: T,
  body: (...texts: { [I in keyof T]: string }) => void,
): void {
  const paths = names.map((name) => fileURLToPath(new URL(name, folder)))
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length === 0) {
    const texts = paths.map((path) => readFileSync(path, 'utf8'))
    describe(title, () => body(...(texts as { [I in keyof T]: string })))
    return
  }
  const reason = `there is no ${missing.join(', no ')}`
  test.skipIf(process.env.REQUIRE_SHARED !== '1')(`${title}: ${reason}`, () => expect.fail(reason))
}
