import { expect, test } from 'vitest'
import { assembleNode } from '../../src/node/assembleNode.ts'
import { readConfig } from '../../src/node/config.ts'
import { silentLogger } from '../../src/primitives/logger.ts'

test('the app hash of the development genesis is what it always was', async () => {
  const { node } = await assembleNode(readConfig(), { version: '0.0.0', logger: silentLogger })
  // A change here is a change of the format of the state: directories of older versions cannot be gone on with.
  expect(node.chain.latest.header.stateRoot).toBe(
    '0xf99b9ca12ed55395e6f87e522638da1c41bbb287a0587afad838a192000899a6',
  )
  expect(node.chain.latest.hash).toBe(
    '0x683eb9ce46d075d8e4e4bc3f83dcd08107ea16a20dab7306fe24d7e8c4d4670b',
  )
  await node.close()
})
