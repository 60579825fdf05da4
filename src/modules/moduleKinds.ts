import type { TableKind } from '../state/column.ts'
import { metadataKind } from './bankMetadata.ts'

/** Every table of the modules by its name, for who asks from another process. */
export const moduleKinds: ReadonlyMap<string, TableKind<unknown>> = new Map(
  [metadataKind].map((kind) => [kind.name, kind as unknown as TableKind<unknown>]),
)
