import { readdirSync, readFileSync } from 'node:fs'

/** Solidity interfaces of the package as one source, for `compileSolidity`. */
export function solidityInterfaces(): string {
  const folder = new URL('../../../interfaces/', import.meta.url)
  return (
    readdirSync(folder)
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      // Once per source.
      .map((text) => text.replace(/^\/\/ SPDX-License-Identifier: .*\n/, ''))
      .join('\n')
  )
}
