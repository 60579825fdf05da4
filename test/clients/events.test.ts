import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send as sendWithEthers, startWithEthers } from '../support/clients/ethersSetup.ts'
import { specimen } from '../support/clients/specimen.ts'
import { alice, startWithViem } from '../support/clients/viemSetup.ts'

const eventName = 'NumberChanged'

describe('viem', () => {
  let setup: Awaited<ReturnType<typeof startWithViem>>
  beforeAll(async () => {
    setup = await startWithViem()
  })
  afterAll(() => setup.close())

  const setNumber = async (address: `0x${string}`, number: bigint) =>
    setup.local.writeContract({
      ...{ address, abi: specimen.abi, functionName: 'setNumber', args: [number] },
    })

  test('finds events by their arguments', async () => {
    const address = await setup.deploy()
    for (const number of [1n, 2n, 3n]) await setNumber(address, number)
    const events = await setup.client.getContractEvents({
      ...{ address, abi: specimen.abi, eventName, args: { current: [2n, 3n] }, fromBlock: 0n },
    })
    expect(events).toMatchObject([2n, 3n].map((current) => ({ args: { current } })))
  })

  test('watches events by a filter', async () => {
    const address = await setup.deploy()
    const filter = await setup.client.createContractEventFilter({
      ...{ address, abi: specimen.abi, eventName },
    })
    await setNumber(address, 1n)
    await setNumber(address, 2n)
    const changes = await setup.client.getFilterChanges({ filter })
    expect(changes).toMatchObject([1n, 2n].map((current) => ({ args: { current } })))
    expect(await setup.client.getFilterChanges({ filter })).toEqual([])
    expect(await setup.client.getFilterLogs({ filter })).toHaveLength(2)
    expect(await setup.client.uninstallFilter({ filter })).toBe(true)
    await expect(setup.client.getFilterChanges({ filter })).rejects.toThrow('filter not found')
  })

  test('receives events as they happen', async () => {
    const address = await setup.deploy()
    const told: unknown[] = []
    const unwatch = setup.client.watchContractEvent({
      ...{ address, abi: specimen.abi, eventName },
      onLogs: (logs) => told.push(...logs),
    })
    // The filter is there some time after it was asked for.
    for (let number = 8n; told.length === 0; number++) await setNumber(address, number)
    expect(told[0]).toMatchObject({ eventName, args: { by: alice.address } })
    unwatch()
  })

  test('creates filters of blocks and transactions', async () => {
    const [blocks, transactions] = [
      await setup.client.createBlockFilter(),
      await setup.client.createPendingTransactionFilter(),
    ]
    const hash = await setup.local.sendTransaction({ to: alice.address, value: 1n })
    const { blockHash } = await setup.mined(hash)
    expect(await setup.client.getFilterChanges({ filter: blocks })).toEqual([blockHash])
    expect(await setup.client.getFilterChanges({ filter: transactions })).toEqual([hash])
  })
})

describe('ethers', () => {
  let setup: Awaited<ReturnType<typeof startWithEthers>>
  beforeAll(async () => {
    setup = await startWithEthers()
  })
  afterAll(() => setup.close())

  test('finds events', async () => {
    const contract = await setup.deploy()
    await sendWithEthers(contract, 'setNumber', 5n)
    const [event] = await contract.queryFilter(eventName, 0, 'latest')
    expect(event).toMatchObject({ args: [expect.any(String), 5n, 7n] })
  })

  test('receives events as they happen', async () => {
    const contract = await setup.deploy()
    const told: bigint[] = []
    await contract.on(eventName, (_by, current) => told.push(current))
    let number = 8n
    while (told.length === 0) await sendWithEthers(contract, 'setNumber', number++)
    expect(told[0]).toBeLessThan(number)
    await contract.removeAllListeners()
    // After the request that uninstalls the filter.
    await setup.request('eth_blockNumber', [])
  })
})
