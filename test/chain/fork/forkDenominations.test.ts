import { decodeAbiParameters, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDump } from '../../../src/chain/transfer/readDump.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { type Hex, hexToBytes, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import {
  type ForkedChain,
  forkOf,
  type RemotePool,
  startRemotePool,
} from '../../support/fork/forkOf.ts'
import { type Ask, rpcOf } from '../../support/rpc/rpc.ts'

const POINTER_VIEW = parseAddress(`0x${'100a'.padStart(40, '0')}`)
const POINTER = parseAddress(`0x${'100b'.padStart(40, '0')}`)
const pointerAbi = parseAbi([
  'function addNativePointer(string) payable returns (address)',
  'function getNativePointer(string) view returns (address, uint16, bool)',
])
const addPointer = (denom: string) =>
  encodeFunctionData({ abi: pointerAbi, functionName: 'addNativePointer', args: [denom] })
const getPointer = (denom: string) =>
  encodeFunctionData({ abi: pointerAbi, functionName: 'getNativePointer', args: [denom] })

describe.each(['6.6', '6.7'])('denominations of a Sei node of version %s', (seiVersion) => {
  let remote: RemotePool
  let fork: ForkedChain
  let ask: Ask
  /** The pointer contract of uatom, on the remote chain. */
  let pointer: Address

  beforeAll(async () => {
    const units = (base: string, display: string, exponent: number) => ({
      description: `Tokens of ${display}`,
      units: [
        { denom: base, exponent: 0 },
        { denom: display, exponent, aliases: [`${display}s`] },
      ],
      base,
      display,
      name: `Name of ${display}`,
      symbol: display.toUpperCase(),
    })
    const denominations = [units('uatom', 'atom', 6), units('uosmo', 'osmo', 11)]
    const native = { seiVersion, denominations }
    const genesis = { config: { chainId: 713_714 }, alloc: {}, native }
    remote = await startRemotePool({ genesis, accounts: 1 })
    await remote.request('hardhat_setBalance', alice.address, toQuantity(10n ** 18n))
    const add = { from: alice.address, to: POINTER, data: addPointer('uatom'), gas: '0x1e8480' }
    await remote.request('eth_sendTransaction', add)
    fork = await forkOf(remote.url)
    ask = rpcOf(fork.chain)
    const found = await ask<Hex>('eth_call', { to: POINTER_VIEW, data: getPointer('uatom') })
    pointer = parseAddress(`0x${found.slice(26, 66)}`)
    expect(BigInt(pointer)).toBeGreaterThan(0n)
  })

  afterAll(async () => {
    await fork.chain.close()
    await remote.close()
  })

  test.each(['uatom', 'uosmo', 'usei', 'unone'])('have the pointer of %s', async (denom) => {
    const call = { to: POINTER_VIEW, data: getPointer(denom) }
    expect(await ask('eth_call', call)).toBe(await remote.request('eth_call', call))
  })

  test.each([
    ['string name', 'Name of atom'],
    ['string symbol', 'ATOM'],
    ['uint8 decimals', 6],
  ])('answer %s of a pointer, and from the disk again', async (signature, wanted) => {
    const [type = '', name = ''] = signature.split(' ')
    const call = { to: pointer, data: toFunctionSelector(`function ${name}()`) }
    const ofRemote = await remote.request('eth_call', call)
    const pinned = { cacheDirectory: temporaryDirectory(), blockNumber: fork.remote.block.number }
    for (const isOffline of [false, true]) {
      const again = await forkOf(remote.url, { remote: { ...pinned, isOffline } })
      const answer = await rpcOf(again.chain)<Hex>('eth_call', call)
      expect(answer).toBe(ofRemote)
      expect(decodeAbiParameters([{ type }], answer)).toEqual([wanted])
      await again.chain.close()
    }
  })

  test('get new pointers with the decimals of the remote chain, also in a dump', async () => {
    const hash = await fork.chain.pool.submit(
      signed(alice, {
        to: POINTER,
        data: hexToBytes(addPointer('uosmo')),
        gasLimit: 2_000_000n,
        nonce: 1n,
      }),
    )
    expect(fork.chain.transactions.get(hash)?.receipt.status).toBe(1)
    const call = { to: POINTER_VIEW, data: getPointer('uosmo') }
    const made = `0x${(await ask<Hex>('eth_call', call)).slice(26, 66)}`
    const decimals = { to: made, data: toFunctionSelector('function decimals()') }
    expect(BigInt(await ask<Hex>('eth_call', decimals))).toBe(11n)
    let text = ''
    for await (const piece of fork.chain.state.dump()) text += piece
    const { chain } = await forkOf(remote.url)
    await chain.state.load(await readDump(JSON.parse(text), chain.names))
    expect(await rpcOf(chain)('eth_call', call)).toBe(await ask('eth_call', call))
    await chain.close()
  })

  test('are unknown without metadata on the remote chain', async () => {
    const call = { from: alice.address, to: POINTER, data: addPointer('unone'), gas: '0x1e8480' }
    const message = expect.stringContaining('denom unone does not have metadata stored')
    await expect(ask('eth_call', call)).rejects.toMatchObject({ message })
  })
})
