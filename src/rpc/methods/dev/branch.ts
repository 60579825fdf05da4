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
    'Makes a chain of its own that goes on from here, under a name: it is served at `/branch/NAME`, with snapshots, filters and subscriptions of its own, until it is deleted.',
  params: [param('name', branchName)],
  result: branchView,
  run: async ({ node }, name) => [name, await node.branchNamed(name)] as const,
})

export const rockpool_deleteBranch = changingMethod({
  summary:
    'Ends a named branch, all that branched from it, and the connections to them; whether it was there.',
  params: [param('name', branchName)],
  result: boolean,
  run: ({ branches }, name) => branches.delete(name),
})

export const rockpool_branches = method({
  summary: 'All named branches and their newest blocks, in the order in which they were made.',
  params: [],
  result: listOf(branchView),
  run: ({ branches }) => branches.list(),
})
