import { expect, onTestFinished, test } from 'vitest'
import type { Method } from '../../src/rpc/core/method.ts'
import { nodeDispatcher } from '../../src/rpc/core/nodeDispatcher.ts'
import { methods } from '../../src/rpc/core/registry.ts'
import * as branch from '../../src/rpc/methods/dev/branch.ts'
import * as dump from '../../src/rpc/methods/dev/dump.ts'
import * as identity from '../../src/rpc/methods/dev/identity.ts'
import * as impersonation from '../../src/rpc/methods/dev/impersonation.ts'
import * as label from '../../src/rpc/methods/dev/label.ts'
import * as logging from '../../src/rpc/methods/dev/logging.ts'
import * as mining from '../../src/rpc/methods/dev/mining.ts'
import * as pool from '../../src/rpc/methods/dev/pool.ts'
import * as reset from '../../src/rpc/methods/dev/reset.ts'
import * as snapshot from '../../src/rpc/methods/dev/snapshot.ts'
import * as state from '../../src/rpc/methods/dev/state.ts'
import * as time from '../../src/rpc/methods/dev/time.ts'
import * as token from '../../src/rpc/methods/dev/token.ts'
import { testValidator } from '../support/abci/network.ts'
import { networkNode } from '../support/abci/networkNode.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { exampleOf } from '../support/rpc/exampleOf.ts'

/** Methods of a development node that read, or that change only what this node prints. */
const ALLOWED = [
  'anvil_getIntervalMining',
  'anvil_nodeInfo',
  'anvil_setRpcUrl',
  'hardhat_dumpState',
  'hardhat_getAutomine',
  'hardhat_metadata',
  'hardhat_setLoggingEnabled',
  'rockpool_branches',
  'rockpool_diff',
  'rockpool_forkStats',
  'rockpool_getConsoleLogs',
  'rockpool_getLabels',
  'rockpool_setLabel',
  'rockpool_snapshots',
]
/** Changing methods that only submit. */
const SUBMITTING = [
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_sendTransaction',
  'eth_sendTransactionSync',
  'eth_sendUnsignedTransaction',
  'native_associate',
  'native_broadcastTx',
]

const controls: Readonly<Record<string, Method>> = {
  ...branch,
  ...dump,
  ...identity,
  ...impersonation,
  ...label,
  ...logging,
  ...mining,
  ...pool,
  ...reset,
  ...snapshot,
  ...state,
  ...time,
  ...token,
}

test('all controls that a network cannot have are refused in one sentence, by all names', async () => {
  const app = await TestApplication.open()
  onTestFinished(() => app.close())
  const made = new TestNetwork([app], [testValidator(0)])
  await made.start()
  await made.block()
  const node = networkNode(app)
  const root = nodeDispatcher(node, { batchLimit: 1 })
  const submitting = [...methods].filter(
    ([name, { changes, onNetworks, aliases }]) => changes && onNetworks && !aliases.includes(name),
  )
  expect(submitting.map(([name]) => name).sort()).toEqual(SUBMITTING)
  const refused = Object.entries(controls).filter(([name]) => !ALLOWED.includes(name))
  for (const dialect of ['rockpool', 'anvil', 'hardhat3', 'ganache'] as const) {
    const { request } = root.forDialect(dialect)
    for (const [name, method] of refused) {
      for (const called of [name, ...method.aliases]) {
        const answer = request({ method: called, params: exampleOf(method).params })
        await expect(answer, called).rejects.toMatchObject({
          message: 'not possible on a network: consensus decides its blocks, state and time',
        })
      }
    }
  }
})
