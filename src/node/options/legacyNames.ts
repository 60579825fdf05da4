/** The legacy methods that a node serves. */
export interface LegacyMethods {
  /** What stands for `native` in their names. */
  readonly prefix: string
  /** Names on the wire of those that are on the allowlist. */
  readonly enabled: ReadonlySet<string>
}

/** What stands in the names of the family unless the node is told otherwise. */
export const LEGACY_PREFIX = 'native'

/** An allowlist with this entry has all methods. */
const EVERYTHING = 'all'

/** What follows `native_` in the names of the family. `NativeAddress` follows the prefix. */
const FIRST_SURFACE = `
associate broadcastTx getAccount getBlockByHash getBlockByHashExcludeTraceFail getBlockByNumber
getBlockByNumberExcludeTraceFail getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber
getCosmosTx getEVMAddress getEvmTx getFilterChanges getFilterLogs getLogs getNativeAddress
getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount
getTransactionErrorByHash getTransactionReceipt getTransactionReceiptExcludeTraceFail getVMError newBlockFilter newFilter
traceBlockByHashExcludeTraceFail traceBlockByNumberExcludeTraceFail uninstallFilter
`

/** What follows `native2_`: blocks with bank transfers. */
const SECOND_SURFACE = `
getBlockByHash getBlockByHashExcludeTraceFail getBlockByNumber getBlockByNumberExcludeTraceFail getBlockReceipts
getBlockTransactionCountByHash getBlockTransactionCountByNumber
`

/** Every legacy method, under the prefix `native`. */
export const legacyNames: readonly string[] = [
  ...wordsOf(FIRST_SURFACE).map((name) => `${LEGACY_PREFIX}_${name}`),
  ...wordsOf(SECOND_SURFACE).map((name) => `${LEGACY_PREFIX}2_${name}`),
]

/** Those that are on the allowlist of a node that is given none. */
export const defaultLegacyNames: readonly string[] = [
  'native_getNativeAddress',
  'native_getEVMAddress',
  'native_getCosmosTx',
]

/**
 * First parts of method names, here or on other nodes: a family of the same name would hide them,
 * or look like them.
 */
const TAKEN = wordsOf(`
admin anvil clique debug echo engine erigon eth evm ganache hardhat les miner net ots parity personal rockpool rpc
tenderly test trace txpool wallet web3
`)
const PREFIX = /^[a-z][a-z0-9]{0,19}$/

/**
 * A prefix for the family, such as `sei`.
 *
 * @throws RangeError whose message is the reason
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
 * A name of the list under another prefix: with `sei`, `native_getNativeAddress` is
 * `sei_getSeiAddress`.
 */
export function legacyName(name: string, prefix: string): string {
  return `${prefix}${name.slice(LEGACY_PREFIX.length)}`.replace('Native', capitalised(prefix))
}

/** Whether a name belongs to the family, be there such a method or not. */
export function isLegacyName(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false
  return name.startsWith('_', prefix.length) || name.startsWith('2_', prefix.length)
}

/** Where the allowlist is in `app.toml`. */
export function allowlistKey(prefix: string): string {
  return `enabled_legacy_${prefix}_apis`
}

/** `native` as it stands inside a name: `Native`. */
export function capitalised(prefix: string): string {
  return prefix.charAt(0).toUpperCase() + prefix.slice(1)
}

/**
 * The methods that an allowlist opens, whatever the case of its letters behind the prefix.
 *
 * @param allowlist names under that prefix, or `all`; undefined: the default
 * @returns the methods, and the entries that name none
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

/** Finds the name that a text is, whatever the case of its letters behind the prefix. */
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
