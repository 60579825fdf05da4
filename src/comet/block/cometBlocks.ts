import { Block } from 'cosmjs-types/tendermint/types/block'
import { HashedParams } from 'cosmjs-types/tendermint/types/params'
import type { BlockID, Commit, Header } from 'cosmjs-types/tendermint/types/types'
import { ExactWriter } from '../../abci/wire/exactWriter.ts'
import type { SealedBlock } from '../../chain/block/block.ts'
import type { ReadableChain } from '../../chain/chain.ts'
import { timeInMessages } from '../../modules/headerInfo.ts'
import { assert } from '../../primitives/assert.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { type Hash, hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  type CometTransaction,
  cometHash,
  cometTransactions,
  provenResult,
} from './cometTransactions.ts'
import { commitHash, commitOf, NO_BLOCK_ID, NO_COMMIT } from './commit.ts'
import { headerHash } from './header.ts'
import { merkleRoot } from './merkle.ts'
import { ValidatorHistory, type ValidatorSet } from './validatorSet.ts'

/** A block in the form of CometBFT. */
export interface CometBlock {
  readonly source: SealedBlock
  readonly id: BlockID
  readonly header: Header
  readonly transactions: readonly CometTransaction[]
  readonly lastCommit: Commit
  /** The commit of this block, which the next one contains. */
  readonly commit: Commit
  readonly validators: ValidatorSet
  /** Bytes of the encoded block. */
  readonly size: number
}

/**
 * Blocks per series. A header has the hash of the one before, so the hash of a block takes the
 * hashes of all before it in its series. The first header of a series has no last block.
 */
const SERIES_LENGTH = 1000
/** Series in which a hash is searched for. */
const SEARCHED = 10
/** Series that are kept in memory. */
const MOST_SERIES = 4
/** CometBFT's default maximum of a block's bytes. */
export const MAX_BLOCK_BYTES = 22_020_096n
const PART_SIZE = 65_536
const BLOCK_PROTOCOL = 11n

type Entry = Omit<CometBlock, 'transactions'>

/** The blocks of a chain in the form of CometBFT, computed when they are read. */
export class CometBlocks {
  readonly #chain: ReadableChain
  /** By number of the first block, the last used last. */
  readonly #series = new Map<number, Entry[]>()
  #validators: { readonly hash: Hash; readonly history: ValidatorHistory } | undefined

  constructor(chain: ReadableChain) {
    this.#chain = chain
  }

  /** Returns a block; undefined if the chain does not have it. */
  async at(height: number): Promise<CometBlock | undefined> {
    const source = this.#chain.blocks.get(BigInt(height))
    if (source === undefined) return undefined
    const validators = await this.validators()
    const entry = this.#entry(source, validators)
    return entry && { ...entry, transactions: cometTransactions(entry.source) }
  }

  /** Finds one of the newest blocks by its hash: those of {@link SEARCHED} series. */
  async byHash(hash: Uint8Array): Promise<CometBlock | undefined> {
    const { latest, genesis } = this.#chain.blocks
    let { number } = latest
    for (let i = 0; i < SEARCHED && number >= genesis.number; i++) {
      // Computes the series up to there.
      if ((await this.at(number)) === undefined) return undefined
      const start = this.#startOf(number)
      const found = this.#kept(start).find(({ id }) => equalBytes(id.hash, hash))
      if (found !== undefined) return this.at(found.source.number)
      number = start - 1
    }
    return undefined
  }

  /** Number of the first block of a block's series that the chain has. */
  #startOf(height: number): number {
    const { genesis, earliest } = this.#chain.blocks
    const series = Math.floor((height - genesis.number) / SERIES_LENGTH)
    return Math.max(genesis.number + series * SERIES_LENGTH, Number(earliest))
  }

  /** Returns the validators of all blocks up to the next one. */
  async validators(): Promise<ValidatorHistory> {
    const view = await this.#chain.state.viewAt({ tag: 'latest' })
    const { hash } = view.block
    if (hash !== undefined && this.#validators?.hash === hash) return this.#validators.history
    const history = await view.readOverlay((state) => new ValidatorHistory(state))
    if (hash !== undefined) this.#validators = { hash, history }
    return history
  }

  #entry(target: SealedBlock, validators: ValidatorHistory): Entry | undefined {
    const { blocks } = this.#chain
    const from = this.#startOf(target.number)
    const entries = this.#kept(from)
    for (let height = from + entries.length; height <= target.number; height++) {
      const source = blocks.get(BigInt(height))
      if (source === undefined) return undefined
      entries.push(this.#make(source, entries.at(-1), validators))
    }
    return entries[target.number - from]
  }

  /** Returns the entries of a series whose blocks are still those of the chain. */
  #kept(from: number): Entry[] {
    const entries = this.#series.get(from) ?? []
    const isGone = ({ source }: Entry) =>
      this.#chain.blocks.get(BigInt(source.number))?.hash !== source.hash
    // A block has the hash of the one before: if it is there, so are all before it.
    for (let last = entries.at(-1); last !== undefined && isGone(last); last = entries.at(-1)) {
      entries.pop()
    }
    this.#series.delete(from)
    this.#series.set(from, entries)
    if (this.#series.size > MOST_SERIES) {
      const [oldest] = this.#series.keys()
      if (oldest !== undefined) this.#series.delete(oldest)
    }
    return entries
  }

  #make(source: SealedBlock, last: Entry | undefined, history: ValidatorHistory): Entry {
    const chain = this.#chain
    const before = chain.blocks.get(source.header.number - 1n)
    const validators = history.at(source.number)
    const [proposer] = validators.validators
    assert(proposer !== undefined, 'a set of validators has members')
    const raws = cometTransactions(source)
    const lastCommit = last?.commit ?? NO_COMMIT
    const results = before === undefined ? [] : cometTransactions(before)
    const { gasLimit, timestamp, number, stateRoot } = source.header
    const params = { blockMaxBytes: MAX_BLOCK_BYTES, blockMaxGas: gasLimit }
    const header: Header = {
      version: { block: BLOCK_PROTOCOL, app: 0n },
      chainId: chain.nativeChainId,
      height: number,
      time: { seconds: timeInMessages(timestamp), nanos: 0 },
      lastBlockId: last?.id ?? NO_BLOCK_ID,
      lastCommitHash: commitHash(lastCommit),
      dataHash: merkleRoot(raws.map(cometHash)),
      validatorsHash: validators.hash,
      nextValidatorsHash: history.at(source.number + 1).hash,
      consensusHash: sha256(HashedParams.encode(params, new ExactWriter()).finish()),
      // Of the state before the block. The first block has only its own.
      appHash: hexToBytes(before?.header.stateRoot ?? stateRoot),
      lastResultsHash: merkleRoot(results.map((each) => provenResult(chain, each))),
      evidenceHash: merkleRoot([]),
      proposerAddress: proposer.address,
    }
    const data = { txs: raws.map(({ raw }) => raw) }
    const block = Block.encode(
      { header, data, evidence: { evidence: [] }, lastCommit },
      new ExactWriter(),
    ).finish()
    const id = { hash: headerHash(header), partSetHeader: partsOf(block) }
    const vote = { chainId: header.chainId, height: number, blockId: id, time: header.time }
    const commit = commitOf(vote, validators)
    return { source, id, header, lastCommit, commit, validators, size: block.length }
  }
}

/** Blocks are sent in parts: their number, and the root of the tree of them. */
function partsOf(block: Uint8Array): BlockID['partSetHeader'] {
  const parts = []
  for (let at = 0; at < block.length; at += PART_SIZE)
    parts.push(block.subarray(at, at + PART_SIZE))
  return { total: parts.length, hash: merkleRoot(parts) }
}
