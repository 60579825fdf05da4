import { gasWanted } from '../../abci/app/txResults.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import {
  type CometTransaction,
  cometHash,
  cometResult,
  cometTransactions,
} from '../block/cometTransactions.ts'
import { check, type Offer, offer, read } from './broadcast.ts'
import { CometError, failed } from './cometError.ts'
import { bytes, cometMethod } from './cometMethod.ts'
import type { CometScene } from './cometScene.ts'
import { findTransaction } from './transactionMethods.ts'
import { hex, resultView } from './views.ts'

/** CometBFT's default of `timeout_broadcast_tx_commit`. */
const COMMIT_TIMEOUT_MS = 10_000

export const broadcast_tx_sync = cometMethod({ tx: bytes }, async (scene, { tx }) =>
  offerView(await offer(scene, tx)),
)

export const broadcast_tx_async = cometMethod({ tx: bytes }, (scene, { tx }) => {
  // The client does not learn of a refusal, as in CometBFT.
  offer(scene, tx).catch((error: unknown) => {
    if (!(error instanceof CometError)) scene.node.logger.error('a broadcast failed', error)
  })
  return offerView({ ...read(scene, tx), refusal: undefined })
})

export const broadcast_tx_commit = cometMethod({ tx: bytes }, async (scene, { tx }) => {
  const offered = await offer(scene, tx)
  const { hash, refusal } = offered
  const check_tx = checkView(offered)
  if (refusal !== undefined) {
    return { check_tx, tx_result: emptyResult, hash: hex(hash), height: '0' }
  }
  const mined = await waitFor(scene, hash)
  const result = await cometResult(scene.chain, mined)
  const view = resultView(result)
  // `deliver_tx` was its name before CometBFT 0.38.
  return {
    check_tx,
    tx_result: view,
    deliver_tx: view,
    hash: hex(hash),
    height: String(result.height),
  }
})

export const check_tx = cometMethod({ tx: bytes }, async (scene, { tx }) =>
  checkView(await check(scene, tx)),
)

function offerView({ hash, refusal }: Offer): Json {
  const { code = 0, log = '', codespace = '' } = refusal ?? {}
  return { code, data: '', log, codespace, hash: hex(hash) }
}

const emptyResult: Json = resultView({
  ...{ code: 0, codespace: '', rawLog: '', height: 0n, timestamp: '', gasWanted: 0n, gasUsed: 0n },
  ...{ raw: new Uint8Array(0), data: new Uint8Array(0), events: [] },
})

/** A ResponseCheckTx. */
function checkView({ transaction, refusal }: Offer): Json {
  const { code = 0, log = '', codespace = '' } = refusal ?? {}
  const gas = transaction === undefined || refusal !== undefined ? 0n : gasWanted(transaction)
  return {
    ...{ code, data: null, log, info: '', gas_wanted: String(gas), gas_used: '0' },
    ...{ events: [], codespace },
  }
}

/** Waits until a transaction is in a block. @throws CometError */
async function waitFor(scene: CometScene, hash: Uint8Array): Promise<CometTransaction> {
  const { chain } = scene
  let timer: NodeJS.Timeout | undefined
  let stop = (): void => {}
  const mined = new Promise<CometTransaction>((resolve, reject) => {
    stop = chain.watch({
      takesRanges: true,
      onBlocks({ added }) {
        const found = added
          .flatMap(cometTransactions)
          .find((each) => equalBytes(cometHash(each), hash))
        if (found !== undefined) resolve(found)
      },
    })
    timer = setTimeout(() => {
      reject(failed('timed out waiting for tx to be included in a block'))
    }, COMMIT_TIMEOUT_MS)
  })
  try {
    return (await findTransaction(scene, hash)) ?? (await mined)
  } finally {
    stop()
    clearTimeout(timer)
    mined.catch(() => {})
  }
}
