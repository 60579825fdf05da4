import { StateContent } from '../../state/inspect/stateContent.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { ChainState } from '../chain.ts'
import type { ChainHead } from '../chainHead.ts'
import { ChainRefused } from '../errors.ts'
import type { StatePruner } from '../rewind/statePruner.ts'
import { dumpState } from './dumpState.ts'
import { MOST_DUMP_BYTES } from './stateDump.ts'

/** What whole states are read from. */
export interface ReadStatesParts {
  readonly states: StateDatabase
  readonly head: ChainHead
  readonly pruner: StatePruner
}

/** The part of a chain that reads whole states. */
export function readStates({
  states,
  head,
  pruner,
}: ReadStatesParts): Pick<ChainState, 'readAll' | 'dump'> {
  function contentOf(version: number): StateContent {
    const { stores, names } = states
    return new StateContent(stores.reader(version), names.denomination)
  }

  return {
    readAll: (view, run) => pruner.reading(view.version, () => run(view.content())),
    async *dump() {
      const { header } = head.latest
      const { version } = head.current
      const release = pruner.read.lease(version)
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
        release()
      }
    },
  }
}
