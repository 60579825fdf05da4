import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../executor.ts'

export const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
/**
 * Has words in {@link SLOTS}, each one more than its slot, and stores the words of its
 * transactions.
 */
export const CONTRACT = `0x${'c0'.repeat(20)}`
/** Has 99 in slot 1. */
export const OTHER = `0x${'c1'.repeat(20)}`
export const NOBODY = `0x${'dd'.repeat(20)}`
export const SLOTS = Array.from({ length: 12 }, (_, i) => i * i)

/** A 32-byte word in hex. */
export const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** SSTORE(calldata[0..32], calldata[32..64]) */
const code = '0x602035600035550000'
const storage = Object.fromEntries(SLOTS.map((slot) => [word(slot), word(slot + 1)]))
const genesis = {
  config: { chainId: 7 },
  alloc: {
    [ALICE]: { balance: '1000000000000000000000' },
    [CONTRACT]: { balance: '0', code, storage },
    [OTHER]: { balance: '0', code, storage: { [word(1)]: word(99) } },
  },
}

/** Result of `eth_getProof`. */
export interface Answer {
  address: string
  hexValues: string[]
  storageProof: { ops: { type: string; key: string; data: string }[] }[]
}

/** A node and a client for it. */
export interface ProofChain {
  readonly node: RockpoolNode
  answerOf(address: string, keys: readonly string[], block?: unknown): Promise<Answer>
  blockOf(number: number): Promise<{ readonly hash: string; readonly stateRoot: string }>
}

/** Four blocks: block 1 changes slot 4, block 2 fills slot 5, block 3 empties slot 4. */
export async function createProofChain(): Promise<ProofChain> {
  const node = await createNode({ genesis, ...executorOption })
  const ask = async <T>(method: string, ...params: readonly unknown[]) =>
    (await node.request({ method, params })) as T
  for (const [slot, value] of [
    [4, 44],
    [5, 55],
    [4, 0],
  ] as const) {
    const data = word(slot) + word(value).slice(2)
    await ask('eth_sendTransaction', { from: ALICE, to: CONTRACT, data, gas: '0x30000' })
  }
  return {
    node,
    answerOf: (address, keys, block = 'latest') => ask('eth_getProof', address, keys, block),
    blockOf: (number) => ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false),
  }
}
