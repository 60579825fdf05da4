import type { BranchErrorDetails } from '../../node/errors.ts'
import type { ErrorTable } from './errorEntry.ts'

/** Errors of snapshots and branches. */
export const branchErrors: Pick<ErrorTable, BranchErrorDetails['code']> = {
  SNAPSHOT_UNKNOWN: {
    summary: 'No snapshot has this name or id.',
    sample: { name: 'deployed' },
    message: (d) => `no snapshot ${JSON.stringify(d.name)}`,
  },
  TOO_MANY_SNAPSHOTS: {
    summary: 'The number of named snapshots has reached its limit.',
    sample: { limit: 1000 },
    message: (d) => `too many named snapshots (limit: ${d.limit}): release some`,
  },
  BRANCH_UNKNOWN: {
    summary: 'The branch does not exist. The HTTP status is 404.',
    sample: { name: 'worker-1' },
    message: (d) => `no branch ${JSON.stringify(d.name)}`,
  },
  BRANCH_EXISTS: {
    summary: 'A branch of this name already exists.',
    sample: { name: 'worker-1' },
    message: (d) => `branch ${JSON.stringify(d.name)} already exists`,
  },
  TOO_MANY_BRANCHES: {
    summary: 'The number of named branches has reached its limit.',
    sample: { limit: 1000 },
    message: (d) => `too many named branches (limit: ${d.limit}): delete some`,
  },
}
