import { RLP } from '@ethereumjs/rlp'
import { describe, expect, test } from 'vitest'
import { decodeTransaction } from '../../src/evm/transaction/decodeTransaction.ts'
import { readBytes, readList, readRlp } from '../../src/evm/transaction/rlpFields.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { CHAIN_ID } from '../support/genesis.ts'

const TARGET = parseAddress(`0xaa${'0'.repeat(38)}`)

describe('decodeTransaction', () => {
  test.each([0, 1, 2] as const)('reads back what was signed, type %d', (type) => {
    const fees = type < 2 ? { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n } : {}
    const list = [{ address: TARGET, storageKeys: [bytesToHex(new Uint8Array(32)) as never] }]
    const tx = signed(alice, {
      type,
      to: bob.address,
      value: 3n,
      ...fees,
      accessList: type === 0 ? [] : list,
    })
    const { raw, ...read } = decodeTransaction(tx.raw, CHAIN_ID)
    expect({ ...read, raw: bytesToHex(raw), data: bytesToHex(read.data) }).toEqual({
      ...tx,
      raw: bytesToHex(tx.raw),
      data: bytesToHex(tx.data),
    })
  })

  test.each([
    ['MALFORMED_TRANSACTION', '0x'],
    ['MALFORMED_TRANSACTION', '0x02'],
    ['MALFORMED_TRANSACTION', '0x02c0'],
    ['MALFORMED_TRANSACTION', '0xc0'],
    ['MALFORMED_TRANSACTION', '0x02f8'],
    ['TX_TYPE_NOT_SUPPORTED', '0x03c0'],
    ['TX_TYPE_NOT_SUPPORTED', '0x05c0'],
  ])('%s: %s', (code, raw) => {
    expect(() => decodeTransaction(hexToBytes(raw), CHAIN_ID)).toThrow(
      expect.objectContaining({ code }),
    )
  })

  test.each([0, 1, 2] as const)('a chain id with leading zeros is refused, type %d', (type) => {
    const fees = type < 2 ? { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n } : {}
    const { raw } = signed(alice, { type, to: bob.address, ...fees })
    const fields = [...readList(readRlp(type === 0 ? raw : raw.subarray(1)))]
    const at = type === 0 ? 6 : 0
    fields[at] = concatBytes(Uint8Array.of(0), readBytes(fields[at]))
    const body = RLP.encode(fields as never)
    const changed = type === 0 ? body : concatBytes(Uint8Array.of(type), body)
    expect(() => decodeTransaction(changed, CHAIN_ID)).toThrow(
      expect.objectContaining({ code: 'MALFORMED_TRANSACTION' }),
    )
  })

  test('another chain’s transaction and one for all chains are refused', () => {
    const foreign = signed(alice, { chainId: 1n, to: bob.address })
    expect(() => decodeTransaction(foreign.raw, CHAIN_ID)).toThrow(
      expect.objectContaining({ code: 'WRONG_CHAIN_ID' }),
    )
    // The deterministic deployment proxy’s well-known transaction, signed without a chain id.
    const unprotected =
      '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'
    expect(() => decodeTransaction(hexToBytes(unprotected), CHAIN_ID)).toThrow(
      expect.objectContaining({ code: 'UNPROTECTED_TRANSACTION' }),
    )
  })
})
