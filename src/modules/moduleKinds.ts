import { metadataKind } from '../state/rows/metadataKind.ts'
import { nativePointerKind } from '../state/rows/nativePointerKind.ts'
import type { IterableTableKind } from '../state/rows/stateTable.ts'
import { grantKind } from './authz/grants.ts'
import { bankParamsKind } from './bank/bankParams.ts'
import {
  commissionKind,
  communityPoolKind,
  distributionParamsKind,
  earnedKind,
  outstandingKind,
  startKind,
  streamKind,
  withdrawAddressKind,
} from './distribution/distributionRows.ts'
import { evmParamsKind } from './evm/evmParams.ts'
import { pointeeKind } from './evm/pointers.ts'
import { feeGrantKind } from './feegrant/allowances.ts'
import { govParamsKind } from './gov/govParams.ts'
import {
  activeQueue,
  depositKind,
  inactiveQueue,
  nextProposalKind,
  proposalKind,
  voteKind,
} from './gov/proposal.ts'
import { oracleParamsKind, rateKind } from './oracle/oracle.ts'
import { signingInfoKind } from './slashing/signingInfo.ts'
import { slashingParamsKind } from './slashing/slashingParams.ts'
import {
  delegationKind,
  redelegationKind,
  redelegationQueue,
  unbondingKind,
  unbondingQueue,
  validatorQueue,
} from './staking/delegation.ts'
import { historyKind } from './staking/history.ts'
import { stakingParamsKind } from './staking/stakingParams.ts'
import { consensusKind, validatorKind, validatorsChangedKind } from './staking/validator.ts'
import { allowListKind } from './tokenfactory/allowList.ts'
import { denomAdminKind } from './tokenfactory/tokenfactory.ts'
import { upgradePlanKind } from './upgrade/upgradePlan.ts'

const bank = [metadataKind, bankParamsKind, denomAdminKind, allowListKind]
const evm = [nativePointerKind, pointeeKind, evmParamsKind]
const staking = [
  stakingParamsKind,
  validatorKind,
  consensusKind,
  validatorsChangedKind,
  delegationKind,
  unbondingKind,
  redelegationKind,
  unbondingQueue,
  redelegationQueue,
  validatorQueue,
  historyKind,
  signingInfoKind,
  slashingParamsKind,
]
const distribution = [
  distributionParamsKind,
  communityPoolKind,
  outstandingKind,
  earnedKind,
  commissionKind,
  startKind,
  withdrawAddressKind,
  streamKind,
]
const gov = [
  govParamsKind,
  proposalKind,
  nextProposalKind,
  depositKind,
  voteKind,
  activeQueue,
  inactiveQueue,
  upgradePlanKind,
  grantKind,
  feeGrantKind,
]
const oracle = [oracleParamsKind, rateKind]

/** All module tables by name, for requests from another process. */
export const moduleKinds: ReadonlyMap<string, IterableTableKind<unknown>> = new Map(
  [...bank, ...evm, ...staking, ...distribution, ...gov, ...oracle].map((kind) => [
    kind.name,
    kind as unknown as IterableTableKind<unknown>,
  ]),
)
