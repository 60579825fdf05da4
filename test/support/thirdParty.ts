import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * Results of other projects' tests. They are not ours to hand on, and are read where `shared`
 * stands beside the checkout.
 */
const folder = new URL('../../../shared/vectors/third-party/', import.meta.url)

/**
 * Tests that need files of third parties, of which they get the text. Where one is missing they are
 * skipped, but fail where REQUIRE_SHARED is 1.
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
