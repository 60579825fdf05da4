import { expect, test } from 'vitest'
import { abciCode } from '../../src/native/abciCode.ts'
import type { NativeTxErrorDetails } from '../../src/native/errors.ts'
import { toRpcError } from '../../src/rpc/errors/errorTable.ts'
import { nativeErrors } from '../../src/rpc/errors/nativeErrors.ts'

/** What the Cosmos SDK calls its errors (types/errors); a message ends with it. */
const rootMessages: Readonly<Record<number, string>> = {
  2: 'tx parse error',
  4: 'unauthorized',
  5: 'insufficient funds',
  7: 'invalid address',
  8: 'invalid pubkey',
  9: 'unknown address',
  10: 'invalid coins',
  11: 'out of gas',
  12: 'memo too large',
  13: 'insufficient fee',
  15: 'no signatures supplied',
  18: 'invalid request',
  21: 'tx too large',
  30: 'tx timeout height',
  31: 'unknown extension options',
  32: 'incorrect account sequence',
  37: 'feature not supported',
  46: 'invalid recipient',
}

const codes = Object.keys(nativeErrors) as NativeTxErrorDetails['code'][]

test.each(codes)('%s has the code of its message', (code) => {
  const { codespace, code: number } = abciCode({
    code,
    ...nativeErrors[code].sample,
  } as NativeTxErrorDetails)
  expect(codespace).toBe('sdk')
  const message = toRpcError({ code, ...nativeErrors[code].sample })?.message ?? ''
  expect(rootMessages[number]).toBeDefined()
  expect(message.split(': ').at(-1)).toBe(rootMessages[number])
})
