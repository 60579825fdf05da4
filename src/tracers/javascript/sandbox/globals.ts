/*
 * Globals of tracers, and `db`. Runs inside the sandbox.
 */
import bigInt, { type BigInteger } from 'big-integer'
import { hexToBytes, lastBytes, toBytes, toHex } from './bytes.ts'
import type { CapabilityGuard } from './tracerCapabilities.ts'

/** Reads of the state. */
export type StateQuery = 'balance' | 'nonce' | 'code' | 'storage' | 'exists'

/** Functions of the host. All values are text; bytes are hexadecimal with `0x`. */
export interface HostCalls {
  /** Only 'storage' has a slot. Balance and nonce are decimal, existence is '1' or ''. */
  read(question: StateQuery, address: string, slot: string): string
  keccak256(bytes: string): string
}

export interface Db {
  getBalance(address: unknown): BigInteger
  getNonce(address: unknown): number
  getCode(address: unknown): Uint8Array
  getState(address: unknown, slot: unknown): Uint8Array
  exists(address: unknown): boolean
}

/** @param stands whether the state is current without {@link CapabilityGuard} */
export function createDb(host: HostCalls, need: CapabilityGuard, stands: () => boolean): Db {
  const ask = (question: StateQuery, address: unknown, slot = ''): string => {
    if (!stands()) need.require('state')
    return host.read(question, toHex(lastBytes(address, 20)), slot)
  }
  return {
    getBalance: (address) => bigInt(ask('balance', address)),
    getNonce: (address) => Number(ask('nonce', address)),
    getCode: (address) => hexToBytes(ask('code', address)),
    getState: (address, slot) => hexToBytes(ask('storage', address, toHex(lastBytes(slot, 32)))),
    exists: (address) => ask('exists', address) !== '',
  }
}

/** @param precompiles addresses in lower case */
export function createGlobals(host: HostCalls, precompiles: readonly string[]) {
  const known = new Set(precompiles)
  const hash = (bytes: string) => hexToBytes(host.keccak256(bytes))
  return {
    bigInt,
    toHex: (value: unknown) => toHex(toBytes(value)),
    toWord: (value: unknown) => lastBytes(value, 32),
    toAddress: (value: unknown) => lastBytes(value, 20),
    isPrecompiled: (address: unknown) => known.has(toHex(lastBytes(address, 20))),
    slice(value: unknown, start: number, end: number): Uint8Array {
      const bytes = toBytes(value)
      if (!(start >= 0 && start <= end && end <= bytes.length)) {
        const range = `available ${bytes.length}, offset ${start}, size ${end - start}`
        throw new Error(`Tracer accessed out of bound memory: ${range}`)
      }
      return bytes.slice(start, end)
    },
    toContract(from: unknown, nonce: unknown): Uint8Array {
      const digits = bigInt(nonce as number).toString(16)
      const number = digits === '0' ? '' : digits.padStart(digits.length + (digits.length & 1), '0')
      const isOneByte = number.length === 2 && number < '80'
      const item = isOneByte ? number : (0x80 + number.length / 2).toString(16) + number
      const list = `94${toHex(lastBytes(from, 20)).slice(2)}${item}`
      return hash(`0x${(0xc0 + list.length / 2).toString(16)}${list}`).slice(12)
    },
    toContract2(from: unknown, salt: unknown, initCode: unknown): Uint8Array {
      const code = host.keccak256(toHex(toBytes(initCode))).slice(2)
      const sender = toHex(lastBytes(from, 20)).slice(2)
      return hash(`0xff${sender}${toHex(lastBytes(salt, 32)).slice(2)}${code}`).slice(12)
    },
  }
}
