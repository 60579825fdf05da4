import type { RemoteChain } from '../../remote/remoteChain.ts'

/** Returns a sentence about the traffic of a fork, for the end of a run. */
export function forkTraffic({ url, stats }: RemoteChain): string {
  const { requests, calls, retries, bytesSent, bytesReceived, cacheHits, cacheMisses } = stats
  return [
    `Fork of ${url}: ${count(requests, 'request')} with ${count(calls, 'call')}`,
    ...(retries > 0 ? [`${count(retries, 'repetition')}`] : []),
    `${bytesSent} bytes sent`,
    `${bytesReceived} received`,
    `${cacheHits} reads from the cache`,
    `${cacheMisses} not`,
  ].join(', ')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
