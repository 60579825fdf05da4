import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { samplesOf } from '../support/docs/samples.ts'
import { root, startNode } from '../support/wire/processes.ts'

interface Workflow {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } }
}

interface Compose {
  readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>
}

const PAGE = 'docs/ci.md'
const load = createRequire(join(root, 'packaging/package.json'))
const { parse } = load('yaml') as { parse(text: string): unknown }
const { validateWorkflow } = load('@action-validator/core') as {
  validateWorkflow(text: string): { readonly errors: readonly unknown[] }
}
const { validate } = load('dockerfile-utils') as { validate(text: string): readonly unknown[] }

const run = promisify(execFile)
const PRINT_CLIENT = `
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'web3_clientVersion' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(process.env.RPC_URL, { method: 'POST', headers, body })
  console.log('tested', (await response.json()).result)`

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs a script in a project that depends on Rockpool and whose tests ask the node on 8545. */
async function runInProject(script: string): Promise<string> {
  const project = temporaryDirectory()
  const port = await freePort()
  const scripts = { test: 'node test.mjs' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, scripts }))
  writeFileSync(join(project, 'test.mjs'), PRINT_CLIENT)
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  symlinkSync(root, join(project, 'node_modules/rockpool'))
  symlinkSync(join(root, 'bin/rockpool.js'), join(project, 'node_modules/.bin/rockpool'))
  const onPort = script
    .replaceAll('npx rockpool', `npx rockpool --port ${port}`)
    .replaceAll('127.0.0.1:8545', `127.0.0.1:${port}`)
  const env = { ...process.env, RPC_URL: `http://127.0.0.1:${port}` }
  // GitHub runs each step with `bash -e`; the job ends its background processes.
  const { stdout } = await run('bash', ['-e', '-c', `${onPort}\nkill %1 2>/dev/null || true\n`], {
    ...{ cwd: project, env, timeout: 60_000 },
  })
  return stdout
}

describe.skipIf(process.platform === 'win32')(PAGE, () => {
  test('the shell commands start a node, wait for it, run the tests and stop the node', async () => {
    const [commands = ''] = samplesOf(PAGE, 'sh')
    expect(await runInProject(commands)).toContain('tested anvil-compatible/rockpool/')
  })

  test('the workflow is valid, and its steps run the tests against a node', async () => {
    const [text = ''] = samplesOf(PAGE, 'yaml')
    expect(validateWorkflow(text).errors).toEqual([])
    const { steps } = (parse(text) as Workflow).jobs.test
    const commands = steps.flatMap(({ run: command }) => command ?? [])
    expect(commands.shift()).toBe('npm ci')
    expect(await runInProject(commands.join('\n'))).toContain('tested anvil-compatible/rockpool/')
  })

  test('the Dockerfile is valid, and its health check fails without a node', async () => {
    const [dockerfile = ''] = samplesOf(PAGE, 'dockerfile')
    expect(validate(dockerfile)).toEqual([])
    const json = /^\s*CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? expect.fail('no health check')
    const [command, ...args] = JSON.parse(json) as string[]
    expect(command).toBe('node')
    const check = (port: number) =>
      run(
        process.execPath,
        args.map((each) => each.replace(':8545/', `:${port}/`)),
      )
    const node = startNode([join(root, 'bin/rockpool.js'), '--port', '0'])
    const port = await node.ready
    await check(port)
    node.kill('SIGTERM')
    await node.exit
    await expect(check(port)).rejects.toThrow('Command failed')
  })

  test('the Compose file passes options that the command accepts', async () => {
    const [, text = ''] = samplesOf(PAGE, 'yaml')
    const { command } = (parse(text) as Compose).services.rockpool ?? expect.fail('no service')
    const node = startNode([join(root, 'bin/rockpool.js'), '--port', '0', ...command])
    await node.ready
    node.kill('SIGTERM')
    expect(await node.exit).toBe(0)
  })
})
