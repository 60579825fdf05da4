import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import {
  AnswerError,
  type Misbehaviour,
  type ReceivedCall,
  type ReceivedRequest,
  type RemoteServer,
  startRemoteServer,
} from './remoteServer.ts'

/** Number of the newest block of {@link startChainServer}. */
export const NEWEST = 20
/** Its chain id. */
export const CHAIN_ID = 4242n

/** Hash of a block. */
export function hashOf(number: number): Hash {
  return bytesToHash(keccak256(utf8ToBytes(`block ${number}`)))
}

/** A block in JSON with an unknown field. */
export function blockJson(number: number) {
  return {
    number: toQuantity(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: toQuantity(1_700_000_000 + number),
    gasLimit: toQuantity(30_000_000),
    gasUsed: '0x0',
    baseFeePerGas: toQuantity(7),
    miner: `0x${'c0'.repeat(20)}`,
    transactions: [],
    l1BlockNumber: '0x99',
  }
}

/** Answers of the server by method. */
export type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/**
 * Starts a plain node of twenty blocks, where every account has nonce 1, a balance of 100 wei, the
 * code 0x00 and its slot's number in each slot.
 */
export async function startChainServer(
  more: Answers = {},
  misbehave?: (request: ReceivedRequest, count: number) => Misbehaviour | undefined,
): Promise<RemoteServer> {
  const atBlock =
    (answer: (params: readonly unknown[]) => unknown) =>
    (params: readonly unknown[]): unknown => {
      const at = params.at(-1)
      if (typeof at !== 'object' || at === null || !('blockHash' in at)) return answer(params)
      const known = Array.from({ length: NEWEST + 1 }, (_, i) => hashOf(i))
      if (known.some((hash) => hash === at.blockHash)) return answer(params)
      throw new AnswerError(-32000, 'header for hash not found')
    }
  const answers: Answers = {
    eth_chainId: () => toQuantity(CHAIN_ID),
    eth_blockNumber: () => toQuantity(NEWEST),
    eth_getBlockByNumber: ([which]) => {
      const number = which === 'latest' ? NEWEST : Number(which)
      return number <= NEWEST ? blockJson(number) : null
    },
    eth_getBlockByHash: ([hash]) => {
      const number = Array.from({ length: NEWEST + 1 }, (_, i) => hashOf(i)).indexOf(hash as Hash)
      return number === -1 ? null : blockJson(number)
    },
    eth_getTransactionCount: atBlock(() => '0x1'),
    eth_getBalance: atBlock(() => '0x64'),
    eth_getCode: atBlock(() => '0x00'),
    eth_getStorageAt: atBlock(([, slot]) => slot),
    eth_call: atBlock(([call]) => {
      const isCreation = (call as { readonly to?: string }).to === undefined
      // Before Osaka.
      if (isCreation) throw new AnswerError(-32000, 'invalid opcode: opcode 0x1e not defined')
      return '0x'
    }),
    ...more,
  }
  const answer = ({ method, params }: ReceivedCall): unknown => {
    const known = answers[method]
    if (known === undefined) {
      throw new AnswerError(-32601, `the method ${method} does not exist`)
    }
    return known(params)
  }
  return startRemoteServer(answer, misbehave)
}
