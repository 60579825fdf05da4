import type { JSONRPCBlock } from '@ethereumjs/block'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainSettings } from '../../src/chain/assembleChain.ts'
import type { Chain } from '../../src/chain/chain.ts'
import type { UnsignedTransaction } from '../../src/evm/transaction.ts'
import { type Address, contractAddress } from '../../src/primitives/address.ts'
import { bytesToHex, type Hex, toQuantity } from '../../src/primitives/hex.ts'
import { type JsonReceipt, recompute } from '../clients/recomputeBlock.ts'
import { alice, bob, carol, type TestAccount } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { CHAIN_ID, COIN, testGenesis } from '../support/genesis.ts'
import { nativeText } from '../support/native.ts'
import { code, push } from '../support/programs.ts'
import { rpcOf } from '../support/rpc.ts'

const A = `0xa0${'0'.repeat(38)}` as Address
const B = `0xb0${'0'.repeat(38)}` as Address
const C = `0xc0${'0'.repeat(38)}` as Address
const ETHER = `0x${'e'.repeat(40)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const precompile = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as Address
const word = (n: bigint | number) => `0x${BigInt(n).toString(16).padStart(64, '0')}`
const padded = (who: Address) => `0x${who.slice(2).padStart(64, '0')}`
const rich = { balance: toQuantity(COIN) }
const hex = (...parts: readonly (number | Uint8Array)[]) => bytesToHex(code(...parts))
/** Code that returns words, each left by an expression. */
const returns = (...words: readonly (readonly (number | Uint8Array)[])[]) =>
  hex(
    ...words.flatMap((one, i) => [...one, push(32 * i), 0x52]),
    push(32 * words.length),
    push(0),
    0xf3,
  )
/** Code that sends on what it was given, and goes on even so. */
const sends = (to: Address) =>
  code(push(0), push(0), push(0), push(0), 0x34, push(BigInt(to)), 0x5a, 0xf1, 0x50)

interface Call {
  readonly returnData: Hex
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
    readonly logIndex: string
    readonly blockHash: string
    readonly transactionHash: string
  }[]
  readonly gasUsed: Hex
  readonly maxUsedGas: Hex
  readonly status: Hex
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string }
}
type Block = Omit<JSONRPCBlock, 'transactions'> & {
  readonly transactions: readonly (string & { readonly hash: Hex; readonly type: Hex })[]
  readonly calls: readonly Call[]
}

/** Simulates on a chain, the newest block unless another is named. */
function simulator(chain: Chain) {
  const ask = rpcOf(chain)
  return (blockStateCalls: readonly object[], options: object = {}, block: unknown = 'latest') =>
    ask<Block[]>('eth_simulateV1', { blockStateCalls, ...options }, block)
}
const simulate = simulator(testChain())

/** The results of one block of calls. */
async function callsOf(block: object, options?: object): Promise<readonly Call[]> {
  return (await simulate([block], options))[0]?.calls ?? []
}

describe('simulated blocks', () => {
  test('fill gaps, follow one another, and are committed to by their hashes', async () => {
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
    await chain.submit(signed(alice, { to: bob.address }))
    const blocks = await simulator(chain)(
      [{ stateOverrides, calls }, { blockOverrides: { number: '0x5' } }, { calls: [{ from: A }] }],
      { returnFullTransactions: true },
    )
    expect(blocks.map(({ number }) => Number(number))).toEqual([2, 3, 4, 5, 6])
    const base = chain.latest
    let [parent, time]: [string, bigint] = [base.hash, base.header.timestamp]
    for (const block of blocks) {
      expect(block.parentHash).toBe(parent)
      expect(BigInt(block.timestamp)).toBe(++time)
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

  test('are those that the chain makes of the same transactions', async () => {
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
    const requests = blocks.map(([from, fields]) => ({ calls: [request(from, fields)] }))
    const simulated = await simulator(chain)(requests, { validation: true })
    for (const [i, [from, fields]] of blocks.entries()) {
      const hash = await chain.submit(signed(from, fields))
      const {
        header,
        receipts: [receipt],
      } = chain.latest
      const found = simulated[i]
      expect(chain.getTransaction(hash)?.block).toBe(chain.latest)
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

  test('see what came before them, and BLOCKHASH sees them', async () => {
    const hashOf = (back: number) => [push(back), 0x43, 0x03, 0x40]
    const blocks = await simulate([
      {},
      { blockOverrides: { number: '0x3' } },
      {
        stateOverrides: { [B]: { code: returns(...[1, 2, 3, 4].map(hashOf)) } },
        calls: [{ to: B }],
      },
    ])
    const genesis = testChain().latest.hash
    const hashes = [...blocks.slice(0, 3).reverse(), { hash: genesis }].map(({ hash }) => hash)
    expect(blocks[3]?.calls[0]?.returnData).toBe(`0x${hashes.map((h) => h?.slice(2)).join('')}`)
  })

  test('have the fields that are named; fee recipient and gas limit go on to the next', async () => {
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
    expect(read(blocks[2])).toEqual([3n, 0x70000001n, BigInt(C), 500_000n, randao, 0n, 1n])
    expect(blocks[2]).toMatchObject({ miner: C, gasLimit: '0x7a120', mixHash: word(randao) })
  })

  test('keep what is pretended of the state, but for where precompiled contracts are', async () => {
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

  test('code takes the place of precompiled contracts, of the chain too', async () => {
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

describe('calls of simulated blocks', () => {
  test('count nonces, and take the gas that their block has left', async () => {
    const gas = returns([0x5a])
    const calls = [
      { from: A, to: B },
      { from: A, to: B, gas: '0xc350' },
      { from: A, to: C },
    ]
    const [block] = await simulate(
      [
        {
          blockOverrides: { gasLimit: '0x30d40' },
          stateOverrides: { [A]: { nonce: '0x9' }, [B]: { code: gas } },
          calls,
        },
      ],
      { returnFullTransactions: true },
    )
    const used = Number(block?.calls[0]?.gasUsed)
    expect(block?.transactions).toMatchObject([
      { nonce: '0x9', gas: '0x30d40', type: '0x2' },
      { nonce: '0xa', gas: '0xc350' },
      { nonce: '0xb', gas: toQuantity(200_000 - 2 * used) },
    ])
    // GAS tells what is left after itself: 21,000 for being a transaction and 2.
    expect(BigInt(block?.calls[0]?.returnData ?? 0)).toBe(200_000n - 21_002n)
  })

  test('pay their fees, all to the fee recipient', async () => {
    const balances = returns([push(BigInt(A)), 0x31], [push(BigInt(C)), 0x31])
    const [paid, read] = await simulate([
      {
        blockOverrides: { feeRecipient: C, baseFeePerGas: '0xa' },
        stateOverrides: { [A]: rich, [B]: { code: balances } },
        calls: [
          {
            from: A,
            to: bob.address,
            value: '0x3',
            maxFeePerGas: '0x64',
            maxPriorityFeePerGas: '0x2',
          },
        ],
      },
      { calls: [{ to: B }] },
    ])
    const fee = 21_000n * 12n
    expect(paid?.calls[0]?.gasUsed).toBe('0x5208')
    expect(read?.calls[0]?.returnData).toBe(`${word(COIN - fee - 3n)}${word(fee).slice(2)}`)
  })

  test('tell how they failed, and what gas they used before refunds', async () => {
    const stateOverrides = {
      [A]: { code: hex(push(0x01020304), push(0), 0x52, push(4), push(28), 0xfd) },
      [B]: { code: '0xfe' },
      // clears a slot: 2,100 for the cold slot, 2,900 to reset it, 3 + 3 for two pushes
      [C]: { code: hex(push(0), push(0), 0x55), state: { [word(0)]: word(1) } },
    }
    const calls = [{ to: A }, { to: B, gas: '0x7530' }, { to: C }]
    expect(await callsOf({ stateOverrides, calls })).toEqual([
      {
        returnData: '0x',
        logs: [],
        gasUsed: expect.any(String),
        maxUsedGas: expect.any(String),
        status: '0x0',
        error: {
          code: 3,
          message: 'execution reverted: custom error 0x01020304',
          data: '0x01020304',
        },
      },
      {
        returnData: '0x',
        logs: [],
        gasUsed: '0x7530',
        maxUsedGas: '0x7530',
        status: '0x0',
        error: { code: -32015, message: 'invalid opcode: INVALID' },
      },
      {
        returnData: '0x',
        logs: [],
        // A cleared slot gives back 4,800 (EIP-3529), of at most a fifth.
        gasUsed: toQuantity(26_006 - 4_800),
        maxUsedGas: toQuantity(26_006),
        status: '0x1',
      },
    ])
  })

  test('tell transfers of wei among their logs, unless the frame failed', async () => {
    const log = [push(7), push(0), push(0), 0xa1]
    const stateOverrides = {
      [A]: rich,
      [B]: { code: hex(...log, sends(C), ...log) },
      // Logs and sends on, and takes it back.
      [C]: { code: hex(...log, sends(A), push(0), push(0), 0xfd) },
      [precompile(0xc0de)]: { code: hex(push(BigInt(C)), 0xff) },
    }
    const pay = { from: A, to: B, value: '0x5' }
    const block = { stateOverrides, calls: [pay, pay] }
    const options = { traceTransfers: true }
    const [first, second] = await callsOf(block, options)
    const transfer = { address: ETHER, topics: [TRANSFER, padded(A), padded(B)], data: word(5) }
    const own = { address: B, topics: [word(7)], data: '0x' }
    expect(first?.logs).toMatchObject([transfer, own, own])
    expect(second?.logs.map(({ logIndex }) => logIndex)).toEqual(['0x3', '0x4', '0x5'])

    // On to a contract that destroys itself, for C.
    const target = precompile(0xc0de)
    stateOverrides[B] = { code: hex(sends(target)) }
    const [passed] = await callsOf({ stateOverrides, calls: [pay] }, options)
    expect(passed?.logs.map(({ topics, data }) => [...topics.slice(1), data])).toEqual([
      [padded(A), padded(B), word(5)],
      [padded(B), padded(target), word(5)],
      [padded(target), padded(C), word(5)],
    ])
    const [plain] = await simulate([{ stateOverrides, calls: [pay] }])
    const [traced] = await simulate([{ stateOverrides, calls: [pay] }], options)
    expect(plain?.calls[0]?.logs).toEqual([])
    expect(traced?.hash).toBe(plain?.hash)
  })

  test('use the precompiled contracts of the chain, and its ledger', async () => {
    const abi = parseAbi([
      'function getSeiAddr(address) view returns (string)',
      'function sendNative(string) payable returns (bool)',
      'function balance(address, string) view returns (uint256)',
    ])
    const chain = testChain()
    await chain.submit(signed(alice, { to: bob.address }))
    const encode = (functionName: string, ...args: unknown[]) =>
      encodeFunctionData({ abi, functionName, args } as never)
    const [bank, addr] = [0x1001, 0x1004].map(precompile)
    const gas = '0x30d40'
    const balanceOf = { to: bank, gas, input: encode('balance', bob.address, 'usei') }
    const [block] = await simulator(chain)([
      {
        calls: [
          { to: addr, gas, input: encode('getSeiAddr', alice.address) },
          { to: addr, gas, input: encode('getSeiAddr', bob.address) },
          balanceOf,
          {
            from: alice.address,
            to: bank,
            value: toQuantity(COIN),
            input: encode('sendNative', nativeText({ publicKey: bob.publicKey })),
          },
          { from: alice.address, to: bob.address, value: toQuantity(COIN) },
          balanceOf,
        ],
      },
    ])
    const [known, unknown, before, sent, , after] = block?.calls ?? []
    const result = decodeFunctionResult({
      abi,
      functionName: 'getSeiAddr',
      data: known?.returnData ?? '0x',
    })
    expect(result).toBe(nativeText(alice))
    expect(unknown?.error?.code).toBe(3)
    expect(sent?.status).toBe('0x1')
    // Bob is not associated: what went to his native address is not his yet.
    expect(BigInt(after?.returnData ?? 0) - BigInt(before?.returnData ?? 0)).toBe(10n ** 6n)
  })
})

const fee = { maxFeePerGas: toQuantity(10n ** 10n) }

describe('what is refused', () => {
  const plain = { from: A, to: B }
  const number = (n: number) => ({ blockOverrides: { number: toQuantity(n) } })
  const time = (n: number) => ({ blockOverrides: { time: toQuantity(n) } })
  const one = (call: object, account: object = rich) => [
    { stateOverrides: { [A]: account }, calls: [call] },
  ]
  const moves = (...to: [number, Address][]) => [
    {
      stateOverrides: Object.fromEntries(
        to.map(([from, target]) => [precompile(from), { movePrecompileToAddress: target }]),
      ),
    },
  ]
  const validation = { validation: true }

  test.each<[number, string, readonly object[], object?]>([
    [
      -38010,
      'a nonce too low',
      one({ ...plain, ...fee, nonce: '0x1' }, { ...rich, nonce: '0x2' }),
      validation,
    ],
    [-38011, 'a nonce too high', one({ ...plain, ...fee, nonce: '0x1' }), validation],
    [-32603, 'the last nonce', one(plain, { nonce: '0xffffffffffffffff' })],
    [-38012, 'a fee cap below the base fee', one(plain), validation],
    [
      -38012,
      'one that is offered',
      one({ ...plain, maxFeePerGas: '0x1' }).map((b) => ({
        ...b,
        blockOverrides: { baseFeePerGas: '0x2' },
      })),
    ],
    [
      -32602,
      'a tip above the fee cap',
      one({ ...plain, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }),
    ],
    [-38013, 'too little gas', one({ ...plain, gas: '0x5207' })],
    [-38014, 'too little money', one({ ...plain, value: '0x2' }, { balance: '0x1' })],
    [-38014, 'too little for fees', one({ ...plain, ...fee, gas: '0x5208' }, { balance: '0x1' })],
    [-38015, 'more gas than a block has', one({ ...plain, gas: toQuantity(100_000_001) })],
    [-38020, 'numbers in no order', [number(5), number(5)]],
    [-38020, 'the number of the base', [number(0)]],
    [-38021, 'times in no order', [time(1_800_000_000), time(1_800_000_000)]],
    [-38021, 'the time of the base', [time(1_700_000_000)]],
    [-38022, 'a precompiled contract where it is', moves([1, precompile(1)])],
    [-38023, 'two at one place', moves([1, A], [2, A])],
    [-32000, 'one that is moved onto another', moves([1, precompile(2)], [2, A])],
    [-32000, 'one that is none', moves([0xdead, A])],
    [-38025, 'long init code', one({ from: A, input: `0x${'00'.repeat(49_153)}` })],
    [-38026, 'numbers far apart', [number(257)]],
    [-38026, 'many blocks', Array.from({ length: 257 }, () => ({}))],
    [-32000, 'another chain', one({ ...plain, chainId: '0x1' })],
    [-32000, 'a time out of range', [{ blockOverrides: { time: '0x20000000000000' } }]],
    [-32602, 'nothing', []],
    [-32602, 'withdrawals', [{ blockOverrides: { withdrawals: [{}] } }]],
    [-32602, 'both prices', one({ ...plain, ...fee, gasPrice: '0x1' })],
  ])('%i for %s', async (code, _what, blocks, options) => {
    await expect(simulate(blocks, options)).rejects.toMatchObject({ code })
  })

  test('nothing for nonces and fees where nobody checks them, and never for code of the sender', async () => {
    const account = { ...rich, nonce: '0x5', code: '0x00' }
    for (const nonce of ['0x0', '0x5', '0x9']) {
      const [result] = await callsOf(one({ ...plain, nonce }, account)[0] ?? {})
      expect(result?.status).toBe('0x1')
    }
    const [result] = await callsOf(one({ ...plain, ...fee }, account)[0] ?? {}, validation)
    expect(result?.status).toBe('0x1')
  })
})

describe('limits', () => {
  const settings = (changes: Partial<ChainSettings>) => simulator(testChain(testGenesis(), changes))

  test('all calls together have the gas of one', async () => {
    const limited = settings({ callGasCap: 63_500n })
    const calls = [{ to: B }, { to: B, gas: '0x30d40' }]
    const blocks = await limited([{ calls }, { calls: [{ to: B }] }], {
      returnFullTransactions: true,
    })
    const gas = blocks.flatMap(({ transactions }) => transactions)
    expect(gas).toMatchObject([63_500, 42_500, 21_500].map((n) => ({ gas: toQuantity(n) })))
    const refused = limited([{ calls: [...calls, { to: B }, { to: B }] }])
    await expect(refused).rejects.toMatchObject({ code: -38026 })
  })

  test('a simulation that takes too long ends, and others are answered meanwhile', async () => {
    const chain = testChain(testGenesis(), { callGasCap: 2n ** 50n, callTimeoutMs: 100 })
    const blockOverrides = { gasLimit: toQuantity(2n ** 50n) }
    const loops = { stateOverrides: { [B]: { code: '0x5b5f56' } }, calls: [{ to: B }] }
    let isOver = false
    const run = simulator(chain)([{ blockOverrides, ...loops }]).finally(() => {
      isOver = true
    })
    const failed = expect(run).rejects.toMatchObject({ code: -32016 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await rpcOf(chain)('eth_blockNumber')).toBe('0x0')
    expect(isOver).toBe(false)
    await failed
  })
})

test('any block can be the base, and the chain stays as it is', async () => {
  const chain = testChain()
  for (let nonce = 0n; nonce < 3n; nonce++) {
    await chain.submit(signed(alice, { nonce, to: bob.address, value: COIN }))
  }
  await chain.control({ automine: false })
  await chain.submit(signed(alice, { nonce: 3n, to: bob.address, value: COIN }))
  const { latest } = chain
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
  expect(chain.latest).toBe(latest)
  expect((await chain.viewAt({ tag: 'latest' })).state.getBalance(bob.address)).toBe(1003n * COIN)
  expect(chain.waiting.pending.size).toBe(1)
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
