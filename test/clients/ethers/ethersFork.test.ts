import { Contract, type InterfaceAbi, JsonRpcProvider, type Log, parseEther } from 'ethers'
import { expect, onTestFinished, test } from 'vitest'
import { bob, mined, read, send, startWithEthers } from '../../support/clients/ethersSetup.ts'
import { specimen } from '../../support/clients/specimen.ts'
import { startRemotePool } from '../../support/fork/forkOf.ts'

/** Has money on the remote chain only. */
const rich = '0x00000000000000000000000000000000000aB1E5'

test('ethers moves a node onto a fork and spends the money of an account of the remote', async () => {
  const remote = await startWithEthers()
  onTestFinished(() => remote.close())
  const original = await remote.deploy()
  const address = await original.getAddress()
  await send(original, 'setNumber', 8n)
  await remote.request('hardhat_setBalance', [rich, '0xde0b6b3a7640000'])
  await remote.request('hardhat_mine', ['0x1'])
  const blockNumber = await remote.provider.getBlockNumber()
  // Newer than the fork, which must not see it.
  await send(original, 'setNumber', 9n)

  const here = await startRemotePool()
  onTestFinished(() => here.close())
  const provider = new JsonRpcProvider(here.url, undefined, {
    cacheTimeout: -1,
    batchStallTime: 1,
    pollingInterval: 10,
  })
  onTestFinished(() => provider.destroy())
  const forking = { jsonRpcUrl: remote.url, blockNumber }
  expect(await provider.send('hardhat_reset', [{ forking }])).toBe(true)
  expect(await provider.getBlockNumber()).toBe(blockNumber)

  await provider.send('hardhat_impersonateAccount', [rich])
  const signer = await provider.getSigner(rich)
  const contract = new Contract(address, specimen.abi as InterfaceAbi, signer)
  expect(await read(contract, 'number')).toBe(8n)
  const receipt = await send(contract, 'setNumber', 10n)
  expect(receipt).toMatchObject({ status: 1, from: rich, blockNumber: blockNumber + 1 })
  const payment = await mined(await signer.sendTransaction({ to: bob.address, value: 5n }))
  const spent = receipt.fee + payment.fee + 5n
  expect(await provider.getBalance(rich)).toBe(parseEther('1') - spent)
  expect(await remote.provider.getBalance(rich)).toBe(parseEther('1'))

  const filter = { address, fromBlock: 0 }
  const older = await remote.provider.getLogs({ ...filter, toBlock: blockNumber })
  expect(older.length).toBeGreaterThan(0)
  const logs = await provider.getLogs({ ...filter, toBlock: 'latest' })
  // ethers drops `removed` in receipts.
  const fields = (log: Log) => ({ ...log.toJSON(), removed: false })
  expect(logs.map(fields)).toEqual([...older, ...receipt.logs].map(fields))
  const blocks = [provider, remote.provider].map((each) => each.getBlock(blockNumber))
  const [ours, theirs] = await Promise.all(blocks)
  expect(ours?.toJSON()).toEqual(theirs?.toJSON())
})
