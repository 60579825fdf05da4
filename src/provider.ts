import type { NativeClient } from './node/native/nativeClient.ts'

/** What a subscription of this process tells (EIP-1193). */
export interface SubscriptionMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** A node in this process: an EIP-1193 provider. */
export interface RockpoolNode {
  /**
   * Runs one JSON-RPC method, without a socket.
   *
   * @throws an Error with `code` and, where there is some, `data`, as JSON-RPC answers them
   */
  request(request: {
    readonly method: string
    readonly params?: readonly unknown[]
  }): Promise<unknown>
  /**
   * Hears what subscriptions of this process tell: those that `eth_subscribe` made in
   * {@link request}. The first message comes after its answer. Other events of EIP-1193 never
   * happen here, so their listeners are not kept.
   */
  on(event: 'message', listener: (message: SubscriptionMessage) => void): RockpoolNode
  removeListener(event: 'message', listener: (message: SubscriptionMessage) => void): RockpoolNode
  /** Sends native (Cosmos) transactions, and reads native accounts. */
  readonly native: NativeClient
  /** Serves HTTP and WebSocket as well, on one port; 0, the default, takes a free one. */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<{
    readonly host: string
    readonly port: number
    readonly url: string
    /** The same place for WebSocket clients. */
    readonly wsUrl: string
  }>
  /**
   * Remembers the chain as it is: blocks, state and waiting transactions. The id is that of
   * `evm_snapshot`.
   */
  snapshot(): Promise<string>
  /** Goes back to a snapshot, which ends it and those taken after it; false where there is none. */
  revert(id: string): Promise<boolean>
  /**
   * Makes blocks, of what waits and empty ones: `hardhat_mine`.
   *
   * @param options how many, one by default; and seconds from each to the next, by default as the
   *   clock says
   */
  mine(options?: {
    readonly blocks?: number | bigint
    readonly interval?: number | bigint
  }): Promise<void>
  /**
   * A node of its own that goes on from here, in memory, with the same accounts and limits; neither
   * sees what becomes of the other. Costs the same whatever the state's size: microseconds. Until
   * it is closed it keeps what it shares with this one.
   */
  branch(): Promise<RockpoolNode>
  /** Ends the node, whatever it serves, and its branches. Idempotent. */
  close(): Promise<void>
}
