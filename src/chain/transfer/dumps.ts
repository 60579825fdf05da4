import { StateContent } from '../../state/inspect/stateContent.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { withHashes } from '../block/missingHashes.ts'
import type { Chain } from '../chain.ts'
import { ChainRefused } from '../errors.ts'
import type { History } from '../history/history.ts'
import type { MiningDesk } from '../mining/miningDesk.ts'
import type { BlockVersions } from '../rewind/blockVersions.ts'
import type { Pins } from '../rewind/pins.ts'
import { dumpState } from './dumpState.ts'
import { loadDump } from './loadDump.ts'
import { MOST_DUMP_BYTES } from './stateDump.ts'

/** What whole states are read from and loaded into. */
export interface DumpsParts {
  readonly states: StateDatabase
  readonly history: History
  readonly versions: BlockVersions
  /** Versions that are being read. */
  readonly read: Pins
  readonly desk: MiningDesk
  /** Changes the newest state between two blocks. */
  edit(change: (state: WorldState) => Promise<void>): Promise<void>
}

/** What a chain offers for its whole state. Calls of `load` must not overlap with each other or with what changes the chain. */
export function createDumps(parts: DumpsParts): Pick<Chain, 'readAll' | 'dump' | 'load'> {
  const { states, history, versions, read } = parts

  function contentOf(version: number): StateContent {
    const { stores, names } = states
    return new StateContent(stores.reader(version), stores.appHash(version), names.denomination)
  }

  return {
    async readAll({ version }, run) {
      const unpin = read.pin(version)
      try {
        return await run(contentOf(version))
      } finally {
        unpin()
      }
    },
    async *dump() {
      const header = await withHashes(() => ({ ...history.latest.header }))
      const version = versions.newest
      const unpin = read.pin(version)
      try {
        const content = contentOf(version)
        let length = 0
        for await (const piece of dumpState({ content, header, names: states.names })) {
          length += piece.length
          if (length > MOST_DUMP_BYTES) {
            throw new ChainRefused({ code: 'STATE_TOO_LARGE', most: MOST_DUMP_BYTES })
          }
          yield piece
        }
      } finally {
        unpin()
      }
    },
    load: (dump) => loadDump(dump, parts),
  }
}
