import { p256 } from '@noble/curves/nist.js'
import { expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { sha256 } from '../../../../src/primitives/crypto/sha256.ts'
import { bigIntToBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'
import { alice } from '../../../support/accounts.ts'
import {
  at,
  COIN,
  GAS,
  interfaceOf,
  outputOf,
  revertedFor,
  Scene,
} from '../../../support/precompiles/scene.ts'

const scene = new Scene(() => {})

const p256Abi = interfaceOf(['function verify(bytes signature) view returns (bytes response)'])

test('signatures of P-256', async () => {
  const { secretKey, publicKey } = p256.keygen(new Uint8Array(48).fill(7))
  const hash = sha256(new Uint8Array(3))
  const key = p256.Point.fromBytes(publicKey).toBytes(false).subarray(1)
  const signature = p256.sign(hash, secretKey, { prehash: false })
  const right = Uint8Array.of(...hash, ...signature, ...key)
  const wrong = Uint8Array.of(...right.with(0, (right[0] ?? 0) ^ 1))
  for (const [bytes, answer] of [
    [right, bytesToHex(bigIntToBytes(1n, 32))],
    [wrong, undefined],
  ] as const) {
    const data = p256Abi.encode('verify', bytesToHex(bytes))
    const outcome = await scene.run({ to: at('1011'), data })
    const output = outputOf(outcome)
    // A wrong signature has no output at all (p256.go, verify).
    expect(output.length === 0 ? undefined : p256Abi.decode('verify', output)).toBe(answer)
    expect(outcome.gasUsed).toBe(300n * BigInt(data.length - 4))
  }
  for (const bytes of [right.subarray(1), Uint8Array.of(...right, 0), new Uint8Array(0)]) {
    const data = p256Abi.encode('verify', bytesToHex(bytes))
    const price = 300n * BigInt(data.length - 4)
    expect(await scene.run({ to: at('1011'), data })).toEqual(
      revertedFor('invalid input length', price),
    )
  }
})

const absent: readonly (readonly [string, string, readonly unknown[], string])[] = [
  ['1002', 'execute(string,bytes,bytes)', ['sei1', '0x', '0x'], 'execute: CosmWasm'],
  [
    '1002',
    'execute_batch((string,bytes,bytes)[])',
    [[['sei1', '0x', '0x']]],
    'execute_batch: CosmWasm',
  ],
  [
    '1002',
    'instantiate(uint64,string,bytes,string,bytes)',
    [1n, '', '0x', '', '0x'],
    'instantiate: CosmWasm',
  ],
  ['1002', 'query(string,bytes)', ['sei1', '0x'], 'query: CosmWasm'],
  [
    '1009',
    'transfer(string,string,string,string,uint256,uint64,uint64,uint64,string)',
    ['', '', '', '', 1n, 1n, 1n, 1n, ''],
    'transfer: IBC',
  ],
  [
    '1009',
    'transferWithDefaultTimeout(string,string,string,string,uint256,string)',
    ['', '', '', '', 1n, ''],
    'transferWithDefaultTimeout: IBC',
  ],
  ['100b', 'addCW20Pointer(string)', ['sei1'], 'addCW20Pointer: CosmWasm'],
  ['100b', 'addCW721Pointer(string)', ['sei1'], 'addCW721Pointer: CosmWasm'],
  ['100b', 'addCW1155Pointer(string)', ['sei1'], 'addCW1155Pointer: CosmWasm'],
]

test.each(absent)('%s %s explains what is missing', async (address, signature, args, reason) => {
  const contract = interfaceOf([`function ${signature}`])
  const data = contract.encode(signature.slice(0, signature.indexOf('(')), ...args)
  const outcome = await scene.run({ to: at(address), data })
  expect(outcome).toEqual(revertedFor(`${reason} is not available on this chain`, GAS))
})

test('some functions require whole units', async () => {
  const rich = new Scene((state) => state.setBalance(alice.address, COIN))
  const contract = interfaceOf(['function execute(string,bytes,bytes) payable'])
  const call = { to: at('1002'), data: contract.encode('execute', '', '0x', '0x') }
  const reason =
    'selected precompile function does not allow payment with non-zero wei remainder: received 1000000000005'
  const unit = 10n ** 12n
  expect(await rich.run({ ...call, value: unit + 5n })).toEqual(revertedFor(reason, GAS))
  expect(await rich.run({ ...call, value: unit })).toMatchObject({
    precompileError: 'execute: CosmWasm is not available on this chain',
  })
})

test('have distinct addresses', () => {
  expect([...nativePrecompilesOf('6.6').keys()]).toEqual([
    ...new Set(nativePrecompilesOf('6.6').keys()),
  ])
})
