import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

/**
 * What other nodes answered to one conversation with a fresh chain of theirs, `$name`s in place of
 * addresses. It begins once alice has deployed the three contracts, each in a block of its own.
 */
interface Measured {
  readonly release: string
  readonly answers: readonly (Answer & {
    readonly method: string
    readonly params: readonly unknown[]
  })[]
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const names: readonly (readonly [string, string])[] = [
  ['$alice', ALICE],
  ['$echo', `0x${'e0'.repeat(20)}`],
  ['$bad', `0x${'ba'.repeat(20)}`],
  ['$loop', `0x${'10'.repeat(20)}`],
]
const codes = {
  // Reverts with what it is given.
  $echo: '0x366000600037366000fd',
  $bad: '0xfe',
  $loop: '0x5b600056',
}

/** Answers that are not imitated. */
const otherwise: Readonly<Record<string, (answer: Answer) => Answer>> = {
  // Anvil takes the bytes of custom errors for text.
  'anvil eth_call 0x12345678': () => ({
    error: {
      code: 3,
      message: 'execution reverted: custom error 0x12345678',
      data: `0x12345678${'0'.repeat(63)}1`,
    },
  }),
}

let node: RockpoolNode | undefined
afterEach(() => node?.close())

describe.each(['anvil', 'hardhat', 'ganache'] as const)('the dialect %s', (compat) => {
  const path = new URL(`../../fixtures/dialects/${compat}.json`, import.meta.url)
  const { release, answers } = JSON.parse(readFileSync(path, 'utf8')) as Measured

  test(`matches responses of ${release}`, async () => {
    const alloc = {
      ...Object.fromEntries(
        names
          .slice(1)
          .map(([name, address]) => [address, { code: codes[name as keyof typeof codes] }]),
      ),
      [ALICE]: { balance: '10000000000000000000000', nonce: 3 },
    }
    const genesis = { alloc, config: { chainId: 31337 }, gasLimit: '30000000' }
    node = await createNode({ ...executorOption, compat, genesis })
    await node.mine({ blocks: 3 })
    const known = new Map(names)
    for (const { method, params, ...answer } of answers) {
      const given = replaced(params, [...known])
      const found = await ask(node, method, given)
      if (method === 'eth_sendTransaction' && typeof found.result === 'string') {
        known.set('$sent', found.result)
      }
      const data = (params as readonly { readonly data?: string }[])[0]?.data?.slice(0, 10)
      const wanted = otherwise[`${compat} ${method} ${data}`]?.(answer) ?? answer
      expect(found, `${method} ${JSON.stringify(params)}`).toEqual(
        withoutCounter(replaced(wanted, [...known])),
      )
    }
  })
})

async function ask(to: RockpoolNode, method: string, params: readonly unknown[]): Promise<Answer> {
  try {
    return { result: await to.request({ method, params }) }
  } catch (thrown) {
    const { code, message, data } = thrown as Error & { code: number; data?: unknown }
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

function replaced<T>(json: T, names: readonly (readonly [string, string])[]): T {
  const text = names.reduce(
    (text, [name, value]) => text.replaceAll(`"${name}"`, `"${value}"`),
    JSON.stringify(json),
  )
  return JSON.parse(text)
}

/** Ganache says where in the code a call failed. */
function withoutCounter(answer: Answer): Answer {
  const { data } = answer.error ?? {}
  if (answer.error === undefined || typeof data !== 'object' || data === null) return answer
  const { programCounter: _, ...rest } = data as { programCounter?: number }
  return { error: { ...answer.error, data: rest } }
}
