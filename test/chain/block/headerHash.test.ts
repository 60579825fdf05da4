import { createBlockHeader } from '@ethereumjs/block'
import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sealBlock } from '../../../src/chain/block/sealBlock.ts'
import { hardforks } from '../../../src/evm/rules/hardfork.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const upTo = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })

test.each(hardforks)(
  'a header under %s has the hash and size that EthereumJS gives it',
  (hardfork) => {
    const contents = fc.record({
      parentHash: bytes(32).map(bytesToHash),
      number: fc.nat().map(BigInt),
      timestamp: upTo(53),
      miner: bytes(20).map(bytesToAddress),
      gasLimit: upTo(63),
      baseFeePerGas: upTo(256),
      mixHash: bytes(32),
      difficulty: upTo(256),
      nonce: bytes(8),
      extraData: fc.uint8Array({ maxLength: 32 }),
      stateRoot: bytes(32).map(bytesToHash),
    })
    fc.assert(
      fc.property(contents, (some) => {
        const block = sealBlock({
          ...some,
          chainId: CHAIN_ID,
          hardfork,
          version: 1,
          transactions: [],
          receipts: [],
          native: [],
        })
        const { header } = block
        const fields = {
          ...header,
          uncleHash: header.sha3Uncles,
          coinbase: header.miner,
          transactionsTrie: header.transactionsRoot,
          receiptTrie: header.receiptsRoot,
        } as Parameters<typeof createBlockHeader>[0]
        const theirs = createBlockHeader(fields, {
          common: createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, { hardfork }),
          skipConsensusFormatValidation: true,
        })
        expect(block.hash).toBe(bytesToHash(theirs.hash()))
        // A list of the header and one empty list (uncles, then withdrawals) each beside the empty
        // list of transactions.
        const emptyLists = header.withdrawalsRoot === undefined ? 2 : 3
        expect(block.sizeBytes).toBe(3 + theirs.serialize().length + emptyLists)
      }),
      { numRuns: runs({ quick: 10, full: 30 }) },
    )
  },
)
