import type { RequestInitChain } from 'cosmjs-types/tendermint/abci/types'
import { PublicKey } from 'cosmjs-types/tendermint/crypto/keys'
import { expect, onTestFinished, test } from 'vitest'
import { parseGenesis } from '../../src/chain/genesis/parseGenesis.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { GENESIS_SECONDS, NETWORK_CHAIN_ID, testValidator } from '../support/abci/network.ts'
import { networkGenesisJson } from '../support/abci/networkGenesisJson.ts'
import { type BlockFacts, TestApplication } from '../support/abci/testApplication.ts'
import { testChain } from '../support/chain.ts'
import { samplesOf } from '../support/docs/samples.ts'

/* The genesis file in the envelope of CometBFT's: what each field of either does. */

const listed = [testValidator(0, 7n), testValidator(1, 30n)]
const [first = testValidator(0)] = listed
const encoded = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))

async function open(): Promise<TestApplication> {
  const app = await TestApplication.open()
  onTestFinished(() => app.close())
  return app
}

async function start(changes: Partial<RequestInitChain>, validators = listed) {
  const app = await open()
  const answer = await app.initChain(validators, changes)
  const { network } = app.host
  if (network === undefined) throw new Error('no chain')
  return { app, answer, network, block: network.driver.latest }
}

const params = (group: object): Partial<RequestInitChain> => ({
  consensusParams: group as NonNullable<RequestInitChain['consensusParams']>,
})

test('each field of the file is that of the single process', async () => {
  // The sample has every section.
  const file: { native: object } = JSON.parse(samplesOf('docs/genesis.md', 'json')[0] ?? '')
  const texts = {
    ...{ seiVersion: '6.7', chainId: 'of-the-file', bech32Prefix: 'sei' },
    feeMarket: { minimumFeePerGas: '7', targetGasUsedPerBlock: '9' },
  }
  const json = {
    ...{ ...file, native: { ...file.native, ...texts } },
    ...{ timestamp: '5', number: '9', extraData: '0x1234', baseFeePerGas: '1000', nonce: '0x7' },
    ...{ difficulty: '0x1', mixHash: `0x${'ab'.repeat(32)}`, gasLimit: '0x1234567' },
    labels: { '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266': 'alice' },
  }
  const { answer, network, block } = await start({ appStateBytes: encoded(json) }, [])
  const { number: _, ...alone } = parseGenesis(json)
  const native = { ...alone.native, chainId: NETWORK_CHAIN_ID }
  const genesis = { ...alone, timestamp: GENESIS_SECONDS, native }
  expect(network.genesis).toEqual(genesis)
  const chain = testChain(genesis)
  onTestFinished(() => chain.close())
  const { header } = chain.blocks.genesis
  expect(block.header).toEqual(header)
  expect(bytesToHex(answer.appHash)).toBe(header.stateRoot)
  expect(answer.validators).toMatchObject([{ power: 1_000_000n }])
  expect(header).toMatchObject({ gasLimit: 0x1234567n, timestamp: GENESIS_SECONDS, number: 0n })
})

test('time, chain id and initial height override those of the file', async () => {
  const { network, block, app } = await start({
    ...{ chainId: 'other-1', initialHeight: 100n, time: { seconds: 5n, nanos: 999_999_999 } },
  })
  expect(network.genesis).toMatchObject({ number: 99n, native: { chainId: 'other-1' } })
  expect(network.chain.nativeChainId).toBe('other-1')
  expect(block.header).toMatchObject({ number: 99n, timestamp: 5n })
  const facts: BlockFacts = {
    ...{ height: 100n, seconds: 5n, nanos: 999_999_999, proposer: first.address },
    ...{ commit: { round: 0, votes: [] }, misbehavior: [] },
  }
  await app.finalize(facts, [])
  await app.commit()
  expect(await app.info()).toMatchObject({ lastBlockHeight: 100n })
})

test.each([
  [params({ block: { maxBytes: 1_000_000n, maxGas: 777_777n } }), 777_777n, 1_000_000n],
  [params({ block: { maxBytes: 1_000_000n, maxGas: -1n } }), 100_000_000n, 1_000_000n],
  [params({ block: { maxBytes: -1n, maxGas: 0n } }), 100_000_000n, -1n],
])('block parameters %#', async (changes, gasLimit, maxBytes) => {
  const { answer, block } = await start(changes)
  expect(block.header.gasLimit).toBe(gasLimit)
  expect(answer.consensusParams).toEqual({
    block: { maxBytes, maxGas: gasLimit },
    version: { app: 1n },
  })
})

test('other groups of parameters are kept as they are, and may be absent', async () => {
  const { answer } = await start(
    params({ version: { app: 9n }, abci: { voteExtensionsEnableHeight: 5n } }),
  )
  // CometBFT replaces the groups that an answer has.
  expect(Object.keys(answer.consensusParams ?? {})).toEqual(['block', 'version'])
  expect(answer.consensusParams?.version).toEqual({ app: 1n })
  expect((await start(params({}))).block.header.gasLimit).toBe(100_000_000n)
  expect((await start({ consensusParams: undefined } as never)).block.header.gasLimit).toBe(
    100_000_000n,
  )
})

test('the validators are those of CometBFT, with their stake in the file if any', async () => {
  const json = networkGenesisJson()
  const staker = {
    ...{ operatorAddress: 'seivaloper15428vq2uzwhm3taey9sr9x5vm6tk78ew2h48fg', moniker: 'one' },
    commission: { rate: '0.05', maxRate: '0.2', maxChangeRate: '0.01' },
    ...{ consensusPubkey: bytesToHex(first.key), tokens: '3000000' },
  }
  const gone = {
    ...{ ...staker, consensusPubkey: `0x${'77'.repeat(32)}` },
    operatorAddress: 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz',
  }
  const staking = { validators: [staker, gone] }
  const native = { ...json.native, staking }
  const { answer } = await start({ appStateBytes: encoded({ ...json, native }) })
  expect(answer.validators.map(({ power }) => power).sort()).toEqual([3n, 30n].sort())
  expect(answer.validators.map(({ pubKey }) => pubKey)).toEqual(
    expect.arrayContaining(listed.map(({ key }) => ({ ed25519: key }))),
  )
})

test('without app_state the file of --genesis counts', async () => {
  const { block } = await start({ appStateBytes: new Uint8Array() })
  expect(block.header).toEqual((await start({})).block.header)
})

const keyed = (pubKey: Partial<PublicKey>, power = 1n): Partial<RequestInitChain> => ({
  validators: [{ pubKey: PublicKey.fromPartial(pubKey), power }],
})

test.each<[string, Partial<RequestInitChain>, string, string]>([
  ['no JSON', { appStateBytes: Uint8Array.of(0x7b) }, 'app_state', 'not JSON'],
  ['null', { appStateBytes: encoded(null) }, '', ''],
  ['an empty object', { appStateBytes: encoded({}) }, 'alloc', 'missing'],
  ['an unknown field', { appStateBytes: encoded({ alloc: {}, genutil: {} }) }, 'genutil', ''],
  ['a time before 1970', { time: { seconds: -1n, nanos: 0 } }, 'genesis_time', '1970'],
  ['a height below 0', { initialHeight: -1n }, 'initial_height', 'got -1'],
  ['a height above all', { initialHeight: 2n ** 62n }, 'initial_height', 'want 0 to'],
  [
    'another key type',
    params({ validator: { pubKeyTypes: ['secp256k1'] } }),
    'consensus_params.validator.pub_key_types',
    'want ed25519 among them, got secp256k1',
  ],
  [
    'a validator of another key type',
    keyed({ secp256k1: new Uint8Array(33) }),
    'validators[0].pub_key',
    'secp256k1',
  ],
  ['a cut key', keyed({ ed25519: new Uint8Array(31) }), 'validators[0].pub_key', 'got 31'],
  ['no key', keyed({}), 'validators[0].pub_key', 'got none'],
  ['no power', keyed({ ed25519: first.key }, 0n), 'validators[0].power', 'got 0'],
])('refused: %s', async (_, changes, field, reason) => {
  const app = await open()
  await expect(app.initChain(listed, changes)).rejects.toMatchObject({
    details: { code: 'BAD_GENESIS', field, reason: expect.stringContaining(reason) },
  })
  // The next InitChain counts.
  const { appHash } = await app.initChain(listed)
  expect(appHash).toEqual(hexToBytes(app.host.network?.driver.latest.header.stateRoot ?? '0x'))
})
