import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { exampleValues } from '../../../src/rpc/examples/exampleValues.ts'
import { createExampleChain } from '../../support/rpc/exampleChain.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

test('rpc_discover returns docs/openrpc.json', async () => {
  const node = await createExampleChain()
  const { request } = createDispatcher(node, methods, { batchLimit: 1 })
  const page = JSON.parse(readFileSync(path('docs/openrpc.json'), 'utf8'))
  const expected = { ...page, info: { ...page.info, version: exampleValues.clientVersion } }
  expect(await request({ method: 'rpc.discover' })).toEqual(expected)
  await node.close()
})

test('docs/rpc.md has a section for each method', () => {
  const page = readFileSync(path('docs/rpc.md'), 'utf8')
  const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, name]) => name)
  const own = [...methods].filter(([name, { aliases }]) => !aliases.includes(name))
  expect(sections).toEqual([...own.map(([name]) => name), 'Types'])
  const headings = [...page.matchAll(/^##+ (.*)$/gm)].map(([, name = '']) =>
    name
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const [, target] of page.matchAll(/\]\(#(.*?)\)/g)) expect(headings).toContain(target)
  expect(page).not.toContain('array of object')
})
