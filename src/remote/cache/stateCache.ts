import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex, type Hash, toQuantity } from '../../primitives/encoding/hex.ts'
import {
  readAddress,
  readBech32,
  readBlock,
  readBytes,
  readField,
  readHash,
  readList,
  readObject,
  readQuantity,
  readWord,
} from '../remoteAnswers.ts'
import type { RemoteBlock } from '../remoteChain.ts'
import type { RemoteAccount } from '../remoteState.ts'
import type { AppendLog } from './appendLog.ts'

const EMPTY_CODE = { code: EMPTY_BYTES, codeHash: bytesToHash(keccak256(EMPTY_BYTES)) }

/** The known state of one block, in memory and in a log on disk. */
export class StateCache {
  readonly #log: AppendLog | undefined
  readonly #accounts = new Map<Address, RemoteAccount>()
  readonly #slots = new Map<Address, Map<Hash, Uint8Array>>()
  readonly #hashes = new Map<bigint, Hash>()
  readonly #natives = new Map<Address, string | null>()
  readonly #evms = new Map<string, Address | null>()
  readonly #pointers = new Map<string, Address | null>()
  readonly #metadata = new Map<string, DenominationMetadata | null>()
  #block: RemoteBlock | undefined
  #hasClz: boolean | undefined

  /** @param log undefined: in memory only */
  constructor(log: AppendLog | undefined) {
    this.#log = log
  }

  /** Reads the log. Skips records that are not of this form. */
  async load(): Promise<void> {
    for (const record of (await this.#log?.read()) ?? []) {
      try {
        this.#apply(record)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
    }
  }

  /** The pinned block, if it was saved. */
  get block(): RemoteBlock | undefined {
    return this.#block
  }

  /** Whether the opcode CLZ exists at the block, if that was saved. */
  get hasClz(): boolean | undefined {
    return this.#hasClz
  }

  account(address: Address): RemoteAccount | undefined {
    return this.#accounts.get(address)
  }

  storage(address: Address, slot: Hash): Uint8Array | undefined {
    return this.#slots.get(address)?.get(slot)
  }

  blockHash(number: bigint): Hash | undefined {
    return this.#hashes.get(number)
  }

  association(address: Address): string | null | undefined {
    return this.#natives.get(address)
  }

  evmAddress(native: string): Address | null | undefined {
    return this.#evms.get(native)
  }

  pointer(denomination: string): Address | null | undefined {
    return this.#pointers.get(denomination)
  }

  metadata(denomination: string): DenominationMetadata | null | undefined {
    return this.#metadata.get(denomination)
  }

  /** Numbers of cached accounts and slots. */
  get size(): { readonly accounts: number; readonly slots: number } {
    let slots = 0
    for (const of of this.#slots.values()) slots += of.size
    return { accounts: this.#accounts.size, slots }
  }

  putBlock(block: RemoteBlock): void {
    if (this.#block === undefined) this.#put(['block', block.json])
  }

  putClz(hasClz: boolean): void {
    if (this.#hasClz === undefined) this.#put(['clz', hasClz])
  }

  putAccount(address: Address, nonce: bigint, balance: bigint, code: Uint8Array): void {
    if (this.#accounts.has(address)) return
    this.#put(['account', address, toQuantity(nonce), toQuantity(balance), bytesToHex(code)])
  }

  putStorage(address: Address, slot: Hash, value: Uint8Array): void {
    if (this.storage(address, slot) !== undefined) return
    this.#put(['storage', address, slot, bytesToHex(value)])
  }

  putBlockHash(number: bigint, hash: Hash): void {
    if (!this.#hashes.has(number)) this.#put(['hash', toQuantity(number), hash])
  }

  putAssociation(address: Address, native: string | null): void {
    if (!this.#natives.has(address)) this.#put(['native', address, native])
  }

  putEvmAddress(native: string, address: Address | null): void {
    if (!this.#evms.has(native)) this.#put(['evm', native, address])
  }

  putPointer(denomination: string, address: Address | null): void {
    if (!this.#pointers.has(denomination)) this.#put(['pointer', denomination, address])
  }

  putMetadata(denomination: string, metadata: DenominationMetadata | null): void {
    if (!this.#metadata.has(denomination)) this.#put(['metadata', denomination, metadata])
  }

  /** Waits until the disk has everything. */
  async flush(): Promise<void> {
    await this.#log?.flush()
  }

  #put(record: readonly unknown[]): void {
    this.#apply(record)
    this.#log?.append(record)
  }

  /** @throws RangeError if the record is not of this form */
  #apply(record: unknown): void {
    const [kind, ...fields]: readonly unknown[] = Array.isArray(record) ? record : []
    const [key, a, b, c] = fields
    if (kind === 'account') {
      const account = {
        nonce: readQuantity(a),
        balance: readQuantity(b),
        ...withHash(readBytes(c)),
      }
      this.#accounts.set(readAddress(key), account)
    } else if (kind === 'storage') {
      const address = readAddress(key)
      const slots = this.#slots.get(address) ?? new Map<Hash, Uint8Array>()
      slots.set(readHash(a), readWord(b))
      this.#slots.set(address, slots)
    } else if (kind === 'hash') this.#hashes.set(readQuantity(key), readHash(a))
    else if (kind === 'native') this.#natives.set(readAddress(key), readNative(a))
    else if (kind === 'evm') {
      this.#evms.set(readText(key) ?? '', a === null ? null : readAddress(a))
    } else if (kind === 'pointer') {
      this.#pointers.set(readText(key) ?? '', a === null ? null : readAddress(a))
    } else if (kind === 'metadata') {
      this.#metadata.set(readText(key) ?? '', a === null ? null : readMetadata(a))
    } else if (kind === 'clz') this.#hasClz = key === true
    else if (kind === 'block') this.#block = readBlock(key)
  }
}

function withHash(code: Uint8Array): Pick<RemoteAccount, 'code' | 'codeHash'> {
  return code.length === 0 ? EMPTY_CODE : { code, codeHash: bytesToHash(keccak256(code)) }
}

function readNative(value: unknown): string | null {
  const text = readText(value)
  return text === null ? null : readBech32(text)
}

function readMetadata(value: unknown): DenominationMetadata {
  const json = readObject(value)
  const text = (name: string) => readField(json, name, readString)
  const units = readField(json, 'units', readList).map((unit) => {
    const { denomination, exponent, aliases } = readObject(unit)
    if (typeof exponent !== 'number') throw new RangeError('not an exponent')
    return {
      denomination: readString(denomination),
      exponent,
      ...(aliases !== undefined && { aliases: readList(aliases).map(readString) }),
    }
  })
  return {
    description: text('description'),
    units,
    base: text('base'),
    display: text('display'),
    name: text('name'),
    symbol: text('symbol'),
  }
}

function readString(value: unknown): string {
  if (typeof value === 'string') return value
  throw new RangeError('not a text')
}

function readText(value: unknown): string | null {
  return value === null ? null : readString(value)
}
