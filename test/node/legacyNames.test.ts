import { expect, test } from 'vitest'
import {
  capitalised,
  isLegacyName,
  legacyFinder,
  legacyName,
  legacyNames,
  parseLegacyPrefix,
  readAllowlist,
} from '../../src/node/options/legacyNames.ts'
import { methods } from '../../src/rpc/core/registry.ts'

/** As the real chain lists them (v6.5.2), but for `sign`. */
const real = `
sei_associate sei_getBlockByHash sei_getBlockByHashExcludeTraceFail sei_getBlockByNumber
sei_getBlockByNumberExcludeTraceFail sei_getBlockReceipts sei_getBlockTransactionCountByHash
sei_getBlockTransactionCountByNumber sei_getCosmosTx sei_getEVMAddress sei_getEvmTx sei_getFilterChanges
sei_getFilterLogs sei_getLogs sei_getSeiAddress sei_getTransactionByBlockHashAndIndex
sei_getTransactionByBlockNumberAndIndex sei_getTransactionByHash sei_getTransactionCount
sei_getTransactionErrorByHash sei_getTransactionReceipt sei_getTransactionReceiptExcludeTraceFail sei_getVMError
sei_newBlockFilter sei_newFilter sei_traceBlockByHashExcludeTraceFail sei_traceBlockByNumberExcludeTraceFail
sei_uninstallFilter sei2_getBlockByHash sei2_getBlockByHashExcludeTraceFail sei2_getBlockByNumber
sei2_getBlockByNumberExcludeTraceFail sei2_getBlockReceipts sei2_getBlockTransactionCountByHash
sei2_getBlockTransactionCountByNumber
`
  .trim()
  .split(/\s+/)

test('with the prefix sei the family has the names of the real chain, and two of ours', () => {
  const ours = ['sei_broadcastTx', 'sei_getAccount']
  expect(legacyNames.map((name) => legacyName(name, 'sei')).sort()).toEqual(
    [...real, ...ours].sort(),
  )
  expect(legacyName('native2_getBlockReceipts', 'n1')).toBe('n12_getBlockReceipts')
  expect(legacyName('native_getNativeAddress', 'native')).toBe('native_getNativeAddress')
})

test('the list contains all legacy methods', () => {
  const there = [...methods.keys()].filter((name) => isLegacyName(name, 'native'))
  expect(there.filter((name) => !legacyNames.includes(name))).toEqual([])
  expect(there).toContain('native_getNativeAddress')
})

test('finds a name in any case after any prefix', () => {
  for (const prefix of ['native', 'sei', 'n']) {
    const find = legacyFinder(prefix)
    for (const own of legacyNames.map((name) => legacyName(name, prefix))) {
      const rest = own.slice(prefix.length)
      expect(isLegacyName(own, prefix)).toBe(true)
      for (const text of [own, prefix + rest.toUpperCase(), prefix + rest.toLowerCase()]) {
        expect(find(text)).toBe(own)
      }
      expect(find(capitalised(prefix) + rest)).toBeUndefined()
    }
  }
})

test.each([
  ['native_', true],
  ['native2_x', true],
  ['native', false],
  ['native3_x', false],
  ['nativex_y', false],
  ['Native_x', false],
  ['xnative_x', false],
])('%s belongs to the family: %s', (name, expected) => {
  expect(isLegacyName(name, 'native')).toBe(expected)
})

test.each(['sei', 'a', 'native', 'chain9', 'a'.repeat(20)])('%s is a valid prefix', (prefix) => {
  expect(parseLegacyPrefix(prefix)).toBe(prefix)
})

test('reads a list under its prefix', () => {
  expect(readAllowlist('sei', undefined)).toEqual({
    legacy: {
      prefix: 'sei',
      enabled: new Set(['sei_getSeiAddress', 'sei_getEVMAddress', 'sei_getCosmosTx']),
    },
    unknown: [],
  })
  const { legacy, unknown } = readAllowlist('sei', ['native_getCosmosTx', 'sei_getevmtx', 'All'])
  expect([[...legacy.enabled], unknown]).toEqual([['sei_getEvmTx'], ['native_getCosmosTx', 'All']])
  expect(readAllowlist('sei', ['all']).legacy.enabled.size).toBe(legacyNames.length)
})
