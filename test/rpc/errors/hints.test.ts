import { afterEach, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

const open: RockpoolNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

async function start(options: NodeOptions = {}) {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return (method: string, ...params: unknown[]) => node.request({ method, params })
}

test.each([
  ['eth_getBalanc', '; did you mean eth_getBalance?'],
  ['eth_getbalance', '; did you mean eth_getBalance?'],
  ['eht_getBalance', '; did you mean eth_getBalance?'],
  ['eth_blockNumbre', '; did you mean eth_blockNumber?'],
  ['anvil_setBalence', '; did you mean anvil_setBalance?'],
  // Far from everything in its namespace.
  ['eth_getWork', ''],
  ['eth_', ''],
  ['', ''],
  [`eth_${'x'.repeat(300)}`, ''],
])('the method %s is unknown%s', async (name, hint) => {
  const ask = await start()
  const shown = name.length > 200 ? `${name.slice(0, 200)}…` : name
  await expect(ask(name)).rejects.toMatchObject({
    code: -32601,
    message: `the method ${shown} does not exist/is not available${hint}`,
  })
})

test('the dialects geth and sei have no hint', async () => {
  for (const compat of ['geth', 'sei'] as const) {
    const ask = await start({ compat })
    await expect(ask('eth_getBalanc')).rejects.toMatchObject({
      message: 'the method eth_getBalanc does not exist/is not available',
    })
  }
})

test('code that is too long names the option', async () => {
  // Returns 24,577 bytes as code.
  const creation = { data: '0x6160016000f3' }
  const own = await start()
  await expect(own('eth_call', creation)).rejects.toMatchObject({
    code: -32000,
    message: 'max code size exceeded; --code-size-limit raises it',
  })
  const geth = await start({ compat: 'geth' })
  await expect(geth('eth_call', creation)).rejects.toMatchObject({
    message: 'max code size exceeded',
  })
  const larger = await start({ codeSizeLimit: 24_577 })
  expect(await larger('eth_call', creation)).toHaveLength(2 + 2 * 24_577)
})

test.each([
  [{ forkUrl: 'http://a' }, 'forkUrl: unknown option; did you mean fork?'],
  [{ fork: {} }, 'fork: an object needs the member url'],
  [{ fork: { url: 'http://a', block: 1 } }, 'fork: unknown member block'],
  [{ fork: 'ws://a' }, "fork: the scheme must be http or https, not ws: use the node's HTTP URL"],
  [{ forkBlockNumber: 1 }, 'forkBlockNumber: needs --fork-url'],
  [{ fork: 'http://a', forkHeader: 'x' }, 'forkHeader: must be headers such as "Name: value"'],
  [{ slotsInAnEpoch: 1 }, 'slotsInAnEpoch: unknown option; did you mean slotsInEpoch?'],
  [{ celo: true }, 'celo: is not supported: the chain is Sei-like'],
  [{ pruneHistory: 1 }, 'pruneHistory: unknown option; did you mean keep?'],
  [{ autoUnlock: true }, 'autoUnlock: unknown option; did you mean autoImpersonate?'],
  [{ chainid: 1 }, 'chainid: unknown option; did you mean chainId?'],
  [{ nonsense: 1 }, 'nonsense: unknown option'],
])('createNode(%j) fails with a hint', async (options, words) => {
  await expect(createNode(options as NodeOptions)).rejects.toMatchObject({
    message: `invalid option: ${words}`,
  })
})
