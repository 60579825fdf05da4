import type { Address } from '../../primitives/address.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import { castAddress } from '../../state/rows/layout.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { ChainState } from '../chain.ts'
import type { ChainHead } from '../chainHead.ts'
import { ChainError } from '../errors.ts'
import type { StatePruner } from '../versions/statePruner.ts'
import type { BlockView } from '../view/blockView.ts'
import type { Views } from '../view/views.ts'
import { type DumpedRemote, dumpState } from './dumpState.ts'
import { MAX_DUMP_BYTES } from './stateDump.ts'

/** Dependencies of reading whole states. */
export interface ReadStatesParts {
  readonly states: StateDatabase
  readonly head: ChainHead
  readonly pruner: StatePruner
  readonly views: Views
  /** Remote chain below a fork. */
  readonly remote: RemoteChain | undefined
}

/** The part of a chain that reads whole states. */
export function readStates({
  states,
  head,
  pruner,
  views,
  remote,
}: ReadStatesParts): Pick<ChainState, 'readAll' | 'dump'> {
  return {
    readAll: async (view, run) => pruner.reading(view.version, () => run(view.content())),
    async *dump() {
      const { header } = head.latest
      const view = views.viewOf(head.latest)
      const release = pruner.readLeases.lease(view.version)
      try {
        const content = view.content()
        const fork = remote && { remote, ...(await loadAccounts(view, await content.addresses())) }
        const parts = { content, header, names: states.names, ...(fork && { fork }) }
        let length = 0
        for await (const piece of dumpState(parts)) {
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

/**
 * Returns the state of a fork with these accounts at hand, and with them those whose native address
 * is one of theirs: the stores do not have associations of the remote chain.
 */
async function loadAccounts(
  view: BlockView,
  changed: readonly Address[],
): Promise<Pick<DumpedRemote, 'state' | 'addresses'>> {
  const addresses = await view.read((state) => {
    const holders = changed.flatMap((address) => state.getEvmAddress(castAddress(address)) ?? [])
    const all = [...new Set([...changed, ...holders])].sort()
    for (const address of all) {
      state.getNonce(address)
      state.getBalance(address)
      state.getCode(address)
    }
    return all
  })
  return { state: view.state, addresses }
}
