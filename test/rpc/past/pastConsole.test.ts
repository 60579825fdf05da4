import { encodeFunctionData, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'
import { startChainServer } from '../../support/remote/chainServer.ts'
import { AnswerError } from '../../support/remote/remoteServer.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CONSOLE = '000000000000000000636f6e736f6c652e6c6f67'
const INNER = `0x${'c1'.repeat(20)}`
const OUTER = `0x${'c2'.repeat(20)}`
const HASH = `0x${'7a'.repeat(32)}`

/** Passes its call data on to an account with STATICCALL, twice, and reverts. */
const passOn = (to: string, times = 2) => `0x365f5f37${`5f5f365f73${to}5afa50`.repeat(times)}5f5ffd`

async function nodeWith(options: Parameters<typeof createNode>[0] = {}): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  onTestFinished(() => node.close())
  return node
}

test('console.log messages of a transaction of the remote chain come from its trace', async () => {
  const remote = await nodeWith()
  const { url } = await remote.listen()
  const ask = (node: RockpoolNode, method: string, ...params: readonly unknown[]) =>
    node.request({ method, params })
  await ask(remote, 'hardhat_setCode', INNER, passOn(CONSOLE))
  await ask(remote, 'hardhat_setCode', OUTER, passOn(INNER.slice(2), 1))
  const abi = parseAbi(['function log(string, uint256)'])
  const data = encodeFunctionData({ abi, functionName: 'log', args: ['the number is %s', 7n] })
  const sent = { from: ALICE, to: OUTER, data, gas: '0x30d40' }
  const hash = await ask(remote, 'eth_sendTransaction', sent)
  const known = await ask(remote, 'rockpool_getConsoleLogs', hash)
  const line = { address: INNER, message: 'the number is 7' }
  expect(known).toMatchObject([line, line])
  const fork = await nodeWith({ fork: { url, noStorageCaching: true, retries: 0 } })
  expect(await ask(fork, 'rockpool_getConsoleLogs', hash)).toEqual(known)
  // Of a transaction of its own, or of none.
  const own = await ask(fork, 'eth_sendTransaction', sent)
  expect(await ask(fork, 'rockpool_getConsoleLogs', own)).toEqual(known)
  await expect(ask(fork, 'rockpool_getConsoleLogs', HASH)).rejects.toThrow('not found')
})

test('if the remote node has no traces, its error is returned', async () => {
  const { url } = await startChainServer({
    eth_getTransactionByHash: () => ({ hash: HASH, blockNumber: '0x3' }),
    debug_traceTransaction: () => {
      throw new AnswerError(-32601, 'the method debug_traceTransaction does not exist')
    },
  })
  const fork = await nodeWith({ fork: { url, noStorageCaching: true, retries: 0 } })
  await expect(fork.request({ method: 'rockpool_getConsoleLogs', params: [HASH] })).rejects.toThrow(
    'the method debug_traceTransaction does not exist',
  )
})
