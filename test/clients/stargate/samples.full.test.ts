import * as crypto from '@cosmjs/crypto'
import * as signing from '@cosmjs/proto-signing'
import * as stargate from '@cosmjs/stargate'
import { expect, test } from 'vitest'
import { createNode } from '../../support/docs/sampleSetup.ts'
import { runSample, samplesOf } from '../../support/docs/samples.ts'

test('docs/cosmos.md', async () => {
  const [send = '', suggest = '', ...others] = samplesOf('docs/cosmos.md', 'js')
  expect(others).toEqual([])
  const modules = {
    '@cosmjs/crypto': crypto,
    '@cosmjs/proto-signing': signing,
    '@cosmjs/stargate': stargate,
    rockpool: { createNode },
  }
  const { printed, expected } = await runSample(send, modules)
  expect(printed).toEqual(expected)
  expect(expected).toEqual(['0'])

  const chains: { readonly chainId: string }[] = []
  const keplr = { experimentalSuggestChain: (chain: { chainId: string }) => chains.push(chain) }
  await runSample(suggest, {}, { window: { keplr } })
  const node = await createNode()
  const { url } = await node.listenComet()
  const client = await stargate.StargateClient.connect(url)
  expect(chains).toMatchObject([{ chainId: await client.getChainId() }])
  client.disconnect()
})
