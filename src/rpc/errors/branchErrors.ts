import type { BranchErrorDetails } from '../../node/errors.ts'
import type { ErrorTable } from './errorEntry.ts'

/** How snapshots and branches are refused. */
export const branchErrors: Pick<ErrorTable, BranchErrorDetails['code']> = {
  SNAPSHOT_UNKNOWN: {
    summary: 'No snapshot has this name or id.',
    sample: { name: 'deployed' },
    message: (d) => `no snapshot ${JSON.stringify(d.name)}`,
  },
  TOO_MANY_SNAPSHOTS: {
    summary: 'A snapshot was to have a name, and there are too many names already.',
    sample: { limit: 1000 },
    message: (d) => `too many named snapshots: ${d.limit} are there; release some`,
  },
  BRANCH_UNKNOWN: {
    summary: 'There is no branch at `/branch/NAME`. The one error with another HTTP status: 404.',
    sample: { name: 'worker-1' },
    message: (d) => `no branch ${JSON.stringify(d.name)}`,
  },
  BRANCH_EXISTS: {
    summary: 'The name of a new branch is taken.',
    sample: { name: 'worker-1' },
    message: (d) => `there is a branch ${JSON.stringify(d.name)} already`,
  },
  TOO_MANY_BRANCHES: {
    summary: 'There are too many named branches already.',
    sample: { limit: 1000 },
    message: (d) => `too many named branches: ${d.limit} are there; delete some`,
  },
}
