import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { invalidParams, type RpcError } from '../../errors/rpcError.ts'

const CONFIG = 'HardhatNetworkConfig | undefined'
const FORK = `${CONFIG}/forking: RpcForkConfig | undefined | undefined`

/**
 * Checks the argument of `hardhat_reset` as Hardhat does, whose words name the types of io-ts.
 * @throws RpcError
 */
export function checkReset(params: readonly unknown[]): void {
  if (params.length > 1) {
    throw invalidParams(`Expected between 0 and 1 arguments and got ${params.length}`)
  }
  const [config] = params
  if (config === undefined) return
  if (!isJsonObject(config)) throw invalid(config, CONFIG)
  const { forking } = config
  if (forking === undefined) return
  if (!isJsonObject(forking)) throw invalid(forking, FORK)
  const { jsonRpcUrl, blockNumber } = forking
  if (typeof jsonRpcUrl !== 'string') throw invalid(jsonRpcUrl, `${FORK}/jsonRpcUrl: string`)
  if (blockNumber === undefined || typeof blockNumber === 'number') return
  throw invalid(blockNumber, `${FORK}/blockNumber: number | undefined`)
}

function invalid(value: unknown, type: string): RpcError {
  return invalidParams(
    `Errors encountered in param 0: Invalid value ${JSON.stringify(value)} supplied to : ${type}`,
  )
}
