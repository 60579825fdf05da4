import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

const open: RockpoolNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

async function start(options: NodeOptions = { compat: 'sei' }) {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return (method: string, params?: unknown) => node.request({ method, params } as never)
}

const WHO = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const HASH = `0x${'01'.repeat(32)}`
const go = (fault: string, type: string) =>
  `invalid argument 0: json: cannot unmarshal ${fault} into Go value of type ${type}`

// Upstream's specifications compare these with geth, whose code has the words.
describe('arguments as geth reads them', () => {
  test.each([
    ['eth_getBalance', [], 'missing value for required argument 0'],
    ['eth_getBalance', undefined, 'missing value for required argument 0'],
    ['eth_getBalance', [WHO], 'missing value for required argument 1'],
    ['eth_getCode', [WHO], 'missing value for required argument 1'],
    ['eth_getTransactionCount', [WHO], 'missing value for required argument 1'],
    ['eth_getStorageAt', [WHO, '0x0'], 'missing value for required argument 2'],
    ['eth_getProof', [WHO, []], 'missing value for required argument 2'],
    ['eth_feeHistory', ['0x1', 'latest'], 'missing value for required argument 2'],
    ['debug_traceCall', [{}], 'missing value for required argument 1'],
    ['eth_getBlockByNumber', ['latest'], 'missing value for required argument 1'],
    // Invalid ones before their number.
    [
      'eth_getBalance',
      ['0x12', 'latest', {}],
      'invalid argument 0: hex string has length 2, want 40 for common.Address',
    ],
    ['eth_getBalance', [WHO, 'latest', null], 'too many arguments, want at most 2'],
    ['eth_gasPrice', ['latest'], 'too many arguments, want at most 0'],
    ['eth_getBalance', { address: WHO }, 'non-array args'],
    [
      'eth_getBalance',
      ['0x1234', 'latest'],
      'invalid argument 0: hex string has length 4, want 40 for common.Address',
    ],
    [
      'eth_getBalance',
      ['', 'latest'],
      'invalid argument 0: hex string has length 0, want 40 for common.Address',
    ],
    ['eth_getBalance', ['0x123', 'latest'], go('hex string of odd length', 'common.Address')],
    ['eth_getBalance', ['1234', 'latest'], go('hex string without 0x prefix', 'common.Address')],
    [
      'eth_getBalance',
      [`0x${'z'.repeat(40)}`, 'latest'],
      go('invalid hex string', 'common.Address'),
    ],
    ['eth_getBalance', [5, 'latest'], go('non-string', 'common.Address')],
    [
      'eth_getTransactionByHash',
      ['0x12'],
      'invalid argument 0: hex string has length 2, want 64 for common.Hash',
    ],
    ['eth_sendRawTransaction', ['0x1'], go('hex string of odd length', 'hexutil.Bytes')],
    [
      'eth_getBlockByHash',
      [HASH, 'yes'],
      'invalid argument 1: json: cannot unmarshal string into Go value of type bool',
    ],
    [
      'eth_getBlockByNumber',
      ['not-a-block', false],
      'invalid argument 0: hex string without 0x prefix',
    ],
    ['eth_getBlockByNumber', [5, false], 'invalid argument 0: hex string without 0x prefix'],
    [
      'eth_getBlockByNumber',
      ['0x01', false],
      'invalid argument 0: hex number with leading zero digits',
    ],
    ['eth_getBlockByNumber', ['0x', false], 'invalid argument 0: hex string "0x"'],
    [
      'eth_getBlockByNumber',
      [`0x1${'0'.repeat(16)}`, false],
      'invalid argument 0: hex number > 64 bits',
    ],
    [
      'eth_getBlockByNumber',
      [`0x8${'0'.repeat(15)}`, false],
      'invalid argument 0: block number larger than int64',
    ],
    [
      'eth_getBalance',
      [WHO, 5],
      'invalid argument 1: json: cannot unmarshal number into Go value of type string',
    ],
    [
      'eth_getBalance',
      [WHO, { blockNumber: 'x' }],
      'invalid argument 1: json: cannot unmarshal object into Go value of type string',
    ],
    ['eth_call', ['0x', 'latest'], go('string', 'ethapi.TransactionArgs')],
    [
      'eth_estimateGas',
      [{ from: '0xdead', to: WHO }],
      'invalid argument 0: hex string has length 4, want 40 for common.Address',
    ],
    [
      'eth_call',
      [{ to: '0xabc' }, 'latest'],
      'invalid argument 0: json: cannot unmarshal hex string of odd length into Go struct field TransactionArgs.to of type common.Address',
    ],
    [
      'eth_call',
      [{ value: '0x01' }, 'latest'],
      'invalid argument 0: json: cannot unmarshal hex number with leading zero digits into Go struct field TransactionArgs.value of type *hexutil.Big',
    ],
    [
      'eth_call',
      [{ gas: 5 }, 'latest'],
      'invalid argument 0: json: cannot unmarshal non-string into Go struct field TransactionArgs.gas of type hexutil.Uint64',
    ],
    [
      'eth_getLogs',
      [{ blockHash: HASH, fromBlock: '0x1' }],
      'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    ],
    [
      'eth_getLogs',
      [{ address: '0xab' }],
      'invalid argument 0: invalid address: hex has invalid length 1 after decoding; expected 20 for address',
    ],
    ['eth_getLogs', [{ address: [WHO, 5] }], 'invalid argument 0: non-string address at index 1'],
    ['eth_getLogs', [{ address: 5 }], 'invalid argument 0: invalid addresses in query'],
    [
      'eth_newFilter',
      [{ topics: ['0xabcd'] }],
      'invalid argument 0: hex has invalid length 2 after decoding; expected 32 for topic',
    ],
    ['eth_newFilter', [{ topics: [5] }], 'invalid argument 0: invalid topic(s)'],
    [
      'eth_feeHistory',
      ['many', 'latest', []],
      'invalid argument 0: invalid hex or decimal integer "many"',
    ],
    [
      'eth_feeHistory',
      [`0x1${'0'.repeat(16)}`, 'latest', []],
      'invalid argument 0: invalid hex or decimal integer "0x10000000000000000"',
    ],
    ['eth_getFilterChanges', [5], go('number', 'rpc.ID')],
  ])('%s %j', async (method, params, message) => {
    const ask = await start()
    await expect(ask(method, params)).rejects.toMatchObject({ code: -32602, message })
  })

  test('valid ones pass', async () => {
    const ask = await start()
    expect(await ask('eth_getBalance', [WHO, { blockNumber: '0x0' }])).toMatch(/^0x/)
    expect(await ask('eth_call', [{ to: WHO, value: '0x0', data: '0x' }])).toBe('0x')
    expect(await ask('eth_getLogs', [{ address: [WHO], topics: [null, [HASH]] }])).toEqual([])
    for (const count of [1, '1', '0x01']) {
      expect(await ask('eth_feeHistory', [count, 'latest', []])).toHaveProperty('reward')
    }
    const fees = (await ask('eth_feeHistory', ['0x1', 'latest', []])) as object
    expect(fees).toHaveProperty('reward')
  })

  test('cheats and the default dialect take what they took', async () => {
    const sei = await start()
    expect(await sei('hardhat_setBalance', [WHO, '0x01'])).toBe(true)
    const own = await start({})
    expect(await own('eth_getBalance', [WHO])).toMatch(/^0x/)
    expect(await own('eth_getBlockByNumber', ['0x00', false])).toMatchObject({ number: '0x0' })
  })
})

describe('what a Sei node refuses', () => {
  test('a call below the intrinsic gas names the supplied gas', async () => {
    const ask = await start()
    await expect(ask('eth_call', [{ to: WHO, gas: '0x10' }, 'latest'])).rejects.toMatchObject({
      code: -32000,
      message: 'err: intrinsic gas too low: have 16, want 21000 (supplied gas 16)',
    })
  })

  test('a used nonce and blobs', async () => {
    const ask = await start()
    await ask('eth_sendTransaction', [{ from: WHO, to: WHO }])
    await expect(
      ask('eth_sendTransaction', [{ from: WHO, to: WHO, nonce: '0x0' }]),
    ).rejects.toMatchObject({ code: -32000, message: ': incorrect account sequence' })
    await expect(
      ask('eth_sendTransaction', [{ from: WHO, to: WHO, blobVersionedHashes: [HASH] }]),
    ).rejects.toMatchObject({ code: -32000, message: 'unsupported transaction type' })
  })

  test('a key that it does not have', async () => {
    const ask = await start()
    const stranger = `0x${'12'.repeat(20)}`
    for (const [method, params, message] of [
      [
        'eth_sendTransaction',
        [{ from: stranger, to: WHO }],
        'from address does not have hosted key',
      ],
      [
        'eth_signTransaction',
        [{ from: stranger, to: WHO }],
        'from address does not have hosted key',
      ],
      ['eth_sign', [stranger, '0x00'], 'address does not have hosted key'],
    ] as const) {
      await expect(ask(method, params)).rejects.toMatchObject({ code: -32000, message })
    }
  })

  test('invalid transactions in the words of geth', async () => {
    const ask = await start()
    for (const [raw, message] of [
      ['0xdeadbeef', 'rlp: value size exceeds available input length'],
      ['0x', 'typed transaction too short'],
      ['0x03f8', 'unsupported transaction type'],
    ] as const) {
      const refusal = { code: -32000, message }
      await expect(ask('eth_sendRawTransaction', [raw])).rejects.toMatchObject(refusal)
    }
  })

  test('raw transactions', async () => {
    const ask = await start()
    for (const [method, params] of [
      ['eth_getRawTransactionByHash', [HASH]],
      ['eth_getRawTransactionByBlockHashAndIndex', [HASH, '0x0']],
      ['eth_getRawTransactionByBlockNumberAndIndex', ['0x0', '0x0']],
    ] as const) {
      const message = `the method ${method} does not exist/is not available`
      await expect(ask(method, params)).rejects.toMatchObject({ code: -32601, message })
    }
  })

  test('a transaction for another chain', async () => {
    const own = await start({ chainId: 1 })
    const raw = await own('eth_signTransaction', [
      {
        from: WHO,
        to: WHO,
        nonce: '0x0',
        gas: '0x5208',
        maxFeePerGas: '0x77359400',
        maxPriorityFeePerGas: '0x1',
      },
    ])
    const ask = await start()
    await expect(ask('eth_sendRawTransaction', [raw])).rejects.toMatchObject({
      code: -32000,
      message: 'invalid chain-id',
    })
  })
})

describe('what a Sei node shows', () => {
  test('no oldest block of a history without blocks', async () => {
    const ask = await start()
    const history = await ask('eth_feeHistory', ['0x0', 'latest', []])
    expect(history).toEqual({ oldestBlock: null, gasUsedRatio: null })
  })

  test('the proposer as the miner of a block', async () => {
    const ask = await start()
    const coinbase = await ask('eth_coinbase', [])
    const block = (await ask('eth_getBlockByNumber', ['latest', false])) as { miner: string }
    expect(block.miner).toMatch(/^0x[0-9a-f]{40}$/)
    expect(block.miner).not.toBe(coinbase)
    expect(block.miner).not.toMatch(/^0x0+$/)
    expect(await ask('sei_getBlockByNumber', ['latest', false]).catch(() => 'off')).toBe('off')
    expect(await ask('eth_getBlockByNumber', ['0x99', false])).toBeNull()
  })

  test('logs without a timestamp: queries, receipts, filters, notifications', async () => {
    // LOG0 of nothing.
    const alloc = { [`0x${'e1'.repeat(20)}`]: { code: '0x60006000a000' } }
    const node = await createNode({
      ...executorOption,
      compat: 'sei',
      genesis: { alloc },
      accounts: 1,
    })
    open.push(node)
    const ask = (method: string, ...params: unknown[]) => node.request({ method, params })
    const seen: unknown[] = []
    node.on('message', ({ data }: { readonly data: { readonly result: unknown } }) =>
      seen.push(data.result),
    )
    await ask('eth_subscribe', 'logs', {})
    await ask('eth_subscribe', 'newHeads')
    const filter = await ask('eth_newFilter', {})
    const hash = await ask('eth_sendTransaction', { from: WHO, to: `0x${'e1'.repeat(20)}` })
    const receipt = (await ask('eth_getTransactionReceipt', hash)) as { readonly logs: object[] }
    const found = [
      ...receipt.logs,
      ...((await ask('eth_getLogs', {})) as object[]),
      ...((await ask('eth_getFilterChanges', filter)) as object[]),
      ...((await ask('eth_getFilterLogs', filter)) as object[]),
    ]
    expect(found).toHaveLength(4)
    for (const log of found) {
      expect(log).toMatchObject({ logIndex: '0x0', blockNumber: '0x1' })
      expect(log).not.toHaveProperty('blockTimestamp')
    }
    await expect.poll(() => seen).toHaveLength(2)
    const zero = `0x${'0'.repeat(64)}`
    const block = (await ask('eth_getBlockByNumber', '0x1', false)) as { miner: string }
    expect(seen).toContainEqual(
      expect.objectContaining({ sha3Uncles: zero, mixHash: zero, miner: block.miner }),
    )
    expect(JSON.stringify(seen)).not.toContain('blockTimestamp')
  })
})

describe('names of the legacy methods', () => {
  test('are those of the real chain in its dialect, unless set', async () => {
    const ask = await start()
    expect(await ask('sei_getSeiAddress', [WHO])).toMatch(/^sei1/)
    const other = await start({ compat: 'sei', legacyPrefix: 'native' })
    expect(await other('native_getNativeAddress', [WHO])).toMatch(/^sei1/)
  })

  test('a default node names the option', async () => {
    const ask = await start({})
    await expect(ask('sei_getSeiAddress', [WHO])).rejects.toMatchObject({
      code: -32601,
      message:
        'the method sei_getSeiAddress does not exist/is not available; start the node with --legacy-prefix sei or --profile sei',
    })
  })
})
