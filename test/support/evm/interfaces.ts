import { readdirSync, readFileSync } from 'node:fs'

/** The Solidity interfaces of the package as one source, for `compileSolidity`. */
export function solidityInterfaces(): string {
  const folder = new URL('../../../interfaces/', import.meta.url)
  return (
    readdirSync(folder)
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      // Once in a source.
      .map((text) => text.replace(/^\/\/ SPDX-License-Identifier: .*\n/, ''))
      .join('\n')
  )
}
