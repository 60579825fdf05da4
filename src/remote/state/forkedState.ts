import type { Address } from '../../primitives/address.ts'
import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { type Hash, toQuantity } from '../../primitives/encoding/hex.ts'
import type { StateCache } from '../cache/stateCache.ts'
import { readBlock, readObject, readWord, unlike } from '../remoteAnswers.ts'
import type { RemoteBlock } from '../remoteChain.ts'
import type { RemoteNode } from '../remoteNode.ts'
import {
  type RemoteAccount,
  type RemoteCall,
  type RemoteRead,
  type RemoteState,
  readKey,
} from '../remoteState.ts'
import { BlockReader, isRefusal } from './blockReader.ts'
import { readMetadata } from './denominationMetadata.ts'
import { readAssociation, readEvmAddress } from './nativeAddresses.ts'
import { readNativePointer } from './nativePointers.ts'
import { prefetchReads } from './prefetchReads.ts'
import { readAccount } from './readAccount.ts'

/** Slots of one eth_getStorageValues, as geth limits them. */
const MAX_SLOTS = 1024

/** Length of `0x` and a selector. */
const SELECTOR_END = 10
/** Most prefetches for one function of a contract. */
const MAX_PREFETCHES = 16

type StorageRead = Extract<RemoteRead, { kind: 'storage' }>

/** Counts of reads that the cache answered, and that it did not. */
export interface CacheCounts {
  cacheHits: number
  cacheMisses: number
}

/** {@link RemoteState} over a cache and a node. */
export class ForkedState implements RemoteState {
  readonly #cache: StateCache
  readonly #block: RemoteBlock
  readonly #isSei: boolean
  readonly #counts: CacheCounts
  /** Reads in flight by key. */
  readonly #loading = new Map<string, Promise<void>>()
  /** By target and function. */
  readonly #prefetches = new Map<string, { readonly count: number; readonly isUnderWay: boolean }>()
  #reader: BlockReader

  constructor(
    node: RemoteNode,
    block: RemoteBlock,
    cache: StateCache,
    options: { readonly isSei: boolean; readonly counts: CacheCounts },
  ) {
    this.#cache = cache
    this.#block = block
    this.#isSei = options.isSei
    this.#counts = options.counts
    this.#reader = new BlockReader(node, block)
    cache.putBlockHash(block.number, block.hash)
    if (block.number > 0n) cache.putBlockHash(block.number - 1n, block.parentHash)
  }

  /** Replaces the node. */
  set node(node: RemoteNode) {
    this.#reader = new BlockReader(node, this.#block)
  }

  account(address: Address): RemoteAccount | undefined {
    return this.#counted(this.#cache.account(address))
  }

  storage(address: Address, slot: Hash): Uint8Array | undefined {
    return this.#counted(this.#cache.storage(address, slot))
  }

  blockHash(number: bigint): Hash | undefined {
    return this.#counted(this.#cache.blockHash(number))
  }

  association(address: Address): string | null | undefined {
    return this.#counted(this.#cache.association(address))
  }

  evmAddress(native: string): Address | null | undefined {
    return this.#counted(this.#cache.evmAddress(native))
  }

  pointer(denomination: string): Address | null | undefined {
    return this.#counted(this.#cache.pointer(denomination))
  }

  metadata(denomination: string): DenominationMetadata | null | undefined {
    return this.#counted(this.#cache.metadata(denomination))
  }

  async fetch(reads: readonly RemoteRead[]): Promise<void> {
    const { node } = this.#reader
    if (node.settings.isOffline) {
      const missing = reads.filter((read) => !this.#isCached(read))
      if (missing.length > 0) throw node.offline(nameReads(missing))
      return
    }
    const running: Promise<void>[] = []
    const slots = new Map<string, StorageRead>()
    for (const read of reads) {
      const key = readKey(read)
      const loading = this.#loading.get(key)
      if (loading !== undefined) running.push(loading)
      else if (this.#isCached(read)) continue
      else if (read.kind === 'storage') slots.set(key, read)
      else running.push(this.#track([key], this.#load(read)))
    }
    running.push(...this.#loadSlots(slots))
    // Values that arrived are kept even if another read fails.
    const outcomes = await Promise.allSettled(running)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async prefetch(call: RemoteCall): Promise<void> {
    const { facts } = this.#reader.node
    if (!facts.hasPrestateTracer && !facts.hasAccessList) return
    // Calls of one function read much the same.
    const key = `${call.to ?? ''}${call.data?.slice(0, SELECTOR_END) ?? ''}`
    const known = this.#prefetches.get(key) ?? { count: 0, isUnderWay: false }
    if (known.isUnderWay || known.count === MAX_PREFETCHES) return
    this.#prefetches.set(key, { count: known.count + 1, isUnderWay: true })
    try {
      const reads = await prefetchReads(this.#reader, call, this.#isSei ? undefined : this.#cache)
      await this.fetch(reads)
    } catch {
      // The reads of the call itself fail or succeed.
    } finally {
      this.#prefetches.set(key, { count: known.count + 1, isUnderWay: false })
    }
  }

  #counted<T>(value: T | undefined): T | undefined {
    if (value === undefined) this.#counts.cacheMisses++
    else this.#counts.cacheHits++
    return value
  }

  #isCached(read: RemoteRead): boolean {
    const cache = this.#cache
    if (read.kind === 'account') return cache.account(read.address) !== undefined
    if (read.kind === 'storage') return cache.storage(read.address, read.slot) !== undefined
    if (read.kind === 'blockHash') return cache.blockHash(read.number) !== undefined
    if (read.kind === 'association') return cache.association(read.address) !== undefined
    if (read.kind === 'pointer') return cache.pointer(read.denomination) !== undefined
    if (read.kind === 'metadata') return cache.metadata(read.denomination) !== undefined
    return cache.evmAddress(read.native) !== undefined
  }

  /** Lets concurrent fetches of the same reads wait for this one. */
  #track(keys: readonly string[], loading: Promise<void>): Promise<void> {
    for (const key of keys) this.#loading.set(key, loading)
    const forget = () => {
      for (const key of keys) this.#loading.delete(key)
    }
    loading.then(forget, forget)
    return loading
  }

  async #load(read: Exclude<RemoteRead, StorageRead>): Promise<void> {
    const reader = this.#reader
    if (read.kind === 'account') await this.#loadAccount(read.address)
    else if (read.kind === 'blockHash') await this.#loadBlockHash(read.number)
    else if (read.kind === 'association') {
      this.#cache.putAssociation(read.address, await readAssociation(reader, read.address))
    } else if (read.kind === 'pointer') {
      const { denomination } = read
      this.#cache.putPointer(denomination, await readNativePointer(reader, denomination))
    } else if (read.kind === 'metadata') {
      const { denomination } = read
      this.#cache.putMetadata(denomination, await readMetadata(reader, denomination))
    } else this.#cache.putEvmAddress(read.native, await readEvmAddress(reader, read.native))
  }

  async #loadAccount(address: Address): Promise<void> {
    const { nonce, balance, code } = await readAccount(this.#reader, address)
    this.#cache.putAccount(address, nonce, balance, code)
  }

  async #loadBlockHash(number: bigint): Promise<void> {
    if (number > this.#block.number) throw new Error(`block ${number} is not of the remote chain`)
    const options = { needsBlock: true, isNullBehind: true }
    const params = [toQuantity(number), false]
    const { node } = this.#reader
    const block = await node.ask('eth_getBlockByNumber', params, readBlock, options)
    if (block.number !== number) {
      throw node.nonsense('eth_getBlockByNumber', `block ${block.number}, want ${number}`)
    }
    this.#cache.putBlockHash(number, block.hash)
    if (number > 0n) this.#cache.putBlockHash(number - 1n, block.parentHash)
  }

  #loadSlots(reads: ReadonlyMap<string, StorageRead>): Promise<void>[] {
    const { hasStorageValues } = this.#reader.node.facts
    const entries = [...reads]
    if (!hasStorageValues || entries.length === 1) {
      return entries.map(([key, read]) => this.#track([key], this.#loadSlot(read)))
    }
    const parts: (typeof entries)[] = []
    for (let at = 0; at < entries.length; at += MAX_SLOTS) {
      parts.push(entries.slice(at, at + MAX_SLOTS))
    }
    return parts.map((part) =>
      this.#track(
        part.map(([key]) => key),
        this.#loadSlotsAtOnce(part.map(([, read]) => read)),
      ),
    )
  }

  async #loadSlot({ address, slot }: StorageRead): Promise<void> {
    const value = await this.#reader.ask('eth_getStorageAt', [address, slot], readWord)
    this.#cache.putStorage(address, slot, value)
  }

  async #loadSlotsAtOnce(reads: readonly StorageRead[]): Promise<void> {
    const wanted = new Map<Address, StorageRead[]>()
    for (const read of reads) {
      wanted.set(read.address, [...(wanted.get(read.address) ?? []), read])
    }
    const request = Object.fromEntries(
      [...wanted].map(([address, of]) => [address, of.map(({ slot }) => slot)]),
    )
    const reader = this.#reader
    try {
      const read = (answer: unknown) => readSlots(answer, wanted)
      const found = await reader.ask('eth_getStorageValues', [request], read)
      for (const { address, slot, value } of found) this.#cache.putStorage(address, slot, value)
    } catch (error) {
      if (!isRefusal(error)) throw error
      reader.node.learn({ hasStorageValues: false })
      await Promise.all(reads.map((read) => this.#loadSlot(read)))
    }
  }
}

/** Reads that an error names. */
const MOST_NAMED = 3

function nameReads(reads: readonly RemoteRead[]): string {
  const named = reads.slice(0, MOST_NAMED).map(nameRead).join(', ')
  return reads.length > MOST_NAMED ? `${named} and ${reads.length - MOST_NAMED} more` : named
}

function nameRead(read: RemoteRead): string {
  if (read.kind === 'account') return `account ${read.address}`
  if (read.kind === 'storage') return `slot ${read.slot} of ${read.address}`
  if (read.kind === 'blockHash') return `the hash of block ${read.number}`
  if (read.kind === 'metadata') return `the metadata of ${read.denomination}`
  if (read.kind === 'pointer') return `the pointer contract of ${read.denomination}`
  return `the other address of ${read.kind === 'association' ? read.address : read.native}`
}

function readSlots(answer: unknown, wanted: ReadonlyMap<Address, readonly StorageRead[]>) {
  const entries = Object.entries(readObject(answer))
  const found = new Map(entries.map(([address, values]) => [address.toLowerCase(), values]))
  return [...wanted].flatMap(([address, reads]) => {
    const values = found.get(address)
    if (!Array.isArray(values) || values.length !== reads.length) {
      throw unlike(`${reads.length} words of ${address}`, values)
    }
    return reads.map(({ slot }, i) => ({ address, slot, value: readWord(values[i]) }))
  })
}
