import { encodeAbiParameters, getAddress, hashMessage, keccak256, toBytes } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { bech32ToBytes } from '../../../../src/primitives/encoding/bech32.ts'
import { concatBytes, utf8ToBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../../src/state/rows/layout.ts'
import {
  at,
  GAS,
  interfaceOf,
  outputOf,
  revertedFor,
  Scene,
} from '../../../support/precompiles/scene.ts'

const addr = interfaceOf([
  'function associate(string v, string r, string s, string customMessage) returns (string seiAddr, address evmAddr)',
  'function associatePubKey(string pubKeyHex) returns (string seiAddr, address evmAddr)',
  'function getSeiAddr(address addr) view returns (string response)',
  'function getEvmAddr(string addr) view returns (address response)',
])
const ADDR = at('1004')
const UNIT = 10n ** 12n

/** Keys with the addresses that the real chain gives them. */
const keys = [
  {
    privateKey: '0x57acb95d82739866a5c29e40b0aa2590742ae50425b7dd5b5d279a986370189e',
    publicKey: '02e70a67044bcd7124e0f340bc61d5840d8605eb67d17af714d563b2af3d401f8d',
    evm: getAddress('0xf87a299e6bc7beba58dbbe5a5aa21d49bcd16d52'),
    native: 'sei1m9qugvk4h66p6hunfajfg96ysc48zeq4m0d82c',
  },
  {
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    publicKey: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
    evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    native: 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc',
  },
] as const
const [key] = keys

const MESSAGE = 'This key is mine.'

/** A signature of the bytes of {@link MESSAGE}, as strings of the contract. */
async function signature(privateKey: `0x${string}`, message = MESSAGE) {
  const { r, s, yParity } = await sign({ hash: keccak256(toBytes(message)), privateKey })
  return [String(yParity), r, s, message] as const
}

const nativeOf = (text: string) => bytesToHex(bech32ToBytes('sei', text)) as NativeAddress

test.each(keys)('$native is associated by a signature', async (of) => {
  const scene = new Scene(() => {})
  const args = await signature(of.privateKey)
  const outcome = await scene.run({ to: ADDR, data: addr.encode('associate', ...args) })
  expect(addr.decode('associate', outputOf(outcome))).toEqual([of.native, of.evm])
  const known = await scene.run({ to: ADDR, data: addr.encode('getSeiAddr', of.evm) })
  expect(addr.decode('getSeiAddr', outputOf(known))).toBe(of.native)
  const back = await scene.run({ to: ADDR, data: addr.encode('getEvmAddr', of.native) })
  expect(addr.decode('getEvmAddr', outputOf(back))).toBe(of.evm)
  const account = scene.state.getAccount(nativeOf(of.native))
  expect(account?.publicKey).toEqual(hexToBytes(`0x${of.publicKey}`))
  scene.drain()
})

test.each(keys)('$native is associated by its key', async (of) => {
  const scene = new Scene(() => {})
  const data = addr.encode('associatePubKey', of.publicKey)
  const outcome = await scene.run({ to: ADDR, data })
  expect(addr.decode('associatePubKey', outputOf(outcome))).toEqual([of.native, of.evm])
  expect(scene.state.getEvmAddress(nativeOf(of.native))).toBe(of.evm.toLowerCase())
})

test('association merges all coins of the two accounts', async () => {
  const evm = parseAddress(key.evm)
  const native = nativeOf(key.native)
  const scene = new Scene((state) => {
    state.setBalance(evm, 3n * UNIT + (UNIT - 1n))
    state.mintCoins(castAddress(evm), 'atom', 5n)
    state.mintCoins(native, 'usei', 2n)
    state.mintCoins(native, 'atom', 1n)
    state.setBalance(parseAddress(native), 2n * UNIT + 2n)
  })
  await scene.run({ to: ADDR, data: addr.encode('associatePubKey', key.publicKey) })
  expect(scene.state.getBalance(evm)).toBe(6n * UNIT + 1n)
  expect(scene.state.getCoins(native, 'atom')).toBe(6n)
  expect(scene.state.denominations(castAddress(evm))).toEqual([])
  expect(scene.state.getAccount(castAddress(evm))).toBeUndefined()
})

test('an association is permanent', async () => {
  const scene = new Scene(() => {})
  const data = addr.encode('associatePubKey', key.publicKey)
  await scene.run({ to: ADDR, data })
  const reason = `address ${key.native} is already associated with evm address ${key.evm}`
  expect(await scene.run({ to: ADDR, data })).toEqual(revertedFor(reason, GAS))
  const again = addr.encode('associate', ...(await signature(key.privateKey)))
  expect(await scene.run({ to: ADDR, data: again })).toEqual(revertedFor(reason, GAS))
})

test('accepts a personal message including its prefix', async () => {
  const signed = await privateKeyToAccount(key.privateKey).signMessage({ message: MESSAGE })
  const message = `\x19Ethereum Signed Message:\n${MESSAGE.length}${MESSAGE}`
  expect(keccak256(toBytes(message))).toBe(hashMessage(MESSAGE))
  const v = Number(`0x${signed.slice(130)}`) - 27
  // Without 0x, and with a digit left out where it is 0, as some tools write it.
  const data = addr.encode('associate', `${v}`, signed.slice(2, 66), signed.slice(66, 130), message)
  const outcome = await new Scene(() => {}).run({ to: ADDR, data })
  expect(addr.decode('associate', outputOf(outcome))).toEqual([key.native, key.evm])
})

test.each([
  // A digest instead of text, and a byte order mark.
  `${bytesToHex(utf8ToBytes('\x19Ethereum Signed Message:\n32'))}${'f1'.repeat(32)}` as const,
  '0xefbbbf41' as const,
])('the bytes %s of a message are signed, whatever they encode', async (message) => {
  const { r, s, yParity } = await sign({ hash: keccak256(message), privateKey: key.privateKey })
  const texts = [`0${yParity}`, r, s].map((text) => bytesToHex(utf8ToBytes(text)))
  // Encoded as bytes, which have the form of a string.
  const types = [{ type: 'bytes' }, { type: 'bytes' }, { type: 'bytes' }, { type: 'bytes' }]
  const args = encodeAbiParameters(types, [...texts, message])
  const selector = addr.encode('associate', '', '', '', '').subarray(0, 4)
  const data = concatBytes(selector, hexToBytes(args))
  const outcome = await new Scene(() => {}).run({ to: ADDR, data })
  expect(addr.decode('associate', outputOf(outcome))).toEqual([key.native, key.evm])
})

const high = 2n ** 256n - 1n
test.each<[string, (args: readonly string[]) => readonly unknown[], string]>([
  ['v of 27', ([, r, s, m]) => ['0x1b', r, s, m], 'invalid transaction v, r, s values'],
  [
    's above half the order',
    ([v, r, , m]) => [v, r, `0x${high.toString(16)}`, m],
    'invalid transaction v, r, s values',
  ],
  ['r of no point', ([v, , s, m]) => [v, '0x0', s, m], 'invalid transaction v, r, s values'],
  [
    'r that is no number',
    ([v, , s, m]) => [v, 'xy', s, m],
    "encoding/hex: invalid byte: U+0078 'x'",
  ],
])('a signature with %s is refused', async (_what, change, reason) => {
  const data = addr.encode('associate', ...change(await signature(key.privateKey)))
  expect(await new Scene(() => {}).run({ to: ADDR, data })).toEqual(revertedFor(reason, GAS))
})

test.each<[string, readonly unknown[], string]>([
  // As in addr_test.go.
  ['associatePubKey', [`0x${key.publicKey}`], "encoding/hex: invalid byte: U+0078 'x'"],
  ['associatePubKey', ['023'], 'encoding/hex: odd length hex string'],
  ['associatePubKey', ['02'], 'malformed public key: invalid length: 1'],
  ['associatePubKey', [`02${'ff'.repeat(32)}`], 'invalid public key: x >= field prime'],
  ['associatePubKey', [`05${'01'.repeat(32)}`], 'invalid public key: unsupported format: 5'],
  [
    'associatePubKey',
    // No number has the square 5^3 + 7.
    [`02${'05'.padStart(64, '0')}`],
    `invalid public key: x coordinate ${'5'.padStart(64, '0')} is not on the secp256k1 curve`,
  ],
  ['getSeiAddr', [key.evm], `EVM address ${key.evm} is not associated`],
  ['getEvmAddr', [key.native], `sei address ${key.native} is not associated`],
])('%s(%j) fails', async (name, args, reason) => {
  const data = addr.encode(name, ...args)
  expect(await new Scene(() => {}).run({ to: ADDR, data })).toEqual(revertedFor(reason, GAS))
})
