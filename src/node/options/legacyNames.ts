/** The legacy methods of a node. */
export interface LegacyMethods {
  /** Replacement of `native` in their names. */
  readonly prefix: string
  /** Wire names of the enabled ones. */
  readonly enabled: ReadonlySet<string>
}

/** Default prefix. */
export const LEGACY_PREFIX = 'native'

/** List entry that enables all methods. */
const EVERYTHING = 'all'

/** Names after `native_`. `NativeAddress` contains the prefix. */
const FIRST_SURFACE = `
associate broadcastTx getAccount getBlockByHash getBlockByHashExcludeTraceFail getBlockByNumber
getBlockByNumberExcludeTraceFail getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber
getCosmosTx getEVMAddress getEvmTx getFilterChanges getFilterLogs getLogs getNativeAddress
getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount
getTransactionErrorByHash getTransactionReceipt getTransactionReceiptExcludeTraceFail getVMError newBlockFilter newFilter
traceBlockByHashExcludeTraceFail traceBlockByNumberExcludeTraceFail uninstallFilter
`

/** Names after `native2_`: blocks with bank transfers. */
const SECOND_SURFACE = `
getBlockByHash getBlockByHashExcludeTraceFail getBlockByNumber getBlockByNumberExcludeTraceFail getBlockReceipts
getBlockTransactionCountByHash getBlockTransactionCountByNumber
`

/** All legacy methods with the prefix `native`. */
export const legacyNames: readonly string[] = [
  ...wordsOf(FIRST_SURFACE).map((name) => `${LEGACY_PREFIX}_${name}`),
  ...wordsOf(SECOND_SURFACE).map((name) => `${LEGACY_PREFIX}2_${name}`),
]

/** Methods that are enabled by default. */
export const defaultLegacyNames: readonly string[] = [
  'native_getNativeAddress',
  'native_getEVMAddress',
  'native_getCosmosTx',
]

/** Prefixes of methods here or on other nodes, which the family must not have. */
const TAKEN = wordsOf(`
admin anvil clique debug echo engine erigon eth evm ganache hardhat les miner net ots parity personal rockpool rpc
tenderly test trace txpool wallet web3
`)
const PREFIX = /^[a-z][a-z0-9]{0,19}$/

/**
 * Validates a prefix such as `sei`.
 *
 * @throws RangeError with the reason as its message
 */
export function parseLegacyPrefix(text: string): string {
  if (!PREFIX.test(text)) {
    throw new RangeError('want a lower-case letter and at most 19 lower-case letters and digits')
  }
  if (TAKEN.includes(text) || TAKEN.includes(`${text}2`)) {
    throw new RangeError(`other methods have the prefix ${JSON.stringify(text)}`)
  }
  return text
}

/**
 * Returns a name under another prefix: with `sei`, `native_getNativeAddress` is
 * `sei_getSeiAddress`.
 */
export function legacyName(name: string, prefix: string): string {
  return `${prefix}${name.slice(LEGACY_PREFIX.length)}`.replace('Native', capitalised(prefix))
}

/** Returns whether a name belongs to the family, even if there is no such method. */
export function isLegacyName(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false
  return name.startsWith('_', prefix.length) || name.startsWith('2_', prefix.length)
}

/** Key of the list in `app.toml`. */
export function allowlistKey(prefix: string): string {
  return `enabled_legacy_${prefix}_apis`
}

/** `native` within a name: `Native`. */
export function capitalised(prefix: string): string {
  return prefix.charAt(0).toUpperCase() + prefix.slice(1)
}

/**
 * Returns the methods of a list, ignoring the case of letters after the prefix.
 *
 * @param allowlist names with that prefix, or `all`; if undefined, the default
 * @returns the methods, and the unknown entries
 */
export function readAllowlist(
  prefix: string,
  allowlist: readonly string[] | undefined,
): { readonly legacy: LegacyMethods; readonly unknown: readonly string[] } {
  const everyName = legacyNames.map((name) => legacyName(name, prefix))
  const defaults = defaultLegacyNames.map((name) => legacyName(name, prefix))
  const find = legacyFinder(prefix)
  const unknown: string[] = []
  const enabled = new Set<string>()
  for (const entry of allowlist ?? defaults) {
    const name = find(entry)
    const found = entry === EVERYTHING ? everyName : name === undefined ? [] : [name]
    for (const one of found) enabled.add(one)
    if (found.length === 0) unknown.push(entry)
  }
  return { legacy: { prefix, enabled }, unknown }
}

/** Returns the canonical spelling of a name, ignoring the case of letters after the prefix. */
export function legacyFinder(prefix: string): (text: string) => string | undefined {
  const names = new Map(
    legacyNames.map((name) => {
      const own = legacyName(name, prefix)
      return [own.slice(prefix.length).toLowerCase(), own] as const
    }),
  )
  return (text) =>
    text.startsWith(prefix) ? names.get(text.slice(prefix.length).toLowerCase()) : undefined
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
