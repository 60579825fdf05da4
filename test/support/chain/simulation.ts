import type { JSONRPCBlock } from '@ethereumjs/block'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { bytesToHex, type Hex, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { testChain } from '../chain.ts'
import { code, push } from '../evm/programs.ts'
import { COIN } from '../genesis.ts'
import { rpcOf } from '../rpc/rpc.ts'

/** Accounts that are not part of any chain. */
export const A = `0xa0${'0'.repeat(38)}` as Address
export const B = `0xb0${'0'.repeat(38)}` as Address
export const C = `0xc0${'0'.repeat(38)}` as Address
/** Returns an address with only its last bytes set. */
export const precompile = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as Address
/** Returns a number as a 32-byte word. */
export const word = (n: bigint | number) => `0x${BigInt(n).toString(16).padStart(64, '0')}`
/** An account override. */
export const rich = { balance: toQuantity(COIN) }
/** Bytecode as hexadecimal text. */
export const hex = (...parts: readonly (number | Uint8Array)[]) => bytesToHex(code(...parts))
/** Code that returns words, each computed by an expression. */
export const returns = (...words: readonly (readonly (number | Uint8Array)[])[]) =>
  hex(
    ...words.flatMap((one, i) => [...one, push(32 * i), 0x52]),
    push(32 * words.length),
    push(0),
    0xf3,
  )
/** Code that forwards its input in a call and continues if the call fails. */
export const sends = (to: Address) =>
  code(push(0), push(0), push(0), push(0), 0x34, push(BigInt(to)), 0x5a, 0xf1, 0x50)

/** The result of a simulated call. */
export interface Call {
  readonly returnData: Hex
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
    readonly logIndex: string
    readonly blockHash: string
    readonly transactionHash: string
  }[]
  readonly gasUsed: Hex
  readonly maxUsedGas: Hex
  readonly status: Hex
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string }
}
/** A simulated block. */
export type Block = Omit<JSONRPCBlock, 'transactions'> & {
  readonly transactions: readonly (string & { readonly hash: Hex; readonly type: Hex })[]
  readonly calls: readonly Call[]
}

/** Simulates on a chain, by default at the latest block. */
export function simulator(chain: Chain) {
  const ask = rpcOf(chain)
  return (blockStateCalls: readonly object[], options: object = {}, block: unknown = 'latest') =>
    ask<Block[]>('eth_simulateV1', { blockStateCalls, ...options }, block)
}
/** Simulates on a new chain. */
export const simulate = simulator(testChain())

/** Results of the calls of one block. */
export async function callsOf(block: object, options?: object): Promise<readonly Call[]> {
  return (await simulate([block], options))[0]?.calls ?? []
}
