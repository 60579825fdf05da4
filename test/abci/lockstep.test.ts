import { fc, test } from '@fast-check/vitest'
import type { Misbehavior } from 'cosmjs-types/tendermint/abci/types'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect } from 'vitest'
import { networkGenesis } from '../../src/abci/network/networkGenesis.ts'
import { prevRandao } from '../../src/chain/block/prevRandao.ts'
import { publicKeyToNative } from '../../src/evm/transaction/association.ts'
import { decodeTransaction } from '../../src/evm/transaction/decodeTransaction.ts'
import { decodeEvmEnvelope } from '../../src/native/codec/decodeEvmEnvelope.ts'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeEvmTransaction } from '../../src/native/codec/evmTransactionBytes.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { NETWORK_CHAIN_ID, testValidator } from '../support/abci/network.ts'
import type { BlockFacts } from '../support/abci/testApplication.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob, carol, type TestAccount } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { CHAIN_ID, COIN } from '../support/genesis.ts'
import { nativeTx, PLENTY, sendTo } from '../support/native/native.ts'
import { FULL, runs } from '../support/runs.ts'

const accounts = [alice, bob, carol] as const
const validators = [0, 1, 2, 3].map((index) => testValidator(index))
const STAKING = '0x0000000000000000000000000000000000001005'
const delegateAbi = parseAbi(['function delegate(string validator) payable returns (bool)'])
/** Init code that stores PREVRANDAO, TIMESTAMP and COINBASE. */
const READ_BLOCK = hexToBytes('0x446000554260015541600255')

const transaction = fc.record({
  kind: fc.constantFrom(
    ...(['transfer', 'envelope', 'native', 'creation', 'delegate'] as const),
    ...(['garbage', 'repeat', 'gap', 'poor', 'revert'] as const),
  ),
  from: fc.nat({ max: 2 }),
  to: fc.nat({ max: 2 }),
  amount: fc.bigInt({ min: 1n, max: 1000n }),
  validator: fc.nat({ max: 3 }),
})

const block = fc.record({
  transactions: fc.array(transaction, { maxLength: 6 }),
  proposer: fc.nat({ max: 3 }),
  /** After which call the process of the last application ends. */
  crash: fc.constantFrom('never', 'prepared', 'processed', 'finalized', 'committed', 'never'),
  /** Whether the third application misses the block and catches up. */
  lags: fc.boolean(),
  seconds: fc.bigInt({ min: 0n, max: 10n }),
  /** Validators that did not sign the block before. */
  absent: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  /** The validator that is shown to have signed two blocks of a height. */
  liar: fc.constantFrom(undefined, undefined, 2, 3),
})

type Wanted = typeof transaction extends fc.Arbitrary<infer T> ? T : never

/** Makes the transactions of a block from the state of the newest one. */
async function transactionsOf(app: TestApplication, wanted: readonly Wanted[]) {
  const chain = app.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  const nonces = new Map(accounts.map(({ address }) => [address, state.getNonce(address)]))
  const sequences = new Map(
    accounts.map(({ address, publicKey }) => [
      address,
      state.getSigningAccount(address, publicKeyToNative(publicKey))?.sequence ?? 0n,
    ]),
  )
  const take = (counts: Map<string, bigint>, { address }: TestAccount, more = 0n) => {
    const count = (counts.get(address) ?? 0n) + more
    counts.set(address, count + 1n)
    return count
  }
  const raws: Uint8Array[] = []
  for (const { kind, from, to, amount, validator } of wanted) {
    const [sender, receiver] = [accounts[from] ?? alice, accounts[to] ?? bob]
    const evm = (fields: object, more = 0n) =>
      signed(sender, { gasLimit: 300_000n, nonce: take(nonces, sender, more), ...fields })
    const transfer = { to: receiver.address, value: amount }
    if (kind === 'transfer') raws.push(evm(transfer).raw)
    else if (kind === 'envelope') raws.push(encodeEvmTransaction(evm(transfer)))
    else if (kind === 'gap') raws.push(evm(transfer, 2n).raw)
    else if (kind === 'poor') raws.push(evm({ ...transfer, value: 2_000n * COIN }).raw)
    else if (kind === 'creation') raws.push(evm({ data: READ_BLOCK }).raw)
    else if (kind === 'revert') raws.push(evm({ data: hexToBytes('0x5f5ffd') }).raw)
    else if (kind === 'garbage') raws.push(Uint8Array.of(0x0a, Number(amount % 200n)))
    else if (kind === 'repeat') raws.push(...raws.slice(-1))
    else if (kind === 'native') {
      const sequence = take(sequences, sender)
      const fee = { ...PLENTY, gasLimit: 150_000n }
      const fields = { chainId: NETWORK_CHAIN_ID, sequence, fee }
      raws.push((await nativeTx(chain, sender, [sendTo(sender, receiver, amount)], fields)).raw)
    } else {
      const operator = bytesToBech32(
        'seivaloper',
        validators[validator]?.address ?? new Uint8Array(),
      )
      const data = hexToBytes(encodeFunctionData({ abi: delegateAbi, args: [operator] }))
      // A million units are one more of power.
      raws.push(evm({ to: STAKING, value: amount * 10n ** 16n, data, gasLimit: 900_000n }).raw)
    }
  }
  return raws
}

/** Executes the decided blocks in a single process. */
async function requireSame(made: TestNetwork): Promise<void> {
  const init = made.apps[0]?.host.network?.init
  if (init === undefined) throw new Error('no chain')
  const alone = testChain(networkGenesis(init), {
    mining: { automine: false, order: 'fifo', allowEqualTimestamps: true },
  })
  for (const { facts, txs, answer } of made.decisions) {
    for (const raw of txs) {
      const isRaw = raw[0] !== 0x0a
      const evm = isRaw ? decodeTransaction(raw, CHAIN_ID) : decodeEvmEnvelope(raw, CHAIN_ID)
      if (evm !== undefined) await alone.pool.submit(evm)
      else await alone.pool.submitNative(decodeNativeTransaction(raw, 'sei'))
    }
    await alone.mining.configure({
      nextTimestamp: facts.seconds,
      nextPrevRandao: prevRandao(facts.seconds, BigInt(facts.nanos)),
    })
    await alone.mining.mine()
    expect(alone.blocks.latest.header.stateRoot).toBe(bytesToHex(answer.appHash))
  }
  await alone.close()
}

/** Evidence that CometBFT puts into a block. */
function evidenceOf(index: number, { seconds, height }: BlockFacts): Misbehavior {
  const { address } = validators[index] ?? testValidator(index)
  const validator = { address, power: 100n }
  const time = { seconds: seconds - 1n, nanos: 0 }
  return { type: 1, height: height - 1n, time, validator, totalVotingPower: 400n }
}

const sizes = { minLength: 3, maxLength: FULL ? 8 : 4 }

/** A single process has no votes: with faults, only the applications are compared. */
const faults = FULL ? fc.boolean() : fc.constant(false)

test.prop([fc.array(block, sizes), faults], {
  numRuns: runs({ quick: 1, full: 15 }),
  endOnFailure: true,
})(
  'four applications and a single process agree on random blocks, with crashes and a laggard',
  async (plans, hasFaults) => {
    const directory = temporaryDirectory()
    const apps = await Promise.all(
      [0, 1, 2, 3].map((index) => TestApplication.open(index === 3 ? { directory } : {})),
    )
    const made = new TestNetwork(apps, validators)
    await made.start()
    const [, , slow, weak] = made.apps
    if (slow === undefined || weak === undefined) throw new Error('applications')
    let victim = weak
    const restart = async () => {
      await victim.close()
      victim = await TestApplication.open({ directory })
      made.apps[3] = victim
      const { lastBlockHeight } = await victim.info()
      expect(lastBlockHeight).toBe(made.next - 1n)
      if (lastBlockHeight === 0n) await victim.initChain(validators)
    }
    for (const plan of plans) {
      const { transactions, proposer, crash, lags, seconds, absent, liar } = plan
      const plain = made.facts({ seconds })
      const isProven = liar !== undefined && plain.height > 1n
      const misbehavior = isProven ? [evidenceOf(liar, plain)] : []
      const facts = hasFaults ? made.facts({ seconds, absent, misbehavior }) : plain
      const own = made.apps[proposer] ?? victim
      const pool = await transactionsOf(own, transactions)
      for (const raw of pool) await own.checkTx(raw)
      const txs = await own.prepare(facts, pool)
      if (crash === 'prepared') await restart()
      for (const app of made.apps) expect(await app.process(facts, txs)).toBe('accept')
      if (crash === 'processed') await restart()
      if (crash === 'finalized') {
        await victim.finalize(facts, txs)
        await restart()
      }
      const taking = made.apps.filter((app) => !lags || app !== slow)
      const { txResults } = await made.decide(facts, txs, taking)
      expect(txResults).toHaveLength(txs.length)
      if (crash === 'committed') await restart()
      if (lags) await made.catchUp(slow)
    }
    const empty = await TestApplication.open()
    await made.catchUp(empty)
    expect(bytesToHex((await empty.info()).lastBlockAppHash)).toBe(made.appHash)
    if (!hasFaults) await requireSame(made)
    for (const app of [...made.apps, empty]) await app.close()
  },
  300_000,
)
