import { readFileSync } from 'node:fs'
import type { IavlTreeOptions } from '../../../src/store/iavl/iavlTree.ts'
import type { TreeOp } from './treeOps.ts'

/** A tree with its versions, and proofs. Bytes are hexadecimal. */
export interface Scenario {
  readonly name: string
  /** v0: the nodes of the first commit have version 1 regardless of its number. */
  readonly mode: 'v0' | 'v1'
  /** 0: not given. */
  readonly initialVersion: number
  readonly versions: readonly {
    readonly ops: readonly TreeOp[]
    readonly version: number
    readonly rootHash: string
    readonly size: number
    readonly height: number
  }[]
  readonly proofs: readonly ProofVector[]
}

type ProofVector = { readonly version: number; readonly key: string } & (
  | { readonly error: string }
  | { readonly value?: string; readonly commitmentProof: string; readonly ics23Verifies: boolean }
)

interface Vectors {
  readonly scenarios: readonly Scenario[]
  readonly multistore: {
    readonly stores: Readonly<Record<string, string>>
    readonly appHash: string
    readonly proofs: readonly {
      readonly name: string
      readonly commitmentProof: string
      readonly ics23Verifies: boolean
    }[]
    readonly twoOpExample: {
      readonly keyHex: string
      readonly valueHex: string
      readonly proofOps: { readonly ops: readonly Record<'type' | 'key' | 'data', string>[] }
    }
  }
}

const file = new URL('../../fixtures/iavl.json', import.meta.url)
export const { scenarios, multistore } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

/** Numbering of a scenario's first version. */
export function treeOptions({
  mode,
  initialVersion,
}: Pick<Scenario, 'mode' | 'initialVersion'>): IavlTreeOptions {
  return {
    ...(initialVersion > 0 && { initialVersion }),
    ...(mode === 'v0' && { firstNodeVersion: 1 }),
  }
}
