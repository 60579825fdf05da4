import type { StakeUse } from '../../modules/authz/authorization.ts'
import type { Coin } from '../../modules/bank/bank.ts'
import { nativeOfText } from '../../modules/evm/association.ts'
import type { HeaderInfo } from '../../modules/headerInfo.ts'
import { sdkError } from '../../modules/moduleError.ts'
import { OPERATOR_SUFFIX, parseOperator } from '../../modules/operatorAddress.ts'
import { rowOf } from '../../modules/rows.ts'
import { delegationKind } from '../../modules/staking/delegation.ts'
import { delegate, redelegate, undelegate } from '../../modules/staking/staking.ts'
import { stakingParamsOf } from '../../modules/staking/stakingParams.ts'
import { formatDecimal } from '../../primitives/encoding/decimal.ts'
import { GO_ZERO_TIME, toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { coin, typeUrls } from '../codec/schemas.ts'
import { coinsText, event } from '../events.ts'
import { withdrawalEvent } from './distributionMessages.ts'
import { fieldsJson, type MessageType, messageType } from './moduleMessage.ts'

const STAKE = {
  delegator_address: [1, 'text'],
  validator_address: [2, 'text'],
  amount: [3, 'message'],
} as const
const nested = { amount: fieldsJson(coin) }

interface Stake {
  readonly delegator_address: string
  readonly validator_address: string
  readonly amount: Uint8Array | undefined
}

/** The messages of the staking module. */
export const stakingMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.delegate,
    schema: protoSchema('MsgDelegate', STAKE),
    signer: 'delegator_address',
    nested,
    check: checkStake,
    use: stakeUse,
    run(state, stake, moment) {
      const change = changeOf(state, stake)
      const row = rowOf(change.delegator, change.operator)
      const before = state.get(delegationKind, row)?.shares ?? 0n
      const rewards = delegate(state, change, moment)
      const shares = (state.get(delegationKind, row)?.shares ?? 0n) - before
      const { validator_address: validator } = stake
      const amount = coinsText([stakeCoin(stake)])
      return [
        ...withdrawalEvents(validator, rewards),
        event('delegate', { validator, amount, new_shares: formatDecimal(shares) }),
      ]
    },
  }),
  messageType({
    typeUrl: typeUrls.undelegate,
    schema: protoSchema('MsgUndelegate', STAKE),
    signer: 'delegator_address',
    nested,
    check: checkStake,
    use: stakeUse,
    run(state, stake, moment) {
      const rewards = undelegate(state, changeOf(state, stake), moment)
      const { validator_address: validator } = stake
      const amount = coinsText([stakeCoin(stake)])
      return [
        ...withdrawalEvents(validator, rewards),
        event('unbond', { validator, amount, completion_time: endOfUnbonding(state, moment) }),
      ]
    },
  }),
  messageType({
    typeUrl: typeUrls.beginRedelegate,
    schema: protoSchema('MsgBeginRedelegate', {
      delegator_address: [1, 'text'],
      validator_src_address: [2, 'text'],
      validator_dst_address: [3, 'text'],
      amount: [4, 'message'],
    }),
    signer: 'delegator_address',
    nested,
    check(move, prefix) {
      checkBech32('delegator_address', move.delegator_address, prefix)
      checkBech32('validator_src_address', move.validator_src_address, prefix + OPERATOR_SUFFIX)
      checkBech32('validator_dst_address', move.validator_dst_address, prefix + OPERATOR_SUFFIX)
      stakeCoin(move)
    },
    use: ({ validator_dst_address: operator, amount }) => ({
      operator,
      coin: stakeCoin({ amount }),
    }),
    run(state, { validator_src_address: from, validator_dst_address: to, ...move }, moment) {
      const { denom, amount } = stakeCoin(move)
      requireBondDenomination(state, denom)
      const { completionTime, ...rewards } = redelegate(
        state,
        {
          delegator: nativeOfText(state, move.delegator_address),
          source: parseOperator(state, from),
          destination: parseOperator(state, to),
          amount,
        },
        moment,
      )
      return [
        ...withdrawalEvents(from, rewards.source),
        ...withdrawalEvents(to, rewards.destination),
        event('redelegate', {
          source_validator: from,
          destination_validator: to,
          amount: coinsText([{ denom, amount }]),
          completion_time: toRfc3339(completionTime ?? GO_ZERO_TIME),
        }),
      ]
    },
  }),
]

function checkStake(stake: Stake, prefix: string): void {
  checkBech32('delegator_address', stake.delegator_address, prefix)
  checkBech32('validator_address', stake.validator_address, prefix + OPERATOR_SUFFIX)
  stakeCoin(stake)
}

function stakeUse({ validator_address: operator, amount }: Stake): StakeUse {
  return { operator, coin: stakeCoin({ amount }) }
}

/** @throws NativeTxError, ModuleError */
function stakeCoin({ amount: bytes }: Pick<Stake, 'amount'>): Coin {
  const [found] = bytes === undefined ? [] : decodeCoins([bytes])
  if (found !== undefined && found.amount > 0n) return found
  throw sdkError('invalidRequest', 'invalid delegation amount: invalid request')
}

function changeOf(state: RowState, stake: Stake) {
  const { denom, amount } = stakeCoin(stake)
  requireBondDenomination(state, denom)
  return {
    delegator: nativeOfText(state, stake.delegator_address),
    operator: parseOperator(state, stake.validator_address),
    amount,
  }
}

function requireBondDenomination(state: RowState, denom: string): void {
  const { bondDenomination } = stakingParamsOf(state)
  if (denom === bondDenomination) return
  const reason = `invalid coin denomination: got ${denom}, expected ${bondDenomination}`
  throw sdkError('invalidRequest', `${reason}: invalid request`)
}

function withdrawalEvents(validator: string, rewards: readonly Coin[]) {
  return rewards.length === 0 ? [] : [withdrawalEvent(validator, rewards)]
}

function endOfUnbonding(state: RowState, { time }: HeaderInfo): string {
  return toRfc3339(time + stakingParamsOf(state).unbondingTime)
}
