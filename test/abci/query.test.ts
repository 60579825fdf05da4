import { iavlSpec, ics23, tendermintSpec, verifyExistence, verifyNonExistence } from '@confio/ics23'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import {
  QueryAllBalancesResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
  QuerySupplyOfRequest,
  QuerySupplyOfResponse,
  QueryTotalSupplyResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import {
  QueryDelegationTotalRewardsRequest,
  QueryDelegationTotalRewardsResponse,
} from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import {
  QueryParamsResponse as GovParamsResponse,
  QueryParamsRequest,
  QueryProposalsResponse,
} from 'cosmjs-types/cosmos/gov/v1beta1/query'
import {
  QuerySigningInfoRequest,
  QuerySigningInfoResponse,
  QuerySigningInfosResponse,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import {
  QueryDelegatorDelegationsRequest,
  QueryDelegatorDelegationsResponse,
  QueryPoolResponse,
  QueryValidatorRequest,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import {
  GetTxRequest,
  GetTxResponse,
  SimulateRequest,
  SimulateResponse,
} from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { expect, onTestFinished, test } from 'vitest'
import { publicKeyToNative } from '../../src/evm/transaction/association.ts'
import { consensusAddress } from '../../src/modules/staking/validator.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { bytesToUtf8, concatBytes, EMPTY_BYTES } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { storeNames } from '../../src/state/rows/layout.ts'
import { NETWORK_CHAIN_ID, testValidator } from '../support/abci/network.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob } from '../support/accounts.ts'
import { nativeText, nativeTx, sendTo } from '../support/native/native.ts'

const validators = [testValidator(0), testValidator(1, 30n)]

async function network(validatorSet = validators) {
  const app = await TestApplication.open()
  onTestFinished(() => app.close())
  const made = new TestNetwork([app], validatorSet)
  await made.start()
  await made.block()
  const query = (path: string, data: Uint8Array = EMPTY_BYTES, height = 0n, prove = false) =>
    app.ask({ query: { path, data, height, prove } }, 'query')
  return { app, made, query }
}

test('rows have proofs that chain to the app hash, absent ones too', async () => {
  const { made, query } = await network()
  const { appHash } = made.decisions[0]?.answer ?? { appHash: EMPTY_BYTES }
  await made.block()
  const row = concatBytes(Uint8Array.of(1), hexToBytes(publicKeyToNative(alice.publicKey)))
  for (const key of [row, Uint8Array.of(1, 2, 3)]) {
    const { value, proofOps, code, height } = await query('/store/acc/key', key, 1n, true)
    expect([code, height]).toEqual([0, 1n])
    expect(value.length > 0).toBe(key === row)
    const [iavl, simple] = (proofOps?.ops ?? []).map(({ data }) => data)
    if (iavl === undefined || simple === undefined) throw new Error('no proof')
    const root = ics23.CommitmentProof.decode(simple).exist?.value
    if (!root) throw new Error('no root')
    const inner = ics23.CommitmentProof.decode(iavl)
    if (key === row) verifyExistence(inner.exist as never, iavlSpec, root, key, value)
    else verifyNonExistence(inner.nonexist as never, iavlSpec, root, key)
    const outer = ics23.CommitmentProof.decode(simple).exist
    verifyExistence(outer as never, tendermintSpec, appHash, new TextEncoder().encode('acc'), root)
  }
  expect(storeNames).toContain('acc')
  const bad = [
    await query('/store/nothing/key', row),
    await query('/store/acc/key'),
    await query('/nothing'),
    await query('/store/acc/key', row, 99n),
    await query('/cosmos.bank.v1beta1.Query/Balance', Uint8Array.of(0xff)),
  ]
  expect(bad.map(({ code }) => code)).toEqual([6, 18, 6, 26, 18])
  expect(bytesToUtf8((await query('/app/version')).value)).toBe('0.0.0')
})

test('gRPC queries of CosmJS decode with its types', async () => {
  const { made, query } = await network()
  const address = nativeText(alice)
  const balance = await query(
    '/cosmos.bank.v1beta1.Query/Balance',
    QueryBalanceRequest.encode({ address, denom: 'usei' }).finish(),
  )
  expect(QueryBalanceResponse.decode(balance.value).balance).toEqual({
    denom: 'usei',
    amount: '1000000000',
  })
  const all = await query(
    '/cosmos.bank.v1beta1.Query/AllBalances',
    QueryBalanceRequest.encode({ address, denom: '' }).finish(),
  )
  expect(QueryAllBalancesResponse.decode(all.value)).toMatchObject({
    balances: [{ denom: 'usei', amount: '1000000000' }],
    pagination: { total: 1n },
  })
  const account = await query(
    '/cosmos.auth.v1beta1.Query/Account',
    QueryBalanceRequest.encode({ address, denom: '' }).finish(),
  )
  const any = QueryAccountResponse.decode(account.value).account
  expect(BaseAccount.decode(any?.value ?? EMPTY_BYTES)).toMatchObject({ address, sequence: 0n })
  const nobody = bytesToBech32('sei', new Uint8Array(20).fill(9))
  const missing = await query(
    '/cosmos.auth.v1beta1.Query/Account',
    QueryBalanceRequest.encode({ address: nobody, denom: '' }).finish(),
  )
  expect(missing).toMatchObject({ code: 22, codespace: 'sdk' })
  const pool = await query('/cosmos.staking.v1beta1.Query/Pool')
  expect(QueryPoolResponse.decode(pool.value).pool).toMatchObject({ bondedTokens: '130000000' })
  const bonded = await query('/cosmos.staking.v1beta1.Query/Validators')
  expect(
    QueryValidatorsResponse.decode(bonded.value)
      .validators.map(({ tokens }) => tokens)
      .sort(),
  ).toEqual(['100000000', '30000000'])
  const [first] = validators
  const delegator = bytesToBech32(
    'sei',
    hexToBytes(consensusAddress(first?.key ?? new Uint8Array())),
  )
  const delegations = await query(
    '/cosmos.staking.v1beta1.Query/DelegatorDelegations',
    QueryDelegatorDelegationsRequest.encode({ delegatorAddr: delegator }).finish(),
  )
  expect(
    QueryDelegatorDelegationsResponse.decode(delegations.value).delegationResponses,
  ).toMatchObject([{ balance: { denom: 'usei', amount: '100000000' } }])
  const rewards = await query(
    '/cosmos.distribution.v1beta1.Query/DelegationTotalRewards',
    QueryDelegationTotalRewardsRequest.encode({ delegatorAddress: delegator }).finish(),
  )
  expect(QueryDelegationTotalRewardsResponse.decode(rewards.value).rewards).toHaveLength(1)
  const paramsOf = async (paramsType: string) => {
    const data = QueryParamsRequest.encode({ paramsType }).finish()
    const answer = await query('/cosmos.gov.v1beta1.Query/Params', data)
    return GovParamsResponse.decode(answer.value)
  }
  expect(await paramsOf('voting')).toMatchObject({
    votingParams: { votingPeriod: { seconds: 432_000n } },
    depositParams: { minDeposit: [] },
  })
  expect(await paramsOf('deposit')).toMatchObject({
    votingParams: { votingPeriod: { seconds: 0n } },
    depositParams: { minDeposit: [{ denom: 'usei', amount: '10000000' }] },
  })
  const proposals = await query('/cosmos.gov.v1beta1.Query/Proposals')
  expect(QueryProposalsResponse.decode(proposals.value).proposals).toEqual([])
  const chain = made.apps[0]?.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const tx = await nativeTx(chain, alice, [sendTo(alice, bob, 3n)], { chainId: NETWORK_CHAIN_ID })
  const simulated = await query(
    '/cosmos.tx.v1beta1.Service/Simulate',
    SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes: tx.raw })).finish(),
  )
  const { gasInfo } = SimulateResponse.decode(simulated.value)
  const used = (await made.block({ txs: [tx.raw] })).txResults[0]
  expect(used).toMatchObject({ code: 0 })
  expect(gasInfo?.gasUsed).toBeGreaterThanOrEqual(used?.gasUsed ?? 0n)
})

test('lists have pages as in the SDK', async () => {
  const many = Array.from({ length: 5 }, (_, index) => testValidator(index))
  const { query } = await network(many)
  const pageOf = async (pagination: Partial<PageRequest>) => {
    const data = QueryValidatorsRequest.encode(
      QueryValidatorsRequest.fromPartial({ pagination: PageRequest.fromPartial(pagination) }),
    ).finish()
    const answer = await query('/cosmos.staking.v1beta1.Query/Validators', data)
    expect([answer.code, answer.log]).toEqual([0, ''])
    const { validators: found, pagination: page } = QueryValidatorsResponse.decode(answer.value)
    return {
      found: found.map(({ operatorAddress }) => operatorAddress),
      next: page?.nextKey ?? EMPTY_BYTES,
      total: page?.total,
    }
  }
  const all = await pageOf({})
  expect([all.found.length, all.next.length, all.total]).toEqual([5, 0, 5n])
  const [a = '', b = '', c = '', d = '', e = ''] = all.found
  // From key to key; a total only without a key.
  const first = await pageOf({ limit: 2n, countTotal: true })
  expect([first.found, first.total]).toEqual([[a, b], 5n])
  const second = await pageOf({ limit: 2n, key: first.next, countTotal: true })
  expect([second.found, second.total]).toEqual([[c, d], 0n])
  const third = await pageOf({ limit: 2n, key: second.next })
  expect([third.found, third.next.length]).toEqual([[e], 0])
  expect(await pageOf({ offset: 3n, limit: 10n })).toMatchObject({ found: [d, e], total: 0n })
  expect(await pageOf({ offset: 9n })).toMatchObject({ found: [], total: 5n })
  const last = await pageOf({ limit: 2n, reverse: true })
  expect(last.found).toEqual([e, d])
  expect(await pageOf({ key: last.next, reverse: true })).toMatchObject({ found: [c, b, a] })
  const both = PageRequest.fromPartial({ key: first.next, offset: 1n })
  const wrong = await query(
    '/cosmos.staking.v1beta1.Query/Validators',
    QueryValidatorsRequest.encode({ status: '', pagination: both }).finish(),
  )
  expect(wrong).toMatchObject({ codespace: 'sdk', code: 18 })
})

test('total supply, signing infos, and errors with the codes of the SDK', async () => {
  const { made, query } = await network()
  const supply = await query('/cosmos.bank.v1beta1.Query/TotalSupply')
  const one = await query(
    '/cosmos.bank.v1beta1.Query/SupplyOf',
    QuerySupplyOfRequest.encode({ denom: 'usei' }).finish(),
  )
  const { amount } = QuerySupplyOfResponse.decode(one.value)
  expect(QueryTotalSupplyResponse.decode(supply.value)).toMatchObject({
    supply: [amount],
    pagination: { total: 1n },
  })
  await made.block({ absent: [1] })
  const infos = QuerySigningInfosResponse.decode(
    (await query('/cosmos.slashing.v1beta1.Query/SigningInfos')).value,
  )
  const consAddress = bytesToBech32('seivalcons', validators[1]?.address ?? EMPTY_BYTES)
  expect(infos.pagination?.total).toBe(2n)
  const info = infos.info.find(({ address }) => address === consAddress)
  expect(info).toMatchObject({ tombstoned: false, missedBlocksCounter: 1n })
  const alone = await query(
    '/cosmos.slashing.v1beta1.Query/SigningInfo',
    QuerySigningInfoRequest.encode({ consAddress }).finish(),
  )
  expect(QuerySigningInfoResponse.decode(alone.value).valSigningInfo).toEqual(info)
  const nobody = bytesToBech32('seivalcons', new Uint8Array(20).fill(9))
  const operator = bytesToBech32('seivaloper', new Uint8Array(20).fill(9))
  const failures: readonly (readonly [string, Uint8Array, number, string])[] = [
    [
      '/cosmos.slashing.v1beta1.Query/SigningInfo',
      QuerySigningInfoRequest.encode({ consAddress: nobody }).finish(),
      22,
      `rpc error: code = NotFound desc = SigningInfo not found for validator ${nobody}: key not found`,
    ],
    [
      '/cosmos.staking.v1beta1.Query/Validator',
      QueryValidatorRequest.encode({ validatorAddr: operator }).finish(),
      22,
      `rpc error: code = NotFound desc = validator ${operator} not found: key not found`,
    ],
    [
      '/cosmos.bank.v1beta1.Query/Balance',
      QueryBalanceRequest.encode({ address: 'sei1wrong', denom: 'usei' }).finish(),
      18,
      'invalid request',
    ],
    ['/cosmos.tx.v1beta1.Service/Simulate', EMPTY_BYTES, 18, 'invalid request'],
    ['/cosmos.bank.v1beta1.Query/Nothing', EMPTY_BYTES, 6, 'unknown query path: unknown request'],
  ]
  for (const [path, data, code, words] of failures) {
    const answer = await query(path, data)
    expect([answer.codespace, answer.code, answer.log]).toEqual([
      'sdk',
      code,
      expect.stringContaining(words),
    ])
  }
  expect(await query('/cosmos.bank.v1beta1.Query/TotalSupply', EMPTY_BYTES, -1n)).toMatchObject({
    code: 18,
  })
})

test('GetTx finds a native transaction', async () => {
  const { app, made, query } = await network()
  const chain = app.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const fields = { chainId: NETWORK_CHAIN_ID }
  const { raw, hash } = await nativeTx(chain, alice, [sendTo(alice, bob, 5n)], fields)
  await made.block({ txs: [raw] })
  const ask = (text: string) =>
    query('/cosmos.tx.v1beta1.Service/GetTx', GetTxRequest.encode({ hash: text }).finish())
  const txhash = hash.slice(2).toUpperCase()
  const { tx, txResponse } = GetTxResponse.decode((await ask(txhash)).value)
  expect(tx?.body?.messages).toMatchObject([{ typeUrl: '/cosmos.bank.v1beta1.MsgSend' }])
  expect(txResponse).toMatchObject({ txhash, code: 0, height: chain.blocks.latest.header.number })
  expect(await ask('0'.repeat(64))).toMatchObject({ code: 22 })
  expect(await ask('0x')).toMatchObject({ code: 18 })
})
