import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { parseGenesis } from '../../../src/chain/genesis/parseGenesis.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToBigInt } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed, testChain } from '../../support/chain.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx, sendTo } from '../../support/native/native.ts'

const POINTER = parseAddress('0x000000000000000000000000000000000000100b')
const abi = parseAbi(['function addNativePointer(string token) payable returns (address)'])
/** keccak256 of ERC-20's Transfer(address,address,uint256). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const genesis = parseGenesis({
  alloc: { [alice.address]: { balance: '1000000000000000000000' } },
  native: {
    denominations: [
      {
        base: 'uatom',
        display: 'atom',
        name: 'Atom',
        symbol: 'ATOM',
        units: [
          { denom: 'uatom', exponent: 0 },
          { denom: 'atom', exponent: 6 },
        ],
      },
    ],
    balances: [{ address: nativeText(alice), coins: [{ denom: 'uatom', amount: '1000' }] }],
    associations: [{ evmAddress: bob.address, nativeAddress: nativeText(bob) }],
  },
})

test('a native transfer of a denomination with a pointer has a Transfer log in the synthetic scope', async () => {
  const chain = testChain(genesis)
  const data = hexToBytes(encodeFunctionData({ abi, args: ['uatom'] }) as `0x${string}` as never)
  await chain.pool.submit(signed(alice, { to: POINTER, data, gasLimit: 3_000_000n }))
  const made = chain.blocks.latest.receipts[0]
  expect(made?.error).toBeUndefined()
  const tx = await nativeTx(chain, alice, [
    sendTo(alice, bob, 7n, 'uatom'),
    sendTo(alice, carol, 5n),
    sendTo(alice, carol, 9n, 'uatom'),
  ])
  const { entry, block } = await mineNative(chain, tx)
  expect(entry.receipt).toMatchObject({ code: 0, sender: alice.address })
  const { logs } = entry.receipt
  expect(logs.map(({ topics, data }) => [topics[0], topics[1], bytesToBigInt(data)])).toEqual([
    [TRANSFER, `0x${'0'.repeat(24)}${alice.address.slice(2)}`, 7n],
    [TRANSFER, `0x${'0'.repeat(24)}${alice.address.slice(2)}`, 9n],
  ])
  // Bob is associated. Carol is not, so her EVM address has the same bytes.
  expect(logs[0]?.topics[2]).toBe(`0x${'0'.repeat(24)}${bob.address.slice(2)}`)
  const all = { addresses: [], topics: [[TRANSFER]] } as never
  const found = async (scope?: 'synthetic') => {
    const batches = []
    for await (const batch of chain.logs.search(all, { first: 0, last: 9 }, scope))
      batches.push(batch)
    return batches.flat()
  }
  expect(await found()).toEqual([])
  expect(await found('synthetic')).toMatchObject([
    { transactionHash: tx.hash, index: 0, logIndex: 0, block: { number: block.number } },
    { transactionHash: tx.hash, index: 0, logIndex: 1 },
  ])
  await chain.close()
})
