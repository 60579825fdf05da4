import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import { logIndex, termGroups } from '../../../src/chain/history/logTerms.ts'
import type { Log } from '../../../src/evm/run/log.ts'
import { bytesToHash, bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { anyBlock } from '../../support/chain/arbitraryBlock.ts'

const topics = [1, 2, 3, 4].map((n) => bytesToHash(new Uint8Array(32).fill(n)))
const [first, second, third, fourth] = topics
const { address } = alice

const namesOf = (block: SealedBlock) => [...logIndex.keysOf(block).keys()].sort()

describe('index keys of a block', () => {
  test('are the addresses and topics at their positions, and one for any log', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const logs: readonly Log[] = [
          ...block.receipts.flatMap((receipt) => receipt.logs),
          ...block.native.flatMap(({ receipt }) => receipt.logs),
        ]
        const names = new Set(
          logs.flatMap((log) => [
            'any',
            ...[log.address, ...log.topics].map((value, position) => `${position}${value}`),
          ]),
        )
        expect(namesOf(block)).toEqual([...names].sort())
        for (const [name, term] of logIndex.keysOf(block)) {
          expect(logIndex.nameOf(term)).toBe(name)
          if (term !== 'any') expect(`${term.position}${term.value}`).toBe(name)
        }
      }),
    )
  })

  test('encode position, value and number', () => {
    const number = '0000000000000102'
    const suffixOf = (row: Uint8Array) => bytesToHex(row).slice(4)
    const any = suffixOf(logIndex.rowOf('any', 0x102))
    expect(any).toMatch(new RegExp(`^..${number}$`))
    const writer = logIndex.rowOf({ position: 0, value: address }, 0x102)
    expect(suffixOf(writer)).toBe(`00${address.slice(2)}${number}`)
    const topic = logIndex.rowOf({ position: 3, value: first ?? '0x' }, 0x102)
    expect(suffixOf(topic)).toBe(`03${'01'.repeat(32)}${number}`)
  })
})

describe('keys of criteria', () => {
  test('one group for addresses and for each position, without unrestricted ones', () => {
    expect(
      termGroups({
        addresses: [address, bob.address],
        topics: [[first, second], [], [third], [fourth]].map((group) =>
          group.flatMap((topic) => topic ?? []),
        ),
      }),
    ).toEqual([
      [
        { position: 0, value: address },
        { position: 0, value: bob.address },
      ],
      [
        { position: 1, value: first },
        { position: 1, value: second },
      ],
      [{ position: 3, value: third }],
      [{ position: 4, value: fourth }],
    ])
  })

  test('any log if nothing is restricted', () => {
    expect(termGroups({ addresses: [], topics: [] })).toEqual([['any']])
    expect(termGroups({ addresses: [], topics: [[], []] })).toEqual([['any']])
    expect(termGroups({ addresses: [address], topics: [] })).toEqual([
      [{ position: 0, value: address }],
    ])
  })
})
