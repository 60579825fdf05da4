import type { StateSource } from './stateSource.ts'
import type { TableKind } from './stateTable.ts'

/** Maximum number of rows in a cache; about 200 bytes each. */
const MAX_ROWS = 500

/** Adds a bounded cache of rows, absent ones included, to a source that does not change. */
export function cachedSource(source: StateSource): StateSource {
  const tables = new Map<string, Map<string, unknown>>()
  let size = 0

  function load<V>(kind: TableKind<V>, id: string): V | undefined {
    if (size >= MAX_ROWS) {
      tables.clear()
      size = 0
    }
    const value = source.read(kind, id)
    let rows = tables.get(kind.name)
    if (rows === undefined) {
      rows = new Map()
      tables.set(kind.name, rows)
    }
    rows.set(id, value)
    size++
    return value
  }

  return {
    ...source,
    read<V>(kind: TableKind<V>, id: string) {
      const rows = tables.get(kind.name)
      const value = rows?.get(id)
      if (value !== undefined || rows?.has(id)) return value as V | undefined
      return load(kind, id)
    },
  }
}
