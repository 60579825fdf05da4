import { getAddress, numberToHex, keccak256 as viemKeccak } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { bigIntToBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol, pauper } from '../../../support/accounts.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { COIN } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

const CONTRACT = parseAddress(`0xaa${'0'.repeat(38)}`)
const CODE = '0x6001600055'
const word = (value: bigint) => bigIntToBytes(value, 32)

interface Dump {
  readonly root: string
  readonly accounts: Readonly<Record<string, { readonly balance: string }>>
}

describe('debug_dumpBlock', () => {
  test("lists all accounts in geth's format with all coins", async () => {
    const chain = testChain()
    const ask = rpcOf(chain)
    await chain.pool.submit(signed(alice, { to: pauper.address, value: 5n }))
    await chain.state.edit((state) => {
      state.setCode(CONTRACT, hexToBytes(CODE))
      state.setStorage(CONTRACT, word(1n), word(0x0203n))
    })
    await chain.mining.mine()
    const dump = await ask<Dump>('debug_dumpBlock', 'latest')
    expect(dump.root).toBe(chain.blocks.latest.header.stateRoot.slice(2))
    expect(dump.accounts[getAddress(CONTRACT)]).toEqual({
      balance: '0',
      nonce: 0,
      root: '0x',
      codeHash: viemKeccak(CODE),
      code: CODE,
      storage: { [numberToHex(1, { size: 32 })]: '0203' },
      address: CONTRACT,
      key: viemKeccak(CONTRACT),
    })
    expect(dump.accounts[getAddress(alice.address)]).toMatchObject({ nonce: 1 })
    expect(dump.accounts[getAddress(pauper.address)]).toMatchObject({ balance: '5' })
    // The fee collector has what Alice paid.
    expect(Object.keys(dump.accounts)).toHaveLength(6)
    const balances = Object.values(dump.accounts).map(({ balance }) => BigInt(balance))
    expect(balances.reduce((sum, balance) => sum + balance)).toBe(3000n * COIN)
  })

  test('reads past blocks and rejects future ones', async () => {
    const chain = testChain()
    const ask = rpcOf(chain)
    await chain.pool.submit(signed(alice, { to: pauper.address, value: 5n }))
    const { accounts, root } = await ask<Dump>('debug_dumpBlock', '0x0')
    expect(root).toBe(chain.blocks.get(0n)?.header.stateRoot.slice(2))
    const funded = [alice, bob, carol].map(({ address }) => getAddress(address))
    expect(Object.keys(accounts).sort()).toEqual(funded.sort())
    for (const { balance } of Object.values(accounts)) expect(BigInt(balance)).toBe(1000n * COIN)
    await expect(ask('debug_dumpBlock', 'pending')).rejects.toMatchObject({ code: -32602 })
    await expect(ask('debug_dumpBlock', '0x2')).rejects.toMatchObject({ code: -32000 })
  })
})
