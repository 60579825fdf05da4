import { expect, test } from 'vitest'
import { assembleNode } from '../../src/node/assembleNode.ts'
import { readConfig } from '../../src/node/config.ts'
import { silentLogger } from '../../src/primitives/logger.ts'

test('the app hash of the development genesis is what it always was', async () => {
  const { node } = await assembleNode(readConfig(), { version: '0.0.0', logger: silentLogger })
  // A change here is a change of the format of the state: directories of older versions cannot be gone on with.
  expect(node.chain.latest.header.stateRoot).toBe(
    '0x2d9c51a015ca8754b2667b67b8a35bd906327a98331e4d9536d28c4ac013b796',
  )
  expect(node.chain.latest.hash).toBe(
    '0x87159df08781134544c410415e2f45e6e9bbad53c584df809c7fc9fd0bf83a4f',
  )
  await node.close()
})
