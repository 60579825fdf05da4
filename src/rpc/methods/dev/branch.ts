import type { Node } from '../../../node/node.ts'
import { type Encoder, listOf } from '../../codec/codec.ts'
import { boolean, text } from '../../codec/scalar.ts'
import { branchName } from '../../codec/snapshotName.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { blockLocation } from '../../views/block.ts'

const branchView: Encoder<readonly [name: string, branch: Node]> = {
  encode: ([name, { chain }]) => ({
    name,
    path: `/branch/${name}`,
    ...blockLocation.encode(chain.blocks.latest),
  }),
  schema: {
    type: 'object',
    title: 'branch',
    properties: {
      name: branchName.schema,
      path: { ...text.schema, description: 'where it is served, by HTTP and by WebSocket' },
      ...blockLocation.properties,
    },
    required: ['name', 'path', ...blockLocation.required],
  },
}

export const rockpool_branch = changingMethod({
  summary:
    'Creates a named branch of the chain at `/branch/NAME`, with snapshots, filters and subscriptions of its own.',
  params: [param('name', branchName)],
  result: branchView,
  run: async ({ node }, name) => [name, await node.branchNamed(name)] as const,
})

export const rockpool_deleteBranch = changingMethod({
  summary:
    'Deletes a named branch, all branches of it and their connections. Returns whether it existed.',
  params: [param('name', branchName)],
  result: boolean,
  run: ({ branches }, name) => branches.delete(name),
})

export const rockpool_branches = method({
  summary: 'Returns all named branches and their latest blocks, in order of creation.',
  params: [],
  result: listOf(branchView),
  run: ({ branches }) => branches.list(),
})
