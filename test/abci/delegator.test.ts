import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgSubmitProposalResponse } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import {
  QueryDelegatorValidatorRequest,
  QueryDelegatorValidatorResponse,
  QueryDelegatorValidatorsResponse,
  QueryRedelegationsRequest,
  QueryRedelegationsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import {
  MsgBeginRedelegate,
  MsgDelegate,
  MsgUndelegate,
  MsgUndelegateResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { expect, onTestFinished, test } from 'vitest'
import { consensusAddress } from '../../src/modules/staking/validator.ts'
import type { NativeMessage } from '../../src/native/nativeTransaction.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { EMPTY_BYTES } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { NETWORK_CHAIN_ID, testValidator } from '../support/abci/network.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice } from '../support/accounts.ts'
import { nativeText, nativeTx } from '../support/native/native.ts'

const validators = [testValidator(0), testValidator(1, 30n)]
const [source = '', destination = ''] = validators.map(({ key }) =>
  bytesToBech32('seivaloper', hexToBytes(consensusAddress(key))),
)
const delegatorAddress = nativeText(alice)
const coinOf = (amount: bigint) => ({ denom: 'usei', amount })
const coin = (amount: number) => ({ denom: 'usei', amount: String(amount) })

async function stakingNetwork() {
  const app = await TestApplication.open()
  onTestFinished(() => app.close())
  const network = new TestNetwork([app], validators)
  await network.start()
  await network.block()
  const mine = async (messages: readonly NativeMessage[]) => {
    const chain = app.host.network?.chain
    if (chain === undefined) throw new Error('no chain')
    const fee = { coins: [coinOf(20_000n)], gasLimit: 2_000_000n }
    const tx = await nativeTx(chain, alice, messages, { fee, chainId: NETWORK_CHAIN_ID })
    const { txResults } = await network.block({ txs: [tx.raw] })
    return txResults[0]
  }
  const query = (method: string, data: Uint8Array) =>
    app.ask(
      {
        query: {
          ...{ path: `/cosmos.staking.v1beta1.Query/${method}`, data, height: 0n, prove: false },
        },
      },
      'query',
    )
  return { mine, query }
}

function message<T>(
  type: { typeUrl: string; encode(value: T): { finish(): Uint8Array } },
  value: T,
): NativeMessage {
  const encoded = type.encode(value).finish()
  return { kind: 'module', typeUrl: type.typeUrl, value: encoded, signer: delegatorAddress }
}

test('the data of a result has type and response of each message, as Sei has them', async () => {
  const { mine } = await stakingNetwork()
  const delegate = { delegatorAddress, validatorAddress: source, amount: coin(1000) }
  const undelegate = { ...delegate, amount: coin(400) }
  const content = {
    typeUrl: TextProposal.typeUrl,
    value: TextProposal.encode({ title: 'Tea', description: 'at five' }).finish(),
  }
  const submit = MsgSubmitProposal.fromPartial({
    ...{ content, initialDeposit: [coin(10_000_000)], proposer: delegatorAddress },
  })
  const result = await mine([
    message(MsgDelegate, delegate),
    message(MsgUndelegate, undelegate),
    message(MsgSubmitProposal, submit),
    message(MsgUndelegate, undelegate),
    message(MsgSubmitProposal, submit),
  ])
  expect(result).toMatchObject({ code: 0 })
  const { data, msgResponses } = TxMsgData.decode(result?.data ?? EMPTY_BYTES)
  expect(data.map(({ msgType }) => msgType)).toEqual(
    [MsgDelegate, MsgUndelegate, MsgSubmitProposal, MsgUndelegate, MsgSubmitProposal].map(
      ({ typeUrl }) => typeUrl,
    ),
  )
  expect(msgResponses).toEqual([])
  const [first, , proposal, undelegated, next] = data.map((each) => each.data)
  expect(first).toEqual(EMPTY_BYTES)
  expect(
    [proposal, next].map((each = EMPTY_BYTES) => MsgSubmitProposalResponse.decode(each)),
  ).toEqual([{ proposalId: 1n }, { proposalId: 2n }])
  const { completionTime } = MsgUndelegateResponse.decode(undelegated ?? EMPTY_BYTES)
  const event = result?.events.find(({ type }) => type === 'unbond')
  const told = event?.attributes.find(({ key }) => key === 'completion_time')?.value ?? ''
  expect(completionTime.seconds).toBe(BigInt(Date.parse(told)) / 1000n)
  // A failed transaction has none.
  const failed = await mine([message(MsgUndelegate, { ...undelegate, amount: coin(9999) })])
  expect([failed?.code, failed?.data]).toEqual([expect.any(Number), EMPTY_BYTES])
  expect(failed?.code).not.toBe(0)
})

test('redelegations and validators of a delegator', async () => {
  const { mine, query } = await stakingNetwork()
  const delegate = { delegatorAddress, validatorAddress: source, amount: coin(1000) }
  const move = {
    ...{ delegatorAddress, amount: coin(400) },
    ...{ validatorSrcAddress: source, validatorDstAddress: destination },
  }
  expect(
    await mine([message(MsgDelegate, delegate), message(MsgBeginRedelegate, move)]),
  ).toMatchObject({ code: 0 })
  const redelegations = (delegatorAddr: string, srcValidatorAddr = '', dstValidatorAddr = '') => {
    const asked = { delegatorAddr, srcValidatorAddr, dstValidatorAddr }
    return query(
      'Redelegations',
      QueryRedelegationsRequest.encode(QueryRedelegationsRequest.fromPartial(asked)).finish(),
    )
  }
  const ways = [
    await redelegations(delegatorAddress),
    await redelegations('', source),
    await redelegations(delegatorAddress, source, destination),
  ]
  for (const { value } of ways) {
    expect(QueryRedelegationsResponse.decode(value).redelegationResponses).toMatchObject([
      {
        redelegation: { delegatorAddress, validatorSrcAddress: source, entries: [] },
        entries: [
          {
            redelegationEntry: { initialBalance: '400', sharesDst: `400${'0'.repeat(18)}` },
            balance: '400',
          },
        ],
      },
    ])
  }
  expect(await redelegations(delegatorAddress, destination, source)).toMatchObject({ code: 22 })
  const pair = (validatorAddr: string) =>
    QueryDelegatorValidatorRequest.encode({
      ...{ delegatorAddr: delegatorAddress, validatorAddr },
    }).finish()
  const { value: all } = await query('DelegatorValidators', pair(''))
  const found = QueryDelegatorValidatorsResponse.decode(all).validators
  expect(found.map(({ operatorAddress }) => operatorAddress).sort()).toEqual(
    [source, destination].sort(),
  )
  const { value: one } = await query('DelegatorValidator', pair(destination))
  expect(QueryDelegatorValidatorResponse.decode(one).validator).toMatchObject({
    tokens: '30000400',
  })
})
