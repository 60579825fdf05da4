import type { RequestInitChain } from 'cosmjs-types/tendermint/abci/types'
import type { SealedBlock } from '../../chain/block/block.ts'
import type { Database } from '../../store/database/database.ts'
import { openDatabase } from '../../store/database/database.ts'
import { createNetwork, type Network, type NetworkSettings, readInit } from './network.ts'

/** Directory of a chain. */
export interface NetworkStorage {
  readonly directory: string
  /** Sync every block to the disk. */
  readonly sync: boolean
}

/** Holds the chain of a network, which InitChain, a restart or a snapshot creates. */
export class NetworkHost {
  readonly settings: NetworkSettings
  /** Undefined: in memory. */
  readonly storage: NetworkStorage | undefined
  #database: Database | undefined
  #network: Network | undefined

  private constructor(settings: NetworkSettings, storage: NetworkStorage | undefined) {
    this.settings = settings
    this.storage = storage
  }

  /**
   * Opens the chain of a directory, which may be empty.
   * @throws GenesisError, ChainError, StoreError
   */
  static async open(settings: NetworkSettings, storage?: NetworkStorage): Promise<NetworkHost> {
    const host = new NetworkHost(settings, storage)
    await host.reopen()
    return host
  }

  /** Undefined before InitChain. */
  get network(): Network | undefined {
    return this.#network
  }

  /** Database of the chain; undefined in memory. */
  get database(): Database | undefined {
    return this.#database
  }

  /** Newest committed block; undefined before the first one. */
  get latest(): SealedBlock | undefined {
    const { network } = this
    const latest = network?.driver.latest
    const isFirst = latest !== undefined && latest.header.number < (network?.initialHeight ?? 0n)
    return isFirst ? undefined : latest
  }

  /**
   * Creates the chain that InitChain describes, in place of one without a block.
   * @throws GenesisError
   */
  async initialize(init: RequestInitChain): Promise<Network> {
    if (this.#network !== undefined) await this.reopen()
    this.#network = await createNetwork(init, this.settings, this.#database)
    return this.#network
  }

  /** Closes the chain without what is not committed, and opens what is on disk. */
  async reopen(): Promise<void> {
    await this.close()
    if (this.storage === undefined) return
    const { directory, sync } = this.storage
    this.#database = await openDatabase(directory, { sync })
    try {
      const init = readInit(this.#database)
      if (init === undefined) return
      this.#network = await createNetwork(init, this.settings, this.#database)
    } catch (error) {
      await this.#database.close()
      throw error
    }
  }

  /** Closes the chain without what is not committed. Idempotent. */
  async close(): Promise<void> {
    const network = this.#network
    const database = this.#database
    this.#network = undefined
    this.#database = undefined
    await network?.chain.close()
    await database?.close()
  }
}
