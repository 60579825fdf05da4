import { Secp256k1HdWallet } from '@cosmjs/amino'
import { stringToPath } from '@cosmjs/crypto'
import { toBech32 } from '@cosmjs/encoding'
import {
  assertIsDeliverTxSuccess,
  GasPrice,
  QueryClient,
  SigningStargateClient,
  StargateClient,
  setupAuthExtension,
  setupAuthzExtension,
  setupBankExtension,
  setupDistributionExtension,
  setupFeegrantExtension,
  setupGovExtension,
  setupMintExtension,
  setupSlashingExtension,
  setupStakingExtension,
  setupTxExtension,
} from '@cosmjs/stargate'
import { Comet38Client, Tendermint37Client } from '@cosmjs/tendermint-rpc'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { createWalletClient, defineChain, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { devSigner } from '../../support/clients/cosmjsSetup.ts'
import { DEV_KEYS, DEV_MNEMONIC } from '../../support/clients/devAccounts.ts'
import { executorOption } from '../../support/executor.ts'

const ALICE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'
const VALIDATOR = 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz'
const usei = (amount: number) => ({ denom: 'usei', amount: String(amount) })

let node: RockpoolNode
let url: string
let wsUrl: string
beforeEach(async () => {
  node = await createNode(executorOption)
  const bound = await node.listenComet()
  url = bound.url
  wsUrl = bound.wsUrl
})
afterEach(() => node.close())

async function signingClient(index = 0): Promise<SigningStargateClient> {
  return SigningStargateClient.connectWithSigner(url, await devSigner(index), {
    gasPrice: GasPrice.fromString('0.01usei'),
    broadcastPollIntervalMs: 10,
  })
}

test('StargateClient reads a chain without blocks', async () => {
  const client = await StargateClient.connect(url)
  expect(await client.getChainId()).toBe('rockpool-713714')
  expect(await client.getHeight()).toBe(0)
  expect(await client.getAccount(ALICE)).toMatchObject({ accountNumber: 1n, sequence: 0 })
  expect(await client.getAccount(toBech32('sei', new Uint8Array(20).fill(1)))).toBeNull()
  expect(await client.getBalance(ALICE, 'uatom')).toEqual({ denom: 'uatom', amount: '1000000000' })
  expect(await client.getDelegation(ALICE, VALIDATOR)).toBeNull()
  expect((await client.getBlock()).header.height).toBe(0)
  client.disconnect()
})

test('SigningStargateClient sends, delegates, votes and withdraws', async () => {
  const client = await signingClient()
  const sent = await client.sendTokens(ALICE, BOB, [usei(5)], 'auto')
  assertIsDeliverTxSuccess(sent)
  expect(await client.getBalance(BOB, 'usei')).toEqual(usei(10_000_000_005))
  assertIsDeliverTxSuccess(await client.delegateTokens(ALICE, VALIDATOR, usei(1000), 'auto'))
  expect(await client.getDelegation(ALICE, VALIDATOR)).toEqual(usei(1000))
  expect(await client.getBalanceStaked(ALICE)).toEqual(usei(1000))
  const content = {
    typeUrl: TextProposal.typeUrl,
    value: TextProposal.encode({ title: 'Tea', description: 'at five' }).finish(),
  }
  const submit = {
    typeUrl: MsgSubmitProposal.typeUrl,
    value: MsgSubmitProposal.fromPartial({
      content,
      initialDeposit: [usei(10_000_000)],
      proposer: ALICE,
    }),
  }
  const vote = {
    typeUrl: MsgVote.typeUrl,
    value: MsgVote.fromPartial({ proposalId: 1n, voter: ALICE, option: 1 }),
  }
  assertIsDeliverTxSuccess(await client.signAndBroadcast(ALICE, [submit, vote], 'auto'))
  const comet = await Comet38Client.connect(url)
  const queries = QueryClient.withExtensions(
    comet,
    setupGovExtension,
    setupStakingExtension,
    setupDistributionExtension,
  )
  expect(await queries.gov.vote(1, ALICE)).toMatchObject({ vote: { voter: ALICE } })
  expect((await queries.gov.tally(1)).tally).toMatchObject({ yes: '1000', no: '0' })
  expect((await queries.staking.validators('BOND_STATUS_BONDED')).validators).toHaveLength(1)
  assertIsDeliverTxSuccess(await client.withdrawRewards(ALICE, VALIDATOR, 'auto'))
  expect(await queries.distribution.delegationTotalRewards(ALICE)).toMatchObject({
    rewards: [{ validatorAddress: VALIDATOR }],
  })
  assertIsDeliverTxSuccess(await client.undelegateTokens(ALICE, VALIDATOR, usei(400), 'auto'))
  expect(await client.getDelegation(ALICE, VALIDATOR)).toEqual(usei(600))
  const found = await client.searchTx([{ key: 'transfer.recipient', value: BOB }])
  expect(found.map(({ hash }) => hash)).toEqual([sent.transactionHash])
  await expect(
    client.sendTokens(ALICE, BOB, [usei(1)], { amount: [], gas: '100000' }),
  ).rejects.toThrow(/code 13 \(codespace: sdk\).*insufficient fee/)
  client.disconnect()
})

test('a signer with amino JSON, as of a hardware wallet, sends, delegates, votes and withdraws', async () => {
  const signer = await Secp256k1HdWallet.fromMnemonic(DEV_MNEMONIC, {
    ...{ prefix: 'sei', hdPaths: [stringToPath("m/44'/60'/0'/0/0")] },
  })
  const client = await SigningStargateClient.connectWithSigner(url, signer, {
    ...{ gasPrice: GasPrice.fromString('0.01usei'), broadcastPollIntervalMs: 10 },
  })
  const fee = { amount: [usei(10_000)], gas: '1000000' }
  const memo = '<tea> & milk'
  assertIsDeliverTxSuccess(await client.sendTokens(ALICE, BOB, [usei(5)], fee, memo))
  assertIsDeliverTxSuccess(await client.delegateTokens(ALICE, VALIDATOR, usei(1000), fee))
  const content = {
    typeUrl: TextProposal.typeUrl,
    value: TextProposal.encode({ title: 'Tea', description: 'at <five>' }).finish(),
  }
  const initialDeposit = [usei(10_000_000)]
  const submit = {
    typeUrl: MsgSubmitProposal.typeUrl,
    value: MsgSubmitProposal.fromPartial({ content, initialDeposit, proposer: ALICE }),
  }
  const vote = {
    typeUrl: MsgVote.typeUrl,
    value: MsgVote.fromPartial({ proposalId: 1n, voter: ALICE, option: 1 }),
  }
  assertIsDeliverTxSuccess(await client.signAndBroadcast(ALICE, [submit, vote], fee))
  assertIsDeliverTxSuccess(await client.withdrawRewards(ALICE, VALIDATOR, fee))
  assertIsDeliverTxSuccess(await client.undelegateTokens(ALICE, VALIDATOR, usei(400), fee))
  expect(await client.getDelegation(ALICE, VALIDATOR)).toEqual(usei(600))
  client.disconnect()
})

test('all extensions of QueryClient are answered, except for modules that the chain lacks', async () => {
  const grant = {
    ...{ granter: ALICE, grantee: BOB },
    grant: {
      authorization: {
        typeUrl: GenericAuthorization.typeUrl,
        value: GenericAuthorization.encode({ msg: MsgVote.typeUrl }).finish(),
      },
      expiration: { seconds: 2_051_222_400n, nanos: 0 },
    },
  }
  const allow = {
    ...{ granter: ALICE, grantee: BOB },
    allowance: {
      typeUrl: BasicAllowance.typeUrl,
      value: BasicAllowance.encode({ spendLimit: [usei(50_000)] }).finish(),
    },
  }
  const client = await signingClient()
  const messages = [
    { typeUrl: MsgGrant.typeUrl, value: MsgGrant.fromPartial(grant) },
    { typeUrl: MsgGrantAllowance.typeUrl, value: MsgGrantAllowance.fromPartial(allow) },
  ]
  const sent = await client.signAndBroadcast(ALICE, messages, 'auto')
  assertIsDeliverTxSuccess(sent)
  const queries = QueryClient.withExtensions(
    await Comet38Client.connect(url),
    setupAuthExtension,
    setupAuthzExtension,
    setupBankExtension,
    setupFeegrantExtension,
    setupMintExtension,
    setupSlashingExtension,
    setupStakingExtension,
    setupTxExtension,
  )
  expect(await queries.auth.account(ALICE)).not.toBeNull()
  expect((await queries.bank.totalSupply()).supply).not.toEqual([])
  expect((await queries.authz.grants(ALICE, BOB, MsgVote.typeUrl)).grants).toHaveLength(1)
  expect((await queries.authz.granterGrants(ALICE)).grants).toHaveLength(1)
  expect((await queries.authz.granteeGrants(BOB)).grants).toMatchObject([{ granter: ALICE }])
  expect(await queries.feegrant.allowance(ALICE, BOB)).toMatchObject({ allowance: allow })
  expect((await queries.feegrant.allowances(BOB)).allowances).toHaveLength(1)
  expect((await queries.slashing.signingInfos()).info).toHaveLength(1)
  expect((await queries.staking.historicalInfo(1)).hist?.valset).toHaveLength(1)
  const unbonding = await queries.staking.validatorUnbondingDelegations(VALIDATOR)
  expect(unbonding.unbondingResponses).toEqual([])
  const { txResponse } = await queries.tx.getTx(sent.transactionHash)
  expect(txResponse).toMatchObject({ txhash: sent.transactionHash, code: 0 })
  await expect(queries.mint.params()).rejects.toThrow('unknown query path')

  // Bob votes for Alice, who also pays the fee.
  const bob = await signingClient(1)
  const content = {
    typeUrl: TextProposal.typeUrl,
    value: TextProposal.encode({ title: 'Tea', description: 'at five' }).finish(),
  }
  const fields = { content, initialDeposit: [usei(10_000_000)], proposer: ALICE }
  const submit = {
    typeUrl: MsgSubmitProposal.typeUrl,
    value: MsgSubmitProposal.fromPartial(fields),
  }
  assertIsDeliverTxSuccess(await client.signAndBroadcast(ALICE, [submit], 'auto'))
  const vote = MsgVote.encode(MsgVote.fromPartial({ proposalId: 1n, voter: ALICE, option: 1 }))
  const exec = {
    typeUrl: MsgExec.typeUrl,
    value: MsgExec.fromPartial({
      ...{ grantee: BOB, msgs: [{ typeUrl: MsgVote.typeUrl, value: vote.finish() }] },
    }),
  }
  const before = await client.getBalance(BOB, 'usei')
  const fee = { amount: [usei(3_000)], gas: '300000', granter: ALICE }
  const voted = await bob.signAndBroadcast(BOB, [exec], fee)
  assertIsDeliverTxSuccess(voted)
  expect(await client.getBalance(BOB, 'usei')).toEqual(before)
  client.disconnect()
  bob.disconnect()
})

test.each([
  ['Comet38Client', Comet38Client],
  ['Tendermint37Client', Tendermint37Client],
] as const)('%s decodes all answers', async (_, Client) => {
  const { hash } = await node.native.send({ to: BOB, amount: 5 })
  await node.native.send({ to: BOB, amount: 6 })
  const client = await Client.connect(url)
  const bytes = Buffer.from(hash, 'hex')
  expect((await client.status()).nodeInfo.version).toMatch(/^0\.38\./)
  expect((await client.abciInfo()).lastBlockHeight).toBe(2)
  expect((await client.block(1)).block.txs).toHaveLength(1)
  expect((await client.blockResults(1)).results).toMatchObject([{ code: 0 }])
  expect((await client.blockchain(1, 2)).blockMetas.map(({ numTxs }) => numTxs)).toEqual([1, 1])
  expect((await client.blockSearchAll({ query: 'block.height>1' })).totalCount).toBe(1)
  expect((await client.genesis()).chainId).toBe('rockpool-713714')
  expect(await client.health()).toBeNull()
  expect(await client.numUnconfirmedTxs()).toMatchObject({ total: 0 })
  expect(await client.tx({ hash: bytes, prove: true })).toMatchObject({ height: 1, index: 0 })
  expect((await client.txSearchAll({ query: `tx.height=2` })).totalCount).toBe(1)
  const { validators } = await client.validatorsAll(2)
  const commit = await client.commit(1)
  expect(commit.canonical).toBe(true)
  expect(commit.header.validatorsHash).toEqual(commit.header.nextValidatorsHash)
  const [{ signature } = { signature: undefined }] = commit.commit.signatures
  expect([validators.length, signature?.length]).toEqual([1, 64])
  const proven = await client.abciQuery({
    ...{ path: '/store/bank/key', data: Buffer.from('0075736569', 'hex'), height: 1, prove: true },
  })
  expect(Buffer.from(proven.value).toString()).toMatch(/^[0-9]+$/)
  expect(proven.proof?.ops.map(({ type }) => type)).toEqual(['ics23:iavl', 'ics23:simple'])
  const [raw = bytes] = (await client.block(1)).block.txs
  await expect(client.broadcastTxCommit({ tx: raw })).rejects.toThrow(/tx already exists in cache/)
  client.disconnect()
})

test('CosmJS and viem share a node, and subscribers receive the events of both', async () => {
  const chain = defineChain({
    id: 713714,
    name: 'Rockpool',
    nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
    rpcUrls: { default: { http: [(await node.listen()).url] } },
  })
  const account = privateKeyToAccount(DEV_KEYS[1])
  const wallet = createWalletClient({ account, chain, transport: http() }).extend(publicActions)
  const watcher = await Comet38Client.connect(wsUrl)
  const heights: number[] = []
  const hashes: string[] = []
  const blocks = watcher.subscribeNewBlock().subscribe({
    next: ({ header }) => heights.push(header.height),
  })
  const transactions = watcher.subscribeTx().subscribe({
    next: ({ hash }) => hashes.push(Buffer.from(hash).toString('hex').toUpperCase()),
  })
  // An answer over the same connection comes after that of the subscriptions.
  await watcher.status()
  const client = await signingClient()
  const fee = { amount: [usei(1000)], gas: '100000' }
  const native = async () => {
    const found: string[] = []
    for (let i = 0; i < 5; i++) {
      found.push((await client.sendTokens(ALICE, BOB, [usei(1)], fee)).transactionHash)
    }
    return found
  }
  const evm = async () => {
    for (let i = 0; i < 5; i++) {
      const hash = await wallet.sendTransaction({ to: account.address, value: 1n })
      await wallet.waitForTransactionReceipt({ hash, pollingInterval: 10 })
    }
  }
  const [sent] = await Promise.all([native(), evm()])
  await expect.poll(() => hashes.length).toBe(10)
  expect(hashes).toEqual(expect.arrayContaining(sent))
  expect(heights).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
  for (const hash of hashes) {
    expect(await watcher.tx({ hash: Buffer.from(hash, 'hex') })).toMatchObject({
      result: { code: 0 },
    })
  }
  blocks.unsubscribe()
  transactions.unsubscribe()
  watcher.disconnect()
  client.disconnect()
})
