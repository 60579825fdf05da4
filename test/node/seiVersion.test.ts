import { encodeFunctionData, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../src/index.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { executorOption } from '../support/executor.ts'

const UPGRADE = `0x${'1015'.padStart(40, '0')}`
const data = encodeFunctionData({ abi: parseAbi(['function currentPlan() view returns (string)']) })
const PLAN = [{ to: UPGRADE, data }, 'latest']

const open: RockpoolNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

async function start(options: NodeOptions): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return node
}

function ask(node: RockpoolNode, method: string, params: unknown = []): Promise<unknown> {
  return node.request({ method, params } as never)
}

test('the option and the genesis select the contracts of a release', async () => {
  const genesis = (seiVersion: string) => ({ alloc: {}, native: { seiVersion } })
  const cases: readonly (readonly [NodeOptions, boolean])[] = [
    [{}, false],
    [{ seiVersion: '6.6' }, false],
    [{ seiVersion: '6.7' }, true],
    [{ genesis: genesis('6.7') }, true],
    // The option wins.
    [{ genesis: genesis('6.7'), seiVersion: '6.6' }, false],
  ]
  for (const [options, isNew] of cases) {
    const node = await start(options)
    // Nothing is at the address in 6.6.
    expect((await ask(node, 'eth_call', PLAN)) !== '0x').toBe(isNew)
    const { current } = (await ask(node, 'eth_config')) as { current: { precompiles: object } }
    expect(Object.keys(current.precompiles).includes('UPGRADE')).toBe(isNew)
  }
  await expect(start({ seiVersion: '6.8' as never })).rejects.toThrow('seiVersion')
})

test('a trace by JavaScript has the contracts, too', async () => {
  const node = await start({ seiVersion: '6.7' })
  const tracer = '{result: (ctx) => toHex(ctx.output), fault() {}}'
  const traced = await ask(node, 'debug_traceCall', [...PLAN, { tracer }])
  expect(traced).toBe(await ask(node, 'eth_call', PLAN))
})

test('a database keeps its release', async () => {
  const db = temporaryDirectory()
  const node = await start({ db, seiVersion: '6.7' })
  await ask(node, 'evm_mine')
  await node.close()
  open.length = 0
  await expect(start({ db })).rejects.toThrow('seiVersion')
  const again = await start({ db, seiVersion: '6.7' })
  expect(await ask(again, 'eth_call', PLAN)).not.toBe('0x')
})
