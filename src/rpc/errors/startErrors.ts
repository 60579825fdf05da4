import type { ErrorTable } from './errorEntry.ts'

/** Errors that the command reports before it serves requests. */
export const startErrors: Pick<
  ErrorTable,
  'BAD_GENESIS' | 'BAD_OPTION' | 'BAD_APP_TOML' | 'BAD_JOURNAL'
> = {
  BAD_GENESIS: {
    summary: 'The genesis is invalid. Reported on start, not by requests.',
    sample: { field: 'alloc', reason: 'missing' },
    message: (d) => `invalid genesis: ${d.field === '' ? '' : `${d.field}: `}${d.reason}`,
  },
  BAD_OPTION: {
    summary: 'The value of an option is invalid. Reported on start, not by requests.',
    sample: { option: 'port', reason: 'must be an integer from 0 to 65535 (got 70000)' },
    message: (d) => `invalid option: ${d.option}: ${d.reason}`,
  },
  BAD_APP_TOML: {
    summary: 'The settings file is invalid. Reported on start, not by requests.',
    sample: { file: 'config/app.toml', key: 'http_port', reason: 'want an integer, got true' },
    message: (d) => `${d.file}: ${d.key === '' ? '' : `[evm] ${d.key}: `}${d.reason}`,
  },
  BAD_JOURNAL: {
    summary: 'The file is not a valid journal. Reported by `rockpool replay`, not by requests.',
    sample: { line: 1, reason: 'not JSON' },
    message: (d) => `line ${d.line}: ${d.reason}`,
  },
}
