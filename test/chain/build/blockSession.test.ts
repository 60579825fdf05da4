import { expect, test } from 'vitest'
import { type AppliedBlock, applyBlock } from '../../../src/chain/build/applyBlock.ts'
import { createGenesisBlock } from '../../../src/chain/genesis/genesisBlock.ts'
import { createEngineExecutor } from '../../../src/evm/engine/engineExecutor.ts'
import { chainPrecompilesOf } from '../../../src/evm/precompiles/chainPrecompiles.ts'
import { CONSOLE_ADDRESS } from '../../../src/evm/precompiles/console/consolePrecompile.ts'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import type { BlockContext, Executor } from '../../../src/evm/run/executor.ts'
import { associateSigner } from '../../../src/evm/transaction/association.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { MAX_BALANCE } from '../../../src/state/ledger/balanceOverflow.ts'
import { castAddress } from '../../../src/state/rows/layout.ts'
import { createStateDatabase, type StateDatabase } from '../../../src/state/stateDatabase.ts'
import { alice, bob, carol, pauper, type TestAccount } from '../../support/accounts.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import { everybody } from '../../support/differential/programs/operands.ts'
import { Random } from '../../support/differential/programs/random.ts'
import {
  ABSENT,
  blockOf,
  contracts,
  delegationTo,
  libraryAddress,
  lowAddress,
  RICH,
  type Scenario,
  word,
} from '../../support/differential/scenario.ts'
import { authorize } from '../../support/evm/authorize.ts'
import { CHAIN_ID, COIN, testGenesis } from '../../support/genesis.ts'
import { readNumber, runs } from '../../support/runs.ts'
import { transactionOf } from '../../support/transactions.ts'

/*
 * Blocks whose transactions share accounts and slots in a session, beside the same blocks without
 * one: receipts, refusals and the state must be equal.
 */

const signers = [alice, bob, carol, pauper] as const
const BANK = parseAddress('0x0000000000000000000000000000000000001001')
const forks: readonly Hardfork[] = ['prague', 'prague', 'osaka', 'cancun', 'london', 'istanbul']
/** The native address of these 20 bytes is bob's: both mean the same coins. */
const BOBS_TWIN = parseAddress(`0xb0${'b7'.repeat(19)}`)

/** Wraps an executor, and counts the transactions that its sessions ran. */
function counting(executor: Executor): Executor & { count: number } {
  const counted = {
    ...executor,
    count: 0,
    startBlock: (...args: Parameters<NonNullable<Executor['startBlock']>>) => {
      const session = executor.startBlock?.(...args)
      return (
        session && {
          async run(transaction: Transaction) {
            const result = await session.run(transaction)
            if (result !== undefined) counted.count++
            return result
          },
          end: () => session.end(),
        }
      )
    },
  }
  return counted
}

const engine = counting(createEngineExecutor(CHAIN_ID, chainPrecompilesOf('6.6')))
const { startBlock: _, ...alone } = engine

/** A state with the accounts of a scenario, and signers of all kinds. */
function createStates({ accounts }: Pick<Scenario, 'accounts'>): StateDatabase {
  const genesis = testGenesis()
  const states = createStateDatabase(genesis.native)
  createGenesisBlock(genesis, states)
  const { newest: state } = states
  for (const [address, { balance, nonce, code, storage, native }] of accounts) {
    if (native !== undefined) state.associate(address, native)
    state.setBalance(address, balance)
    state.setNonce(address, nonce)
    if (code.length > 0) state.setCode(address, code)
    for (const [slot, value] of storage) state.setStorage(address, slot, value)
  }
  state.associate(bob.address, castAddress(BOBS_TWIN), bob.publicKey)
  associateSigner(state, carol.address, carol.publicKey)
  // Carol runs the code of a contract.
  state.setCode(carol.address, delegationTo(libraryAddress(7)))
  state.setBalance(pauper.address, 10n ** 15n)
  state.settle()
  states.commit()
  return states
}

/** Applies blocks. Returns what they contain, and the app hashes. */
async function applyAll(
  executor: Executor,
  scenario: Pick<Scenario, 'accounts' | 'fork'>,
  blocks: readonly (readonly Transaction[])[],
  context: Partial<BlockContext>,
): Promise<readonly { readonly applied: AppliedBlock; readonly appHash: Uint8Array }[]> {
  const states = createStates(scenario)
  const made = []
  for (const transactions of blocks) {
    const applied = await applyBlock(states.newest, transactions, {
      executor,
      block: { ...blockOf(scenario.fork), ...context },
      feeMarket: testGenesis().native.feeMarket,
      nativeChainId: 'rockpool-1',
      includeInternalCalls: true,
    })
    const { transactions: included, receipts, rejected, postponed, console } = applied
    const { appHash } = states.commit()
    made.push({
      applied: { transactions: included, receipts, rejected, postponed, console, native: [] },
      appHash,
    })
  }
  return made
}

async function expectSame(
  scenario: Pick<Scenario, 'accounts' | 'fork'>,
  blocks: readonly (readonly Transaction[])[],
  context: Partial<BlockContext> = {},
) {
  const together = await applyAll(engine, scenario, blocks, context)
  const apart = await applyAll(alone, scenario, blocks, context)
  expect(together).toEqual(apart)
  return together
}

let made = 0

function sent(from: TestAccount, fields: Partial<Transaction>): Transaction {
  return transactionOf(made++, {
    chainId: CHAIN_ID,
    from: from.address,
    publicKey: from.publicKey,
    gasLimit: 300_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n,
    ...fields,
  })
}

/** Random transactions: most are valid, and call contracts or pay. */
function someTransactions(random: Random, count: number): Transaction[] {
  const nonces = new Map<TestAccount, bigint>()
  return Array.from({ length: count }, () => {
    const from = random.pick(signers)
    const nonce = nonces.get(from) ?? 0n
    const isOff = random.chance(25)
    if (!isOff) nonces.set(from, nonce + 1n)
    const to = someTarget(random, from)
    return sent(from, {
      nonce: isOff ? nonce + BigInt(random.between(-1, 2)) : nonce,
      ...(random.chance(30) ? { to: undefined } : { to }),
      value: someValue(random),
      data: random.chance(3)
        ? random.bytes(random.below(80))
        : random.chance(2)
          ? word(random.below(4))
          : EMPTY_BYTES,
      gasLimit: random.chance(12)
        ? BigInt(random.between(20_000, 30_000))
        : BigInt(random.between(50_000, 400_000)),
      ...someFees(random),
      ...someExtras(random),
      ...(random.chance(40) && { publicKey: undefined }),
    })
  })
}

function someTarget(random: Random, from: TestAccount): Address {
  if (random.chance(2)) return random.pick(contracts)
  const others = [
    from.address,
    BOBS_TWIN,
    BANK,
    CONSOLE_ADDRESS,
    ...signers.map(({ address }) => address),
  ]
  if (random.chance(3)) return random.pick(others)
  // New accounts get their numbers in the order of the first payments.
  if (random.chance(3))
    return parseAddress(`0xab${random.below(256).toString(16).padStart(38, '0')}`)
  return random.pick(everybody)
}

function someValue(random: Random): bigint {
  if (random.chance(40)) return random.pick([900n * COIN, 2n ** 200n, MAX_BALANCE])
  return random.pick([0n, 0n, 1n, 5n, 10n ** 12n + 3n, 10n ** 14n])
}

function someFees(random: Random): Pick<Transaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  if (!random.chance(6)) return { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n }
  const maxPriorityFeePerGas = random.pick([0n, 3n, 10n ** 9n])
  const maxFeePerGas = random.pick([
    10n ** 9n,
    10n ** 10n,
    random.chance(9) ? 2n ** 140n : 10n ** 9n,
  ])
  return { maxFeePerGas, maxPriorityFeePerGas }
}

function someExtras(random: Random): Partial<Transaction> {
  if (random.chance(25)) {
    return { type: 1, accessList: [{ address: random.pick(contracts), storageKeys: [] }] }
  }
  if (!random.chance(30)) return {}
  const who = random.pick(signers)
  const authorization = authorize(who, random.pick(contracts), BigInt(random.below(3)))
  return { type: 4, authorizationList: [authorization], to: random.pick(contracts) }
}

const CASES = runs({ quick: 60, full: 1_500 })

test(`${CASES} chains of random blocks are the same without sessions`, async () => {
  const seed = readNumber('FUZZ_SEED') ?? 20_261_126
  engine.count = 0
  let all = 0
  for (let index = 0; index < CASES; index++) {
    const random = new Random(seed, index)
    const fork = random.pick(forks)
    const scenario = generateScenario({
      seed,
      index,
      fork,
      kind: random.pick(['calls', 'straight', 'calls']),
    })
    const transactions = someTransactions(random, random.between(8, 40))
    all += transactions.length
    const middle = random.between(0, transactions.length)
    const blocks = [transactions.slice(0, middle), transactions.slice(middle)]
    const coinbase = random.pick([
      blockOf(fork).coinbase,
      alice.address,
      contracts[1] ?? RICH,
      ABSENT,
      lowAddress(4),
      BOBS_TWIN,
    ])
    const gasLimit = random.chance(5) ? 1_500_000n : 100_000_000n
    await expectSame(scenario, blocks, { coinbase, gasLimit })
  }
  // A comparison of a path with itself would prove nothing.
  expect(engine.count).toBeGreaterThan(all / 5)
})
