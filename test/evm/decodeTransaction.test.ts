import { describe, expect, test } from 'vitest'
import { decodeTransaction } from '../../src/evm/transaction/decodeTransaction.ts'
import type { TransactionType } from '../../src/evm/transaction/transaction.ts'
import { addressToBytes, parseAddress } from '../../src/primitives/address.ts'
import { concatBytes, EMPTY_BYTES, joinBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { CHAIN_ID } from '../support/genesis.ts'
import { putTogether, type Tree, takeApart } from '../support/rawTransactions.ts'

const TARGET = parseAddress(`0xaa${'0'.repeat(38)}`)

function rawOf(type: TransactionType): Uint8Array {
  const authorization = {
    chainId: 1n,
    address: TARGET,
    nonce: 1n,
    r: 1n,
    s: 1n,
    yParity: 1,
  } as const
  const authorizationList = type === 4 ? [authorization] : []
  const maxPriorityFeePerGas = type < 2 ? 5n : 1n
  const fields = { type, to: TARGET, maxFeePerGas: 5n, maxPriorityFeePerGas, authorizationList }
  return signed(alice, fields).raw
}

/** A transaction with another item instead of a field. */
function changeField(type: TransactionType, at: number, value: Tree): Uint8Array {
  const { tree } = takeApart(rawOf(type))
  return putTogether({ type, tree: (tree as readonly Tree[]).with(at, value) })
}

function emptyStrings(length: number): Tree {
  return Array.from({ length }, () => EMPTY_BYTES)
}

function expectMalformed(raw: Uint8Array, reason: string | RegExp): void {
  const said = typeof reason === 'string' ? reason : expect.stringMatching(reason)
  expect(() => decodeTransaction(raw, CHAIN_ID)).toThrow(
    expect.objectContaining({ details: { code: 'MALFORMED_TRANSACTION', reason: said } }),
  )
}

describe('decodeTransaction', () => {
  test.each([0, 1, 2] as const)('decodes a signed transaction, type %d', (type) => {
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

  test.each([0, 1, 2] as const)('rejects a chain id with leading zeros, type %d', (type) => {
    expectMalformed(
      changeField(type, type === 0 ? 6 : 0, Uint8Array.of(0, 1)),
      'chainId cannot have leading zeroes',
    )
  })

  // An empty string is not a list: it was mined once, and its block could not be read again.
  test.each([1, 2, 4] as const)('rejects a string instead of an access list, type %d', (type) => {
    const at = type === 1 ? 7 : 8
    expectMalformed(changeField(type, at, EMPTY_BYTES), 'accessList: expected a list')
    expectMalformed(changeField(type, at, [[addressToBytes(TARGET), EMPTY_BYTES]]), /accessList: /)
    expectMalformed(changeField(type, at, [[emptyStrings(20), []]]), /accessList: /)
    expectMalformed(changeField(type, at, [[addressToBytes(TARGET), [emptyStrings(32)]]]), /List: /)
  })

  test.each([
    ['accessList: expected 2 items, found 1', 2, 8, [[new Uint8Array(20)]]],
    ['accessList: expected 20 bytes, found 19', 2, 8, [[new Uint8Array(19), []]]],
    ['accessList: expected 32 bytes, found 31', 2, 8, [[new Uint8Array(20), [new Uint8Array(31)]]]],
    ['nonce: expected at most 64 bits', 0, 0, new Uint8Array(9).fill(1)],
    ['nonce: expected an integer without leading zeros', 0, 0, Uint8Array.of(0)],
    ['nonce: expected bytes', 0, 0, []],
    ['gasPrice: expected at most 256 bits', 1, 2, new Uint8Array(33).fill(1)],
    ['maxFeePerGas: expected bytes', 2, 3, []],
    ['gasLimit: expected at most 64 bits', 2, 4, new Uint8Array(9).fill(1)],
    ['to: expected 20 bytes, found 19', 2, 5, new Uint8Array(19)],
    ['to: expected 20 bytes, found 21', 0, 3, new Uint8Array(21)],
    ['to: expected bytes', 2, 5, []],
    ['value: expected an integer without leading zeros', 2, 6, Uint8Array.of(0, 1)],
    ['data: expected bytes', 2, 7, []],
    ['authorizationList: expected a list', 4, 9, EMPTY_BYTES],
    ['authorizationList: expected 6 items, found 0', 4, 9, [[]]],
    ['r: expected at most 256 bits', 2, 10, new Uint8Array(33).fill(1)],
    ['s: expected an integer without leading zeros', 2, 11, new Uint8Array(32)],
  ] as const)('rejects a malformed field: %s', (reason, type, at, value) => {
    expectMalformed(changeField(type, at, value), reason)
  })

  test.each([0, 1, 2, 4] as const)('rejects another number of fields, type %d', (type) => {
    const { tree } = takeApart(rawOf(type))
    const fields = tree as readonly Tree[]
    const more = putTogether({ type, tree: [...fields, EMPTY_BYTES] })
    expectMalformed(more, `expected ${fields.length} items, found ${fields.length + 1}`)
    const fewer = putTogether({ type, tree: fields.slice(0, -1) })
    expectMalformed(fewer, `expected ${fields.length} items, found ${fields.length - 1}`)
    expectMalformed(concatBytes(rawOf(type), Uint8Array.of(0)), /bytes after the end/)
  })

  test.each([
    ['a parity of 2', 2, 9, Uint8Array.of(2)],
    ['no r', 2, 10, EMPTY_BYTES],
    ['no s', 1, 10, EMPTY_BYTES],
    ['a high s (EIP-2)', 2, 11, new Uint8Array(32).fill(0xff)],
  ] as const)('rejects the signature %s', (_, type, at, value) => {
    expect(() => decodeTransaction(changeField(type, at, value), CHAIN_ID)).toThrow(
      expect.objectContaining({ code: 'INVALID_SIGNATURE' }),
    )
  })

  test('rejects deeply nested lists without decoding them', () => {
    const size = 2_000_000
    const depth = 5_000
    const heads = Array.from({ length: depth }, (_, i) => {
      const length = size + 4 * (depth - 1 - i)
      return Uint8Array.of(0xfa, length >> 16, (length >> 8) & 0xff, length & 0xff)
    })
    const raw = joinBytes([...heads, new Uint8Array(size)])
    expectMalformed(raw, 'rlp: invalid RLP: lists are nested too deep')
  })

  test('rejects transactions of another chain and without a chain id', () => {
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
