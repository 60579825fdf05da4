import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { legacyNames } from '../../../src/node/options/legacyNames.ts'
import { methods } from '../../../src/rpc/core/registry.ts'

/**
 * Method names of the specification (execution-apis and the interface that we serve) outside the
 * legacy family.
 */
const specified = `
eth_accounts eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_coinbase eth_createAccessList eth_estimateGas
eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts
eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs
eth_getLogs eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex
eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash
eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter
eth_newPendingTransactionFilter eth_sendRawTransaction eth_sendTransaction eth_sign eth_signTransaction eth_simulateV1
eth_subscribe eth_syncing eth_uninstallFilter eth_unsubscribe debug_getRawBlock debug_getRawHeader debug_getRawReceipts
debug_getRawTransaction debug_traceBlockByHash debug_traceBlockByNumber debug_traceCall debug_traceStateAccess
debug_traceTransaction net_version web3_clientVersion
`
  .trim()
  .split(/\s+/)

const page = readFileSync(new URL('../../../docs/compat.md', import.meta.url), 'utf8')
const notServed = page.slice(
  page.indexOf('## Methods that are not served'),
  page.indexOf('## Blocks'),
)
const listed = [...notServed.matchAll(/`([a-z0-9]+_[A-Za-z0-9]+)`/g)].map(([, name]) => name ?? '')

test('a specified method is either served or listed as not served', () => {
  const missing = [...specified, ...legacyNames].filter(
    (name) => !methods.has(name) && !listed.includes(name),
  )
  expect(missing).toEqual([])
})

test('no method listed as not served is served', () => {
  expect(listed.filter((name) => methods.has(name))).toEqual([])
  expect(listed).toContain('eth_protocolVersion')
})
