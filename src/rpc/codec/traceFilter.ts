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
    description: 'Trace filter: blocks and addresses.',
    meanings: {
      fromBlock: 'first block; default: block 0',
      toBlock: 'last block; default: the latest',
      fromAddress: 'callers, creators or self-destructed contracts; all if empty or absent',
      toAddress: 'callees, created contracts or beneficiaries; all if empty or absent',
      mode: 'with both lists: match either (union, the default) or both (intersection)',
      after: 'number of matching traces to skip',
      count: 'maximum number of traces to return',
    },
  },
)
export type TraceFilter = Decoded<typeof traceFilter>
