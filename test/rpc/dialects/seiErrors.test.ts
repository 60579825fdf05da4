import { keccak256, toHex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
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
      'eth_getLogs',
      [{ topics: Array.from({ length: 5 }, () => null) }],
      'invalid argument 0: exceed max topics',
    ],
    [
      'eth_getLogs',
      [{ topics: [Array.from({ length: 1001 }, () => HASH)] }],
      'invalid argument 0: exceed max topics',
    ],
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

  test('cheats and the default dialect accept the same arguments as before', async () => {
    const sei = await start()
    expect(await sei('hardhat_setBalance', [WHO, '0x01'])).toBe(true)
    const own = await start({})
    expect(await own('eth_getBalance', [WHO])).toMatch(/^0x/)
    expect(await own('eth_getBlockByNumber', ['0x00', false])).toMatchObject({ number: '0x0' })
  })
})

describe('requests that a Sei node rejects', () => {
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
      ['0xf8', 'rlp: value size exceeds available input length'],
      ['0xc0', 'rlp: too few elements for types.LegacyTx'],
      ['0x02c0', 'rlp: too few elements for types.DynamicFeeTx'],
      [
        '0x01cc010101010101010101010101',
        'rlp: input list has too many elements for types.AccessListTx',
      ],
      ['0x02c0c0', 'rlp: input contains more than one value'],
    ] as const) {
      const refusal = { code: -32000, message }
      await expect(ask('eth_sendRawTransaction', [raw])).rejects.toMatchObject(refusal)
    }
  })

  test('transactions that CheckTx refuses', async () => {
    const ask = await start()
    const stranger = `0x${'12'.repeat(20)}`
    await ask('hardhat_impersonateAccount', [stranger])
    const fee = { maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x0' }
    const sent = { from: WHO, to: WHO, gas: '0x5208', ...fee }
    for (const [change, message] of [
      [{ gas: '0x5207' }, ': unknown'],
      [{ maxFeePerGas: '0x1' }, ': insufficient fee'],
      [{ gas: '0xffffffffff' }, ': out of gas'],
      [{ from: stranger }, ': insufficient funds'],
    ] as const) {
      const refusal = { code: -32000, message }
      await expect(ask('eth_sendTransaction', [{ ...sent, ...change }])).rejects.toMatchObject(
        refusal,
      )
    }
    // A call has the words of geth.
    await expect(
      ask('eth_call', [{ from: stranger, to: WHO, value: '0x1' }, 'latest']),
    ).rejects.toMatchObject({ message: expect.stringContaining('insufficient funds for gas') })
  })

  test('two inputs', async () => {
    const ask = await start()
    for (const [method, more] of [
      ['eth_call', ['latest']],
      ['eth_estimateGas', []],
    ] as const) {
      await expect(
        ask(method, [{ to: WHO, data: '0x01', input: '0x02' }, ...more]),
      ).rejects.toMatchObject({
        code: -32000,
        message:
          'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
      })
    }
    expect(await ask('eth_call', [{ to: WHO, data: '0xAB', input: '0xab' }, 'latest'])).toBe('0x')
  })

  test('slots, future fees, unknown traces and the genesis block', async () => {
    const ask = await start()
    const keys = Array.from({ length: 1025 }, () => '0x0')
    for (const [method, params, message] of [
      ['eth_getProof', [WHO, keys, 'latest'], 'too many storage keys: got 1025, max 1024'],
      [
        'eth_getProof',
        [WHO, ['0x0', 'zz'], 'latest'],
        'invalid storage key "zz": hex string invalid',
      ],
      [
        'eth_getProof',
        [WHO, [`0x${'0'.repeat(65)}`], 'latest'],
        `invalid storage key "0x${'0'.repeat(65)}": hex string too long, want at most 32 bytes`,
      ],
      [
        'eth_feeHistory',
        ['0x1', '0x99', []],
        'requested last block 153 is not yet available; safe latest is 0',
      ],
      ['debug_traceTransaction', [HASH], 'transaction indexing is in progress'],
      ['debug_traceStateAccess', [HASH], 'receipt not found'],
      ['debug_traceBlockByNumber', ['0x0', {}], 'genesis is not traceable'],
    ] as const) {
      await expect(ask(method, params)).rejects.toMatchObject({ code: -32000, message })
    }
    await expect(ask('debug_traceTransaction', [HASH])).rejects.toMatchObject({
      data: 'transaction indexing is in progress',
    })
    expect(await ask('eth_getProof', [WHO, [], 'latest'])).toEqual({
      address: WHO,
      hexValues: null,
      storageProof: null,
    })
  })

  test('methods that only geth has', async () => {
    const ask = await start()
    for (const [method, params] of [
      ['eth_getUncleCountByBlockNumber', ['latest']],
      ['eth_getUncleByBlockHashAndIndex', [HASH, '0x0']],
      ['net_listening', []],
      ['net_peerCount', []],
      ['web3_sha3', ['0x']],
    ] as const) {
      const message = `the method ${method} does not exist/is not available`
      await expect(ask(method, params)).rejects.toMatchObject({ code: -32601, message })
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

describe('data that a Sei node returns', () => {
  test('ratios of gas of four decimals', async () => {
    const ask = await start()
    await ask('eth_sendTransaction', [{ from: WHO, to: WHO }])
    const { gasLimit } = (await ask('eth_getBlockByNumber', ['latest', false])) as {
      readonly gasLimit: string
    }
    const ratio = Math.floor((21_000 * 10_000) / Number(gasLimit)) / 10_000
    expect(ratio).toBeGreaterThan(0)
    expect(await ask('eth_feeHistory', ['0x2', 'latest', []])).toMatchObject({
      gasUsedRatio: [0, ratio],
    })
  })

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

// As upstream's cross-layer tests ask them.
describe('legacy methods of a Sei node', () => {
  const names = ['sei_getSeiAddress', 'sei_getEVMAddress', 'sei_getCosmosTx', 'sei_getEvmTx']
  const options: NodeOptions = {
    compat: 'sei',
    enabledLegacyNativeApis: [...names, 'sei_associate'],
  }

  test('an association returns nothing', async () => {
    const key = `0x${'5e'.repeat(32)}` as const
    const ask = await start(options)
    await ask('eth_sendTransaction', [
      { from: WHO, to: privateKeyToAddress(key), value: '0xde0b6b3a7640000' },
    ])
    const custom_message = 'hello'
    const { r, s, yParity } = await sign({
      hash: keccak256(toHex(custom_message)),
      privateKey: key,
    })
    const association = { custom_message, r, s, v: toHex(yParity ?? 9) }
    expect(await ask('sei_associate', [association])).toBeNull()
    expect(await ask('sei_getSeiAddress', [privateKeyToAddress(key)])).toMatch(/^sei1/)
  })

  test('a hash leads to its twin', async () => {
    const ask = await start(options)
    const hash = await ask('eth_sendTransaction', [{ from: WHO, to: WHO }])
    const cosmos = (await ask('sei_getCosmosTx', [hash])) as string
    expect(cosmos).toMatch(/^[0-9A-F]{64}$/)
    expect(await ask('sei_getEvmTx', [cosmos])).toBe(hash)
  })

  test.each([
    [
      'sei_getSeiAddress',
      '0x00000000000000000000000000000000000000ff',
      'failed to find Sei address for 0x00000000000000000000000000000000000000ff',
    ],
    ['sei_getEVMAddress', 'sei1', 'decoding bech32 failed: invalid bech32 string length 4'],
    ['sei_getEVMAddress', 'nonsense', 'decoding bech32 failed: invalid separator index -1'],
    ['sei_getCosmosTx', HASH, 'receipt not found'],
    [
      'sei_getEvmTx',
      'nothex',
      "failed to decode cosmosHash: encoding/hex: invalid byte: U+006E 'n'",
    ],
    ['sei_getEvmTx', HASH, "failed to decode cosmosHash: encoding/hex: invalid byte: U+0078 'x'"],
    ['sei_getEvmTx', 'abc', 'failed to decode cosmosHash: encoding/hex: odd length hex string'],
    ['sei_getEvmTx', 'ab', 'cosmosHash must decode to 32 bytes'],
    ['sei_getEvmTx', HASH.slice(2), 'transaction not found'],
  ])('%s %s', async (method, given, message) => {
    const ask = await start(options)
    await expect(ask(method, [given])).rejects.toMatchObject({ code: -32000, message })
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
