import type { ErrorTable } from './errorEntry.ts'

/** Errors of chains that are forks of remote ones. */
export const forkErrors: Pick<
  ErrorTable,
  | 'FORK_MISMATCH'
  | 'FORK_NOT_EXPORTABLE'
  | 'TOO_MANY_ROUNDS'
  | 'NOT_BEFORE_FORK'
  | 'REMOTE_SLOT_NOT_PROVABLE'
> = {
  FORK_MISMATCH: {
    summary:
      'The database belongs to another fork, or to none. Reported on start, not by requests.',
    sample: { found: 'block 100 of chain 1 at http://127.0.0.1:8545', given: undefined },
    message: ({ found, given }) =>
      `the database ${found === undefined ? 'is no fork' : `is a fork of ${found}`}, but ${given === undefined ? 'no fork is given' : `the given fork is of ${given}`}`,
  },
  FORK_NOT_EXPORTABLE: {
    summary: 'The chain is a fork, whose stores are incomplete. Reported by `rockpool export`.',
    sample: {},
    message: () =>
      'the chain is a fork: its stores have only the changes since, so use --dump-state instead',
  },
  TOO_MANY_ROUNDS: {
    summary: 'An execution on a fork depends on more rows, one after the other, than are fetched.',
    sample: { rounds: 1000 },
    message: (d) =>
      `the execution needed more data of the remote chain after ${d.rounds} rounds of requests`,
  },
  NOT_BEFORE_FORK: {
    summary: 'On a fork, the method only knows the blocks after the forked one.',
    sample: { method: 'native_getBlockByNumber', forkBlock: 100 },
    message: (d) =>
      `${d.method} only knows the blocks after ${d.forkBlock}, the forked one: use eth_ methods for others`,
  },
  REMOTE_SLOT_NOT_PROVABLE: {
    summary: 'No proof of a slot that did not change since the fork: it is in no local store.',
    sample: {
      address: '0x0000000000000000000000000000000000000001',
      slot: '0x0000000000000000000000000000000000000000000000000000000000000000',
    },
    message: (d) =>
      `cannot prove slot ${d.slot} of ${d.address}: it has not changed since the fork`,
  },
}
