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
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
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

const CASES = runs({ quick: 60, full: 300 })

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

/** Accounts of the library, without random ones. */
const library = generateScenario({ seed: 1, index: 0, fork: 'prague', kind: 'straight' })
const COUNTER = libraryAddress(7)
const REVERTER = libraryAddress(1)
const INVALID = libraryAddress(2)
const LOOP = libraryAddress(6)
const SELF_DESTRUCTING = libraryAddress(3)

/** Applies one block with and without sessions. Returns it, and how many sessions ran. */
async function applied(
  transactions: readonly Transaction[],
  context: Partial<BlockContext> = {},
  accounts: Scenario['accounts'] = new Map(),
) {
  engine.count = 0
  const scenario = {
    fork: 'prague',
    accounts: new Map([...library.accounts, ...accounts]),
  } as const
  const [block] = await expectSame(scenario, [transactions], context)
  if (block === undefined) throw new Error('no block')
  const { receipts, rejected, postponed } = block.applied
  const statuses = receipts.map(({ status }) => status)
  return { statuses, receipts, rejected, postponed, inSession: engine.count }
}

/** Consecutive transactions of bob, who is associated from the start. */
function bobs(...fields: readonly Partial<Transaction>[]): Transaction[] {
  return fields.map((each, nonce) => sent(bob, { nonce: BigInt(nonce), ...each }))
}

test('payments and calls run in a session', async () => {
  const calls = Array.from({ length: 20 }, (_, i) =>
    i % 2 === 0 ? { to: COUNTER } : { to: RICH, value: 5n },
  )
  const { statuses, receipts, inSession } = await applied(bobs(...calls))
  expect(statuses).toEqual(calls.map(() => 1))
  expect(inSession).toBe(20)
  // The counter logs what it counts, from 5 on: slots are kept.
  const counts = receipts.flatMap(({ logs }) => logs.map(({ data }) => data[31]))
  expect(counts).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
})

test('failures stay in a session and change nothing else', async () => {
  const { statuses, receipts, inSession } = await applied(
    bobs(
      { to: COUNTER },
      { to: REVERTER, data: word(7), value: 3n },
      { to: INVALID, value: 3n },
      { to: LOOP, gasLimit: 60_000n },
      { to: COUNTER },
    ),
  )
  expect(statuses).toEqual([1, 0, 0, 0, 1])
  expect(receipts.map(({ error }) => error)).toEqual([
    undefined,
    'execution reverted',
    'invalid opcode: INVALID',
    'out of gas',
    undefined,
  ])
  expect(receipts[1]?.revertData).toEqual(word(7))
  expect(receipts[4]?.logs[0]?.data).toEqual(word(7))
  expect(inSession).toBe(5)
})

test('a session ends at invalid transactions, and another one follows', async () => {
  const { statuses, rejected, postponed, inSession } = await applied([
    sent(bob, { to: COUNTER, nonce: 0n }),
    sent(bob, { to: RICH, nonce: 0n }),
    sent(bob, { to: RICH, nonce: 2n }),
    sent(bob, { to: RICH, nonce: 1n, value: 2000n * COIN }),
    sent(bob, { to: RICH, nonce: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }),
    sent(bob, { to: COUNTER, nonce: 1n }),
  ])
  expect(statuses).toEqual([1, 1])
  expect(rejected.map(({ error }) => error.details.code)).toEqual([
    'NONCE_TOO_LOW',
    'INSUFFICIENT_FUNDS',
    'FEE_CAP_TOO_LOW',
  ])
  expect(postponed.map(({ lacks }) => lacks)).toEqual(['earlier nonce'])
  expect(inSession).toBe(2)
})

test('the funds of a sender run out in the middle', async () => {
  const pays = Array.from({ length: 12 }, () => ({
    to: RICH,
    value: 100n * COIN,
    gasLimit: 21_000n,
  }))
  const { statuses, rejected, inSession } = await applied(bobs(...pays))
  expect(statuses).toHaveLength(9)
  expect(rejected).toHaveLength(3)
  expect(inSession).toBe(9)
})

test('what shares coins, pays itself or gets the fees', async () => {
  const to = [bob.address, blockOf('prague').coinbase, BOBS_TWIN, RICH, alice.address, bob.address]
  const pays = to.map((each) => ({ to: each, value: 10n ** 13n + 1n }))
  for (const coinbase of [blockOf('prague').coinbase, bob.address, BOBS_TWIN, RICH]) {
    const { statuses } = await applied(bobs(...pays), { coinbase })
    expect(statuses).toEqual(to.map(() => 1))
  }
})

test('precompiled contracts, creations and destructions leave the session', async () => {
  const outside = [lowAddress(4), BANK, CONSOLE_ADDRESS, SELF_DESTRUCTING].map((to) => ({ to }))
  const { statuses, inSession } = await applied(
    bobs({ to: COUNTER }, ...outside, { to: undefined, data: Uint8Array.of(0) }, { to: COUNTER }),
  )
  expect(statuses).toHaveLength(7)
  expect(inSession).toBe(2)
})

test('delegated accounts run their code in a session', async () => {
  const { receipts, inSession } = await applied([
    ...bobs({ to: carol.address }, { to: carol.address }),
    sent(carol, { nonce: 0n, to: carol.address, value: 3n }),
    sent(carol, { nonce: 1n, to: COUNTER }),
  ])
  expect(receipts.map(({ logs }) => logs[0]?.address)).toEqual([
    ...[carol.address, carol.address, carol.address],
    COUNTER,
  ])
  expect(inSession).toBe(4)
})

test('new accounts get their numbers in the order of the first payments', async () => {
  const tags = ['f1', 'e2', 'd3', 'c4', 'e2', 'b5']
  const pays = tags.map((tag, i) => ({
    to: parseAddress(`0x${tag.repeat(20)}`),
    value: i === 2 ? 0n : 1n,
  }))
  const { inSession } = await applied(bobs(...pays), {
    coinbase: parseAddress(`0x${'a6'.repeat(20)}`),
  })
  expect(inSession).toBe(tags.length)
})

test('long transactions pause in a session', async () => {
  const { statuses, inSession } = await applied(
    bobs({ to: COUNTER }, { to: LOOP, gasLimit: 7_000_000n }, { to: COUNTER }, { to: RICH }),
  )
  expect(statuses).toEqual([1, 0, 1, 1])
  expect(inSession).toBe(4)
})

test('balances near the limit leave the session', async () => {
  const nearly = { balance: MAX_BALANCE - 4n, nonce: 0n, code: EMPTY_BYTES, storage: [] }
  const rich = parseAddress(`0x${'ff'.repeat(20)}`)
  const pays = [{ to: rich, value: 4n }, { to: rich, value: 1n }, { to: COUNTER }, { to: COUNTER }]
  const { statuses, inSession } = await applied(bobs(...pays), {}, new Map([[rich, nearly]]))
  expect(statuses).toEqual([1, 0, 1, 1])
  expect(inSession).toBe(2)
})

test('a session ends when its memory is large', async () => {
  // Reads memory at 12 MiB: PUSH3, MLOAD.
  const code = Uint8Array.of(0x62, 0xc0, 0, 0, 0x51)
  const spacious = parseAddress(`0x10${'66'.repeat(19)}`)
  const account = { balance: 0n, nonce: 1n, code, storage: [] }
  const calls = [COUNTER, spacious, COUNTER, COUNTER].map((to) => ({ to, gasLimit: 320_000_000n }))
  const context = { gasLimit: 2_000_000_000n }
  const made = await applied(bobs(...calls), context, new Map([[spacious, account]]))
  expect(made.statuses).toEqual([1, 1, 1, 1])
  expect(made.inSession).toBe(3)
})

test('warmth, transient storage and return data end with a transaction', async () => {
  const code = hexToBytes(
    [
      '0x',
      // Slot 1 is transient slot 0 of before, which is 9 afterwards.
      '60005c600155' + '600960005d',
      // Slot 2 is the size of the data that the last call returned.
      '3d600255',
      // Calls 0x04 with a byte.
      '6001600060016000600461fffffa50',
      // Reads an account and a slot that are cold.
      `73${RICH.slice(2)}315060075450`,
      // The coinbase is warm (EIP-3651).
      '413150',
    ].join(''),
  )
  const probe = parseAddress(`0x10${'77'.repeat(19)}`)
  const account = { balance: 0n, nonce: 1n, code, storage: [] }
  const calls = [probe, probe, probe, probe].map((to) => ({ to }))
  const { receipts, inSession } = await applied(bobs(...calls), {}, new Map([[probe, account]]))
  const [first] = receipts
  expect(receipts.map(({ gasUsed }) => gasUsed)).toEqual(calls.map(() => first?.gasUsed))
  expect(inSession).toBe(4)
})

test('refunds and the floor of data count in a session', async () => {
  // Slot 1, which is 5 in the state, becomes 0; slot 2 becomes what it was.
  const code = hexToBytes('0x60006001556009600255600060025500')
  const clearing = parseAddress(`0x10${'88'.repeat(19)}`)
  const account = { balance: 0n, nonce: 1n, code, storage: [[word(1), word(5)] as const] }
  const data = new Uint8Array(2_000).fill(7)
  const calls = [{ to: clearing }, { to: clearing }, { to: RICH, data }, { to: REVERTER, data }]
  const { receipts, inSession } = await applied(bobs(...calls), {}, new Map([[clearing, account]]))
  const used = receipts.map(({ gasUsed }) => gasUsed)
  // The refund is at most a fifth of the gas; a byte of data costs at least 40 (EIP-7623).
  const both = 21_000n + 6n * 3n + 2_100n + 20_000n + 100n
  const [clears, isClear] = [both + 5_000n, both + 2_200n]
  const ofData = 21_000n + 40n * 2_000n
  expect(used).toEqual([clears - clears / 5n, isClear - isClear / 5n, ofData, ofData])
  expect(inSession).toBe(4)
})

test('a block in which most transactions leave has no more sessions', async () => {
  const creation = { to: undefined, data: Uint8Array.of(0) }
  const mixed = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? creation : { to: COUNTER }))
  expect((await applied(bobs(...mixed))).inSession).toBe(40)
  const creations = Array.from({ length: 40 }, () => creation)
  const late = Array.from({ length: 10 }, () => ({ to: COUNTER }))
  expect((await applied(bobs(...creations, ...late))).inSession).toBe(0)
})
