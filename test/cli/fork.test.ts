import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { startProxy } from '../support/fork/breakableProxy.ts'
import { startRemotePool } from '../support/fork/forkOf.ts'
import { killRunning, request, root, startNode } from '../support/wire/processes.ts'

afterEach(killRunning)

test('the banner of a fork names it, and the end of the run its traffic', async () => {
  const remote = await startRemotePool({ chainId: 713_999 })
  onTestFinished(() => remote.close())
  await remote.request('hardhat_mine', '0x7')
  const proxy = await startProxy(remote.url)
  onTestFinished(() => proxy.close())
  const secret = `${proxy.url.replace('//', '//me:hunter22@')}/v2/SECRETKEY99@5`
  const options = ['--fork-url', secret, '--no-storage-caching', '--fork-retries', '0']
  const run = startNode([join(root, 'bin/rockpool.js'), ...options, '--port', '0'])
  const port = await run.ready
  expect(await request(port, 'eth_blockNumber')).toBe('0x5')
  const stats = await request(port, 'rockpool_forkStats')
  run.kill('SIGTERM')
  await run.exit
  const shown = `${proxy.url}/v2/***`
  expect(run.stdout()).toMatch(
    new RegExp(
      `Fork\\n=+\\n\\nEndpoint: +${shown.replaceAll(/[.*]/g, '\\$&')}\\nBlock number: +5\\n`,
    ),
  )
  expect(run.stdout()).toContain('713999')
  const { requests, calls } = stats as { requests: number; calls: number }
  expect(requests).toBeGreaterThan(0)
  expect(run.stdout()).toContain(`Fork of ${shown}: ${requests} requests with ${calls} calls, `)
  expect(run.stdout() + run.stderr()).not.toMatch(/hunter22|SECRETKEY99/)
})
