import type { Address } from '../../../src/primitives/address.ts'
import { type Hash, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { type Criteria, genesis } from './logSteps.ts'

export interface ModelLog {
  readonly block: ModelBlock
  readonly address: Address
  readonly topics: readonly Hash[]
  readonly logIndex: number
}

export interface ModelBlock {
  readonly number: number
  readonly hash: Hash
  /** The first one; the others have no logs. */
  readonly transaction: Hash
  readonly logs: readonly ModelLog[]
}

function fits({ address = [], topics = [] }: Criteria, log: ModelLog): boolean {
  if (address.length > 0 && !address.includes(log.address)) return false
  if (topics.length > log.topics.length) return false
  return topics.every((any, i) => {
    const topic = log.topics[i]
    return any === null || any.length === 0 || (topic !== undefined && any.includes(topic))
  })
}

export const logsIn = (blocks: readonly ModelBlock[], wanted: Criteria): readonly ModelLog[] =>
  blocks.flatMap(({ logs }) => logs.filter((log) => fits(wanted, log)))

/** Fields of a log in a response. */
export const told = ({ block, address, topics, logIndex }: ModelLog, removed = false) => ({
  ...{ address, topics, data: '0x', removed },
  blockNumber: toQuantity(block.number),
  blockHash: block.hash,
  // The clock stops: each block is one second after its parent.
  blockTimestamp: toQuantity(genesis.timestamp + BigInt(block.number)),
  transactionHash: block.transaction,
  transactionIndex: '0x0',
  logIndex: toQuantity(logIndex),
})

/** Removed blocks, and the blocks of the chain. */
export function change(before: readonly ModelBlock[], after: readonly ModelBlock[]) {
  let shared = 0
  while (shared < before.length && before[shared]?.hash === after[shared]?.hash) shared++
  return { left: before.slice(shared), entered: after.slice(shared) }
}
