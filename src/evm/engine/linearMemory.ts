import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Interpreter, Pointer } from './interpreter.ts'

const LIMB = 0xffffffffffffffffn

/** Number of addresses whose bytes are kept: a block has few that its transactions share. */
const MAX_ADDRESSES = 256
/** 32-bit words of an address. */
const ADDRESS_WORDS = 5

/**
 * Reads and writes EVM values in an interpreter's linear memory: words as four limbs, lowest first.
 */
export class LinearMemory {
  readonly #memory: Interpreter['memory']
  u8 = new Uint8Array(0)
  u32 = new Uint32Array(0)
  u64 = new BigUint64Array(0)
  view = new DataView(new ArrayBuffer(0))
  #buffer = Buffer.alloc(0)
  /** Recent addresses: position of their bytes in {@link #addressWords}. */
  readonly #addresses = new Map<Address, number>()
  readonly #addressWords = new Uint32Array(MAX_ADDRESSES * ADDRESS_WORDS)

  constructor(interpreter: Interpreter) {
    this.#memory = interpreter.memory
    this.refresh()
  }

  /** Size of linear memory in bytes. */
  get size(): number {
    return this.u8.length
  }

  /** Renews the views, which memory growth detaches. */
  refresh(): void {
    const { buffer } = this.#memory
    this.u8 = new Uint8Array(buffer)
    this.u32 = new Uint32Array(buffer)
    this.u64 = new BigUint64Array(buffer)
    this.view = new DataView(buffer)
    this.#buffer = Buffer.from(buffer)
  }

  /** Reads a 32-bit number, such as a field of an account. */
  get(at: Pointer): number {
    return this.u32[at >>> 2] ?? 0
  }

  set(at: Pointer, value: number): void {
    this.u32[at >>> 2] = value
  }

  /** Copies bytes. */
  bytes(at: Pointer, size: number): Uint8Array {
    return size === 0 ? EMPTY_BYTES : this.u8.slice(at, at + size)
  }

  readWord(at: Pointer): bigint {
    const { u64 } = this
    const i = at >>> 3
    const low = u64[i] ?? 0n
    const l1 = u64[i + 1] ?? 0n
    const l2 = u64[i + 2] ?? 0n
    const l3 = u64[i + 3] ?? 0n
    if (l3 === 0n && l2 === 0n) return l1 === 0n ? low : low | (l1 << 64n)
    return low | (l1 << 64n) | (l2 << 128n) | (l3 << 192n)
  }

  writeWord(at: Pointer, value: bigint): void {
    const { u64 } = this
    const i = at >>> 3
    u64[i] = value & LIMB
    u64[i + 1] = value > LIMB ? (value >> 64n) & LIMB : 0n
    u64[i + 2] = value > LIMB ? (value >> 128n) & LIMB : 0n
    u64[i + 3] = value > LIMB ? (value >> 192n) & LIMB : 0n
  }

  /** Reads a word as 32 big-endian bytes. */
  readBytes32(at: Pointer): Uint8Array {
    return this.u8.slice(at, at + 32).reverse()
  }

  /** Whether 32 big-endian bytes are zero. */
  isZeroWord(at: Pointer): boolean {
    const { u32 } = this
    // Most numbers are small.
    for (let i = (at >>> 2) + 7; i >= at >>> 2; i--) if (u32[i] !== 0) return false
    return true
  }

  /** Reads bytes as text, one character per byte. */
  readLatin1(at: Pointer, size: number): string {
    return this.#buffer.toString('latin1', at, at + size)
  }

  /** Reads a hash of 32 bytes. */
  readHash(at: Pointer): Hash {
    return `0x${this.#buffer.toString('hex', at, at + 32)}` as Hash
  }

  /** Writes 32 big-endian bytes as a word. */
  writeBytes32(at: Pointer, bytes: Uint8Array): void {
    const { u8 } = this
    for (let i = 0; i < 32; i++) u8[at + 31 - i] = bytes[i] ?? 0
  }

  /** Reads an address of 20 bytes. */
  readAddress(at: Pointer): Address {
    return `0x${this.#buffer.toString('hex', at, at + 20)}` as Address
  }

  /** @param at aligned to 4 bytes */
  writeAddress(at: Pointer, address: Address): void {
    const { u32 } = this
    const to = at >>> 2
    const known = this.#addresses.get(address)
    if (known !== undefined) {
      for (let i = 0; i < ADDRESS_WORDS; i++) u32[to + i] = this.#addressWords[known + i] ?? 0
      return
    }
    this.#buffer.write(address.slice(2), at, 'hex')
    if (this.#addresses.size === MAX_ADDRESSES) this.#addresses.clear()
    const from = this.#addresses.size * ADDRESS_WORDS
    for (let i = 0; i < ADDRESS_WORDS; i++) this.#addressWords[from + i] = u32[to + i] ?? 0
    this.#addresses.set(address, from)
  }
}
