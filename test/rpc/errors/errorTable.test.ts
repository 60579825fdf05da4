import { readFileSync } from 'node:fs'
import {
  FeeCapTooLowError,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  NonceMaxValueError,
  NonceTooHighError,
  NonceTooLowError,
  RpcRequestError,
  TipAboveFeeCapError,
} from 'viem'
import { getNodeError } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../../src/primitives/address.ts'
import type { ErrorTable } from '../../../src/rpc/errors/errorEntry.ts'
import { errorTable, toRpcError } from '../../../src/rpc/errors/errorTable.ts'
import { protocolErrors } from '../../../src/rpc/errors/protocolErrors.ts'

const entries = Object.entries(errorTable)
const wordOf = (code: keyof typeof errorTable) => {
  const error = toRpcError({ code, ...errorTable[code].sample })
  if (error === undefined) throw new Error(`${code} is in the table`)
  return error
}

describe('docs/errors.md', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

  test('lists exactly the errors of the table', () => {
    const listed = [...page.matchAll(/^\| ([A-Z][A-Z_]+) \|/gm)].map(([, code]) => code)
    expect(listed).toEqual(entries.map(([code]) => code))
  })

  test('lists exactly the protocol errors', () => {
    const listed = [...page.matchAll(/^\| (-?\d+) \| `(.*?)` \|/gm)]
    expect(listed.map(([, code, message]) => [Number(code), message])).toEqual(
      protocolErrors.map(({ code, message }) => [code, message]),
    )
  })
})

test('a table with a missing code does not compile', () => {
  const { NONCE_TOO_LOW, ...rest } = errorTable
  // @ts-expect-error NONCE_TOO_LOW is missing
  const incomplete: ErrorTable = rest
  expect({ ...incomplete, NONCE_TOO_LOW }).toEqual(errorTable)
})

test('an unknown code is not a JSON-RPC error', () => {
  expect(toRpcError({ code: 'NO_SUCH_CODE' })).toBeUndefined()
  expect(toRpcError({ code: 'constructor' })).toBeUndefined()
})

test.each([
  ['', '50000', "the fork's own, expected 50000. Use"],
  ['50000', '', "50000, expected the fork's own. Use"],
  ['50000', String(Number.MAX_SAFE_INTEGER), '50000, expected unlimited. Use'],
])('explains a changed code size limit: %j to %j', (found, given, words) => {
  const mismatch = { code: 'SETTING_MISMATCH', setting: 'codeSizeLimit', found, given }
  expect(toRpcError(mismatch)?.message).toContain(`codeSizeLimit: ${words}`)
})

test('names an account without a key', () => {
  const facts = { address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Address }
  expect(toRpcError({ code: 'UNKNOWN_ACCOUNT', ...facts })?.message).toBe(
    'unknown account: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266; hardhat_impersonateAccount or --auto-impersonate lets it send',
  )
})

test('a receipt timeout has the code and data of EIP-7966', () => {
  expect(wordOf('RECEIPT_TIMEOUT')).toMatchObject({ code: 4, data: `0x${'00'.repeat(32)}` })
})

test.each([
  ['NONCE_TOO_LOW', NonceTooLowError],
  ['ALREADY_KNOWN', NonceTooLowError],
  ['NONCE_TOO_HIGH', NonceTooHighError],
  ['NONCE_MAX', NonceMaxValueError],
  ['INSUFFICIENT_FUNDS', InsufficientFundsError],
  ['INTRINSIC_GAS_TOO_LOW', IntrinsicGasTooLowError],
  ['FEE_CAP_TOO_LOW', FeeCapTooLowError],
  ['TIP_ABOVE_FEE_CAP', TipAboveFeeCapError],
] as const)('viem recognises %s', (code, kind) => {
  const { code: number, message } = wordOf(code)
  const cause = new RpcRequestError({ body: {}, url: '', error: { code: number, message } })
  expect(getNodeError(cause, {})).toBeInstanceOf(kind)
})
