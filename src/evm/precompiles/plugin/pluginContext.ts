import { types } from 'node:util'
import { type Address, parseAddress } from '../../../primitives/address.ts'
import { bigIntToBytes, EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex, hexToBytes, isHex } from '../../../primitives/encoding/hex.ts'
import { MAX_BALANCE } from '../../../state/ledger/balanceOverflow.ts'
import { decodeRevert } from '../../run/revertReason.ts'
import type { StatefulCall } from '../statefulPrecompile.ts'
import type { PrecompileContext } from './precompilePlugin.ts'

const WORD_LIMIT = 1n << 256n
const MAX_TOPICS = 4

/** Thrown by `revert`. */
export class PluginRevert extends Error {
  readonly #data: Uint8Array

  constructor(data: Uint8Array) {
    super(decodeRevert(data) ?? '')
    this.#data = data
  }

  /** Returns the revert data of such an error, without running code of the thrown value. */
  static dataOf(thrown: unknown): Uint8Array | undefined {
    const isOne = typeof thrown === 'object' && thrown !== null && #data in thrown
    return isOne ? thrown.#data : undefined
  }
}

/**
 * Creates the context of a custom precompile. `enter` is called before each operation and throws
 * after the call has ended.
 */
export function createPluginContext(
  call: StatefulCall,
  enter: () => void,
  useGas: (gas: bigint) => void,
): PrecompileContext {
  const { state, address: here } = call
  const change = (): void => {
    enter()
    if (call.isStatic) throw new Error('write protection: the call is static')
  }
  const balanceOf = (address: Address): bigint => state.getBalance(address)
  return {
    caller: call.caller,
    value: call.value,
    isStatic: call.isStatic,
    isDelegated: call.isDelegated,
    gasLimit: call.gasLimit,
    chainId: call.chainId,
    block: { number: call.block.number, timestamp: call.block.timestamp },
    useGas(gas) {
      enter()
      const amount = BigInt(gas)
      if (amount < 0n) throw new RangeError(`gas is negative: ${gas}`)
      useGas(amount)
    },
    getBalance(address) {
      enter()
      return balanceOf(parseAddress(address))
    },
    getNonce(address) {
      enter()
      return state.getNonce(parseAddress(address))
    },
    getCode(address) {
      enter()
      return bytesToHex(state.getCode(parseAddress(address)))
    },
    getStorage(address, slot) {
      enter()
      return bytesToHex(call.getStorage(parseAddress(address), wordOf('slot', slot)))
    },
    setStorage(slot, word) {
      change()
      state.setStorage(here, wordOf('slot', slot), wordOf('word', word))
    },
    transfer(to, wei) {
      change()
      const receiver = parseAddress(to)
      const have = balanceOf(here)
      if (wei < 0n || have < wei) {
        throw new RangeError(`cannot transfer ${wei} wei: the contract has ${have}`)
      }
      const sum = state.haveSameOwner(here, receiver) ? have : state.getBalance(receiver) + wei
      if (sum > MAX_BALANCE) {
        throw new RangeError(`cannot transfer ${wei} wei: the receiver's balance would overflow`)
      }
      state.setBalance(here, have - wei)
      state.addBalance(receiver, wei)
    },
    emit(topics, data = EMPTY_BYTES) {
      change()
      if (topics.length > MAX_TOPICS) {
        throw new RangeError(`an event has at most ${MAX_TOPICS} topics (got ${topics.length})`)
      }
      call.emit({
        address: here,
        topics: topics.map((topic) => bytesToHash(wordOf('topic', topic))),
        data: bytesOf('data', data),
      })
    },
    revert(data = EMPTY_BYTES) {
      enter()
      throw new PluginRevert(bytesOf('data', data))
    },
  }
}

/**
 * Copies bytes that are given as bytes or hexadecimal text.
 * @throws TypeError, RangeError
 */
export function bytesOf(name: string, value: unknown): Uint8Array {
  // Not `value.slice()`, which is a view for a Buffer.
  if (types.isUint8Array(value)) return new Uint8Array(value)
  if (isHex(value)) return hexToBytes(value)
  throw new TypeError(`${name}: want bytes or a hex string`)
}

/**
 * Converts a number or hexadecimal text to 32 bytes.
 * @throws TypeError, RangeError
 */
function wordOf(name: string, value: bigint | string): Uint8Array {
  if (typeof value !== 'bigint' && !isHex(value)) {
    throw new TypeError(`${name}: want a bigint or a hex string`)
  }
  const number = value === '0x' ? 0n : BigInt(value)
  if (number >= 0n && number < WORD_LIMIT) return bigIntToBytes(number, 32)
  throw new RangeError(`${name}: does not fit into 32 bytes`)
}
