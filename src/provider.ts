import type { NativeClient } from './node/native/nativeClient.ts'

/** Notification of a subscription in process (EIP-1193). */
export interface SubscriptionMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** A node in this process: an EIP-1193 provider. */
export interface RockpoolNode {
  /**
   * Runs one JSON-RPC method without a socket.
   *
   * @throws an Error with the `code` and `data` of the JSON-RPC error
   */
  request(request: {
    readonly method: string
    readonly params?: readonly unknown[]
  }): Promise<unknown>
  /**
   * Adds a listener for notifications of subscriptions that {@link request} created with
   * `eth_subscribe`. The first message follows the response. Listeners of other EIP-1193 events are
   * ignored, because they never occur.
   */
  on(event: 'message', listener: (message: SubscriptionMessage) => void): RockpoolNode
  removeListener(event: 'message', listener: (message: SubscriptionMessage) => void): RockpoolNode
  /** Sends native (Cosmos) transactions and reads native accounts. */
  readonly native: NativeClient
  /** Serves HTTP and WebSocket on one port; default: 0, a free port. */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<{
    readonly host: string
    readonly port: number
    readonly url: string
    /** The URL for WebSocket clients. */
    readonly wsUrl: string
  }>
  /**
   * Serves CometBFT's JSON-RPC, for CosmJS: HTTP, and WebSocket at `/websocket`. The port is by
   * default a free one.
   */
  listenComet(address?: { readonly host?: string; readonly port?: number }): Promise<{
    readonly host: string
    readonly port: number
    readonly url: string
    readonly wsUrl: string
  }>
  /** Serves the REST paths of the Cosmos SDK's gateway; default: on a free port. */
  listenRest(address?: { readonly host?: string; readonly port?: number }): Promise<{
    readonly host: string
    readonly port: number
    readonly url: string
  }>
  /**
   * Takes a snapshot of blocks, state and pending transactions. Returns the id, as `evm_snapshot`.
   */
  snapshot(): Promise<string>
  /** Reverts to a snapshot and deletes it and later ones. Returns false if it does not exist. */
  revert(id: string): Promise<boolean>
  /**
   * Mines blocks of pending transactions, or empty ones, as `hardhat_mine`.
   *
   * @param options number of blocks, default 1; seconds between them, default: the clock's
   */
  mine(options?: {
    readonly blocks?: number | bigint
    readonly interval?: number | bigint
  }): Promise<void>
  /**
   * Creates an independent node in memory that continues from here, with the same accounts and
   * limits. Takes microseconds, whatever the size of the state. It keeps the shared state until it
   * is closed.
   */
  branch(): Promise<RockpoolNode>
  /** Closes the node, its servers and its branches. Idempotent. */
  close(): Promise<void>
}
