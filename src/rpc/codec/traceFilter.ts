import { blockNumberRef } from './blockRef.ts'
import type { Decoded } from './codec.ts'
import { array, choice, partial } from './compound.ts'
import { address, index } from './scalar.ts'

/** Criteria of `trace_filter`. */
export const traceFilter = partial(
  {
    fromBlock: blockNumberRef,
    toBlock: blockNumberRef,
    fromAddress: array(address),
    toAddress: array(address),
    mode: choice(['union', 'intersection']),
    after: index,
    count: index,
  },
  {
    title: 'trace filter',
    description: 'Which traces of which blocks.',
    meanings: {
      fromBlock: 'the first block; left out: block 0',
      toBlock: 'the last block; left out: the newest',
      fromAddress: 'caller, creator or self-destructed contract; all if empty or absent',
      toAddress: 'callee, created contract or beneficiary; all if empty or absent',
      mode: 'where both lists are given: whether one of them (union, the default) or both have to fit (intersection)',
      after: 'how many traces that fit to leave out first',
      count: 'how many traces to answer at most',
    },
  },
)
export type TraceFilter = Decoded<typeof traceFilter>
