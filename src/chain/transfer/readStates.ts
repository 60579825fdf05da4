import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { ChainState } from '../chain.ts'
import type { ChainHead } from '../chainHead.ts'
import { ChainError } from '../errors.ts'
import type { StatePruner } from '../versions/statePruner.ts'
import type { Views } from '../view/views.ts'
import { dumpState } from './dumpState.ts'
import { MAX_DUMP_BYTES } from './stateDump.ts'

/** Dependencies of reading whole states. */
export interface ReadStatesParts {
  readonly states: StateDatabase
  readonly head: ChainHead
  readonly pruner: StatePruner
  readonly views: Views
}

/** The part of a chain that reads whole states. */
export function readStates({
  states,
  head,
  pruner,
  views,
}: ReadStatesParts): Pick<ChainState, 'readAll' | 'dump'> {
  return {
    readAll: async (view, run) => pruner.reading(view.version, () => run(view.content())),
    async *dump() {
      const { header } = head.latest
      const view = views.viewOf(head.latest)
      const release = pruner.readLeases.lease(view.version)
      try {
        const content = view.content()
        let length = 0
        for await (const piece of dumpState({ content, header, names: states.names })) {
          length += piece.length
          if (length > MAX_DUMP_BYTES) {
            throw new ChainError({ code: 'STATE_TOO_LARGE', most: MAX_DUMP_BYTES })
          }
          yield piece
        }
      } finally {
        release()
      }
    },
  }
}
