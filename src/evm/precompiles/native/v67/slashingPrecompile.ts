import { requireGrant } from '../../../../modules/authz/grants.ts'
import { requireNative } from '../../../../modules/evm/association.ts'
import { operatorText } from '../../../../modules/operatorAddress.ts'
import { addressRow } from '../../../../modules/rows.ts'
import { consensusText, parseConsensus } from '../../../../modules/slashing/consensusText.ts'
import {
  type SigningInfo,
  signingInfoOf,
  signingInfoSize,
} from '../../../../modules/slashing/signingInfo.ts'
import { slashingParamsOf } from '../../../../modules/slashing/slashingParams.ts'
import { unjail as unjailValidator } from '../../../../modules/slashing/unjail.ts'
import { consensusKind } from '../../../../modules/staking/validator.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { address, arrayOf, bool, bytes, int64, string, tuple, uint64 } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
import { type ListedRow, readList } from '../query/pages.ts'
import { queryError } from '../query/queryError.ts'
import {
  executeAs,
  grantFunction,
  partiesFor,
  protoText,
  revokeFunction,
} from './grantFunctions.ts'

const infoType = tuple('SigningInfo', {
  validatorAddress: string,
  startHeight: int64,
  indexOffset: int64,
  jailedUntil: int64,
  tombstoned: bool,
  missedBlocksCounter: int64,
})

const unjail = abiFunction({
  name: 'unjail',
  mutability: 'nonpayable',
  inputs: {},
  returns: bool,
  run(call) {
    unjailValidator(call.state, requireNative(call.state, call.caller), headerInfoOf(call))
    return true
  },
})

const UNJAIL = '/cosmos.slashing.v1beta1.MsgUnjail'

const unjailWithAuthorization = abiFunction({
  name: 'unjailWithAuthorization',
  mutability: 'nonpayable',
  inputs: { validatorOperator: address },
  returns: bool,
  run(call, { validatorOperator }) {
    const parties = partiesFor(call, validatorOperator)
    requireGrant(call.state, parties, UNJAIL, headerInfoOf(call))
    const operator = operatorText(call.state, parties.granter)
    executeAs(protoText({ validator_addr: operator }), () =>
      unjailValidator(call.state, parties.granter, headerInfoOf(call)),
    )
    return true
  },
})

const transactions = [
  unjail,
  grantFunction('grantUnjailAuthorization', [UNJAIL]),
  unjailWithAuthorization,
  revokeFunction('revokeUnjailAuthorization', [UNJAIL]),
]

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('SlashingParams', {
    signedBlocksWindow: int64,
    minSignedPerWindow: string,
    downtimeJailDuration: uint64,
    slashFractionDoubleSign: string,
    slashFractionDowntime: string,
  }),
  run({ state }) {
    const found = slashingParamsOf(state)
    return {
      ...found,
      minSignedPerWindow: formatDecimal(found.minSignedPerWindow),
      slashFractionDoubleSign: formatDecimal(found.slashFractionDoubleSign),
      slashFractionDowntime: formatDecimal(found.slashFractionDowntime),
    }
  },
})

const signingInfo = abiFunction({
  name: 'signingInfo',
  mutability: 'view',
  inputs: { consAddress: string },
  returns: infoType,
  run({ state }, { consAddress }) {
    if (consAddress === '') throw queryError('InvalidArgument', 'invalid request')
    const consensus = parseConsensus(state, consAddress)
    const info = signingInfoOf(state, consensus)
    if (info !== undefined) return toInfo(state, consensus, info)
    throw queryError('NotFound', `SigningInfo not found for validator ${consAddress}`)
  },
})

const signingInfos = abiFunction({
  name: 'signingInfos',
  mutability: 'view',
  inputs: { pageKey: bytes },
  returns: tuple('SigningInfosResponse', { signingInfos: arrayOf(infoType), nextKey: bytes }),
  run(call, { pageKey }) {
    const { rows, nextKey } = readList(call, infoRows(call.world), pageKey)
    return { signingInfos: rows, nextKey }
  },
})

/** Yields the infos as rows of the real chain, which has one for each that was ever bonded. */
function* infoRows(world: RowState): Iterable<ListedRow<ReturnType<typeof toInfo>>> {
  for (const consensus of world.ids(consensusKind) as Iterable<NativeAddress>) {
    const info = signingInfoOf(world, consensus)
    if (info === undefined) continue
    const item = toInfo(world, consensus, info)
    const key = addressRow.toBytes(consensus)
    yield { item, key, size: 1 + key.length + signingInfoSize(info, item.validatorAddress) }
  }
}

function toInfo(state: RowState, consensus: NativeAddress, info: SigningInfo) {
  return { validatorAddress: consensusText(state, consensus), ...info }
}

/** 0x1014 of Sei 6.7: the way out of jail, and signing infos. */
export const slashingPrecompile = meteredPrecompile(
  [...transactions, params, signingInfo, signingInfos],
  {
    decoder: 'slashing',
    refuse({ mutability }, { isDelegated }) {
      if (mutability === 'view') return undefined
      return isDelegated
        ? 'cannot delegatecall slashing'
        : 'cannot call slashing precompile from staticcall'
    },
  },
)
