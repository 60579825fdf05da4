import { createTestClient, http, numberToHex, parseEther, parseGwei } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { specimen } from './specimen.ts'
import { alice, startWithViem, type ViemSetup } from './viemSetup.ts'

const { abi, deployedBytecode } = specimen
/** Nobody's account. */
const stranger = '0x00000000000000000000000000000000000ab1e5'

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

test.each(['anvil', 'hardhat', 'ganache'] as const)(
  "viem's test client changes the state, in mode %s",
  async (mode) => {
    const { client, local } = on
    const cheats = createTestClient({ chain: client.chain, transport: http(on.url), mode })
    const before = await client.getBlock()

    await cheats.setBalance({ address: stranger, value: parseEther('1.5') })
    expect(await client.getBalance({ address: stranger })).toBe(parseEther('1.5'))

    await cheats.setCode({ address: stranger, bytecode: deployedBytecode })
    expect(await client.getCode({ address: stranger })).toBe(deployedBytecode)

    const value = numberToHex(77n, { size: 32 })
    await cheats.setStorageAt({ address: stranger, index: 0, value })
    await cheats.setStorageAt({ address: stranger, index: numberToHex(9, { size: 32 }), value })
    expect(await client.getStorageAt({ address: stranger, slot: '0x0' })).toBe(value)
    expect(await client.getStorageAt({ address: stranger, slot: '0x9' })).toBe(value)
    expect(await client.readContract({ abi, address: stranger, functionName: 'number' })).toBe(77n)

    await cheats.setNonce({ address: alice.address, nonce: 1234 })
    expect((await client.getBlock()).hash).toBe(before.hash)

    const hash = await local.writeContract({
      abi,
      address: stranger,
      functionName: 'setNumber',
      args: [78n],
      maxFeePerGas: parseGwei('10'),
    })
    expect((await client.getTransaction({ hash })).nonce).toBe(1234)
    const blockNumber = before.number
    const read = { abi, address: stranger, functionName: 'number' } as const
    expect(await client.readContract(read)).toBe(78n)
    expect(await client.readContract({ ...read, blockNumber })).toBe(77n)
  },
)
