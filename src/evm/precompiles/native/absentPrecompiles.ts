import { sdkError } from '../../../modules/moduleError.ts'
import {
  type AbiFunction,
  abiFunction,
  type FunctionDefinition,
  returnValues,
} from './abi/abiFunction.ts'
import { meteredPrecompile } from './abi/abiPrecompile.ts'
import {
  type AbiFields,
  arrayOf,
  bool,
  bytes,
  string,
  tuple,
  uint64,
  uint256,
} from './abi/abiType.ts'
import { requireWholeUnits } from './payment.ts'

export const NO_COSMWASM = 'CosmWasm is not available on this chain'
const NO_IBC = 'IBC is not available on this chain'

/** A function that always reverts. */
export function absentFunction<I extends AbiFields, O>(
  reason: string,
  definition: Omit<FunctionDefinition<I, O>, 'run'>,
): AbiFunction {
  return abiFunction({
    ...definition,
    run({ value }) {
      requireWholeUnits(value)
      throw sdkError('invalidRequest', `${definition.name}: ${reason}`)
    },
  })
}

/** 0x1002: CosmWasm contracts, which this chain does not have. */
export const wasmdPrecompile = meteredPrecompile([
  absentFunction(NO_COSMWASM, {
    name: 'execute',
    mutability: 'payable',
    inputs: { contractAddress: string, msg: bytes, coins: bytes },
    returns: bytes,
  }),
  absentFunction(NO_COSMWASM, {
    name: 'execute_batch',
    mutability: 'payable',
    inputs: {
      executeMsgs: arrayOf(
        tuple('ExecuteMsg', { contractAddress: string, msg: bytes, coins: bytes }),
      ),
    },
    returns: arrayOf(bytes),
  }),
  absentFunction(NO_COSMWASM, {
    name: 'instantiate',
    mutability: 'payable',
    inputs: { codeID: uint64, admin: string, msg: bytes, label: string, coins: bytes },
    returns: returnValues({ contractAddr: string, data: bytes }),
  }),
  absentFunction(NO_COSMWASM, {
    name: 'query',
    mutability: 'view',
    inputs: { contractAddress: string, req: bytes },
    returns: bytes,
  }),
])

/** 0x1009: IBC transfers, which this chain does not have. */
export const ibcPrecompile = meteredPrecompile([
  absentFunction(NO_IBC, {
    name: 'transfer',
    mutability: 'nonpayable',
    inputs: {
      toAddress: string,
      port: string,
      channel: string,
      denom: string,
      amount: uint256,
      revisionNumber: uint64,
      revisionHeight: uint64,
      timeoutTimestamp: uint64,
      memo: string,
    },
    returns: bool,
  }),
  absentFunction(NO_IBC, {
    name: 'transferWithDefaultTimeout',
    mutability: 'nonpayable',
    inputs: {
      toAddress: string,
      port: string,
      channel: string,
      denom: string,
      amount: uint256,
      memo: string,
    },
    returns: bool,
  }),
])
