import { expect, test } from 'vitest'
import { assembleNode } from '../../src/node/assembleNode.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { silentLogger } from '../../src/primitives/logger.ts'

// A change here is a change of the format of the state: directories of older versions cannot be
// gone on with.
test.each([
  [
    'what it always was since it has the CREATE2 deployer',
    {},
    '0xf415ce02ad69feed91a80b3c3d7cd0b604e7f2133ffa275ea3c69f2da67d7e09',
    '0x1a0a0fdcd8ff9534fe632e61d678de86519e85b81de95c9ca184fa9f5f6e6026',
  ],
  [
    'the same whether its accounts are read or derived',
    { accounts: 10 },
    '0xf415ce02ad69feed91a80b3c3d7cd0b604e7f2133ffa275ea3c69f2da67d7e09',
    '0x1a0a0fdcd8ff9534fe632e61d678de86519e85b81de95c9ca184fa9f5f6e6026',
  ],
  [
    'without that, what it was before',
    { disableDefaultCreate2Deployer: true },
    '0xf99b9ca12ed55395e6f87e522638da1c41bbb287a0587afad838a192000899a6',
    '0x683eb9ce46d075d8e4e4bc3f83dcd08107ea16a20dab7306fe24d7e8c4d4670b',
  ],
])('the app hash of the development genesis is %s', async (_, given, stateRoot, hash) => {
  const surroundings = { version: '0.0.0', logger: silentLogger }
  const { node } = await assembleNode(readConfig({ ...given, deterministic: true }), surroundings)
  expect(node.chain.blocks.latest.header.stateRoot).toBe(stateRoot)
  expect(node.chain.blocks.latest.hash).toBe(hash)
  await node.close()
})
