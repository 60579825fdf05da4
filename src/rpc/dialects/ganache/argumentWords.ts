import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { RpcError, rpcCode } from '../../errors/rpcError.ts'
import { unreadable, wrappingFailure } from './overrideWords.ts'

/** Names of Ganache's methods by their least and their largest number of arguments. */
const NAMES: readonly (readonly [least: number, most: number, names: string])[] = [
  [
    0,
    0,
    `eth_accounts eth_blockNumber eth_chainId eth_coinbase eth_hashrate eth_syncing eth_gasPrice
    eth_maxPriorityFeePerGas eth_newBlockFilter eth_newPendingTransactionFilter miner_stop
    txpool_content net_listening net_peerCount net_version rpc_modules bzz_hive bzz_info shh_version
    shh_newIdentity shh_newGroup eth_getWork eth_getCompilers eth_protocolVersion
    personal_listAccounts`,
  ],
  [0, 1, 'eth_newFilter evm_mine miner_start evm_setTime'],
  [
    1,
    1,
    `eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber
    eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_getTransactionByHash
    eth_getTransactionReceipt eth_getLogs eth_getFilterChanges eth_getFilterLogs eth_uninstallFilter
    eth_sendRawTransaction eth_sendTransaction eth_signTransaction eth_unsubscribe evm_increaseTime
    evm_revert shh_post shh_addToGroup shh_uninstallFilter shh_getFilterChanges shh_getMessages
    shh_hasIdentity personal_newAccount personal_lockAccount miner_setEtherbase miner_setExtra
    miner_setGasPrice web3_sha3`,
  ],
  [
    1,
    2,
    `eth_getBlockByHash eth_getBlockByNumber eth_getBalance eth_getCode eth_getTransactionCount
    eth_estimateGas debug_traceTransaction eth_subscribe`,
  ],
  [1, 3, 'eth_call'],
  [
    2,
    2,
    `eth_getUncleByBlockHashAndIndex eth_getUncleByBlockNumberAndIndex
    eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_sign
    eth_signTypedData eth_signTypedData_v4 db_getString db_getHex shh_newFilter eth_submitHashrate
    evm_setAccountBalance evm_setAccountCode evm_setAccountNonce personal_importRawKey
    personal_sendTransaction personal_signTransaction`,
  ],
  [2, 3, 'eth_getStorageAt eth_getProof personal_unlockAccount'],
  [3, 3, 'eth_feeHistory db_putString db_putHex eth_submitWork evm_setAccountStorageAt'],
  [5, 5, 'debug_storageRangeAt'],
]

interface Counts {
  readonly least: number
  readonly most: number
}

const counts: ReadonlyMap<string, Counts> = new Map(
  NAMES.flatMap(([least, most, names]) =>
    names.split(/\s+/).map((name) => [name, { least, most }] as const),
  ),
)

/** Other methods of Ganache, with any number of arguments. */
const UNCOUNTED = ['eth_mining', 'evm_snapshot', 'evm_addAccount', 'evm_removeAccount']

/** A method whose refusals of arguments have Ganache's words and code; others stay. */
export function withArgumentWords(name: string, method: Method): Method {
  const wanted = counts.get(name)
  if (wanted === undefined && !UNCOUNTED.includes(name)) return method
  return {
    ...method,
    async call(context, params) {
      const given: readonly unknown[] = Array.isArray(params) ? params : []
      if (wanted !== undefined) requireCount(name, wanted, given.length)
      try {
        return await method.call(context, params)
      } catch (thrown) {
        throw thrown instanceof RpcError && thrown.code === rpcCode.invalidParams
          ? inWords(thrown, given)
          : thrown
      }
    },
  }
}

/** @throws RpcError */
function requireCount(name: string, { least, most }: Counts, given: number): void {
  if (given >= least && given <= most) return
  const plural = most === 1 ? '' : 's'
  const wanted =
    least === most ? `exactly ${least} argument${plural}` : `between ${least} and ${most} arguments`
  throw unreadable(`Incorrect number of arguments. '${name}' requires ${wanted}.`)
}

/** A refusal of an argument, or of a field of one, in the words for its value. */
function inWords({ message, data }: RpcError, given: readonly unknown[]): RpcError {
  const [, index, field] = /^invalid argument (\d+): (?:(\w+): )?/.exec(message) ?? []
  const argument = given[Number(index)]
  const value = field !== undefined && isJsonObject(argument) ? argument[field] : argument
  const isOther = typeof value === 'object' && !/got (object|array)$/.test(message)
  const words = index === undefined || isOther ? undefined : wrappingFailure(value)
  return new RpcError(rpcCode.parseError, words ?? message, data)
}
