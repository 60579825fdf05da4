import type { ErrorTable } from './errorEntry.ts'

/** Errors of mining, time and consensus. */
export const controlErrors: Pick<
  ErrorTable,
  | 'TIMESTAMP_NOT_LATER'
  | 'TIME_OUT_OF_RANGE'
  | 'TOO_MANY_BLOCKS'
  | 'ROLLBACK_TOO_DEEP'
  | 'PAST_IN_USE'
  | 'BAD_STATE'
  | 'STATE_TOO_LARGE'
  | 'DECIDED_BY_CONSENSUS'
  | 'CHAIN_NOT_BEGUN'
  | 'NOT_BROADCAST'
> = {
  DECIDED_BY_CONSENSUS: {
    summary: 'The node belongs to a network, whose consensus decides blocks, state and time.',
    sample: {},
    message: () => 'not possible on a network: consensus decides its blocks, state and time',
  },
  CHAIN_NOT_BEGUN: {
    summary: 'The node belongs to a network that has no block yet.',
    sample: {},
    message: () => 'the chain has not begun: CometBFT has committed no block yet',
  },
  NOT_BROADCAST: {
    summary: 'CometBFT did not take the transaction.',
    sample: { reason: 'mempool is full: number of txs 5000 (max: 5000)' },
    message: (d) => `CometBFT did not take the transaction: ${d.reason}`,
  },
  TIMESTAMP_NOT_LATER: {
    summary: 'The timestamp for the next block is not after that of the latest block.',
    sample: { timestamp: 1735689600n, latest: 1735689604n, mayBeEqual: false },
    message: (d) =>
      `timestamp ${d.timestamp} is ${d.mayBeEqual ? 'lower than' : 'lower than or equal to'} the newest block's timestamp ${d.latest}`,
  },
  TIME_OUT_OF_RANGE: {
    summary: 'A time is above 2^53 - 1.',
    sample: { argument: 'timestamp', time: 9007199254740992n, latest: 9007199254740991n },
    message: ({ argument, time, latest }) =>
      `${argument === undefined ? 'no block can follow' : `${argument} is too large`}: time ${time} is after the latest possible, ${latest}`,
  },
  TOO_MANY_BLOCKS: {
    summary: 'A request mines too many blocks.',
    sample: { blocks: 10000000000n, limit: 4294967295 },
    message: (d) => `cannot mine ${d.blocks} blocks at once: the limit is ${d.limit}`,
  },
  BAD_STATE: {
    summary: 'The state dump to load is invalid. The message names the field.',
    sample: {
      where: 'accounts.0x0000000000000000000000000000000000000001.nonce',
      reason: 'want an integer, got null',
    },
    message: ({ where, reason }) =>
      `cannot load the state: ${where === '' ? '' : `${where}: `}${reason}`,
  },
  STATE_TOO_LARGE: {
    summary: 'The state is too large for a dump.',
    sample: { most: 268435456 },
    message: (d) =>
      `the state is too large for a dump: more than ${d.most} bytes of JSON; see rockpool export`,
  },
  ROLLBACK_TOO_DEEP: {
    summary: 'A rollback is deeper than the chain.',
    sample: { depth: 7n, latest: 4n },
    message: (d) => `cannot roll back ${d.depth} blocks: the newest block is ${d.latest}`,
  },
  PAST_IN_USE: {
    summary: 'With `--db`, snapshots or branches need the blocks to revert.',
    sample: {},
    message: () =>
      'cannot go back so far on disk while there are snapshots or branches: release them first',
  },
}
