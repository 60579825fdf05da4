import { toQuantity, ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { duration, type ErrorTable } from './errorEntry.ts'
import { rpcCode } from './rpcError.ts'

/**
 * Errors of queries for logs and transactions, in Sei's wording of ranges, and of filters, in
 * geth's.
 */
export const logErrors: Pick<
  ErrorTable,
  | 'LOG_RANGE_REVERSED'
  | 'LOG_RANGE_AFTER_LATEST'
  | 'LOG_RANGE_BEFORE_EARLIEST'
  | 'LOG_RANGE_TOO_LARGE'
  | 'TOO_MANY_LOGS'
  | 'UNKNOWN_BLOCK'
  | 'ADDRESS_INDEX_OFF'
  | 'ADDRESS_INDEX_INCOMPLETE'
  | 'FILTER_NOT_FOUND'
  | 'NOT_A_LOG_FILTER'
  | 'TOO_MANY_FILTERS'
> = {
  LOG_RANGE_REVERSED: {
    summary: 'The first block of a log range is after the last one.',
    sample: { from: 5n, to: 4n },
    message: (d) => `requested fromBlock ${d.from} is greater than toBlock ${d.to}`,
  },
  LOG_RANGE_AFTER_LATEST: {
    summary: 'A log range ends after the latest block.',
    sample: { end: 'toBlock', number: 7n, latest: 6n },
    message: (d) => `requested ${d.end} ${d.number} is after latest available block ${d.latest}`,
  },
  LOG_RANGE_BEFORE_EARLIEST: {
    summary: 'Logs were asked for of blocks that were not imported with the chain.',
    sample: { end: 'fromBlock', number: 3n, earliest: 9n },
    message: (d) =>
      `requested ${d.end} ${d.number} is before earliest available block ${d.earliest}`,
  },
  LOG_RANGE_TOO_LARGE: {
    summary:
      'A closed log range has more blocks than `--max-log-blocks`. `data` is an accepted range.',
    sample: { blocks: 2001, maxBlocks: 2000, maxLogs: 10_000, from: 1, to: 2000 },
    message: (d) =>
      `block range too large (${d.blocks}), maximum allowed is ${d.maxBlocks} blocks. Try with this block range ${rangeText(d)}.`,
    data: (d) => ({ from: toQuantity(d.from), to: toQuantity(d.to), limit: d.maxBlocks }),
  },
  TOO_MANY_LOGS: {
    summary:
      'A query of an open range matches more logs than `--max-logs`. `data` is the largest accepted closed range from the same block.',
    sample: { limit: 10_000, from: 10, to: 32, isFirstBlock: false },
    rpcCode: rpcCode.limitExceeded,
    message: (d) => {
      const alone =
        ': this block alone has more, and where both ends are numbers there is no limit of logs. Or narrow address and topics'
      return `query returned more than ${d.limit} results. Try with this block range ${rangeText(d)}${d.isFirstBlock ? alone : ''}.`
    },
    data: (d) => ({ from: toQuantity(d.from), to: toQuantity(d.to), limit: d.limit }),
  },
  UNKNOWN_BLOCK: {
    summary: 'The block hash of a log query is unknown.',
    sample: { hash: ZERO_HASH },
    message: () => 'unknown block',
  },
  ADDRESS_INDEX_OFF: {
    summary:
      'A search by account or nonce needs the address index, and the node runs with `--no-address-index`.',
    sample: {},
    message: () => 'the address index is disabled: start the node without --no-address-index',
  },
  ADDRESS_INDEX_INCOMPLETE: {
    summary:
      'A search by account or nonce includes blocks that were written with `--no-address-index`.',
    sample: { from: 9 },
    message: (d) =>
      `the address index starts at block ${d.from}: earlier blocks were written with --no-address-index`,
  },
  FILTER_NOT_FOUND: {
    summary: 'The filter does not exist, was uninstalled, or expired after `--filter-timeout`.',
    sample: { id: '0x1' },
    message: () => 'filter not found',
  },
  NOT_A_LOG_FILTER: {
    summary: '`eth_getFilterLogs` needs a log filter.',
    sample: { id: '0x1', kind: 'blocks' },
    message: () => 'not a filter of logs: use eth_getFilterChanges',
  },
  TOO_MANY_FILTERS: {
    summary: 'The number of filters has reached `--max-filters`.',
    sample: { limit: 10_000, idleMs: 300_000 },
    message: (d) =>
      `too many filters (limit: ${d.limit}). Uninstall some with eth_uninstallFilter, or wait for unused ones to expire after ${duration(d.idleMs)}`,
  },
}

/** Proposes a block range in the wording that client libraries parse. */
function rangeText({ from, to }: { readonly from: number; readonly to: number }): string {
  return `[${toQuantity(from)}, ${toQuantity(to)}]`
}
