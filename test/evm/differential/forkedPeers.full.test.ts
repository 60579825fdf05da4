import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import { completeReads } from '../../../src/state/fork/completeReads.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { differences } from '../../support/differential/compare.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import { observe } from '../../support/differential/observation.ts'
import { createPair } from '../../support/differential/pair.ts'
import { createWorld } from '../../support/differential/world.ts'
import { hasOnlyStorage, withoutRows } from '../../support/fork/forkedObservations.ts'
import { installAccounts } from '../../support/fork/installAccounts.ts'
import { missingPeer, type Peer, startPeer } from '../../support/fork/peer.ts'
import { runs } from '../../support/runs.ts'

const SEED = 20_261_126
/** EVM addresses of other chains have no native ones. */
const names = { bech32Prefix: 'sei', denomination: 'usei', hasAssociations: false }

/* As `forked.test.ts`, where the state is that of another project's node. */
describe.each(['Anvil', 'Hardhat'] as const)('on a fork of %s', (name) => {
  const missing = missingPeer(name)
  const title = missing ?? ''

  describe.skipIf(missing !== undefined)(title, () => {
    let peer: Peer

    beforeAll(async () => {
      peer = await startPeer(name)
    })

    afterAll(() => peer?.close())

    test.each(['engine', 'reference'] as const)(
      'programs run as on the state itself: %s',
      { timeout: 600_000 },
      async (which) => {
        const executor = createPair()[which]
        let count = 0
        for (let index = 0; index < runs({ quick: 20, full: 200 }); index++) {
          const { kind: _kind, ...generated } = generateScenario({ seed: SEED, index })
          const accounts = [...generated.accounts].map(
            ([address, { native: _own, ...account }]) => {
              return [address, account] as const
            },
          )
          const scenario = { ...generated, accounts: new Map(accounts) }
          if (scenario.keptEmpty.length > 0) continue
          if (accounts.some(([, account]) => hasOnlyStorage(account))) continue
          const before = await peer.ask('evm_snapshot')
          await installAccounts(peer.url, accounts)
          await peer.ask('hardhat_mine', '0x1')
          const remote = await openRemoteChain({ url: peer.url, retries: 0 })
          const state = { state: remote.state, isSei: false }
          const forked = createStateDatabase(names, undefined, state)
          const local = await observe(executor, scenario, createWorld(scenario, names), {})
          const remotely = await completeReads(
            () => forked.overlay(0),
            (overlay) => observe(executor, scenario, { fresh: () => overlay }, {}),
          )
          const found = differences(local.map(withoutRows), remotely.map(withoutRows))
          expect(found, `program ${index} of seed ${SEED}`).toEqual([])
          count += local.length
          await remote.close()
          await peer.ask('evm_revert', before)
        }
        expect(count).toBeGreaterThan(0)
      },
    )
  })
})
