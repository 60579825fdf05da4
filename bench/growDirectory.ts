import { BlockBuilder } from '../src/chain/build/blockBuilder.ts'
import { BlockContexts } from '../src/chain/build/blockContext.ts'
import { type Head, stateOf } from '../src/chain/chainHead.ts'
import { ChainStore } from '../src/chain/chainStore.ts'
import { forkScheduleOf } from '../src/chain/genesis/genesisBlock.ts'
import { History } from '../src/chain/history/history.ts'
import { NO_BLOCKS } from '../src/chain/history/historyChange.ts'
import { initialMiningState } from '../src/chain/mining/miningConfig.ts'
import { Pool } from '../src/chain/pool/pool.ts'
import { createEngineExecutor } from '../src/evm/engine/engineExecutor.ts'
import { assembleNode } from '../src/node/assembleNode.ts'
import { readConfig } from '../src/node/options/config.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { assert } from '../src/primitives/assert.ts'
import { keccak256 } from '../src/primitives/crypto/keccak.ts'
import { bigIntToBytes } from '../src/primitives/encoding/bytes.ts'
import { ZERO_HASH } from '../src/primitives/encoding/hex.ts'
import { silentLogger } from '../src/primitives/logger.ts'
import { fixedClock } from '../src/primitives/time/clock.ts'
import { storeNames } from '../src/state/rows/layout.ts'
import { createStateDatabase } from '../src/state/stateDatabase.ts'
import { openDatabase } from '../src/store/database/database.ts'
import { createMultistore } from '../src/store/multistore.ts'

// Fills a new directory with the development chain and blocks that write storage:
// `node growDirectory.js DIRECTORY KEYS`.

const BLOCK_KEYS = 10_000
const CONTRACT = parseAddress(`0x${'c0'.repeat(20)}`)

const [directory = '', keys = '0'] = process.argv.slice(2)
const config = readConfig({ db: directory })
const { node, genesis } = await assembleNode(config, { version: '0.0.0', logger: silentLogger })
await node.close()

const database = await openDatabase(directory, { sync: false })
const stores = createMultistore(storeNames, database)
const states = createStateDatabase(genesis.native, stores)
const store = new ChainStore(database, stores)
const genesisBlock = store.archive.byNumber(0)
assert(genesisBlock !== undefined, 'block 0')
const history = History.from(genesisBlock, store.archive)
const contexts = new BlockContexts({
  ...{ schedule: forkScheduleOf(genesis), clock: fixedClock(0), history },
})
const builder = new BlockBuilder({
  ...{ genesis, executor: createEngineExecutor(genesis.chainId), states, history, contexts },
  includeInternalCalls: true,
})
let head: Head = {
  instanceId: store.instanceId ?? ZERO_HASH,
  position: history.position,
  ...stateOf(states),
  ...initialMiningState(genesisBlock.header),
  pool: new Pool(),
}
for (let written = 0; written < Number(keys); written += BLOCK_KEYS) {
  for (let i = 0; i < BLOCK_KEYS; i++) {
    const word = bigIntToBytes(BigInt(written + i + 1), 32)
    states.newest.setStorage(CONTRACT, keccak256(word), word)
  }
  const { next, changes } = await builder.empty(head)
  store.stage(head, next, changes)
  await store.flush()
  history.follow(next.position, changes.blocks ?? NO_BLOCKS)
  stores.forgetPast()
  history.forgetPast()
  head = { ...next, position: history.position, state: states.position }
}
await store.close()
