import { TxError } from '../../../evm/errors.ts'
import { ZERO_ADDRESS } from '../../../primitives/address.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { RpcError, rpcCode } from '../../errors/rpcError.ts'
import { eth_call } from '../../methods/eth/execute.ts'

type Fields = Readonly<Record<string, unknown>>

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/**
 * A call as in Hardhat: in a block without a base fee, so that any fee is paid in full to the
 * coinbase. The sender gets what it lacks of gas and value.
 */
export const hardhatCall: readonly [Method, Method] = [
  eth_call,
  {
    ...eth_call,
    async call(context, params) {
      const given: readonly unknown[] = Array.isArray(params) ? params : []
      const [request, block, states, fields = {}] = given
      if (!isJsonObject(request)) return eth_call.call(context, params)
      checkOverrides(states)
      const hasBaseFee = context.blocks.latest.header.baseFeePerGas !== undefined
      const inBlock =
        hasBaseFee && isJsonObject(fields) ? { baseFeePerGas: '0x0', ...fields } : fields
      const rest = given.slice(4)
      try {
        return await eth_call.call(context, [request, block, states, inBlock, ...rest])
      } catch (thrown) {
        if (!(thrown instanceof TxError) || thrown.details.code !== 'INSUFFICIENT_FUNDS') {
          throw thrown
        }
        const funded = withBalance(states, request, thrown.details.want)
        return eth_call.call(context, [request, block, funded, inBlock, ...rest])
      }
    },
  },
]

function withBalance(states: unknown, { from }: Fields, balance: bigint): Fields {
  const overrides = isJsonObject(states) ? states : {}
  const sender = String(from ?? ZERO_ADDRESS).toLowerCase()
  const key = Object.keys(overrides).find((each) => each.toLowerCase() === sender) ?? sender
  const own = overrides[key]
  return { ...overrides, [key]: { ...(isJsonObject(own) && own), balance: toQuantity(balance) } }
}

/** Hardhat's words for state and changes of state in one override. */
function checkOverrides(states: unknown): void {
  for (const each of isJsonObject(states) ? Object.values(states) : []) {
    if (!isJsonObject(each) || !isGiven(each.state) || !isGiven(each.stateDiff)) continue
    throw refused(
      "The properties 'state' and 'stateDiff' cannot be used simultaneously when configuring the state override set passed to the eth_call method.",
    )
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
