import {
  type CommitInfo,
  type Misbehavior,
  type Request,
  RequestFinalizeBlock,
  RequestInitChain,
  RequestPrepareProposal,
  RequestProcessProposal,
  type Response,
  type ResponseFinalizeBlock,
} from 'cosmjs-types/tendermint/abci/types'
import { Application } from '../../../src/abci/app/application.ts'
import type { NetworkSettings } from '../../../src/abci/network/network.ts'
import { NetworkHost } from '../../../src/abci/network/networkHost.ts'
import { SnapshotStore } from '../../../src/abci/sync/snapshotStore.ts'
import { assert } from '../../../src/primitives/assert.ts'
import { utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import {
  GENESIS_SECONDS,
  NETWORK_CHAIN_ID,
  networkSettings,
  type TestValidator,
} from './network.ts'
import { networkGenesisJson } from './networkGenesisJson.ts'

/** What CometBFT reports of a block. */
export interface BlockFacts {
  readonly height: bigint
  readonly seconds: bigint
  readonly nanos: number
  readonly proposer: Uint8Array
  readonly commit: CommitInfo
  readonly misbehavior: readonly Misbehavior[]
}

/** Options of {@link TestApplication.open}. */
export interface TestApplicationOptions {
  /** Default: in memory. */
  readonly directory?: string
  readonly keep?: number
  /** Blocks between snapshots; default: none. */
  readonly snapshotInterval?: number
  readonly settings?: Partial<NetworkSettings>
}

/** What CometBFT sends to an application without blocks. */
export function initRequest(
  validators: readonly TestValidator[],
  changes: Partial<RequestInitChain> = {},
): RequestInitChain {
  return RequestInitChain.fromPartial({
    time: { seconds: GENESIS_SECONDS, nanos: 0 },
    chainId: NETWORK_CHAIN_ID,
    consensusParams: {
      block: { maxBytes: 4_194_304n, maxGas: -1n },
      evidence: {
        maxAgeNumBlocks: 100_000n,
        maxAgeDuration: { seconds: 172_800n, nanos: 0 },
        maxBytes: 1_048_576n,
      },
      validator: { pubKeyTypes: ['ed25519'] },
    },
    validators: validators.map(({ key, power }) => ({ pubKey: { ed25519: key }, power })),
    appStateBytes: utf8ToBytes(JSON.stringify(networkGenesisJson())),
    initialHeight: 1n,
    ...changes,
  })
}

/** An application without a socket, and short names for what CometBFT asks. */
export class TestApplication {
  readonly host: NetworkHost
  readonly application: Application
  readonly snapshots: SnapshotStore | undefined

  private constructor(
    host: NetworkHost,
    application: Application,
    snapshots: SnapshotStore | undefined,
  ) {
    this.host = host
    this.application = application
    this.snapshots = snapshots
  }

  static async open(options: TestApplicationOptions = {}) {
    const { directory, keep, settings, snapshotInterval: interval = 0 } = options
    const storage = directory === undefined ? undefined : { directory, sync: false }
    const host = await NetworkHost.open(
      networkSettings({ ...settings, ...(keep !== undefined && { keep }) }),
      storage,
    )
    const place = { directory: `${directory}.snapshots`, interval, keep: 2, chunkBytes: 700 }
    const snapshots =
      directory === undefined ? undefined : await SnapshotStore.open(place, silentLogger)
    const application = new Application({
      ...{ host, version: '0.0.0', keep, snapshots, logger: silentLogger },
      defaultGenesis: networkGenesisJson,
      onRunning: async () => {},
    })
    await application.start()
    return new TestApplication(host, application, snapshots)
  }

  async ask<Name extends keyof Response>(
    request: Request,
    name: Name,
  ): Promise<NonNullable<Response[Name]>> {
    const answer = (await this.application.answer(request))[name]
    assert(answer !== undefined, `an answer ${name}`)
    return answer
  }

  info() {
    const info = { version: '0.38.25', blockVersion: 11n, p2pVersion: 8n, abciVersion: '2.0.0' }
    return this.ask({ info }, 'info')
  }

  initChain(validators: readonly TestValidator[], changes: Partial<RequestInitChain> = {}) {
    return this.ask({ initChain: initRequest(validators, changes) }, 'initChain')
  }

  checkTx(tx: Uint8Array, type = 0) {
    return this.ask({ checkTx: { tx, type } }, 'checkTx')
  }

  async prepare(facts: BlockFacts, txs: readonly Uint8Array[], maxTxBytes = 4_000_000n) {
    const prepareProposal = RequestPrepareProposal.fromPartial({
      maxTxBytes,
      txs: [...txs],
      height: facts.height,
      time: { seconds: facts.seconds, nanos: facts.nanos },
      proposerAddress: facts.proposer,
    })
    return (await this.ask({ prepareProposal }, 'prepareProposal')).txs
  }

  async process(facts: BlockFacts, txs: readonly Uint8Array[]): Promise<'accept' | 'reject'> {
    const processProposal = RequestProcessProposal.fromPartial({
      txs: [...txs],
      proposedLastCommit: facts.commit,
      misbehavior: [...facts.misbehavior],
      height: facts.height,
      time: { seconds: facts.seconds, nanos: facts.nanos },
      proposerAddress: facts.proposer,
    })
    const { status } = await this.ask({ processProposal }, 'processProposal')
    return status === 1 ? 'accept' : 'reject'
  }

  finalize(facts: BlockFacts, txs: readonly Uint8Array[]): Promise<ResponseFinalizeBlock> {
    const finalizeBlock = RequestFinalizeBlock.fromPartial({
      txs: [...txs],
      decidedLastCommit: facts.commit,
      misbehavior: [...facts.misbehavior],
      height: facts.height,
      time: { seconds: facts.seconds, nanos: facts.nanos },
      proposerAddress: facts.proposer,
    })
    return this.ask({ finalizeBlock }, 'finalizeBlock')
  }

  commit() {
    return this.ask({ commit: {} }, 'commit')
  }

  /** Ends it without what is not committed. */
  async close(): Promise<void> {
    await this.snapshots?.idle()
    await this.host.close()
  }
}
