import type { Address } from '../primitives/address.ts'
import { decodeBech32 } from '../primitives/encoding/bech32.ts'
import { type Hash, toQuantity } from '../primitives/encoding/hex.ts'
import { silentLogger } from '../primitives/logger.ts'
import { AnswerCache } from './cache/answerCache.ts'
import type { AppendLog } from './cache/appendLog.ts'
import { CacheDirectory, type RemoteFacts } from './cache/cacheDirectory.ts'
import { StateCache } from './cache/stateCache.ts'
import { LiveChain } from './liveChain.ts'
import { type Pin, pinBlock, readFullBlock } from './pinBlock.ts'
import { isSeiChainId, probeNode } from './probeNode.ts'
import { probeClz } from './probeRules.ts'
import { readQuantity } from './remoteAnswers.ts'
import type { RemoteChain, RemoteOptions } from './remoteChain.ts'
import { RemoteError } from './remoteError.ts'
import { RemoteNode } from './remoteNode.ts'
import { parseRemoteUrl } from './remoteUrl.ts'
import { BlockReader, NumberReader } from './state/blockReader.ts'
import { type FirstReads, readFirst } from './state/firstReads.ts'

const DEFAULT_TIMEOUT_MS = 45_000
const DEFAULT_RETRIES = 5
const DEFAULT_BACKOFF_MS = 1000

/** A port of this machine may have another node at each start. */
const UNKNOWN: RemoteFacts = {
  isSei: undefined,
  hasHashRefs: undefined,
  hasAccountInfo: undefined,
  hasStorageValues: undefined,
  hasPrestateTracer: undefined,
  hasAccessList: undefined,
}

/**
 * Opens a live chain at one block. With a block that is in the disk cache it sends nothing.
 *
 * @throws RemoteError
 */
export async function openRemoteChain(options: RemoteOptions): Promise<RemoteChain> {
  const url = parseRemoteUrl(options.url)
  const directory = openDirectory(options)
  const counts = {
    requests: 0,
    calls: 0,
    retries: 0,
    bytesSent: 0,
    bytesReceived: 0,
    cacheHits: 0,
    cacheMisses: 0,
  }
  const settings = {
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retries: options.retries ?? DEFAULT_RETRIES,
    retryBackoffMs: options.retryBackoffMs ?? DEFAULT_BACKOFF_MS,
    unitsPerSecond: options.computeUnitsPerSecond,
    isOffline: options.isOffline ?? false,
    counts,
  }
  const node = new RemoteNode(url, settings, (await directory?.readFacts(url)) ?? {})
  try {
    const saved = await readSaved(directory, node, options)
    if (saved === undefined && url.isLocal) node.learn(UNKNOWN)
    const opened = saved ?? (await openLive(directory, node, options))
    const bech32Prefix = await findPrefix(node, options, opened)
    return new LiveChain({ node, directory, counts, ...opened, bech32Prefix })
  } catch (error) {
    node.close()
    throw error
  }
}

function openDirectory({ cacheDirectory, logger = silentLogger }: RemoteOptions) {
  if (cacheDirectory === undefined) return undefined
  let hasFailed = false
  return new CacheDirectory(cacheDirectory, (error) => {
    if (!hasFailed) logger.error(`Warning: cannot write the cache ${cacheDirectory}`, error)
    hasFailed = true
  })
}

/** Chain and block, and the caches of that block. */
interface Opened {
  readonly chainId: bigint
  readonly isSei: boolean
  readonly hasClz: boolean | undefined
  readonly pin: Pin
  readonly cache: StateCache
  readonly answers: AnswerCache
}

/**
 * Opens what an earlier run pinned and saved, or returns undefined.
 *
 * @throws RemoteError with `isOffline` if nothing is saved
 */
async function readSaved(
  directory: CacheDirectory | undefined,
  node: RemoteNode,
  options: RemoteOptions,
): Promise<Opened | undefined> {
  const { facts, url } = node
  const { transactionHash, known, isOffline = false } = options
  const chainId = options.chainId ?? facts.chainId
  const asked =
    transactionHash === undefined
      ? (options.blockNumber ?? url.blockNumber)?.toString()
      : facts.transactions?.[transactionHash.toLowerCase()]
  const number = known?.number.toString() ?? asked
  const hash = known?.hash ?? (number === undefined ? undefined : facts.blocks?.[number])
  if (
    directory !== undefined &&
    chainId !== undefined &&
    number !== undefined &&
    hash !== undefined
  ) {
    const caches = await openCaches(directory, { chainId, number: BigInt(number), hash })
    const { block } = caches.cache
    const replay = await savedReplay(caches.answers, transactionHash)
    const { hasClz } = caches.cache
    const hasReplay = transactionHash === undefined || replay !== undefined
    // A cache of an earlier version does not have the rules.
    const isWhole = hasReplay && (hasClz !== undefined || isOffline)
    if (block?.hash === hash && isWhole) {
      const isSei = known?.isSei ?? facts.isSei ?? isSeiChainId(chainId)
      return { chainId, isSei, hasClz, pin: { block, replay }, ...caches }
    }
  }
  if (!isOffline) return undefined
  throw new RemoteError({
    code: 'REMOTE_OFFLINE',
    url: url.shown,
    missing: missingBlock(facts, number ?? transactionHash),
  })
}

function missingBlock({ blocks = {} }: RemoteFacts, wanted: string | undefined): string {
  const saved = Object.keys(blocks).join(', ')
  const which = wanted === undefined ? 'the newest block (name a number)' : `the block of ${wanted}`
  return saved === '' ? `${which}: no block of this URL is saved` : `${which}: saved are ${saved}`
}

/** @throws RemoteError */
async function openLive(
  directory: CacheDirectory | undefined,
  node: RemoteNode,
  options: RemoteOptions,
): Promise<Opened> {
  const { chainId: given, transactionHash, known } = options
  const pinning = pinBlock(node, options)
  const probing = probeNode(node)
  // The methods that the node serves are known by then.
  const found = Promise.all([pinning, probing]).then(([pin]) => pin)
  const [chainId, pin, hasClz, first] = await Promise.all([
    given ?? node.ask('eth_chainId', [], readQuantity),
    found,
    findRules(node, options, found),
    findAccounts(node, options, found),
  ])
  const isSei = known?.isSei ?? (node.facts.isSei === true || isSeiChainId(chainId))
  const { number, hash } = pin.block
  if (known !== undefined && known.hash !== hash) {
    const reason = `its block ${number} has the hash ${hash}, want ${known.hash}`
    throw new RemoteError({ code: 'BAD_FORK', url: node.url.shown, reason })
  }
  node.learn({ isSei, ...(given === undefined && { chainId }) })
  const isPinned = (options.blockNumber ?? node.url.blockNumber ?? -1n) >= 0n
  if (directory === undefined || (!isPinned && transactionHash === undefined)) {
    const caches = { cache: new StateCache(undefined), answers: new AnswerCache(undefined) }
    first(caches.cache)
    return { chainId, isSei, hasClz, pin, ...caches }
  }
  const caches = await openCaches(directory, { chainId, number, hash })
  caches.cache.putBlock(pin.block)
  if (hasClz !== undefined) caches.cache.putClz(hasClz)
  first(caches.cache)
  node.learn({ blocks: { ...node.facts.blocks, [number.toString()]: hash } })
  if (transactionHash !== undefined && pin.replay !== undefined) {
    const key = transactionHash.toLowerCase()
    const { block, transactions } = pin.replay
    caches.answers.put(replayKey(key), { ...block.json, transactions })
    const earlier = node.facts.transactions
    node.learn({ transactions: { ...earlier, [key]: number.toString() } })
  }
  await directory.addFacts(node.url, node.facts)
  return { chainId, isSei, hasClz, pin, ...caches }
}

/** The block of a plain number, which is known before anything is asked. */
function givenNumber(node: RemoteNode, options: RemoteOptions): bigint | undefined {
  const { transactionHash, blockNumber = node.url.blockNumber } = options
  const isGiven = transactionHash === undefined && blockNumber !== undefined && blockNumber >= 0n
  return isGiven ? blockNumber : undefined
}

/** Asks with the first request, unless the block must be found first. @throws RemoteError */
async function findRules(
  node: RemoteNode,
  options: RemoteOptions,
  pinning: Promise<Pin>,
): Promise<boolean | undefined> {
  const { transactionHash, blockNumber = node.url.blockNumber } = options
  if (transactionHash === undefined && blockNumber === undefined) return probeClz(node, 'latest')
  const number = givenNumber(node, options) ?? (await pinning).block.number
  return probeClz(node, toQuantity(number))
}

/** Reads the accounts of the options likewise. @throws RemoteError */
async function findAccounts(
  node: RemoteNode,
  options: RemoteOptions,
  pinning: Promise<Pin>,
): Promise<FirstReads> {
  const { accounts = [], chainId = node.facts.chainId } = options
  const owners = () => {
    const isSei = node.facts.isSei === true || (chainId !== undefined && isSeiChainId(chainId))
    return isSei ? ownersOf(options) : []
  }
  const number = givenNumber(node, options)
  if (number === undefined) {
    const { block } = await pinning
    return readFirst(new BlockReader(node, block), accounts, owners())
  }
  const found = await readFirst(new NumberReader(node, number), accounts, owners())
  // Calls of several requests may be answered by several nodes.
  return node.facts.maxBatch === undefined ? found : () => {}
}

/** Accounts whose associations the fork of a Sei chain reads at its start. */
function ownersOf({ accounts = [], associated }: RemoteOptions): readonly Address[] {
  return associated === undefined ? accounts : [associated, ...accounts]
}

/** Returns the prefix of a Sei chain's native addresses, which only an address shows. */
async function findPrefix(
  node: RemoteNode,
  options: RemoteOptions,
  { isSei, pin, cache }: Opened,
): Promise<string | undefined> {
  if (!isSei) return undefined
  const owners = ownersOf(options)
  const unread = owners.filter((address) => cache.association(address) === undefined)
  const put = await readFirst(new BlockReader(node, pin.block), [], unread)
  put(cache)
  const native = owners.map((address) => cache.association(address)).find(Boolean)
  return native ? decodeBech32(native)?.prefix : undefined
}

async function openCaches(
  directory: CacheDirectory,
  at: { readonly chainId: bigint; readonly number: bigint; readonly hash: Hash },
): Promise<Pick<Opened, 'cache' | 'answers'>> {
  const open = (name: 'state' | 'answers'): Promise<AppendLog> =>
    directory.openLog(name, at.chainId, at.number, at.hash)
  const cache = new StateCache(await open('state'))
  await cache.load()
  return { cache, answers: new AnswerCache(await open('answers')) }
}

function replayKey(transactionHash: string): string {
  return `replay ${transactionHash}`
}

async function savedReplay(
  answers: AnswerCache,
  transactionHash: string | undefined,
): Promise<Pin['replay']> {
  if (transactionHash === undefined) return undefined
  const saved = await answers.get(replayKey(transactionHash.toLowerCase()))
  if (saved === undefined) return undefined
  try {
    return readFullBlock(saved.answer)
  } catch {
    return undefined
  }
}
