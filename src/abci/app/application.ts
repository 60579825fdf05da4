import {
  type Request,
  type RequestCheckTx,
  type RequestFinalizeBlock,
  type RequestInitChain,
  type RequestPrepareProposal,
  type RequestProcessProposal,
  type RequestQuery,
  type Response,
  ResponseQuery,
} from 'cosmjs-types/tendermint/abci/types'
import type { ConsensusParams } from 'cosmjs-types/tendermint/types/params'
import { isProposalValid, makeProposal } from '../../chain/consensus/proposals.ts'
import { isReadable } from '../../chain/consensus/transactionReader.ts'
import { createWriteQueue } from '../../chain/writeQueue.ts'
import { type ValidatorPower, validatorPowersOf } from '../../modules/staking/powers.ts'
import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { Network } from '../network/network.ts'
import type { NetworkHost } from '../network/networkHost.ts'
import { answerQuery } from '../query/answerQuery.ts'
import { removeRestoreLeftovers, SnapshotRestore } from '../sync/snapshotRestore.ts'
import type { SnapshotStore } from '../sync/snapshotStore.ts'
import type { AbciHandler } from '../wire/abciServer.ts'
import { APP_VERSION } from './appVersion.ts'
import { consensusFacts, consensusTime } from './consensusFacts.ts'
import { type Refusal, refusalOf } from './resultCodes.ts'
import { gasWanted, txResults } from './txResults.ts'

/** Dependencies of an application. */
export interface ApplicationParts {
  readonly host: NetworkHost
  /** Version of the program. */
  readonly version: string
  /** Number of newest blocks that are kept; default: all. */
  readonly keep?: number | undefined
  /** Snapshots for other nodes; default: none. */
  readonly snapshots?: SnapshotStore | undefined
  readonly logger: Logger
  /** Returns the genesis file of a chain whose CometBFT genesis has none in `app_state`. */
  readonly defaultGenesis: () => unknown
  /** Called when the chain has its first block here, and before Commit of it is answered. */
  readonly onRunning: (network: Network) => Promise<void>
}

const ACCEPT = 1
const REJECT = 2
const NO_CHAIN: Refusal = { codespace: 'sdk', code: 18, log: 'the chain has not started' }
/** CometBFT's default. */
const DEFAULT_MAX_BYTES = 22_020_096n

/**
 * The application of CometBFT: executes the blocks that consensus decides. What changes the chain
 * runs in order; CheckTx and Query read the newest committed block at any time.
 */
export class Application implements AbciHandler {
  readonly #parts: ApplicationParts
  readonly #queue = createWriteQueue()
  readonly #restore: SnapshotRestore
  #isRunning = false

  constructor(parts: ApplicationParts) {
    this.#parts = parts
    this.#restore = new SnapshotRestore(parts.host, parts.logger)
  }

  /** Serves the chain that the host has opened, if any. Call it once, before requests. */
  async start(): Promise<void> {
    const { storage } = this.#parts.host
    if (storage !== undefined) await removeRestoreLeftovers(storage.directory)
    await this.#announce()
  }

  async answer(request: Request): Promise<Response> {
    const { initChain, prepareProposal, processProposal, finalizeBlock } = request
    if (request.checkTx !== undefined) return this.#checkTx(request.checkTx)
    if (request.info !== undefined) return this.#info()
    if (request.query !== undefined) return this.#query(request.query)
    if (initChain !== undefined) return this.#queue.run(() => this.#initChain(initChain))
    if (prepareProposal !== undefined) {
      return this.#queue.run(async () => this.#prepareProposal(prepareProposal))
    }
    if (processProposal !== undefined) {
      return this.#queue.run(async () => this.#processProposal(processProposal))
    }
    if (finalizeBlock !== undefined) {
      return this.#queue.run(() => this.#finalizeBlock(finalizeBlock))
    }
    if (request.commit !== undefined) return this.#queue.run(() => this.#commit())
    const snapshot = await this.#answerSnapshot(request)
    if (snapshot !== undefined) return snapshot
    if (request.extendVote !== undefined) return { extendVote: { voteExtension: EMPTY_BYTES } }
    if (request.verifyVoteExtension !== undefined)
      return { verifyVoteExtension: { status: ACCEPT } }
    throw new Error('the request has no known message')
  }

  async #answerSnapshot(request: Request): Promise<Response | undefined> {
    const { snapshots } = this.#parts
    const { loadSnapshotChunk, offerSnapshot, applySnapshotChunk } = request
    if (request.listSnapshots !== undefined) {
      const list = snapshots?.list ?? []
      return {
        listSnapshots: {
          snapshots: list.map((each) => ({ ...each, height: BigInt(each.height) })),
        },
      }
    }
    if (loadSnapshotChunk !== undefined) {
      const { height, format, chunk: index } = loadSnapshotChunk
      const chunk = await snapshots?.chunk(Number(height), format, index)
      return { loadSnapshotChunk: { chunk: chunk ?? EMPTY_BYTES } }
    }
    if (offerSnapshot !== undefined) {
      const result = await this.#queue.run(() => this.#restore.offer(offerSnapshot))
      return { offerSnapshot: { result } }
    }
    if (applySnapshotChunk === undefined) return undefined
    return this.#queue.run(async () => {
      const answer = await this.#restore.apply(applySnapshotChunk)
      await this.#announce()
      return { applySnapshotChunk: answer }
    })
  }

  #info(): Response {
    const latest = this.#parts.host.latest
    return {
      info: {
        data: 'rockpool',
        version: this.#parts.version,
        appVersion: APP_VERSION,
        lastBlockHeight: latest?.header.number ?? 0n,
        lastBlockAppHash: latest === undefined ? EMPTY_BYTES : hexToBytes(latest.header.stateRoot),
      },
    }
  }

  async #initChain(request: RequestInitChain): Promise<Response> {
    const { host, defaultGenesis } = this.#parts
    if (host.latest !== undefined) {
      throw new Error(
        `InitChain, but the chain has block ${host.latest.number}: remove the directory of --db`,
      )
    }
    const hasGenesis = request.appStateBytes.length > 0
    const network = await host.initialize(
      hasGenesis
        ? request
        : { ...request, appStateBytes: utf8ToBytes(JSON.stringify(defaultGenesis())) },
    )
    const { driver, core } = network
    return {
      initChain: {
        consensusParams: paramsOf(network, driver.latest.header.gasLimit),
        validators: updatesOf([...validatorPowersOf(core.states.newest).values()]),
        appHash: hexToBytes(driver.latest.header.stateRoot),
      },
    }
  }

  async #query(request: RequestQuery): Promise<Response> {
    const { host, version } = this.#parts
    if (host.network === undefined || host.latest === undefined) {
      return { query: { ...ResponseQuery.fromPartial({}), ...NO_CHAIN } }
    }
    return { query: await answerQuery(host.network.chain, version, request) }
  }

  #checkTx({ tx }: RequestCheckTx): Response {
    const { network } = this.#parts.host
    const base = { data: EMPTY_BYTES, info: '', gasUsed: 0n, gasWanted: 0n, events: [] }
    if (network === undefined) return { checkTx: { ...base, ...NO_CHAIN } }
    try {
      const transaction = network.mempool.check(tx)
      const accepted = { code: 0, codespace: '', log: '' }
      return { checkTx: { ...base, ...accepted, gasWanted: gasWanted(transaction) } }
    } catch (error) {
      return { checkTx: { ...base, ...refusalOf(error) } }
    }
  }

  #prepareProposal({ txs, maxTxBytes, time }: RequestPrepareProposal): Response {
    const { driver, mempool } = this.#network()
    const scene = { ...driver.proposalScene(consensusTime(time)), reader: mempool.reader }
    return { prepareProposal: { txs: [...makeProposal(txs, Number(maxTxBytes), scene)] } }
  }

  #processProposal({ txs, time }: RequestProcessProposal): Response {
    const network = this.#network()
    const { driver, mempool } = network
    const { maxBytes } = blockParamsOf(network)
    const most = maxBytes < 0n ? Number.POSITIVE_INFINITY : Number(maxBytes)
    const scene = { ...driver.proposalScene(consensusTime(time)), reader: mempool.reader }
    const isValid = isProposalValid(txs, most, scene)
    return { processProposal: { status: isValid ? ACCEPT : REJECT } }
  }

  async #finalizeBlock(request: RequestFinalizeBlock): Promise<Response> {
    const network = await this.#readyFor(request.height)
    const { driver, mempool, core } = network
    const reads = request.txs.map((raw) => mempool.reader.read(raw))
    const finalized = await driver.finalize({
      time: consensusTime(request.time),
      proposer: bytesToHex(request.proposerAddress) as Address,
      transactions: reads.filter(isReadable),
      facts: consensusFacts(request.decidedLastCommit, request.misbehavior),
    })
    const { block, validatorChanges, gasLimit } = finalized
    return {
      finalizeBlock: {
        events: [],
        txResults: txResults(reads, finalized, core.states.newest),
        validatorUpdates: updatesOf(validatorChanges),
        ...(gasLimit !== undefined && { consensusParamUpdates: paramsOf(network, gasLimit) }),
        appHash: hexToBytes(block.header.stateRoot),
      },
    }
  }

  async #commit(): Promise<Response> {
    const { host, keep, snapshots } = this.#parts
    const network = this.#network()
    const { number } = await network.driver.commit()
    network.mempool.follow()
    await this.#announce()
    snapshots?.follow(network, host.database)
    if (keep === undefined) return { commit: { retainHeight: 0n } }
    // A node that joins from a snapshot needs the blocks after it.
    const oldest = snapshots?.list.at(-1)?.height ?? number
    const retained = Math.min(number - keep + 1, oldest)
    return { commit: { retainHeight: BigInt(Math.max(0, retained)) } }
  }

  /** Returns the chain whose next block has a height. */
  async #readyFor(height: bigint): Promise<Network> {
    const { host } = this.#parts
    const { driver, init } = this.#network()
    // An unwritten genesis goes with the block that is replaced.
    if (driver.isFinalized && host.latest === undefined) await host.initialize(init)
    const network = this.#network()
    const next = network.driver.latest.header.number + 1n
    if (height === next) return network
    throw new Error(`block ${height} cannot be executed: the next one is ${next}`)
  }

  #network(): Network {
    const { network } = this.#parts.host
    if (network === undefined) throw new Error('the chain has not started: InitChain comes first')
    return network
  }

  async #announce(): Promise<void> {
    const { host, onRunning } = this.#parts
    if (this.#isRunning || host.latest === undefined || host.network === undefined) return
    this.#isRunning = true
    await onRunning(host.network)
  }
}

function blockParamsOf({ init }: Network): { readonly maxBytes: bigint } {
  return { maxBytes: init.consensusParams?.block?.maxBytes ?? DEFAULT_MAX_BYTES }
}

/** Parameters with the version: without it, headers would have version 0. */
function paramsOf(network: Network, gasLimit: bigint): ConsensusParams {
  return {
    block: { ...blockParamsOf(network), maxGas: gasLimit },
    version: { app: APP_VERSION },
  }
}

function updatesOf(validators: readonly ValidatorPower[]) {
  return validators.map(({ consensusKey, power }) => ({ pubKey: { ed25519: consensusKey }, power }))
}
