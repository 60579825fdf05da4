import {
  encodeAbiParameters,
  encodeEventTopics,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { abiEvent, indexed } from '../../../../src/evm/precompiles/native/abi/abiEvent.ts'
import {
  address,
  arrayOf,
  bytes,
  string,
  uint256,
} from '../../../../src/evm/precompiles/native/abi/abiType.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice } from '../../../support/accounts.ts'
import { at } from '../../../support/precompiles/scene.ts'

const HERE = at('1005')

test('encodes an event like viem', () => {
  const delegate = abiEvent('Delegate', {
    delegator: indexed(address),
    validator: string,
    amount: uint256,
  })
  const abi = parseAbi([
    'event Delegate(address indexed delegator, string validator, uint256 amount)',
  ])
  const log = delegate(HERE, { delegator: alice.address, validator: 'seivaloper1…', amount: 7n })
  expect(log.address).toBe(HERE)
  expect(log.topics).toEqual(encodeEventTopics({ abi, args: { delegator: alice.address } }))
  const data = encodeAbiParameters(parseAbiParameters('string, uint256'), ['seivaloper1…', 7n])
  expect(log.data).toEqual(hexToBytes(data))
})

test('hashes strings in topics, and encodes a single value', () => {
  const event = abiEvent('E', { who: indexed(string), values: arrayOf(bytes) })
  const abi = parseAbi(['event E(string indexed who, bytes[] values)'])
  const log = event(HERE, { who: 'me', values: [Uint8Array.of(1), new Uint8Array(40)] })
  expect(log.topics).toEqual(encodeEventTopics({ abi, args: { who: 'me' } }))
  expect(log.topics[1]).toBe(keccak256('0x6d65'))
  const values = ['0x01', bytesToHex(new Uint8Array(40))] as const
  const data = encodeAbiParameters(parseAbiParameters('bytes[]'), [values])
  expect(log.data).toEqual(hexToBytes(data))
})

test('an event may have only topics', () => {
  const log = abiEvent('Bare', { id: indexed(uint256) })(HERE, { id: 3n })
  expect(log.topics[1]).toBe(`0x${'3'.padStart(64, '0')}`)
  expect(log.data).toEqual(new Uint8Array(0))
})
