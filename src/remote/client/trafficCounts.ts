/** Counts of a client that may be replaced by one of another URL. */
export interface TrafficCounts {
  requests: number
  calls: number
  retries: number
  bytesSent: number
  bytesReceived: number
}
