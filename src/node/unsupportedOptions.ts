/** An option of Anvil without an effect here. */
export interface UnsupportedOption {
  /** Name without dashes. */
  readonly flag: string
  readonly short?: string
  /** Whether it takes a value. */
  readonly takesValue: boolean
  /** Reason. */
  readonly sentence: string
  /** Accepted and ignored. */
  readonly isIgnored?: boolean
}

const NO_LIMIT = 'is not supported: the gas limit bounds a block'
const NO_NETWORK = 'is not supported: the chain is Sei-like'
const NO_THREADS = 'has no effect: blocks are built sequentially'
const ALL_TRACED = 'has no effect: every transaction can be traced'
const WITH_OSAKA = 'has no effect: EIP-7825 is part of --hardfork osaka'
const ALL_KEPT = 'has no effect: use --keep and --db'

/** Options of Anvil that are rejected with a reason instead of as unknown ones. */
export const unsupportedOptions: readonly UnsupportedOption[] = [
  { flag: 'max-transactions', takesValue: true, sentence: NO_LIMIT },
  { flag: 'network', short: 'n', takesValue: true, sentence: NO_NETWORK },
  { flag: 'optimism', takesValue: false, sentence: NO_NETWORK },
  { flag: 'celo', takesValue: false, sentence: NO_NETWORK },
  {
    flag: 'mnemonic-seed-unsafe',
    takesValue: true,
    sentence: 'is not supported: use --mnemonic or --mnemonic-random',
  },
  { flag: 'steps-tracing', takesValue: false, sentence: ALL_TRACED, isIgnored: true },
  { flag: 'tracing', takesValue: false, sentence: ALL_TRACED, isIgnored: true },
  {
    flag: 'verbosity',
    short: 'v',
    takesValue: false,
    sentence: 'has no effect: use --print-traces',
    isIgnored: true,
  },
  {
    flag: 'color',
    takesValue: true,
    sentence: 'has no effect: colors are for terminals; set NO_COLOR to disable them',
    isIgnored: true,
  },
  {
    flag: 'md',
    takesValue: false,
    sentence: 'has no effect: the log is text, or JSON with --json',
    isIgnored: true,
  },
  { flag: 'threads', short: 'j', takesValue: true, sentence: NO_THREADS, isIgnored: true },
  { flag: 'jobs', takesValue: true, sentence: NO_THREADS, isIgnored: true },
  {
    flag: 'memory-limit',
    takesValue: true,
    sentence: 'has no effect: gas bounds the memory of a call',
    isIgnored: true,
  },
  { flag: 'enable-tx-gas-limit', takesValue: false, sentence: WITH_OSAKA, isIgnored: true },
  { flag: 'tx-gas-limit', takesValue: false, sentence: WITH_OSAKA, isIgnored: true },
  { flag: 'max-persisted-states', takesValue: true, sentence: ALL_KEPT, isIgnored: true },
  { flag: 'cache-path', takesValue: true, sentence: ALL_KEPT, isIgnored: true },
  {
    flag: 'transaction-block-keeper',
    takesValue: true,
    sentence: 'has no effect: all blocks and transactions are kept',
    isIgnored: true,
  },
  {
    flag: 'preserve-historical-states',
    takesValue: false,
    sentence: 'has no effect: dumps contain the latest state only',
    isIgnored: true,
  },
]

/**
 * Returns why an option of another node has no effect here, as `is not supported: …`, or undefined.
 *
 * @param name in any spelling: `memoryLimit`, `memory-limit`, `memory_limit`
 */
export function unsupportedReason(name: string): string | undefined {
  const letters = lettersOf(name)
  return unsupportedOptions.find(({ flag }) => lettersOf(flag) === letters)?.sentence
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}
