import { describe, expect, test } from 'vitest'
import { logFilter } from '../../../src/rpc/codec/logFilter.ts'
import { RpcError } from '../../../src/rpc/errors/rpcError.ts'
import { exampleValues } from '../../../src/rpc/examples/exampleValues.ts'

const { alice, bob, block1 } = exampleValues
const topic = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`
const anything = { addresses: [], topics: [] }

describe('decodes', () => {
  test.each<[string, unknown, object]>([
    ['nothing as anything', {}, { criteria: anything }],
    ['nulls', { address: null, topics: null, fromBlock: null }, { criteria: anything }],
    ['one address', { address: alice }, { criteria: { addresses: [alice], topics: [] } }],
    [
      'addresses in any case',
      { address: [alice.toUpperCase().replace('0X', '0x'), bob] },
      { criteria: { addresses: [alice, bob], topics: [] } },
    ],
    ['no address as any', { address: [] }, { criteria: anything }],
    ['one topic', { topics: [topic] }, { criteria: { addresses: [], topics: [[topic]] } }],
    [
      'any topic, one of two, and one',
      { topics: [null, [topic, other], topic] },
      { criteria: { addresses: [], topics: [[], [topic, other], [topic]] } },
    ],
    [
      'no alternative, and null among them, as any',
      { topics: [[], [topic, null]] },
      { criteria: { addresses: [], topics: [[], []] } },
    ],
    [
      '1000 alternatives',
      { topics: [Array.from({ length: 1000 }, () => topic)] },
      { criteria: { addresses: [], topics: [Array.from({ length: 1000 }, () => topic)] } },
    ],
    [
      'a range',
      { fromBlock: 'earliest', toBlock: '0x10' },
      { criteria: anything, fromBlock: { tag: 'earliest' }, toBlock: { number: 16n } },
    ],
    ['a block', { blockHash: block1.hash }, { criteria: anything, blockHash: block1.hash }],
    ['unknown fields as nothing', { limit: 5 }, { criteria: anything }],
  ])('%s', (_, json, value) => {
    const decoded = logFilter.decode(json, 'x')
    expect(decoded).toEqual(value)
    expect(logFilter.decode(logFilter.encode(decoded), 'x')).toEqual(value)
  })
})

const many = Array.from({ length: 1001 }, () => alice)
const manyTopics = Array.from({ length: 1001 }, () => topic)

/** Of both: what `eth_subscribe` takes, and what `eth_getLogs` takes. */
const badCriteria: readonly (readonly [unknown, string])[] = [
  [null, 'x: want an object, got null'],
  ['latest', 'x: want an object, got string'],
  [[], 'x: want an object, got array'],
  [{ address: 5 }, 'x: address: want a hex string, got number'],
  [{ address: {} }, 'x: address: want a hex string, got object'],
  [{ address: '' }, 'x: address: empty hex string'],
  [{ address: '0x12' }, 'x: address: hex string has length 2, want 40'],
  [{ address: `${alice}00` }, 'x: address: hex string has length 42, want 40'],
  [{ address: [alice, '0x12'] }, 'x: address[1]: hex string has length 2, want 40'],
  [{ address: [alice, null] }, 'x: address[1]: want a hex string, got null'],
  [{ address: [[alice]] }, 'x: address[0]: want a hex string, got array'],
  [{ address: many }, 'x: address: 1001 addresses, want at most 1000'],
  [{ Address: alice }, 'x: Address: unknown field; did you mean address?'],
  [{ topics: topic }, 'x: topics: want an array, got string'],
  [{ topics: {} }, 'x: topics: want an array, got object'],
  [{ topics: [5] }, 'x: topics[0]: want a hex string, got number'],
  [{ topics: [null, {}] }, 'x: topics[1]: want a hex string, got object'],
  [{ topics: [null, 'Transfer'] }, 'x: topics[1]: hex string without 0x prefix'],
  [{ topics: [alice] }, 'x: topics[0]: hex string has length 40, want 64'],
  [{ topics: [`${topic}ab`] }, 'x: topics[0]: hex string has length 66, want 64'],
  [{ topics: [topic, [topic, '0x12']] }, 'x: topics[1][1]: hex string has length 2, want 64'],
  [{ topics: [[[topic]]] }, 'x: topics[0][0]: want a hex string, got array'],
  [{ topics: [[topic, 7]] }, 'x: topics[0][1]: want a hex string, got number'],
  [{ topics: [null, manyTopics] }, 'x: topics[1]: 1001 alternatives, want at most 1000'],
  [{ topics: [null, null, null, null, null] }, 'x: topics: exceed max topics: 5, want at most 4'],
]

const NO_TAG = 'want a block number in hex or one of earliest, latest, safe, finalized, pending'

const badRanges: readonly (readonly [unknown, string])[] = [
  [{ fromBlock: 'newest' }, `x: fromBlock: ${NO_TAG}`],
  [{ toBlock: '10' }, 'x: toBlock: hex string without 0x prefix'],
  [{ toBlock: -1 }, 'x: toBlock: want a non-negative integer'],
  [{ toBlock: { blockNumber: '0x1' } }, 'x: toBlock: want a hex string, got object'],
  [{ fromBlock: '0x8000000000000000' }, 'x: fromBlock: block number larger than int64'],
  [{ blockHash: '0x12' }, 'x: blockHash: hex string has length 2, want 64'],
  [
    { blockHash: block1.hash, toBlock: 'latest' },
    'x: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
  ],
  [
    { blockHash: block1.hash, fromBlock: '0x0' },
    'x: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
  ],
]

describe('rejects', () => {
  test.each([...badCriteria, ...badRanges])('%j', (json, message) => {
    const refused = (() => {
      try {
        return logFilter.decode(json, 'x')
      } catch (thrown) {
        return thrown
      }
    })()
    expect(refused).toBeInstanceOf(RpcError)
    expect(refused).toMatchObject({ code: -32602, message })
  })
})
