/** An option of Anvil that does nothing here. */
export interface UnsupportedOption {
  /** Name without dashes. */
  readonly flag: string
  readonly short?: string
  /** Whether a value may follow. */
  readonly takesValue: boolean
  /** Why it does nothing. */
  readonly sentence: string
  /** It may stand there all the same. */
  readonly isIgnored?: boolean
}

const NO_FORK = 'is about forks of other chains, which Rockpool does not make'
const NO_LIMIT = 'is not supported: a block takes what fits into its gas limit'
const NO_SLOTS = 'is not supported: every block is final at once'

/** Whoever comes with them from Anvil is told why they do nothing, not that nobody knows them. */
export const unsupportedOptions: readonly UnsupportedOption[] = [
  { flag: 'fork-url', short: 'f', takesValue: true, sentence: NO_FORK },
  { flag: 'rpc-url', takesValue: true, sentence: NO_FORK },
  { flag: 'fork-block-number', takesValue: true, sentence: NO_FORK },
  { flag: 'fork-chain-id', takesValue: true, sentence: NO_FORK },
  { flag: 'fork-header', takesValue: true, sentence: NO_FORK },
  { flag: 'fork-retry-backoff', takesValue: true, sentence: NO_FORK },
  { flag: 'fork-transaction-hash', takesValue: true, sentence: NO_FORK },
  { flag: 'compute-units-per-second', takesValue: true, sentence: NO_FORK },
  { flag: 'no-rate-limit', takesValue: false, sentence: NO_FORK },
  { flag: 'no-storage-caching', takesValue: false, sentence: NO_FORK },
  { flag: 'retries', takesValue: true, sentence: NO_FORK },
  { flag: 'timeout', takesValue: true, sentence: NO_FORK },
  { flag: 'max-transactions', takesValue: true, sentence: NO_LIMIT },
  { flag: 'slots-in-an-epoch', takesValue: true, sentence: NO_SLOTS },
  { flag: 'optimism', takesValue: false, sentence: 'is not supported: the chain is Sei-like' },
  {
    flag: 'steps-tracing',
    takesValue: false,
    sentence: 'has no effect: every transaction can be traced step by step anyway',
    isIgnored: true,
  },
]
