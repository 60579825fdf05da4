import { expect, test } from 'vitest'
import type { Header, SealedBlock } from '../../../src/chain/block/block.ts'
import type { History } from '../../../src/chain/history/history.ts'
import { ChainRewinder, type ChainRewinderParts } from '../../../src/chain/rewind/chainRewinder.ts'
import type { BlockVersions } from '../../../src/chain/versions/blockVersions.ts'
import { testGenesis } from '../../support/genesis.ts'

test('a block that an imported chain lacks is rejected as pruned', async () => {
  const header: Partial<Header> = { number: 9n }
  const latest: Partial<SealedBlock> = { header: header as Header }
  const history: Partial<History> = {
    latest: latest as SealedBlock,
    earliest: 5,
    byNumber: () => undefined,
  }
  const versions: Partial<BlockVersions> = {
    earliestBlock: 5,
    after: () => expect.unreachable('there is no block'),
  }
  const parts = {
    genesis: testGenesis(),
    history: history as History,
    versions: versions as BlockVersions,
    states: { stores: { earliest: 1 } },
  } as ChainRewinderParts
  await expect(new ChainRewinder(parts).rollback(6n)).rejects.toMatchObject({
    details: { code: 'BLOCK_PRUNED', number: 3n, earliest: 5n },
  })
})
