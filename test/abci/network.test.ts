import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import { Data } from 'cosmjs-types/tendermint/types/types'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { networkGenesis } from '../../src/abci/network/networkGenesis.ts'
import { prevRandao } from '../../src/chain/block/prevRandao.ts'
import { decodeTransaction } from '../../src/evm/transaction/decodeTransaction.ts'
import { decodeEvmEnvelope } from '../../src/native/codec/decodeEvmEnvelope.ts'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeEvmTransaction } from '../../src/native/codec/evmTransactionBytes.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { bech32ToBytes, bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { NETWORK_CHAIN_ID, type TestValidator, testValidator } from '../support/abci/network.ts'
import { networkGenesisJson } from '../support/abci/networkGenesisJson.ts'
import { TestApplication, type TestApplicationOptions } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob, carol, type TestAccount } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { CHAIN_ID, COIN } from '../support/genesis.ts'
import { nativeText, nativeTx, PLENTY, sendTo } from '../support/native/native.ts'

const four = [0, 1, 2, 3].map((index) => testValidator(index))

async function open(options: TestApplicationOptions = {}): Promise<TestApplication> {
  const app = await TestApplication.open(options)
  onTestFinished(() => app.close())
  return app
}

async function network(
  count = 1,
  validators: readonly TestValidator[] = four,
): Promise<TestNetwork> {
  const apps = await Promise.all(Array.from({ length: count }, () => open()))
  const made = new TestNetwork(apps, validators)
  await made.start()
  return made
}

function transfer(from: TestAccount, to: TestAccount, nonce: bigint, price = 2_000_000_000n) {
  return signed(from, {
    ...{ to: to.address, value: COIN, nonce, gasLimit: 21_000n },
    ...{ maxFeePerGas: price, maxPriorityFeePerGas: price - 1_000_000_000n },
  })
}

function chainOf({ apps: [app] }: TestNetwork) {
  const chain = app?.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  return chain
}

async function native(made: TestNetwork, from: TestAccount, to: TestAccount, sequence: bigint) {
  const fields = { chainId: NETWORK_CHAIN_ID, sequence, fee: { ...PLENTY, gasLimit: 150_000n } }
  return nativeTx(chainOf(made), from, [sendTo(from, to, 5n)], fields)
}

/** Init code that stores BLOCKHASH of the block before, PREVRANDAO, TIMESTAMP and COINBASE. */
const READ_BLOCK = Uint8Array.from(
  // SSTORE(0, PREVRANDAO) SSTORE(1, TIMESTAMP) SSTORE(2, COINBASE)
  Buffer.from('446000554260015541600255', 'hex'),
)

test('four applications agree, and with a single process that has the same blocks', async () => {
  const made = await network(4)
  for (let round = 0n; round < 4n; round++) {
    const txs = [
      encodeEvmTransaction(transfer(alice, bob, 2n * round, 3_000_000_000n)),
      transfer(alice, carol, 2n * round + 1n).raw,
      (await native(made, bob, alice, round)).raw,
      signed(carol, { nonce: round, data: READ_BLOCK, gasLimit: 300_000n }).raw,
    ]
    const { txResults } = await made.block({ txs, seconds: round })
    expect(txResults.map(({ code, log }) => [code, log])).toEqual(txResults.map(() => [0, '']))
  }
  const { host } = made.apps[0] as TestApplication
  const init = host.network?.init
  if (init === undefined) throw new Error('no chain')
  const alone = testChain(networkGenesis(init), {
    mining: { automine: false, order: 'fifo', allowEqualTimestamps: true },
  })
  onTestFinished(() => alone.close())
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
})

test('a proposal has the best transactions of each sender in order, up to gas and bytes', async () => {
  const made = await network()
  const [app] = made.apps
  const cheap = transfer(alice, bob, 0n, 1_500_000_000n).raw
  const later = transfer(alice, bob, 1n, 9_000_000_000n).raw
  const dear = transfer(bob, alice, 0n, 5_000_000_000n).raw
  const gap = transfer(carol, alice, 1n, 9_000_000_000n).raw
  const garbage = Uint8Array.of(1, 2, 3)
  const poor = signed(carol, { to: bob.address, value: 5_000n * COIN, gasLimit: 21_000n }).raw
  const all = [gap, garbage, cheap, poor, later, cheap, dear]
  expect(await app?.prepare(made.facts(), all)).toEqual([dear, cheap, later])
  const size = (raw: Uint8Array) => BigInt(1 + 1 + raw.length)
  // Both have fewer than 128 bytes, so their lengths take one byte.
  expect(await app?.prepare(made.facts(), all, size(dear) + size(cheap))).toEqual([dear, cheap])
  expect(await app?.prepare(made.facts(), all, size(dear) + size(cheap) - 1n)).toEqual([dear])
  const huge = signed(alice, { to: bob.address, gasLimit: 60_000_000n }).raw
  const other = signed(bob, { to: bob.address, gasLimit: 60_000_000n }).raw
  expect(await app?.prepare(made.facts(), [huge, other])).toEqual([huge])
})

test('the bytes of a proposal are those of protobuf, at each length of a length', async () => {
  const made = await network()
  const [app] = made.apps
  const withData = (size: number) =>
    signed(alice, { to: bob.address, data: new Uint8Array(size), gasLimit: 2_000_000n }).raw
  /** The length of a signature varies, so that sizes around the wanted one are tried. */
  const sized = (length: number) => {
    for (let size = Math.max(0, length - withData(0).length - 8); ; size++) {
      const raw = withData(size)
      if (raw.length === length) return raw
      if (raw.length > length + 8) throw new Error(`no transaction of ${length} bytes`)
    }
  }
  for (const length of [127, 128, 16_383, 16_384]) {
    const raw = sized(length)
    expect(raw).toHaveLength(length)
    const bytes = BigInt(Data.encode({ txs: [raw] }).finish().length)
    expect(await app?.prepare(made.facts(), [raw], bytes)).toEqual([raw])
    expect(await app?.prepare(made.facts(), [raw], bytes - 1n)).toEqual([])
  }
})

test('a delegation over the precompile changes the power two heights later', async () => {
  const made = await network(2)
  const [, second] = four as [TestValidator, TestValidator]
  const operator = bytesToBech32('seivaloper', second.address)
  const abi = parseAbi(['function delegate(string validator) payable returns (bool)'])
  const delegation = signed(alice, {
    to: parseAddress('0x0000000000000000000000000000000000001005'),
    data: hexToBytes(encodeFunctionData({ abi, args: [operator] })),
    // 50 million units of 10^12 wei: 50 units of power.
    value: 50n * COIN,
    gasLimit: 2_000_000n,
  })
  const { txResults, validatorUpdates } = await made.block({ txs: [delegation.raw] })
  expect(txResults).toMatchObject([{ code: 0, log: '' }])
  expect(validatorUpdates).toEqual([{ pubKey: { ed25519: second.key }, power: 150n }])
  expect(made.powersAt(2n)).toEqual([100n, 100n, 100n, 100n])
  expect(made.powersAt(3n)).toEqual([150n, 100n, 100n, 100n])
  await made.block()
  expect((await made.block({ absent: [1] })).validatorUpdates).toEqual([])
})

test('hostile proposals are rejected, and executed with codes if they are decided', async () => {
  const made = await network()
  const [app] = made.apps
  const [a0, a1] = [0n, 1n].map((nonce) => transfer(alice, bob, nonce).raw)
  const huge = [alice, bob].map(
    (who) => signed(who, { to: bob.address, gasLimit: 60_000_000n }).raw,
  )
  if (a0 === undefined || a1 === undefined) throw new Error('transactions')
  const envelope = encodeEvmTransaction(decodeTransaction(a0, CHAIN_ID))
  const hostile = {
    garbage: [Uint8Array.of(0xff), a0],
    duplicates: [a0, a0],
    'a duplicate in another form': [a0, envelope],
    'a wrong order': [a1, a0],
    'a replacement': [a0, transfer(alice, bob, 0n, 8_000_000_000n).raw],
    'too much gas': huge,
    'no funds': [signed(carol, { to: bob.address, value: 5_000n * COIN, gasLimit: 21_000n }).raw],
    'too many bytes': [new Uint8Array(4_194_303)],
  }
  for (const [what, txs] of Object.entries(hostile)) {
    expect(await app?.process(made.facts(), txs), what).toBe('reject')
  }
  expect(await app?.process(made.facts(), [a0, a1])).toBe('accept')
  const { txResults } = await made.decide(made.facts(), [
    ...[Uint8Array.of(0xff), a1, a0, a0, envelope],
    ...huge.slice(1),
  ])
  expect(txResults.map(({ code, codespace }) => [codespace, code])).toEqual([
    ['sdk', 2],
    ['sdk', 32],
    ['', 0],
    ['sdk', 19],
    ['sdk', 19],
    ['', 0],
  ])
  // The one whose nonce was too high may come again.
  expect((await made.block({ txs: [a1] })).txResults).toMatchObject([{ code: 0 }])
})

test('CheckTx: codes, gas, nonce gaps, replacement, recheck', async () => {
  const made = await network()
  const [app] = made.apps
  if (app === undefined) throw new Error('no application')
  const check = async (raw: Uint8Array, type = 0) => {
    const { code, codespace, gasWanted } = await app.checkTx(raw, type)
    return [codespace, code, gasWanted]
  }
  expect(await check(Uint8Array.of(1))).toEqual(['sdk', 2, 0n])
  expect(await check(transfer(alice, bob, 0n).raw)).toEqual(['', 0, 21_000n])
  expect(await check(transfer(alice, bob, 5n).raw)).toEqual(['', 0, 21_000n])
  expect(await check(transfer(alice, bob, 100n).raw)).toEqual(['sdk', 32, 0n])
  expect(await check(transfer(alice, bob, 0n, 1_500_000_000n).raw)).toEqual(['sdk', 13, 0n])
  expect(await check(transfer(alice, bob, 0n, 8_000_000_000n).raw)).toEqual(['', 0, 21_000n])
  const own = signed(bob, { to: alice.address, value: 999n * COIN, gasLimit: 21_000n })
  expect(await check(own.raw)).toEqual(['', 0, 21_000n])
  // The one before has spent it.
  expect(await check(transfer(bob, alice, 1n).raw)).toEqual(['sdk', 5, 0n])
  expect(await check((await native(made, carol, alice, 0n)).raw)).toEqual(['', 0, 150_000n])
  expect(await check((await native(made, carol, alice, 1n)).raw)).toEqual(['', 0, 150_000n])
  expect(await check((await native(made, carol, alice, 3n)).raw)).toEqual(['sdk', 32, 0n])
  expect(await check(signed(carol, { gasLimit: 200_000_000n }).raw)).toEqual(['sdk', 41, 0n])
  expect(chainOf(made).pool.pendingNonce(alice.address)).toBe(1n)
  const first = transfer(alice, bob, 0n, 8_000_000_000n).raw
  await made.block({ txs: [first] })
  expect(await check(first, 1)).toEqual(['sdk', 32, 0n])
  expect(await check(transfer(alice, bob, 5n).raw, 1)).toEqual(['', 0, 21_000n])
  expect(chainOf(made).pool.contents.queued.size).toBe(1)
})

test('a restarted node loses nothing, a lagging one and an empty one catch up', async () => {
  const directories = [temporaryDirectory(), temporaryDirectory()]
  const apps = await Promise.all(directories.map((directory) => open({ directory })))
  const made = new TestNetwork(apps, four)
  await made.start()
  const [steady, weak] = apps as [TestApplication, TestApplication]
  const txs = [transfer(alice, bob, 0n).raw]
  // Ends between FinalizeBlock and Commit of the first block, before anything is written.
  await weak.finalize(made.facts(), txs)
  await weak.close()
  const fresh = await open({ directory: directories[1] ?? '' })
  expect(await fresh.info()).toMatchObject({ lastBlockHeight: 0n })
  made.apps.splice(1, 1)
  await made.block({ txs })
  await made.block({ txs: [transfer(alice, bob, 1n).raw] })
  await made.catchUp(fresh)
  made.apps.push(fresh)
  await made.block({ txs: [(await native(made, bob, carol, 0n)).raw] })
  // Ends in mid-height: the same block comes again and gives the same bytes.
  const facts = made.facts()
  const block = [transfer(alice, carol, 2n).raw]
  await steady.process(facts, block)
  const before = await steady.finalize(facts, block)
  await steady.close()
  const again = await open({ directory: directories[0] ?? '' })
  expect(await again.info()).toMatchObject({ lastBlockHeight: 3n })
  expect(await again.finalize(facts, block)).toEqual(before)
  made.apps.splice(0, 1, again)
  await made.block({ txs: block })
  const empty = await open()
  await made.catchUp(empty)
  expect(bytesToHex((await empty.info()).lastBlockAppHash)).toBe(made.appHash)
})

test('absences and double signing change stake and validators', async () => {
  const params = {
    signedBlocksWindow: 4,
    minSignedPerWindow: '0.5',
    downtimeJailDuration: 60,
    slashFractionDoubleSign: '0.05',
    slashFractionDowntime: '0.01',
  }
  const json = networkGenesisJson()
  const genesis = { ...json, native: { ...json.native, slashing: { params } } }
  const app = await open()
  const made = new TestNetwork([app], four)
  const appStateBytes = new TextEncoder().encode(JSON.stringify(genesis))
  app.initChain = (validators) =>
    TestApplication.prototype.initChain.call(app, validators, { appStateBytes })
  await made.start()
  const [, liar, sleeper] = four as [TestValidator, TestValidator, TestValidator]
  for (let height = 1; height < 5; height++) {
    expect((await made.block({ absent: [2] })).validatorUpdates).toEqual([])
  }
  // More than half of four blocks were missed, and the window of the first blocks is over.
  const jailed = await made.block({ absent: [2] })
  expect(jailed.validatorUpdates).toEqual([{ pubKey: { ed25519: sleeper.key }, power: 0n }])
  await made.block()
  const misbehavior = {
    ...{ type: 1, height: 2n, time: { seconds: 1_700_000_002n, nanos: 0 } },
    ...{ validator: { address: liar.address, power: 100n }, totalVotingPower: 400n },
  }
  const punished = await made.block({ misbehavior: [misbehavior] })
  expect(punished.validatorUpdates).toEqual([{ pubKey: { ed25519: liar.key }, power: 0n }])
  expect((await made.block({ misbehavior: [misbehavior] })).validatorUpdates).toEqual([])
  expect(made.powersAt(made.next + 1n)).toEqual([100n, 100n])
})

describe('without a bonded validator, consensus keeps the last set', () => {
  const pair = [testValidator(0), testValidator(1)]
  const [a, b] = pair as [TestValidator, TestValidator]
  const misbehavior = {
    ...{ type: 1, height: 1n, time: { seconds: 1_700_000_001n, nanos: 0 } },
    ...{ validator: { address: a.address, power: 100n }, totalVotingPower: 100n },
  }

  /** A network whose second validator, which alice operates, is jailed. */
  async function jailedNetwork(isFirstJailed: boolean): Promise<TestNetwork> {
    const json = networkGenesisJson()
    const validators = [bob, alice].map((operator, i) => ({
      operatorAddress: bytesToBech32('seivaloper', bech32ToBytes('sei', nativeText(operator))),
      consensusPubkey: bytesToHex(pair[i]?.key ?? new Uint8Array()),
      moniker: `v${i}`,
      commission: { rate: '0.05', maxRate: '0.2', maxChangeRate: '0.01' },
      tokens: '100000000',
      jailed: i === 1 || isFirstJailed,
    }))
    const genesis = { ...json, native: { ...json.native, staking: { validators } } }
    const appStateBytes = new TextEncoder().encode(JSON.stringify(genesis))
    const app = await open()
    app.initChain = (listed) =>
      TestApplication.prototype.initChain.call(app, listed, { appStateBytes })
    return new TestNetwork([app], pair)
  }

  async function unjail(made: TestNetwork): Promise<Uint8Array> {
    const validatorAddr = bytesToBech32('seivaloper', bech32ToBytes('sei', nativeText(alice)))
    const value = MsgUnjail.encode(MsgUnjail.fromPartial({ validatorAddr })).finish()
    const signer = nativeText(alice)
    const message = { kind: 'module', typeUrl: MsgUnjail.typeUrl, value, signer } as const
    const fields = { chainId: NETWORK_CHAIN_ID, sequence: 0n }
    return (await nativeTx(chainOf(made), alice, [message], fields)).raw
  }

  test('until it has another one', async () => {
    const made = await jailedNetwork(false)
    expect((await made.start()).validators).toHaveLength(1)
    await made.block()
    expect((await made.block({ misbehavior: [misbehavior] })).validatorUpdates).toEqual([])
    for (let i = 0; i < 3; i++) expect((await made.block()).validatorUpdates).toEqual([])
    const released = await made.block({ txs: [await unjail(made)] })
    expect(released.txResults).toMatchObject([{ code: 0 }])
    expect(released.validatorUpdates).toEqual([
      { pubKey: { ed25519: b.key }, power: 100n },
      { pubKey: { ed25519: a.key }, power: 0n },
    ])
  })

  test('from the genesis', async () => {
    const made = await jailedNetwork(true)
    expect((await made.start()).validators).toEqual([])
    expect((await made.block()).validatorUpdates).toEqual([])
    const released = await made.block({ txs: [await unjail(made)] })
    expect(released.validatorUpdates).toEqual([{ pubKey: { ed25519: a.key }, power: 0n }])
  })
})
