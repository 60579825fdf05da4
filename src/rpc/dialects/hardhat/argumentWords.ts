import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { debug_traceCall } from '../../methods/debug/trace.ts'
import {
  hardhat_impersonateAccount,
  hardhat_stopImpersonatingAccount,
} from '../../methods/dev/impersonation.ts'
import { evm_mine, evm_setIntervalMining } from '../../methods/dev/mining.ts'
import {
  hardhat_setBalance,
  hardhat_setCode,
  hardhat_setNonce,
  hardhat_setStorageAt,
} from '../../methods/dev/state.ts'
import { evm_increaseTime, evm_setNextBlockTimestamp } from '../../methods/dev/time.ts'
import { eth_call, eth_estimateGas } from '../../methods/eth/execute.ts'
import {
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_uninstallFilter,
} from '../../methods/eth/filter.ts'
import { eth_signTypedData_v4 } from '../../methods/eth/sign.ts'
import {
  eth_getBalance,
  eth_getCode,
  eth_getStorageAt,
  eth_getTransactionCount,
} from '../../methods/eth/state.ts'
import { personal_sign } from '../../methods/personal.ts'

/** Text of the types of EDR's `serde` module. */
const FORMS = {
  ADDRESS: /^0x[0-9a-f]{40}$/i,
  QUANTITY: /^0x[0-9a-f]*$/i,
  DATA: /^0x([0-9a-f]{2})*$/i,
} as const

type FormName = keyof typeof FORMS
type Check = (params: readonly unknown[]) => void

const HEX = /^(0x)?[0-9a-f]*$/i
const SLOT = /^0x[0-9a-f]{64}$/i
const FILTER_ID = /^0x[0-9a-f]{0,64}$/i
const BAD_TIME = 'Timestamp must be a non-negative number not exceeding 2^64 - 1'
const HIGHEST_TIME = 2n ** 64n - 1n

/** Checks of arguments that have words of their own in Hardhat, by method. */
export const argumentWords: ReadonlyMap<Method, Check> = new Map([
  [hardhat_setBalance, want('ADDRESS', 'QUANTITY')],
  [hardhat_setNonce, want('ADDRESS', 'QUANTITY')],
  [hardhat_setCode, want('ADDRESS', 'DATA')],
  [hardhat_setStorageAt, want('ADDRESS', 'QUANTITY')],
  [hardhat_impersonateAccount, want('ADDRESS')],
  [hardhat_stopImpersonatingAccount, want('ADDRESS')],
  [evm_increaseTime, checkTime],
  [evm_setNextBlockTimestamp, checkTime],
  [evm_mine, checkMineTime],
  [evm_setIntervalMining, checkInterval],
  [eth_getBalance, checkAccountAt],
  [eth_getCode, checkAccountAt],
  [eth_getTransactionCount, checkAccountAt],
  [
    eth_getStorageAt,
    ([account, slot, block]: readonly unknown[]) => {
      checkAccountAt([account, block])
      checkStorageKey(slot)
    },
  ],
  [eth_signTypedData_v4, checkTypedData],
  [personal_sign, checkBytes],
  [eth_getFilterChanges, checkFilterId],
  [eth_getFilterLogs, checkFilterId],
  [eth_uninstallFilter, checkFilterId],
  [
    eth_call,
    ([, block, states]: readonly unknown[]) => {
      checkBlock(block)
      checkSlots(states)
    },
  ],
  [eth_estimateGas, ([, block]: readonly unknown[]) => checkBlock(block)],
  [debug_traceCall, ([, block]: readonly unknown[]) => checkBlock(block)],
])

function want(...forms: readonly FormName[]): Check {
  return (params) => {
    for (const [i, form] of forms.entries()) {
      const value = params[i]
      if (typeof value === 'number') {
        throw invalidParams(`This method only supports strings but input was: ${value}`)
      }
      if (typeof value !== 'string' || FORMS[form].test(value)) continue
      throw invalidParams(
        `Errors encountered in param ${i}: Invalid value "${value}" supplied to : ${form}`,
      )
    }
  }
}

function checkTime([time]: readonly unknown[]): void {
  if (time === '0x' || time === undefined || time === null || isJsonObject(time) || isTime(time))
    return
  throw invalidParams(BAD_TIME)
}

/** Unlike Ganache's, a time to mine at is not an object. */
function checkMineTime([time]: readonly unknown[]): void {
  if (time !== undefined && !isTime(time)) throw invalidParams(BAD_TIME)
}

function checkInterval([interval]: readonly unknown[]): void {
  if (!Array.isArray(interval) || !(interval[0] > interval[1])) return
  throw invalidParams('Minimum value in range is greater than maximum value')
}

function checkAccountAt([account, block]: readonly unknown[]): void {
  checkAddress([account])
  checkBlock(block)
}

function checkBlock(block: unknown): void {
  if (!isJsonObject(block)) return
  const { blockHash, blockNumber, requireCanonical } = block
  const isNumbered = blockNumber !== undefined
  if (isNumbered && blockHash !== undefined) {
    throw invalidParams('EIP-1898 block spec cannot have both `blockHash` and `blockNumber`')
  }
  if (isNumbered && requireCanonical !== undefined) {
    throw invalidParams('EIP-1898 block spec cannot have both `blockNumber` and `requireCanonical`')
  }
  if (!isNumbered && blockHash === undefined) throw invalidParams('Invalid EIP-1898 block spec')
}

function checkAddress([address]: readonly unknown[]): void {
  if (typeof address !== 'string' || FORMS.ADDRESS.test(address)) return
  throw invalidParams(`invalid value ${JSON.stringify(address)} supplied to : ADDRESS`)
}

function checkTypedData(params: readonly unknown[]): void {
  checkAddress(params)
  const [, given] = params
  if (given !== undefined && !isTypedData(given)) {
    throw invalidParams('The message parameter is an invalid JSON.')
  }
}

function isTypedData(given: unknown): boolean {
  if (typeof given !== 'string') return isJsonObject(given) && isJsonObject(given.types)
  try {
    const parsed: unknown = JSON.parse(given)
    return typeof parsed !== 'string' && isTypedData(parsed)
  } catch {
    return false
  }
}

function checkBytes([message]: readonly unknown[]): void {
  if (typeof message !== 'string' || HEX.test(message)) return
  throw invalidParams(
    `invalid value: string ${JSON.stringify(message)}, expected a valid hex string`,
  )
}

function checkFilterId([id]: readonly unknown[]): void {
  if (typeof id !== 'string' || FILTER_ID.test(id)) return
  throw invalidParams(`invalid value: string ${JSON.stringify(id)}, expected a 32 byte hex string`)
}

function isTime(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0
  return typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)
    ? BigInt(value) <= HIGHEST_TIME
    : false
}

/** The words of EDR for the key of a slot, which may be short and without its prefix. */
function checkStorageKey(slot: unknown): void {
  if (slot === undefined || slot === null) return
  if (typeof slot !== 'string') {
    throw invalidParams(`Storage slot argument must be a string, got '${JSON.stringify(slot)}'`)
  }
  if (slot === '') throw invalidParams('Storage slot argument cannot be an empty string')
  const isPrefixed = slot.startsWith('0x')
  const most = isPrefixed ? 66 : 64
  if (slot.length > most) {
    const size = isPrefixed ? '"0x" + 32 bytes' : '32 bytes'
    throw invalidParams(
      `Storage slot argument must have a length of at most ${most} (${size}), but '${slot}' has a length of ${slot.length}`,
    )
  }
  if (HEX.test(slot)) return
  throw invalidParams(`Storage slot argument must be a valid hexadecimal, got '${slot}'`)
}

/** Keys of overridden slots have 32 bytes. */
function checkSlots(states: unknown): void {
  for (const each of isJsonObject(states) ? Object.values(states) : []) {
    const { state, stateDiff } = isJsonObject(each) ? each : {}
    for (const slots of [state, stateDiff]) {
      for (const key of isJsonObject(slots) ? Object.keys(slots) : []) {
        if (SLOT.test(key)) continue
        throw invalidParams(
          `Errors encountered in param 2: Invalid value "${key}" supplied to : Storage slot hex string`,
        )
      }
    }
  }
}
