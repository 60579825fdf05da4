import type { RemoteFailure } from '../../remote/remoteError.ts'
import type { ErrorTable } from './errorEntry.ts'

const url = 'https://node.example/v2/***'

/** Errors of the node that a fork reads from. */
export const remoteErrors: Pick<ErrorTable, RemoteFailure['code']> = {
  REMOTE_ANSWERED_ERROR: {
    summary: 'The remote node of the fork refused a request for state.',
    sample: {
      method: 'eth_getStorageAt',
      rpcCode: -32000,
      message: 'missing trie node',
      data: undefined,
    },
    message: (d) => `the remote node refused ${d.method}: ${d.message} (${d.rpcCode})`,
  },
  REMOTE_UNREACHABLE: {
    summary: 'The remote node of the fork does not answer, after all repetitions.',
    sample: { method: 'eth_getBalance', url, reason: 'connect ECONNREFUSED 10.0.0.1:8545' },
    message: (d) => `the remote node ${d.url} did not answer ${d.method}: ${d.reason}`,
  },
  BAD_REMOTE_ANSWER: {
    summary: 'The answer of the remote node of the fork is not what the method returns.',
    sample: { method: 'eth_getBalance', url, reason: 'HTML instead of JSON' },
    message: (d) => `the remote node ${d.url} answered ${d.method} wrongly: ${d.reason}`,
  },
  REMOTE_LACKS_BLOCK: {
    summary:
      'The remote node of the fork does not have the forked block: it is behind, or its chain is another now.',
    sample: { method: 'eth_getBalance', url, reason: 'header not found' },
    message: (d) =>
      `the remote node ${d.url} does not have the block of ${d.method}: ${d.reason}. It is behind, or its chain is another now`,
  },
  BAD_FORK: {
    summary: 'The remote node cannot be forked as asked: the URL, block or transaction is wrong.',
    sample: { url, reason: 'the remote has no block 100; its newest is 20' },
    message: (d) => `cannot fork${d.url === '' ? '' : ` ${d.url}`}: ${d.reason}`,
  },
  CHAIN_IS_KEPT: {
    summary: 'A node with `--db` or `--record` does not move to another chain.',
    sample: { isFork: true },
    message: (d) =>
      `cannot ${d.isFork ? 'leave or move the fork' : 'fork'}: a node with --db or --record keeps its chain`,
  },
  REMOTE_OFFLINE: {
    summary: 'The node runs with `--offline`, and the cache of the fork has no answer.',
    sample: { url, missing: 'eth_getBalance ["0x…"]' },
    message: (d) => `offline, and the cache of ${d.url} lacks ${d.missing}`,
  },
  REMOTE_CLOSED: {
    summary: 'The node is shutting down, or its fork is another now.',
    sample: { method: 'eth_getBalance' },
    message: (d) => `the fork was closed during ${d.method}`,
  },
}
