import type { JSONRPCBlock } from '@ethereumjs/block'
import { describe, expect, test } from 'vitest'
import type { UnsignedTransaction } from '../../../../src/evm/transaction/transaction.ts'
import { contractAddress } from '../../../../src/primitives/address.ts'
import {
  bytesToHex,
  type Hex,
  hexToBytes,
  toQuantity,
} from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol, type TestAccount } from '../../../support/accounts.ts'
import {
  A,
  B,
  type Block,
  C,
  callsOf,
  hex,
  precompile,
  returns,
  rich,
  simulate,
  simulator,
  word,
} from '../../../support/chain/simulation.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { type JsonReceipt, recompute } from '../../../support/clients/recomputeBlock.ts'
import { code, push } from '../../../support/evm/programs.ts'
import { CHAIN_ID, COIN } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

describe('simulated blocks', () => {
  test('fill gaps, are linked, and have hashes that commit to their contents', async () => {
    const stateOverrides = {
      [A]: rich,
      [B]: { code: hex(push(7), push(0), push(0), 0xa1, ...[push(0), push(0), 0xfd]) },
      [C]: { code: hex(push(7), push(0), push(0), 0xa1) },
    }
    const fees = [{ maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' }, { gasPrice: '0x5' }]
    const calls = [B, C].flatMap((to) => [
      ...fees.map((fee) => ({ from: A, to, value: '0x1', ...fee })),
      { from: A, to, accessList: [{ address: C, storageKeys: [word(1)] }], type: '0x1' },
    ])
    const chain = testChain()
    await chain.pool.submit(signed(alice, { to: bob.address }))
    const blocks = await simulator(chain)(
      [{ stateOverrides, calls }, { blockOverrides: { number: '0x5' } }, { calls: [{ from: A }] }],
      { returnFullTransactions: true },
    )
    expect(blocks.map(({ number }) => Number(number))).toEqual([2, 3, 4, 5, 6])
    const base = chain.blocks.latest
    let [parent, time]: [string, bigint] = [base.hash, base.header.timestamp]
    for (const block of blocks) {
      expect(block.parentHash).toBe(parent)
      time += 12n
      expect(BigInt(block.timestamp)).toBe(time)
      const { claimed, computed } = await recompute(
        Number(CHAIN_ID),
        asJson(block),
        receipts(block),
      )
      expect(claimed).toEqual(computed)
      const used = block.calls.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)
      expect(Number(block.gasUsed)).toBe(used)
      parent = block.hash ?? ''
    }
    expect(blocks[0]?.calls.map(({ status }) => Number(status))).toEqual([0, 0, 0, 1, 1, 1])
    expect(blocks[0]?.calls[3]?.logs[0]).toMatchObject({ blockHash: blocks[0]?.hash })
    expect(blocks[0]?.stateRoot).toBe(word(0))
  })

  test('match mined blocks with the same transactions', async () => {
    const chain = testChain()
    const contract = contractAddress(alice.address, 0n)
    // Stores the block number in the slot of the sender, tells it, and pays the sender back half.
    const runtime = code(0x43, 0x33, 0x55, 0x43, push(0), 0x52, 0x33, push(32), push(0), 0xa1)
    const init = code(
      push(runtime.length),
      push(12),
      push(0),
      0x39,
      push(runtime.length),
      push(0),
      0xf3,
    )
    const blocks: readonly [TestAccount, Partial<UnsignedTransaction>][] = [
      [alice, { data: code(init, runtime) }],
      [bob, { to: contract }],
      [bob, { nonce: 1n, to: contract }],
      [alice, { nonce: 1n, to: carol.address, value: COIN }],
      [bob, { nonce: 2n, to: contract, gasLimit: 24_000n }],
    ]
    await chain.mining.configure({ minBaseFee: 3_000_000_000n, timestampInterval: 12n })
    const requests = blocks.map(([from, fields]) => ({ calls: [request(from, fields)] }))
    const simulated = await simulator(chain)(requests, { validation: true })
    for (const [i, [from, fields]] of blocks.entries()) {
      const hash = await chain.pool.submit(signed(from, fields))
      const {
        header,
        receipts: [receipt],
      } = chain.blocks.latest
      const found = simulated[i]
      expect(chain.transactions.get(hash)?.block).toBe(chain.blocks.latest)
      expect(found).toMatchObject({
        number: toQuantity(header.number),
        timestamp: toQuantity(header.timestamp),
        gasUsed: toQuantity(header.gasUsed),
        gasLimit: toQuantity(header.gasLimit),
        miner: header.miner,
        mixHash: header.mixHash,
        receiptsRoot: header.receiptsRoot,
        logsBloom: bytesToHex(header.logsBloom),
        baseFeePerGas: toQuantity(header.baseFeePerGas ?? 0n),
        calls: [{ status: toQuantity(receipt?.status ?? 2) }],
      })
    }
    expect(simulated.map(({ calls }) => calls[0]?.status)).toEqual([
      '0x1',
      '0x1',
      '0x1',
      '0x1',
      '0x0',
    ])
  })

  test('see earlier state, and BLOCKHASH returns their hashes', async () => {
    const hashOf = (back: number) => [push(back), 0x43, 0x03, 0x40]
    const blocks = await simulate([
      {},
      { blockOverrides: { number: '0x3' } },
      {
        stateOverrides: { [B]: { code: returns(...[1, 2, 3, 4].map(hashOf)) } },
        calls: [{ to: B }],
      },
    ])
    const genesis = testChain().blocks.latest.hash
    const hashes = [...blocks.slice(0, 3).reverse(), { hash: genesis }].map(({ hash }) => hash)
    expect(blocks[3]?.calls[0]?.returnData).toBe(`0x${hashes.map((h) => h?.slice(2)).join('')}`)
  })

  test('have their overrides; fee recipient and gas limit persist', async () => {
    const fields = [[0x43], [0x42], [0x41], [0x45], [0x44], [0x48], [0x4a]]
    const blocks = await simulate([
      {
        blockOverrides: {
          number: '0x2',
          time: '0x70000000',
          feeRecipient: C,
          gasLimit: '0x7a120',
          prevRandao: '0x7',
          baseFeePerGas: '0x8',
          blobBaseFee: '0x9',
        },
        stateOverrides: { [B]: { code: returns(...fields) } },
        calls: [{ to: B }],
      },
      { calls: [{ to: B }] },
    ])
    const read = (block: Block | undefined) =>
      (block?.calls[0]?.returnData.slice(2).match(/.{64}/g) ?? []).map((text) =>
        BigInt(`0x${text}`),
      )
    expect(read(blocks[1])).toEqual([2n, 0x70000000n, BigInt(C), 500_000n, 7n, 8n, 9n])
    const [, , , , randao = 0n] = read(blocks[2])
    expect(randao).not.toBe(0n)
    expect(read(blocks[2])).toEqual([3n, 0x7000000cn, BigInt(C), 500_000n, randao, 0n, 1n])
    expect(blocks[2]).toMatchObject({ miner: C, gasLimit: '0x7a120', mixHash: word(randao) })
  })

  test('keep state overrides, except moved precompiles', async () => {
    const identity = precompile(4)
    const ask = { from: A, input: '0x1234' }
    const [first, second] = await simulate([
      {
        stateOverrides: {
          [identity]: { movePrecompileToAddress: B },
          [C]: { code: returns([push(0), 0x54]), state: { [word(0)]: word(5) }, balance: '0x1' },
        },
        calls: [{ ...ask, to: B }, { ...ask, to: identity }, { to: C }],
      },
      { calls: [{ ...ask, to: B }, { ...ask, to: identity }, { to: C }] },
    ])
    const data = (block: Block | undefined) => block?.calls.map(({ returnData }) => returnData)
    expect(data(first)).toEqual(['0x1234', '0x', word(5)])
    expect(data(second)).toEqual(['0x', '0x1234', word(5)])
  })

  test('move no warmth with a precompile, as in geth', async () => {
    const identity = precompile(4)
    // GAS PUSH20 BALANCE POP GAS SWAP1 SUB: what BALANCE costs, and 7 gas.
    const costs = [identity, B, B].flatMap((at, i) => [
      ...[0x5a, 0x73, hexToBytes(at), 0x31, 0x50, 0x5a, 0x90, 0x03],
      ...[push(32 * i), 0x52],
    ])
    const helper = { code: hex(...costs, push(96), push(0), 0xf3) }
    const stateOverrides = { [identity]: { movePrecompileToAddress: B }, [C]: helper }
    const [result] = await callsOf({ stateOverrides, calls: [{ from: A, to: C }] })
    const words = [100, 2_600, 100].map((cost) => word(cost + 7).slice(2))
    expect(result?.returnData).toBe(`0x${words.join('')}`)
  })

  test('code replaces precompiles, also those of the chain', async () => {
    const places = [4, 0x1001].map(precompile)
    const stateOverrides = Object.fromEntries(
      places.map((at) => [at, { code: returns([push(42)]) }]),
    )
    const calls = places.map((to) => ({ from: A, to, input: '0x1234' }))
    const results = await callsOf({ stateOverrides, calls })
    expect(results.map(({ returnData }) => returnData)).toEqual([word(42), word(42)])
    const ask = rpcOf(testChain())
    for (const call of calls) {
      expect(await ask('eth_call', call, 'latest', stateOverrides)).toBe(word(42))
    }
  })
})

test('may be based on any block, without changing the chain', async () => {
  const chain = testChain()
  for (let nonce = 0n; nonce < 3n; nonce++) {
    await chain.pool.submit(signed(alice, { nonce, to: bob.address, value: COIN }))
  }
  await chain.mining.configure({ automine: false })
  await chain.pool.submit(signed(alice, { nonce: 3n, to: bob.address, value: COIN }))
  const { latest } = chain.blocks
  const on = simulator(chain)
  const balance = { code: returns([push(BigInt(bob.address)), 0x31]) }
  const block = {
    stateOverrides: { [C]: balance },
    calls: [{ from: alice.address, to: bob.address, value: '0x1' }, { to: C }],
  }
  const bases = [
    ['earliest', 0n],
    ['0x1', 1n],
    [{ blockHash: latest.hash }, 3n],
    ['latest', 3n],
    ['pending', 4n],
  ] as const
  for (const [base, coins] of bases) {
    const [made] = await on([block], {}, base)
    expect(BigInt(made?.number ?? 0)).toBe(coins + 1n)
    expect(made?.calls[1]?.returnData).toBe(word((1000n + coins) * COIN + 1n))
  }
  expect(chain.blocks.latest).toBe(latest)
  expect((await chain.state.viewAt({ tag: 'latest' })).state.getBalance(bob.address)).toBe(
    1003n * COIN,
  )
  expect(chain.pool.contents.pending.size).toBe(1)
})

function request({ address: from }: TestAccount, fields: Partial<UnsignedTransaction>) {
  const { to, value = 0n, data, gasLimit = 1_000_000n } = fields
  return {
    from,
    ...(to !== undefined && { to }),
    value: toQuantity(value),
    ...(data !== undefined && { input: bytesToHex(data) }),
    gas: toQuantity(gasLimit),
    maxFeePerGas: toQuantity(20_000_000_000n),
    maxPriorityFeePerGas: toQuantity(1_000_000_000n),
  }
}

function asJson({ calls: _results, ...block }: Block): JSONRPCBlock {
  return block as unknown as JSONRPCBlock
}

/** The receipts that the results of the calls stand for. */
function receipts({ calls, transactions }: Block): readonly JsonReceipt[] {
  let gas = 0n
  return calls.map(({ status, gasUsed, logs }, i) => {
    gas += BigInt(gasUsed)
    const type = transactions[i]?.type ?? '0x2'
    const plain = { status, type, cumulativeGasUsed: toQuantity(gas), logsBloom: '0x' as Hex }
    return { ...plain, logs: logs as unknown as JsonReceipt['logs'] }
  })
}
