import { expect, test } from 'vitest'
import { assembleNode } from '../../src/node/assembleNode.ts'
import { readConfig } from '../../src/node/config.ts'
import { silentLogger } from '../../src/primitives/logger.ts'

test('the app hash of the development genesis is what it always was', async () => {
  const { node } = await assembleNode(readConfig(), { version: '0.0.0', logger: silentLogger })
  // A change here is a change of the format of the state: directories of older versions cannot be gone on with.
  expect(node.chain.latest.header.stateRoot).toBe(
    '0x3b95188de9bc97c5b092df6aec1e312b48bd24a072deb958674f9d37ef68c933',
  )
  expect(node.chain.latest.hash).toBe(
    '0x98a89b3874cb4ab81ba32dd43ac0c7006a0f87b17d4572c6e0c662214df37196',
  )
  await node.close()
})
