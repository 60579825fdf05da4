import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import {
  MsgBeginRedelegate,
  MsgBeginRedelegateResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { expect, test } from 'vitest'
import { endBlock } from '../../src/modules/endBlock.ts'
import type { HeaderInfo } from '../../src/modules/headerInfo.ts'
import { rowOf } from '../../src/modules/rows.ts'
import { redelegationKind } from '../../src/modules/staking/delegation.ts'
import { jail } from '../../src/modules/staking/slash.ts'
import { delegate, redelegate } from '../../src/modules/staking/staking.ts'
import { validatorKind } from '../../src/modules/staking/validator.ts'
import { txMsgData } from '../../src/native/gateway/txMsgData.ts'
import { messageTypeOf } from '../../src/native/messages/messageTypes.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { EMPTY_BYTES } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { account, delegators, operators, START, stakeState } from '../support/modules/stakeScene.ts'

/*
 * When a redelegation completes depends on the source as it is afterwards (Cosmos SDK, x/staking,
 * getBeginInfo).
 */

const [bonded = account(0), destination = account(0), unbonded = account(0)] = operators
const [delegator = account(0)] = delegators
const now: HeaderInfo = { time: START, height: 10n }
const later: HeaderInfo = { time: START + 7n, height: 12n }
const UNBONDING_TIME = 1000n

function move(state: WorldState, source: NativeAddress, owner = delegator, amount = 1_000n) {
  const { completionTime } = redelegate(
    state,
    { delegator: owner, source, destination, amount },
    later,
  )
  const entries = state.get(redelegationKind, rowOf(owner, source, destination))?.entries
  return { completionTime, entries }
}

test('from a bonded validator it takes the unbonding time', () => {
  const state = stakeState()
  delegate(state, { delegator, operator: bonded, amount: 1_000n }, now)
  const completionTime = later.time + UNBONDING_TIME
  expect(move(state, bonded)).toMatchObject({
    completionTime,
    entries: [{ completionTime, creationHeight: later.height }],
  })
})

test('from an unbonding validator it completes with that one', () => {
  const state = stakeState()
  delegate(state, { delegator, operator: bonded, amount: 1_000n }, now)
  jail(state, bonded)
  endBlock(state, now)
  const completionTime = now.time + UNBONDING_TIME
  expect(move(state, bonded)).toMatchObject({
    completionTime,
    entries: [{ completionTime, creationHeight: now.height }],
  })
})

test('from an unbonded validator it is complete', () => {
  const state = stakeState()
  delegate(state, { delegator, operator: unbonded, amount: 1_000n }, now)
  expect(move(state, unbonded)).toEqual({ completionTime: undefined, entries: undefined })
})

test('from a validator that it removes it takes the unbonding time', () => {
  const state = stakeState()
  const completionTime = later.time + UNBONDING_TIME
  expect(move(state, unbonded, unbonded, 1_000_000n)).toMatchObject({
    completionTime,
    entries: [{ completionTime, creationHeight: later.height }],
  })
  expect(state.get(validatorKind, unbonded)).toBeUndefined()
})

test('the message has the zero time of Go for a redelegation that is complete', () => {
  const state = stakeState()
  delegate(state, { delegator, operator: unbonded, amount: 1_000n }, now)
  const { typeUrl } = MsgBeginRedelegate
  const value = MsgBeginRedelegate.encode({
    delegatorAddress: bytesToBech32('sei', hexToBytes(delegator)),
    validatorSrcAddress: bytesToBech32('seivaloper', hexToBytes(unbonded)),
    validatorDstAddress: bytesToBech32('seivaloper', hexToBytes(destination)),
    amount: { denom: 'usei', amount: '1000' },
  }).finish()
  const events = messageTypeOf(typeUrl).run(state, value, later)
  expect(events.find(({ type }) => type === 'redelegate')?.attributes).toContainEqual({
    ...{ key: 'completion_time', value: '0001-01-01T00:00:00Z' },
  })
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages: [{ typeUrl, value }] })).finish()
  const [answer] = TxMsgData.decode(txMsgData({ bodyBytes }, { code: 0, events })).data
  const { completionTime } = MsgBeginRedelegateResponse.decode(answer?.data ?? EMPTY_BYTES)
  // Go: time.Time{}.Unix()
  expect(completionTime).toEqual({ seconds: -62_135_596_800n, nanos: 0 })
})
