import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPublicClient, createTestClient, http } from 'viem'
import { describe, expect } from 'vitest'
import { Matrix } from '../../support/clients/matrix.ts'
import { startForTool, toolProject } from '../../support/clients/tools/toolProject.ts'
import { builtCommand } from '../../support/wire/command.ts'
import { root } from '../../support/wire/processes.ts'

interface Prool {
  readonly Instance: {
    anvil(parameters: Readonly<Record<string, unknown>>): {
      readonly status: string
      readonly port: number
      start(): Promise<unknown>
      stop(): Promise<void>
      restart(): Promise<void>
      readonly messages: { get(): readonly string[] }
    }
  }
  readonly Server: {
    create(parameters: Readonly<Record<string, unknown>>): { start(): Promise<() => Promise<void>> }
  }
}

const project = toolProject('prool', 22)
const column = 'prool'
const matrix = new Matrix('prool', {
  title: 'prool, which starts nodes of Anvil',
  tools: project.versions(['prool']),
  columns: [column],
})

/** Ports that tests of this file take: prool wants to know them beforehand. */
const [port, proxyPort] = [18_545, 18_600]
const clientAt = (url: string) => createPublicClient({ transport: http(url), cacheTime: 0 })

async function loadProol(): Promise<Prool> {
  const entry = pathToFileURL(join(project.folder, 'node_modules/prool/dist/index.js')).href
  return (await import(/* @vite-ignore */ entry)) as Prool
}

/** The binary for `Instance.anvil`. */
async function binary() {
  await builtCommand()
  return join(root, 'bin/rockpool.js')
}

describe.skipIf(project.missing !== undefined)(`prool ${project.missing ?? ''}`, () => {
  matrix.test('start, restart, stop', column, async () => {
    const { Instance } = await loadProol()
    const instance = Instance.anvil({ binary: await binary(), port })
    await instance.start()
    expect(instance.status).toBe('started')
    expect(instance.messages.get().join('')).toContain('Available Accounts')
    const client = clientAt(`http://localhost:${port}`)
    await createTestClient({ mode: 'anvil', transport: http(`http://localhost:${port}`) }).mine({
      blocks: 3,
    })
    expect(await client.getBlockNumber()).toBe(3n)
    await instance.restart()
    expect(await client.getBlockNumber()).toBe(0n)
    await instance.stop()
    await expect(client.getChainId()).rejects.toThrow()
  })

  matrix.test('options', column, async () => {
    const { Instance } = await loadProol()
    const options = { accounts: 3, balance: 7, chainId: 4242, gasLimit: 30_000_000, noMining: true }
    const instance = Instance.anvil({ ...options, binary: await binary(), port })
    await instance.start()
    const client = clientAt(`http://localhost:${port}`)
    const accounts = (await client.request({ method: 'eth_accounts' } as never)) as unknown[]
    expect(accounts).toHaveLength(3)
    expect(await client.getChainId()).toBe(4242)
    expect((await client.getBlock()).gasLimit).toBe(30_000_000n)
    await instance.stop()
  })

  matrix.test('forkUrl, forkBlockNumber', column, async () => {
    const { Instance } = await loadProol()
    const remote = await startForTool({ chainId: 4243 })
    const options = { forkUrl: remote.url, forkBlockNumber: 0, noStorageCaching: true }
    const instance = Instance.anvil({ ...options, binary: await binary(), port })
    await instance.start()
    expect(await clientAt(`http://localhost:${port}`).getChainId()).toBe(4243)
    await Promise.all([instance.stop(), remote.close()])
  })

  matrix.test('what cannot start', column, async () => {
    const { Instance } = await loadProol()
    const instance = Instance.anvil({ binary: await binary(), port, hardfork: 'nonsense' })
    await expect(instance.start()).rejects.toThrow('hardfork')
  })

  matrix.test('Server: a node for each path', column, async () => {
    const { Instance, Server } = await loadProol()
    const instance = Instance.anvil({ binary: await binary() })
    const stop = await Server.create({ instance, port: proxyPort }).start()
    const at = (path: string) => `http://localhost:${proxyPort}${path}`
    try {
      await createTestClient({ mode: 'anvil', transport: http(at('/1')) }).mine({ blocks: 2 })
      expect(await clientAt(at('/1')).getBlockNumber()).toBe(2n)
      expect(await clientAt(at('/2')).getBlockNumber()).toBe(0n)
      expect((await fetch(at('/1/restart'))).status).toBe(200)
      expect(await clientAt(at('/1')).getBlockNumber()).toBe(0n)
      expect(await (await fetch(at('/1/messages'))).json()).toEqual(
        expect.arrayContaining([expect.stringContaining('Available Accounts')]),
      )
      expect((await fetch(at('/2/stop'))).status).toBe(200)
      expect((await fetch(at('/healthcheck'))).status).toBe(200)
    } finally {
      await stop()
    }
  })
})
