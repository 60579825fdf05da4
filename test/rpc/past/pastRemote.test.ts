import { createMerkleProof, MerklePatriciaTrie } from '@ethereumjs/mpt'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../../src/index.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { writeRlp } from '../../../src/primitives/encoding/rlp.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { executorOption } from '../../support/executor.ts'
import {
  type Answers,
  blockJson,
  hashOf,
  startChainServer,
} from '../../support/remote/chainServer.ts'
import { AnswerError } from '../../support/remote/remoteServer.ts'

const CAFE = `0x${'ca'.repeat(20)}`
const HASH = `0x${'7a'.repeat(32)}`

/** A fork of block 18 of a node with more answers. */
async function forkOf(answers: Answers, options: NodeOptions = {}): Promise<RockpoolNode> {
  const { url } = await startChainServer(answers)
  const fork = { url, blockNumber: 18, noStorageCaching: true, retries: 0 }
  const node = await createNode({ ...executorOption, fork, ...options })
  onTestFinished(() => node.close())
  return node
}

const ask = (node: RockpoolNode, method: string, ...params: readonly unknown[]) =>
  node.request({ method, params })

const lacks = () => {
  throw new AnswerError(-32601, 'the method is not available')
}

test.each(['eth_getTransactionBySenderAndNonce', 'ots_getTransactionBySenderAndNonce'])(
  '%s: an error of the remote node is no null',
  async (method) => {
    const params = [CAFE, method.startsWith('ots') ? 5 : '0x5'] as const
    const failing = await forkOf({ [method]: lacks })
    const error = { code: -32601, message: 'the method is not available' }
    await expect(ask(failing, method, ...params)).rejects.toMatchObject(error)
    const knowing = await forkOf({ [method]: () => null })
    expect(await ask(knowing, method, ...params)).toBeNull()
  },
)

test('eth_callMany on a past block is passed on', async () => {
  const bundles = [{ transactions: [{ to: CAFE }] }]
  let given: readonly unknown[] = []
  const node = await forkOf({
    eth_callMany: (params) => {
      given = params
      return [[{ value: '0x05' }]]
    },
  })
  const there = await ask(node, 'eth_callMany', bundles, { blockNumber: '0x3' })
  expect(there).toEqual([[{ value: '0x05' }]])
  expect(given).toEqual([bundles, { blockNumber: '0x3' }])
  given = []
  expect(await ask(node, 'eth_callMany', bundles, { blockNumber: 'latest' })).toEqual([
    [{ value: '0x' }],
  ])
  expect(given).toEqual([])
})

test.each<[string, ...unknown[]]>([
  ['native_getBlockByNumber', '0x3', false],
  ['native_getBlockByHash', hashOf(3), false],
  ['native_getBlockReceipts', '0x12'],
  ['native2_getBlockByNumber', '0x3', false],
  ['native_getTransactionByHash', HASH],
  ['native_getTransactionCount', CAFE, '0x3'],
  ['native_getLogs', { fromBlock: '0x3' }],
])('%s: the past is refused', async (method, ...params) => {
  const node = await forkOf(
    { eth_getTransactionByHash: ([hash]) => ({ hash, blockHash: hashOf(3), blockNumber: '0x3' }) },
    { enabledLegacyNativeApis: ['all'] },
  )
  await expect(ask(node, method, ...params)).rejects.toThrow(
    `${method} only knows the blocks after 18, the forked one: use eth_ methods for others`,
  )
})

test('requests that are rejected for the past work after the fork', async () => {
  const node = await forkOf(
    { eth_getTransactionByHash: () => null },
    { enabledLegacyNativeApis: ['all'] },
  )
  await node.mine()
  expect(await ask(node, 'native_getBlockByNumber', '0x13', false)).toMatchObject({
    number: '0x13',
  })
  expect(await ask(node, 'native_getTransactionByHash', HASH)).toBeNull()
  expect(await ask(node, 'native_getLogs', { fromBlock: '0x13' })).toEqual([])
})

test('a number that counts back is refused by a reset', async () => {
  const { url } = await startChainServer()
  const node = await forkOf({})
  const forking = { jsonRpcUrl: url, blockNumber: -5 }
  await expect(ask(node, 'hardhat_reset', { forking })).rejects.toThrow(
    '-5 counts back from the newest block: name a block number',
  )
  expect(await ask(node, 'eth_blockNumber')).toBe('0x12')
})

test('a reset to a block that cannot be is refused', async () => {
  let timestamp = `0x${'f'.repeat(16)}`
  const { url } = await startChainServer({
    eth_getBlockByNumber: ([at]) => ({ ...blockJson(Number(at)), timestamp }),
  })
  const node = await forkOf({})
  const reset = (blockNumber: number) =>
    ask(node, 'hardhat_reset', { forking: { jsonRpcUrl: url, blockNumber } })
  await expect(reset(8)).rejects.toThrow('timestamp: want at most 9223372036854775807')
  expect(await ask(node, 'eth_blockNumber')).toBe('0x12')
  await node.mine()
  timestamp = toQuantity(2n ** 63n - 1n)
  expect(await reset(8)).toBe(true)
  expect(await ask(node, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({ timestamp })
})

const cancun = { withdrawalsRoot: HASH, blobGasUsed: '0x0' }
const shanghai = { difficulty: '0x0', withdrawalsRoot: HASH }

test.each([
  // Geth: the fee is 0 before Cancun; after this, without blobs, 1.
  ['Cancun', cancun, true, '0x1'],
  ['Shanghai', shanghai, true, '0x0'],
  ['Cancun without fees of blobs', cancun, false, undefined],
])('lists of blob fees over the border: %s', async (_name, fields, has, fee) => {
  const blobs = { baseFeePerBlobGas: ['0x4', '0x5', '0x6'], blobGasUsedRatio: [0.1, 0.2] }
  const node = await forkOf({
    eth_getBlockByNumber: ([at]) => ({ ...blockJson(Number(at)), ...fields }),
    eth_feeHistory: () => ({
      oldestBlock: '0x11',
      baseFeePerGas: ['0x7', '0x7', '0x7'],
      gasUsedRatio: [0.5, 0.25],
      ...(has && blobs),
    }),
  })
  await node.mine()
  const local = (await ask(node, 'eth_feeHistory', '0x1', '0x13', [])) as Record<string, unknown[]>
  const fees = (await ask(node, 'eth_feeHistory', '0x3', 'latest', [])) as Record<string, unknown>
  expect(fees).toMatchObject({ oldestBlock: '0x11', gasUsedRatio: [0.5, 0.25, 0] })
  expect(fees.baseFeePerGas).toEqual(['0x7', '0x7', ...(local.baseFeePerGas ?? [])])
  // All lists have entries for the same blocks, or are absent.
  expect(fees.baseFeePerBlobGas).toEqual(has ? ['0x4', '0x5', fee, fee] : undefined)
  expect(fees.blobGasUsedRatio).toEqual(has ? [0.1, 0.2, 0] : undefined)
  if (has) {
    expect(local).toMatchObject({ baseFeePerBlobGas: [fee, fee], blobGasUsedRatio: [0] })
  }
})

test('the fee history up to the forked block has the fees of blobs', async () => {
  const past = {
    ...{ oldestBlock: '0x11', baseFeePerGas: ['0x7', '0x7', '0x7'], gasUsedRatio: [0.5, 0.25] },
    ...{ baseFeePerBlobGas: ['0x4', '0x5', '0x6'], blobGasUsedRatio: [0.1, 0.2] },
  }
  const node = await forkOf({
    eth_getBlockByNumber: ([at]) => ({ ...blockJson(Number(at)), ...cancun }),
    eth_feeHistory: () => past,
  })
  expect(await ask(node, 'eth_feeHistory', '0x2', '0x12', [])).toMatchObject({
    oldestBlock: '0x11',
    gasUsedRatio: [0.5, 0.25],
    // The next block is the fork's own.
    baseFeePerBlobGas: ['0x4', '0x5', '0x1'],
    blobGasUsedRatio: [0.1, 0.2],
  })
})

test.each([
  ['has a base fee of blobs', cancun, '0x1'],
  ['has none before Cancun', shanghai, undefined],
])('a fork %s', async (_name, fields, fee) => {
  const node = await forkOf({
    eth_getBlockByNumber: ([at]) => ({ ...blockJson(Number(at)), ...fields }),
  })
  const running = ask(node, 'eth_blobBaseFee')
  if (fee === undefined) await expect(running).rejects.toThrow('blobs not supported')
  else {
    expect(await running).toBe(fee)
    // BLOBBASEFEE, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
    await ask(node, 'hardhat_setCode', CAFE, '0x4a5f5260205ff3')
    const opcode = await ask(node, 'eth_call', { to: CAFE }, 'latest')
    expect(BigInt(String(opcode))).toBe(BigInt(fee))
  }
})

/** A state with one account that has two slots, as other software makes and proves it. */
async function provenState() {
  const put = async (entries: readonly (readonly [Uint8Array, Uint8Array])[]) => {
    const trie = new MerklePatriciaTrie()
    for (const [key, value] of entries) await trie.put(keccak256(key), value)
    return trie
  }
  const slot = (number: number) => Uint8Array.from([...Array(31).fill(0), number])
  const storage = await put([
    [slot(0), writeRlp(7n)],
    [slot(1), writeRlp(8n)],
  ])
  const [nonce, balance] = [1n, 100n]
  const codeHash = bytesToHex(keccak256(Uint8Array.of(0)))
  const storageHash = bytesToHex(storage.root())
  const others = Array.from(
    { length: 9 },
    (_, i) => [Buffer.alloc(20, i), Buffer.alloc(40, i)] as const,
  )
  const accounts = await put([
    [hexToBytes(CAFE), writeRlp([nonce, balance, storageHash, codeHash])],
    ...others,
  ])
  const nodes = async (trie: MerklePatriciaTrie, key: Uint8Array) =>
    (await createMerkleProof(trie, keccak256(key))).map((node) => bytesToHex(node))
  return {
    stateRoot: bytesToHex(accounts.root()),
    proof: {
      address: CAFE,
      ...{ nonce: '0x1', balance: '0x64', codeHash, storageHash },
      accountProof: await nodes(accounts, hexToBytes(CAFE)),
      storageProof: [
        { key: '0x0', value: '0x7', proof: await nodes(storage, slot(0)) },
        { key: '0x9', value: '0x0', proof: await nodes(storage, slot(9)) },
      ],
    },
  }
}

test('a proof of the remote node must lead to the state root of the block', async () => {
  const { stateRoot, proof } = await provenState()
  const prove = async (answer: unknown, at = '0x3', root: string = stateRoot) => {
    const node = await forkOf({
      eth_getProof: () => answer,
      eth_getBlockByNumber: ([which]) => ({ ...blockJson(Number(which)), stateRoot: root }),
    })
    return ask(node, 'eth_getProof', CAFE, ['0x0', '0x9'], at)
  }
  expect(await prove(proof)).toEqual(proof)
  expect(await prove(proof, '0x12')).toEqual(proof)
  const [first, second] = proof.storageProof
  for (const [wrong, words] of [
    [{ ...proof, balance: '0x65' }, 'accountProof proves another account'],
    [{ ...proof, address: `0x${'11'.repeat(20)}` }, 'address: want 0xcaca'],
    [{ ...proof, accountProof: undefined }, 'accountProof: want an array, got nothing'],
    [{ ...proof, accountProof: [] }, 'accountProof does not lead to the root'],
    [
      { ...proof, storageProof: [{ ...first, value: '0x8' }, second] },
      'storageProof proves another value of slot 0',
    ],
    [
      { ...proof, storageProof: [first, { ...second, value: '0x1' }] },
      'storageProof proves another value of slot 9',
    ],
    [{ ...proof, storageProof: [second, first] }, 'storageProof: want slot 0, got 9'],
    [{ ...proof, storageProof: [first] }, 'storageProof: want 2 entries, got 1'],
  ] as const) {
    await expect(prove(wrong), words).rejects.toThrow(words)
  }
  await expect(prove(proof, '0x3', HASH)).rejects.toThrow('does not lead to the root 0x7a7a')
})

test('a proof of Sei has another form, which no other chain may have', async () => {
  const other = { address: CAFE, hexValues: [], storageProof: [{ ops: [] }] }
  const prove = async (answer: unknown, chainId = 1329) => {
    const answers = {
      eth_chainId: () => toQuantity(chainId),
      eth_call: () => {
        throw new AnswerError(-32000, 'not associated')
      },
      eth_getProof: () => answer,
    }
    return ask(await forkOf(answers), 'eth_getProof', CAFE, ['0x0'], '0x3')
  }
  expect(await prove(other)).toEqual(other)
  await expect(prove({ ...other, address: HASH })).rejects.toThrow('address: want an address')
  await expect(prove({ balance: '0x1' })).rejects.toThrow('address: want an address')
  await expect(prove(other, 5)).rejects.toThrow('stateRoot: want 32 bytes, got nothing')
})

test('a proof that is refused is asked for again, also after a restart', async () => {
  const { stateRoot, proof } = await provenState()
  let answer: unknown = { ...proof, balance: '0x65' }
  const { url } = await startChainServer({
    eth_getProof: () => answer,
    eth_getBlockByNumber: ([which]) => ({ ...blockJson(Number(which)), stateRoot }),
  })
  const fork = { url, blockNumber: 18, cacheDirectory: temporaryDirectory(), retries: 0 }
  const prove = (node: RockpoolNode) => ask(node, 'eth_getProof', CAFE, ['0x0', '0x9'], '0x3')
  const first = await createNode({ ...executorOption, fork })
  await expect(prove(first)).rejects.toThrow('proves another account')
  await first.close()
  answer = proof
  const second = await createNode({ ...executorOption, fork })
  onTestFinished(() => second.close())
  expect(await prove(second)).toEqual(proof)
})
