import type { TableKind } from '../state/column.ts'
import { metadataKind } from './bankMetadata.ts'
import { nativePointerKind, pointeeKind } from './pointers.ts'

/** Every table of the modules by its name, for who asks from another process. */
export const moduleKinds: ReadonlyMap<string, TableKind<unknown>> = new Map(
  [metadataKind, nativePointerKind, pointeeKind].map((kind) => [
    kind.name,
    kind as unknown as TableKind<unknown>,
  ]),
)
