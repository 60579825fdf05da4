import { createEngineExecutor } from '../src/evm/engine/engineExecutor.ts'
import { createReferenceExecutor } from '../src/evm/reference/referenceExecutor.ts'
import type { BlockContext, Executor } from '../src/evm/run/executor.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { createStateDatabase, type StateDatabase } from '../src/state/stateDatabase.ts'
import type { Contract } from './engineWorkloads.ts'

export const CHAIN_ID = 31_337n

export type ExecutorName = Executor['name']

export function createExecutor(name: ExecutorName): Executor {
  return name === 'engine' ? createEngineExecutor(CHAIN_ID) : createReferenceExecutor(CHAIN_ID)
}

export const benchBlock: BlockContext = {
  hardfork: 'prague',
  number: 1n,
  timestamp: 1_800_000_000n,
  coinbase: parseAddress(`0x${'c0'.repeat(20)}`),
  gasLimit: 2n ** 40n,
  baseFeePerGas: 0n,
  blobBaseFee: 1n,
  prevRandao: new Uint8Array(32),
  difficulty: 0n,
  blockHash: () => undefined,
}

/** Returns a database whose newest version contains these contracts. */
export function createBenchState(contracts: readonly Contract[]): StateDatabase {
  const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  for (const { address, code, storage = [] } of contracts) {
    states.newest.setCode(address, code)
    for (const [slot, value] of storage) states.newest.setStorage(address, slot, value)
  }
  states.commit()
  return states
}
