import { onTestFinished } from 'vitest'
import { cometBroadcaster } from '../../../src/abci/network/broadcaster.ts'
import { nodeDispatcher } from '../../../src/rpc/core/nodeDispatcher.ts'
import { FakeComet } from './fakeComet.ts'
import { testValidator } from './network.ts'
import { networkNode } from './networkNode.ts'
import { TestApplication } from './testApplication.ts'
import { TestNetwork } from './testNetwork.ts'

/** A node whose transactions go over CometBFT's RPC, with one block. */
export async function startOverComet() {
  const comet = await FakeComet.listen()
  onTestFinished(() => comet.close())
  const app = await TestApplication.open({
    settings: { broadcaster: cometBroadcaster(comet.url) },
  })
  onTestFinished(() => app.close())
  const network = new TestNetwork([app], [testValidator(0)])
  comet.drive(network)
  await network.start()
  await comet.block()
  const node = networkNode(app)
  const { request } = nodeDispatcher(node, { batchLimit: 1 })
  return { app, comet, network, node, request }
}
