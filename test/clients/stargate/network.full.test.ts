import { GasPrice, SigningStargateClient } from '@cosmjs/stargate'
import { expect, test } from 'vitest'
import { startOverComet } from '../../support/abci/startOverComet.ts'
import { viemClients } from '../../support/abci/viemClients.ts'
import { bob, carol } from '../../support/accounts.ts'
import { devSigner } from '../../support/clients/cosmjsSetup.ts'
import { COIN } from '../../support/genesis.ts'

test('CosmJS over CometBFT and viem over JSON-RPC share the blocks of a network', async () => {
  const { comet, request } = await startOverComet()
  const signer = await devSigner(0)
  const alice = await firstAddress(signer)
  const to = await firstAddress(await devSigner(1))
  const cosmos = await SigningStargateClient.connectWithSigner(comet.url, signer, {
    gasPrice: GasPrice.fromString('0.01usei'),
  })
  expect(await cosmos.getChainId()).toBe('rockpool-net')
  expect(await cosmos.getAccount(alice)).toMatchObject({ sequence: 0 })
  const before = await cosmos.getBalance(to, 'usei')

  const { wallet, client } = viemClients(request, carol)

  const message = {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress: alice, toAddress: to, amount: [{ denom: 'usei', amount: '5' }] },
  }
  const gas = await cosmos.simulate(alice, [message], '')
  expect(gas).toBeGreaterThan(10_000)
  const fee = { amount: [{ denom: 'usei', amount: '2000' }], gas: String(gas * 2) }
  const [cosmosHash, evmHash] = await Promise.all([
    cosmos.signAndBroadcastSync(alice, [message], fee),
    wallet.sendTransaction({ to: bob.address, value: COIN }),
  ])
  const { txResults } = await comet.block()
  expect(txResults.map(({ code }) => code)).toEqual([0, 0])
  expect(cosmosHash).toMatch(/^[0-9A-F]{64}$/)
  const receipt = await client.waitForTransactionReceipt({ hash: evmHash })
  expect(receipt.status).toBe('success')
  // 1 coin is 10^6 usei, from viem; 5 usei are from CosmJS.
  const { amount } = await cosmos.getBalance(to, 'usei')
  expect(BigInt(amount) - BigInt(before.amount)).toBe(1_000_005n)
  expect(await cosmos.getAccount(alice)).toMatchObject({ sequence: 1 })
  cosmos.disconnect()
})

async function firstAddress(signer: Awaited<ReturnType<typeof devSigner>>): Promise<string> {
  const [account] = await signer.getAccounts()
  if (account === undefined) throw new Error('a signer has an account')
  return account.address
}
