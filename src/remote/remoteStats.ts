/** Counts of the traffic with a remote node since the start. */
export interface RemoteStats {
  /** HTTP requests, repetitions included. */
  readonly requests: number
  /** JSON-RPC calls in them, repetitions included. */
  readonly calls: number
  /** HTTP requests that were repetitions. */
  readonly retries: number
  /** Bytes of request bodies. */
  readonly bytesSent: number
  /** Bytes of answers' bodies, uncompressed. */
  readonly bytesReceived: number
  /** Reads of state that the cache answered, and that it did not. */
  readonly cacheHits: number
  readonly cacheMisses: number
}
