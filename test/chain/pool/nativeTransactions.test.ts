import { describe, expect, test } from 'vitest'
import { nativeRoot } from '../../../src/chain/block/sealBlock.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol, pauper } from '../../support/accounts.ts'
import { signed, testChain } from '../../support/chain.ts'
import { COIN } from '../../support/genesis.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx, sendTo } from '../../support/native/native.ts'

const UNIT = 10n ** 12n

describe('a native transaction', () => {
  test('transfers coins, increments the sequence, pays its fee, and associates its signer', async () => {
    const chain = testChain()
    const tx = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    const { block, entry } = await mineNative(chain, tx)
    expect(entry.receipt).toMatchObject({ code: 0, log: '', logs: [], sender: alice.address })
    expect(block.number).toBe(1)
    expect(block.transactions).toEqual([])
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    expect(state.getBalance(alice.address)).toBe(1000n * COIN - 4_005n * UNIT)
    expect(state.getWei(publicKeyToNative(pauper.publicKey))).toBe(5n * UNIT)
    expect(state.getBalance(chain.mining.config.coinbase)).toBe(4_000n * UNIT)
    expect(state.getEvmAddress(publicKeyToNative(alice.publicKey))).toBe(alice.address)
    expect(state.getAccount(publicKeyToNative(alice.publicKey))?.sequence).toBe(1n)
    expect(chain.transactions.getNative(tx.hash)?.entry.transaction).toEqual(tx)
    await chain.close()
  })

  test('is committed to by the header of its block', async () => {
    const chain = testChain()
    const tx = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    const { block } = await mineNative(chain, tx)
    const leaf = Uint8Array.of(0, ...hexToBytes(tx.hash))
    expect(block.header.extraData).toEqual(sha256(leaf))
    expect(nativeRoot(block.native)).toEqual(sha256(leaf))
    await chain.close()
  })

  test('that fails keeps only fee and sequence', async () => {
    const chain = testChain()
    const all = 1000n * 10n ** 6n
    const messages = [sendTo(alice, bob, 1n), sendTo(alice, carol, all)]
    const { entry } = await mineNative(chain, await nativeTx(chain, alice, messages))
    expect(entry.receipt).toMatchObject({ code: 5, codespace: 'sdk' })
    expect(entry.receipt.log).toMatch(/insufficient funds/)
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    expect(state.getBalance(alice.address)).toBe(1000n * COIN - 4_000n * UNIT)
    expect(state.getWei(publicKeyToNative(bob.publicKey))).toBe(0n)
    await chain.close()
  })

  test.each([
    ['another chain', { chainId: 'elsewhere' }, 'INVALID_NATIVE_SIGNATURE'],
    ['another account number', { accountNumber: 99n }, 'INVALID_NATIVE_SIGNATURE'],
    ['another sequence', { sequence: 7n }, 'WRONG_ACCOUNT_SEQUENCE'],
    ['too small a fee', { fee: { coins: [], gasLimit: 100_000n } }, 'INSUFFICIENT_NATIVE_FEE'],
    ['no gas', { fee: { coins: [], gasLimit: 1n } }, 'NATIVE_OUT_OF_GAS'],
    [
      'a fee above every balance',
      { fee: { coins: [{ denom: 'usei', amount: 10n ** 30n }], gasLimit: 100_000n } },
      'INSUFFICIENT_COINS',
    ],
  ] as const)('with %s is rejected', async (_, fields, code) => {
    const chain = testChain()
    const tx = await nativeTx(chain, alice, [sendTo(alice, bob, 1n)], fields)
    await expect(chain.pool.submitNative(tx)).rejects.toMatchObject({ details: { code } })
    expect(chain.blocks.latest.number).toBe(0)
    await chain.close()
  })

  test('sent twice is rejected by its sequence', async () => {
    const chain = testChain()
    const tx = await nativeTx(chain, alice, [sendTo(alice, bob, 1n)])
    await chain.pool.submitNative(tx)
    await expect(chain.pool.submitNative(tx)).rejects.toMatchObject({
      details: { code: 'WRONG_ACCOUNT_SEQUENCE', want: 1n, have: 0n },
    })
    await chain.close()
  })

  test('cannot pay a module account', async () => {
    const chain = testChain()
    for (const name of ['fee_collector', 'bonded_tokens_pool', 'gov']) {
      const to = bytesToBech32('sei', sha256(utf8ToBytes(name)).subarray(0, 20))
      const coins = [{ denom: 'usei', amount: 3n }]
      const message = { kind: 'send', from: nativeText(alice), to, coins } as const
      const { entry } = await mineNative(chain, await nativeTx(chain, alice, [message]))
      expect(entry.receipt).toMatchObject({ code: 4, codespace: 'sdk' })
    }
    await chain.close()
  })

  test('with an excessive amount has a value that the EVM can represent', async () => {
    const chain = testChain()
    const huge = 2n ** 256n - 1n
    const tx = await nativeTx(chain, alice, [sendTo(alice, bob, huge), sendTo(alice, bob, huge)])
    const { entry } = await mineNative(chain, tx)
    expect(entry.receipt).toMatchObject({ code: 5, transfer: { value: huge } })
    await chain.close()
  })

  test('cannot pay an address with unusable coins', async () => {
    const chain = testChain()
    await chain.pool.submit(signed(bob, { to: carol.address }))
    const cast = { ...bob, publicKey: bob.publicKey }
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    expect(state.getNativeAddress(bob.address)).toBeDefined()
    const message = {
      kind: 'evmSend',
      from: nativeText(alice),
      to: bob.address,
      coins: [{ denom: 'usei', amount: 3n }],
    } as const
    const own = await mineNative(chain, await nativeTx(chain, alice, [message]))
    expect(own.entry.receipt.code).toBe(0)
    const to = bytesToBech32('sei', hexToBytes(cast.address))
    const stranded = { ...message, kind: 'send', to } as const
    const { entry } = await mineNative(chain, await nativeTx(chain, alice, [stranded]))
    expect(entry.receipt).toMatchObject({ code: 46, codespace: 'sdk' })
    await chain.close()
  })
})
