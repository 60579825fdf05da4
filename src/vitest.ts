import { test as plainTest, type TestAPI } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from './index.ts'

/** What each test gets that asks for it by name. */
export interface NodeFixtures<Fixture = undefined> {
  /**
   * A chain of the test's own: a branch of {@link sharedNode} as the set-up left it. It ends with
   * the test.
   */
  node: RockpoolNode
  /**
   * Where {@link node} is served over HTTP, for clients that want an address. Nothing is served
   * where no test asks for it.
   */
  url: string
  /**
   * What the set-up returned, the same for all tests: addresses and the like, no clients of the
   * shared node.
   */
  fixture: Fixture
  /**
   * The node that all tests of a worker branch from. What a test changes here the later ones see.
   */
  sharedNode: RockpoolNode
}

/** What {@link createFixtures} makes the shared node of. */
export interface FixtureOptions<Fixture> {
  /** Options of the node. */
  readonly options?: NodeOptions
  /**
   * Runs once, before the first test that asks for a node: deploys what all tests need; default:
   * does nothing.
   */
  readonly setup?: (node: RockpoolNode) => Fixture | Promise<Fixture>
}

/**
 * Vitest's `test` for tests that share a node and what was set up on it, each on a branch of its
 * own.
 */
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
        // Without a set-up the type of what it returns is undefined.
      ) => use((await setup?.(sharedNode)) as Fixture),
      { scope: 'worker' },
    ],
    // It names `fixture` so that the set-up has run.
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

/** Vitest's `test` with `node`, a chain of the test's own with the default options. */
export const test: TestAPI<NodeFixtures> = createFixtures()
