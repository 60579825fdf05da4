/** An option of Anvil that this node does not have yet. */
export interface UnsupportedOption {
  /** Name without dashes. */
  readonly flag: string
  readonly short?: string
  /** Whether a value may follow. */
  readonly takesValue: boolean
}

/** Whoever comes with them from Anvil is told that they are not there yet, not that nobody knows them. */
export const unsupportedOptions: readonly UnsupportedOption[] = [
  { flag: 'code-size-limit', takesValue: true },
  { flag: 'config-out', takesValue: true },
  { flag: 'disable-console-log', takesValue: false },
  { flag: 'dump-state', takesValue: true },
  { flag: 'fork-url', short: 'f', takesValue: true },
  { flag: 'gas-price', takesValue: true },
  { flag: 'ipc', takesValue: true },
  { flag: 'load-state', takesValue: true },
  { flag: 'mnemonic-random', takesValue: true },
  { flag: 'print-traces', takesValue: false },
  { flag: 'prune-history', takesValue: true },
  { flag: 'state', takesValue: true },
  { flag: 'steps-tracing', takesValue: false },
]
