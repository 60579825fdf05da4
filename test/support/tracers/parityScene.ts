import type { Genesis, GenesisAccount } from '../../../src/chain/genesis/genesis.ts'
import type { UnsignedTransaction } from '../../../src/evm/transaction/transaction.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { replayBlock } from '../../../src/rpc/methods/trace/replay.ts'
import { type ParityTrace, parityParts } from '../../../src/tracers/parityTrace.ts'
import { alice } from '../accounts.ts'
import { signed, testChain } from '../chain.ts'
import { code, push } from '../evm/programs.ts'
import { testGenesis } from '../genesis.ts'

/** Gas limit of traced transactions. */
export const GAS = 1_000_000n

export const contract = (tag: string) => parseAddress(`0x${tag.padEnd(40, '0')}`)
export const [A, B, C] = [contract('aa'), contract('bb'), contract('cc')]
export const precompile = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`)
export const signal = new AbortController().signal

/** Pushes the operands so that the first is on top, then the opcode. */
export function op(opcode: number, ...operands: readonly (bigint | number | Address)[]) {
  return code(...operands.map((operand) => push(BigInt(operand))).reverse(), opcode)
}

/** A contract of a genesis. */
export type Contract = readonly [Address, Partial<GenesisAccount>]

/** Runs a transaction of alice on these contracts and traces it with all parts. */
export async function traceOne(
  contracts: readonly Contract[],
  fields: Partial<UnsignedTransaction>,
  config: Genesis['config'] = {},
) {
  const chain = testChain(testGenesis({ config }, contracts))
  const hash = await chain.pool.submit(signed(alice, { gasLimit: GAS, ...fields }))
  const mined = chain.transactions.get(hash)
  if (mined === undefined) throw new Error('the transaction is not mined')
  const { block, receipt } = mined
  const options = { parts: new Set(parityParts), signal }
  const [trace] = await replayBlock(chain, block, options, (made: ParityTrace) => made)
  if (trace === undefined) throw new Error('no trace')
  return { chain, block, hash, receipt, trace, replay: trace.replay }
}
