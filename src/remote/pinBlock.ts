import { type Hex, toQuantity } from '../primitives/encoding/hex.ts'
import { readBlock, readBlockNumber, readHash, readObject, unlike } from './remoteAnswers.ts'
import type { RemoteBlock, RemoteJson, RemoteOptions, RemoteReplay } from './remoteChain.ts'
import { RemoteError } from './remoteError.ts'
import type { RemoteNode } from './remoteNode.ts'

/** Blocks by which the nodes behind one URL may differ. */
const MAX_LAG = 16n

/** The forked block, and what to repeat on it. */
export interface Pin {
  readonly block: RemoteBlock
  readonly replay: RemoteReplay | undefined
}

/**
 * Finds the block that the options name.
 *
 * @throws RemoteError
 */
export async function pinBlock(
  node: RemoteNode,
  options: Pick<RemoteOptions, 'blockNumber' | 'transactionHash'>,
): Promise<Pin> {
  const { transactionHash, blockNumber = node.url.blockNumber } = options
  if (transactionHash !== undefined) return pinTransaction(node, transactionHash)
  if (blockNumber === undefined) {
    const block = await node.ask('eth_getBlockByNumber', ['latest', false], readBlock)
    return { block, replay: undefined }
  }
  if (blockNumber >= 0n) {
    return { block: await blockAt(node, blockNumber), replay: undefined }
  }
  const newest = await node.ask('eth_blockNumber', [], readBlockNumber)
  if (newest + blockNumber < 0n) {
    throw badFork(node, `${-blockNumber} blocks behind the newest, ${newest}, is before block 0`)
  }
  return { block: await blockAt(node, newest + blockNumber), replay: undefined }
}

/** @throws RemoteError */
async function blockAt(node: RemoteNode, number: bigint): Promise<RemoteBlock> {
  const method = 'eth_getBlockByNumber'
  const params = [toQuantity(number), false]
  const [found, newest] = await Promise.all([
    node.ask(method, params, (answer) => (answer === null ? undefined : readBlock(answer))),
    node.ask('eth_blockNumber', [], readBlockNumber),
  ])
  if (found === undefined && number > newest + MAX_LAG) throw noBlock(node, number, newest)
  const block = found ?? (await blockOfAnotherNode(node, params, noBlock(node, number, newest)))
  if (block.number === number) return block
  throw node.nonsense(method, `block ${block.number}, want ${number}`)
}

/** Asks again, because several nodes may share the URL. */
async function blockOfAnotherNode(
  node: RemoteNode,
  params: readonly unknown[],
  missing: RemoteError,
): Promise<RemoteBlock> {
  const options = { needsBlock: true, isNullBehind: true }
  try {
    return await node.ask('eth_getBlockByNumber', params, readBlock, options)
  } catch (error) {
    throw error instanceof RemoteError && error.code === 'REMOTE_LACKS_BLOCK' ? missing : error
  }
}

/** @throws RemoteError */
async function pinTransaction(node: RemoteNode, hash: Hex): Promise<Pin> {
  const found = await node.ask('eth_getTransactionByHash', [hash], readLocated)
  if (found === undefined) throw badFork(node, `the remote has no mined transaction ${hash}`)
  const [{ block, transactions }, parent] = await Promise.all([
    node.ask('eth_getBlockByHash', [found.blockHash, true], readFullBlock),
    blockAt(node, found.number - 1n),
  ])
  const at = transactions.findIndex((transaction) => transaction.hash === found.hash)
  if (at === -1) {
    throw node.nonsense('eth_getBlockByHash', `the block does not contain transaction ${hash}`)
  }
  if (parent.hash !== block.parentHash) {
    throw badFork(node, `the chain changed while block ${block.number} was read: try again`)
  }
  return { block: parent, replay: { block, transactions: transactions.slice(0, at + 1) } }
}

/** @throws RangeError */
function readLocated(answer: unknown) {
  if (answer === null) return undefined
  const { hash, blockHash, blockNumber } = readObject(answer)
  if (blockHash === null || blockHash === undefined) return undefined
  const number = readBlockNumber(blockNumber)
  if (number === 0n) throw new RangeError('a transaction in block 0')
  return { hash, blockHash: readHash(blockHash), number }
}

/** @throws RangeError */
export function readFullBlock(answer: unknown): {
  readonly block: RemoteBlock
  readonly transactions: readonly RemoteJson[]
} {
  const block = readBlock(answer)
  const { transactions } = block.json
  if (!Array.isArray(transactions)) throw unlike('a list of transactions', transactions)
  return {
    block,
    transactions: transactions.map((transaction: unknown) => readObject(transaction)),
  }
}

function noBlock(node: RemoteNode, number: bigint, newest: bigint): RemoteError {
  return badFork(node, `the remote has no block ${number}; its newest is ${newest}`)
}

function badFork(node: RemoteNode, reason: string): RemoteError {
  return new RemoteError({ code: 'BAD_FORK', url: node.url.shown, reason })
}
