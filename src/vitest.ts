import { test as plainTest, type TestAPI } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from './index.ts'

/** Fixtures of a test. */
export interface NodeFixtures<Fixture = undefined> {
  /**
   * A chain for this test: a branch of {@link sharedNode} after the setup. It closes with the test.
   */
  node: RockpoolNode
  /** HTTP address of {@link node}. The node listens only if a test uses this. */
  url: string
  /**
   * Result of the setup, shared by all tests: return addresses rather than clients of the shared
   * node.
   */
  fixture: Fixture
  /**
   * The node that all tests of a worker branch from. Changes of a test are visible to later ones.
   */
  sharedNode: RockpoolNode
}

/** Options of {@link createFixtures}. */
export interface FixtureOptions<Fixture> {
  /** Options of the node. */
  readonly options?: NodeOptions
  /**
   * Runs once, before the first test that uses a node, for example to deploy contracts; default:
   * none.
   */
  readonly setup?: (node: RockpoolNode) => Fixture | Promise<Fixture>
}

/** Creates vitest's `test` with a branch per test of a node that is set up once. */
export function createFixtures<Fixture = undefined>({
  options = {},
  setup,
}: FixtureOptions<Fixture> = {}): TestAPI<NodeFixtures<Fixture>> {
  return plainTest.extend<NodeFixtures<Fixture>>({
    sharedNode: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        const node = await createNode(options)
        try {
          await use(node)
        } finally {
          await node.close()
        }
      },
      { scope: 'worker' },
    ],
    fixture: [
      async (
        { sharedNode }: Pick<NodeFixtures, 'sharedNode'>,
        use: (fixture: Fixture) => Promise<void>,
        // Without a setup, its result type is undefined.
      ) => use((await setup?.(sharedNode)) as Fixture),
      { scope: 'worker' },
    ],
    // Uses `fixture` so that the setup has run.
    node: async ({ sharedNode, fixture: _ }, use) => {
      const node = await sharedNode.branch()
      try {
        await use(node)
      } finally {
        await node.close()
      }
    },
    url: async ({ node }, use) => use((await node.listen()).url),
  })
}

/** Vitest's `test` with a `node` for each test and default options. */
export const test: TestAPI<NodeFixtures> = createFixtures()
