import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createTxFromRLP } from '@ethereumjs/tx'
import { Account, createAddressFromString } from '@ethereumjs/util'
import { createVM, runTx } from '@ethereumjs/vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TxError } from '../../src/evm/errors.ts'
import type { Hardfork } from '../../src/evm/rules/hardfork.ts'
import type { BlockContext } from '../../src/evm/run/executor.ts'
import { runTransaction } from '../../src/evm/run/runTransaction.ts'
import type { Transaction, UnsignedTransaction } from '../../src/evm/transaction/transaction.ts'
import { feeCollector } from '../../src/modules/moduleAccounts.ts'
import { type Address, parseAddress } from '../../src/primitives/address.ts'
import { bytesToBigInt, padLeft } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex, type Hash } from '../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { alice, bob, carol, pauper, type TestAccount } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { authorize } from '../support/evm/authorize.ts'
import { program } from '../support/evm/programs.ts'
import { createTestExecutor } from '../support/executor.ts'
import { CHAIN_ID, COIN } from '../support/genesis.ts'
import { runs } from '../support/runs.ts'

/*
 * Compares the transaction runner and its state with @ethereumjs/vm over a Merkle trie: an
 * independent runner and an independent state. They share the interpreter. They must agree on gas,
 * refunds, warmth, checkpoints, original storage, creation, destruction and delegation.
 */

const contracts = ['0xc1', '0xc2', '0xc3'].map((tag) => parseAddress(tag.padEnd(42, '0')))
const EMPTY = parseAddress(`0xee${'0'.repeat(38)}`)
const PRECOMPILE = parseAddress(`0x${'4'.padStart(40, '0')}`)
const targets = [...contracts, bob.address, pauper.address, EMPTY, PRECOMPILE]
const senders = [alice, bob]
const BASE_FEE = 7n

interface Plan {
  readonly codes: readonly Uint8Array[]
  readonly steps: readonly Step[]
}

interface Step {
  readonly sender: TestAccount
  readonly type: 0 | 1 | 2 | 4
  readonly to: Address | undefined
  readonly data: Uint8Array
  readonly value: bigint
  readonly gasLimit: bigint
  readonly tip: bigint
  readonly listed: boolean
  readonly authorizations: readonly { signer: TestAccount; target: Address; nonceOff: bigint }[]
}

const steps = fc.record({
  sender: fc.constantFrom(...senders),
  type: fc.constantFrom(0, 1, 2, 4) as fc.Arbitrary<0 | 1 | 2 | 4>,
  to: fc.option(fc.constantFrom(...targets), { nil: undefined, freq: 5 }),
  data: fc.oneof(fc.uint8Array({ maxLength: 40 }), program(targets)),
  value: fc.constantFrom(0n, 1n, 10n ** 12n + 1n),
  gasLimit: fc.constantFrom(53_000n, 100_000n, 1_000_000n),
  tip: fc.constantFrom(0n, 3n),
  listed: fc.boolean(),
  authorizations: fc.array(
    fc.record({
      signer: fc.constantFrom(bob, carol, pauper),
      target: fc.constantFrom(...contracts, `0x${'00'.repeat(20)}` as Address),
      nonceOff: fc.constantFrom(0n, 0n, 0n, 1n),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

const plans: fc.Arbitrary<Plan> = fc.record({
  codes: fc.tuple(program(targets), program(targets), program(targets)),
  steps: fc.array(steps, { minLength: 1, maxLength: 5 }),
})

const slots = Array.from({ length: 16 }, (_, i) => padLeft(Uint8Array.of(i), 32))

function toTransaction(step: Step, state: WorldState): Transaction {
  const list = [{ address: step.to ?? EMPTY, storageKeys: [bytesToHash(slots[0] as Uint8Array)] }]
  const fields: Partial<UnsignedTransaction> = {
    type: step.type,
    nonce: state.getNonce(step.sender.address),
    gasLimit: step.gasLimit,
    value: step.value,
    data: step.data,
    maxFeePerGas: step.type < 2 ? BASE_FEE + step.tip : 100n,
    maxPriorityFeePerGas: step.type < 2 ? BASE_FEE + step.tip : step.tip,
    accessList: step.listed && step.type > 0 ? list : [],
    ...(step.to === undefined && step.type !== 4 ? {} : { to: step.to ?? EMPTY }),
    authorizationList:
      step.type !== 4
        ? []
        : step.authorizations.map(({ signer, target, nonceOff }) =>
            authorize(signer, target, state.getNonce(signer.address) + nonceOff),
          ),
  }
  return signed(step.sender, fields)
}

/** Two worlds with the same accounts in them. */
async function twoWorlds(hardfork: Hardfork, codes: readonly Uint8Array[]) {
  const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  const ours = states.newest
  const common = createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, { hardfork })
  const stateManager = new MerkleStateManager({ common })
  const vm = await createVM({ common, stateManager })
  const balances = new Map<Address, bigint>([
    ...[...senders, carol].map(({ address }) => [address, COIN] as const),
    ...contracts.map((address) => [address, 5n] as const),
  ])
  for (const [address, balance] of balances) {
    ours.setBalance(address, balance)
    await stateManager.putAccount(createAddressFromString(address), new Account(0n, balance))
  }
  for (const [i, address] of contracts.entries()) {
    const code = codes[i] ?? new Uint8Array(0)
    ours.setCode(address, code)
    ours.setNonce(address, 1n)
    const theirs = createAddressFromString(address)
    await stateManager.putAccount(theirs, new Account(1n, balances.get(address)))
    await stateManager.putCode(theirs, code)
    // A slot that is not zero from the start, for refunds and original values.
    ours.setStorage(address, slots[1] as Uint8Array, slots[2] as Uint8Array)
    await stateManager.putStorage(theirs, slots[1] as Uint8Array, Uint8Array.of(2))
  }
  ours.settle()
  return { ours, vm, common, stateManager }
}

async function runBoth(hardfork: Hardfork, { codes, steps: planned }: Plan): Promise<void> {
  const { ours, vm, common, stateManager } = await twoWorlds(hardfork, codes)
  const executor = createTestExecutor(CHAIN_ID)
  const block: BlockContext = {
    hardfork,
    number: 5n,
    timestamp: 1_700_000_000n,
    coinbase: feeCollector.evm,
    gasLimit: 30_000_000n,
    baseFeePerGas: BASE_FEE,
    blobBaseFee: 1n,
    prevRandao: new Uint8Array(32).fill(9),
    difficulty: 0n,
    blockHash: () => undefined,
  }
  const header = {
    ...{ number: 5n, timestamp: block.timestamp, gasLimit: block.gasLimit },
    ...{ coinbase: block.coinbase, baseFeePerGas: BASE_FEE, mixHash: block.prevRandao },
  }
  const theirBlock = createBlock({ header }, { common })
  const known = new Set<Address>([...targets, ...senders.map((s) => s.address), carol.address])
  // Also those of creations that failed: such an address may have been paid.
  vm.evm.events?.on('newContract', ({ address }) => void known.add(address.toString() as Address))
  for (const step of planned) {
    const tx = toTransaction(step, ours)
    const before = totalOf(ours, known)
    const result = await Promise.resolve(runTransaction(executor, ours, block, tx)).catch(
      (error: unknown) => {
        if (error instanceof TxError) return undefined
        throw error
      },
    )
    const theirs = await runTx(vm, {
      tx: createTxFromRLP(tx.raw, { common }),
      block: theirBlock,
      skipHardForkValidation: true,
    }).catch((error: unknown) => {
      if (result !== undefined) throw error
      return undefined
    })
    // It keeps the storage tries of destroyed accounts in a cache, which a fresh start from the
    // root empties.
    await stateManager.setStateRoot(await stateManager.getStateRoot(), true)
    expect(result === undefined).toBe(theirs === undefined)
    if (result === undefined || theirs === undefined) continue
    expect(result.gasUsed).toBe(theirs.totalGasSpent)
    expect(result.outcome.kind === 'success').toBe(theirs.execResult.exceptionError === undefined)
    const logs = result.outcome.kind === 'success' ? result.outcome.logs : []
    expect(logs.map((log) => [log.address, log.topics, bytesToHex(log.data)])).toEqual(
      theirs.receipt.logs.map(([address, topics, data]) => [
        bytesToHex(address),
        topics.map(bytesToHex),
        bytesToHex(data),
      ]),
    )
    if (result.outcome.kind === 'success' && theirs.createdAddress !== undefined) {
      expect(result.outcome.createdAddress).toBe(theirs.createdAddress.toString())
    }
    for (const address of known) await compareAccounts(address, ours, stateManager)
    expect(totalOf(ours, known)).toBe(before)
  }
}

async function compareAccounts(
  address: Address,
  ours: WorldState,
  theirs: MerkleStateManager,
): Promise<void> {
  const theirAddress = createAddressFromString(address)
  const account = (await theirs.getAccount(theirAddress)) ?? new Account()
  expect(ours.getNonce(address), `nonce of ${address}`).toBe(account.nonce)
  expect(ours.getBalance(address), `balance of ${address}`).toBe(account.balance)
  const code = await theirs.getCode(theirAddress)
  expect(bytesToHex(ours.getCode(address)), `code of ${address}`).toBe(bytesToHex(code))
  const hash: Hash | undefined = code.length > 0 ? bytesToHash(account.codeHash) : undefined
  expect(ours.getCodeHash(address)).toBe(hash)
  for (const slot of slots) {
    const word = bytesToBigInt(await theirs.getStorage(theirAddress, slot))
    expect(bytesToBigInt(ours.getStorage(address, slot)), `storage of ${address}`).toBe(word)
  }
}

/** All wei there is: nothing is made or burned by transactions. */
function totalOf(state: WorldState, accounts: Iterable<Address>): bigint {
  let total = state.getBalance(feeCollector.evm)
  for (const address of accounts) total += state.getBalance(address)
  return total
}

describe.each(['prague', 'cancun', 'shanghai', 'london'] as const)('%s', (hardfork) => {
  test('agrees with @ethereumjs/vm on random transactions', async () => {
    const types = hardfork === 'prague' ? [0, 1, 2, 4] : [0, 1, 2]
    const usable = plans.map((plan) => ({
      ...plan,
      steps: plan.steps.filter(({ type }) => types.includes(type)),
    }))
    await fc.assert(
      fc.asyncProperty(usable, (plan) => runBoth(hardfork, plan)),
      { numRuns: runs({ quick: 3, full: 25 }) },
    )
  })
})
