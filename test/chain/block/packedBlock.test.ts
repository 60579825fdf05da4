import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Header, SealedBlock } from '../../../src/chain/block/block.ts'
import {
  isAlike,
  isPackable,
  packBlock,
  unpackBlock,
} from '../../../src/chain/block/packedBlock.ts'
import { anyBlock } from '../../support/chain/arbitraryBlock.ts'
import { runs } from '../../support/runs.ts'

const numRuns = runs({ quick: 15, full: 100 })
const NO_BLOOM = new Uint8Array(256)

/** The block without logs and native transactions. */
function withoutLogs(block: SealedBlock): SealedBlock {
  return {
    ...block,
    header: { ...block.header, logsBloom: NO_BLOOM },
    receipts: block.receipts.map((receipt) => ({ ...receipt, logs: [], logsBloom: NO_BLOOM })),
    native: [],
  }
}

describe('blocks without logs', () => {
  const blocks = anyBlock.map(withoutLogs)

  test('survive packing beside a header like theirs', () => {
    fc.assert(
      fc.property(blocks, blocks, (block, { header }) => {
        const like: Header = {
          ...block.header,
          parentHash: header.parentHash,
          stateRoot: header.stateRoot,
          transactionsRoot: header.transactionsRoot,
          receiptsRoot: header.receiptsRoot,
          number: header.number,
          gasUsed: header.gasUsed,
          timestamp: header.timestamp,
          mixHash: header.mixHash,
          baseFeePerGas: header.baseFeePerGas,
          extraData: block.header.extraData.slice(),
        }
        expect(isPackable(block)).toBe(true)
        expect(isAlike(block.header, like)).toBe(true)
        const bytes = packBlock(block)
        const read = unpackBlock(bytes, like, block)
        bytes.fill(0xee)
        expect(read).toStrictEqual(block)
      }),
      { numRuns },
    )
  })

  test('survive packing exactly if the other header is alike', () => {
    fc.assert(
      fc.property(blocks, blocks, fc.constantFrom(...HEADER_FIELDS), (block, { header }, name) => {
        const like = { ...block.header, [name]: header[name] }
        const read = unpackBlock(packBlock(block), like, block)
        if (isAlike(block.header, like)) expect(read).toStrictEqual(block)
        else expect(read).not.toStrictEqual(block)
      }),
      { numRuns: 4 * numRuns },
    )
  })
})

const HEADER_FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const satisfies readonly (keyof Header)[]

test('blocks with logs, a bloom or native transactions are not packable', () => {
  fc.assert(
    fc.property(anyBlock, (block) => {
      const isBare =
        block.native.length === 0 &&
        block.header.logsBloom.every((byte) => byte === 0) &&
        block.receipts.every(({ logs }) => logs.length === 0)
      expect(isPackable(block)).toBe(isBare)
    }),
    { numRuns: 4 * numRuns },
  )
})
