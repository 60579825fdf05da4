// Fills a new directory with the development chain and blocks that write storage: `node growDirectory.js DIRECTORY KEYS`.

import { contentsOf } from '../src/chain/block/contentsOf.ts'
import { sealBlock } from '../src/chain/block/sealBlock.ts'
import { createBlockContexts } from '../src/chain/build/blockContext.ts'
import { ChainStore } from '../src/chain/chainStore.ts'
import { forkScheduleOf } from '../src/chain/genesis/genesisBlock.ts'
import { History } from '../src/chain/history/history.ts'
import { initialControls } from '../src/chain/mining/controls.ts'
import { Pool } from '../src/chain/pool/pool.ts'
import { assembleNode } from '../src/node/assembleNode.ts'
import { readConfig } from '../src/node/options/config.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { assert } from '../src/primitives/assert.ts'
import { keccak256 } from '../src/primitives/crypto/keccak.ts'
import { bigIntToBytes } from '../src/primitives/encoding/bytes.ts'
import { bytesToHash } from '../src/primitives/encoding/hex.ts'
import { silentLogger } from '../src/primitives/logger.ts'
import { fixedClock } from '../src/primitives/time/clock.ts'
import { storeNames } from '../src/state/rows/layout.ts'
import { createStateDatabase } from '../src/state/stateDatabase.ts'
import { openDatabase } from '../src/store/database/database.ts'
import { createMultistore } from '../src/store/multistore.ts'

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
const controls = { current: initialControls(genesisBlock.header) }
const contexts = createBlockContexts(history, forkScheduleOf(genesis), fixedClock(0), controls)
const pool = new Pool()
for (let written = 0; written < Number(keys); written += BLOCK_KEYS) {
  for (let i = 0; i < BLOCK_KEYS; i++) {
    const word = bigIntToBytes(BigInt(written + i + 1), 32)
    states.newest.setStorage(CONTRACT, keccak256(word), word)
  }
  const { version, appHash } = states.commit()
  const block = contexts.next(history.latest.header.baseFeePerGas ?? 0n)
  const contents = contentsOf(genesis, history.latest, block, {
    transactions: [],
    receipts: [],
    native: [],
  })
  const sealed = sealBlock({ ...contents, version, stateRoot: bytesToHash(appHash) })
  await store.writeBlock(sealed, pool)
  history.append(sealed)
  stores.forgetPast()
  history.forgetPast()
}
await store.close()
