import { encodeFunctionData, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { executorOption } from '../support/executor.ts'

const abi = parseAbi([
  'function delegate(string valAddress) payable returns (bool)',
  'function submitProposal(string proposalJSON) payable returns (uint64)',
  'function vote(uint64 proposalID, int32 option) returns (bool)',
])
const STAKING = '0x0000000000000000000000000000000000001005'
const GOV = '0x0000000000000000000000000000000000001006'
const VALIDATOR = 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz'
/** Sets slot 0 in its constructor. */
const SETTER = '0x602a600055'
const VOTING_PERIOD = 60
const COIN = 10n ** 18n

const native = {
  staking: {
    validators: [
      {
        operatorAddress: VALIDATOR,
        consensusPubkey: '0x61963fcaa8a3aa34f0ab177192ab7277bfad7591cb2ca4f9288bb4307ead08db',
        moniker: 'dev',
        commission: { rate: '0.05', maxRate: '0.2', maxChangeRate: '0.01' },
        minSelfDelegation: '1',
        tokens: '1000000',
      },
    ],
  },
  gov: { params: { votingPeriod: VOTING_PERIOD } },
}

let node: RockpoolNode | undefined
afterEach(() => node?.close())

const ask = (method: string, ...params: unknown[]) => {
  if (node === undefined) throw new Error('no node')
  return node.request({ method, params })
}

async function send(fields: object): Promise<{ readonly gasUsed: bigint }> {
  const [from] = (await ask('eth_accounts')) as readonly string[]
  const gas = '0xf4240'
  const hash = await ask('eth_sendTransaction', { from, gas, ...fields })
  const receipt = (await ask('eth_getTransactionReceipt', hash)) as Record<string, string>
  expect(receipt.status).toBe('0x1')
  return { gasUsed: BigInt(receipt.gasUsed ?? 0) }
}

async function enact(changes: readonly object[]): Promise<void> {
  const content = { title: 'Prices', description: 'Text.', type: 'ParameterChange', changes }
  const args = [JSON.stringify(content)] as const
  const data = encodeFunctionData({ abi, functionName: 'submitProposal', args })
  await send({ to: GOV, data, value: `0x${(10n * COIN).toString(16)}` })
  const vote = encodeFunctionData({ abi, functionName: 'vote', args: [1n, 1] })
  await send({ to: GOV, data: vote })
  await ask('evm_increaseTime', VOTING_PERIOD)
  await ask('evm_mine')
}

test('a passed proposal changes SSTORE, base fee and gas limit from the next block on', async () => {
  node = await createNode({ ...executorOption, accounts: 1, genesis: { alloc: {}, native } })
  const delegate = encodeFunctionData({ abi, functionName: 'delegate', args: [VALIDATOR] })
  await send({ to: STAKING, data: delegate, value: `0x${(100n * COIN).toString(16)}` })
  const before = await send({ data: SETTER })
  await enact([
    { subspace: 'evm', key: 'KeySeiSstoreSetGasEIP2200', value: '72000' },
    { subspace: 'evm', key: 'KeyMinFeePerGas', value: '5000000000' },
    { subspace: 'baseapp', key: 'BlockParams', value: { max_gas: '35000000' } },
  ])
  const block = await ask('eth_blockNumber')
  const estimated = BigInt(String(await ask('eth_estimateGas', { data: SETTER })))
  const after = await send({ data: SETTER })
  expect(after.gasUsed).toBe(before.gasUsed + 52_000n)
  expect(estimated).toBeGreaterThanOrEqual(after.gasUsed)
  const earlier = `0x${(Number(block) - 1).toString(16)}`
  const old = BigInt(String(await ask('eth_estimateGas', { data: SETTER }, earlier)))
  expect(old).toBeGreaterThanOrEqual(before.gasUsed)
  expect(old).toBeLessThan(before.gasUsed + 20_000n)
  expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    baseFeePerGas: '0x12a05f200',
    gasLimit: '0x2160ec0',
  })
  const { url } = await node.listenRest()
  const shown = async (subspace: string, key: string) => {
    const query = `subspace=${subspace}&key=${key}`
    const response = await fetch(`${url}/cosmos/params/v1beta1/params?${query}`)
    const { param } = (await response.json()) as { param: { value: string } }
    return param.value
  }
  expect(await shown('evm', 'KeyMinFeePerGas')).toBe('"5000000000.000000000000000000"')
  expect(await shown('evm', 'KeyMaximumFeePerGas')).toBe('"1000000000000.000000000000000000"')
  expect(await shown('baseapp', 'BlockParams')).toBe('{"max_gas":"35000000"}')
})

test('a restarted node keeps the parameters', async () => {
  const genesis = { alloc: {}, native }
  const options = { ...executorOption, accounts: 1, genesis, db: temporaryDirectory() }
  node = await createNode(options)
  const delegate = encodeFunctionData({ abi, functionName: 'delegate', args: [VALIDATOR] })
  await send({ to: STAKING, data: delegate, value: `0x${(100n * COIN).toString(16)}` })
  await enact([
    { subspace: 'evm', key: 'KeySeiSstoreSetGasEIP2200', value: '72000' },
    { subspace: 'baseapp', key: 'BlockParams', value: { max_gas: '35000000' } },
  ])
  const { gasUsed } = await send({ data: SETTER })
  await node.close()
  node = await createNode(options)
  expect(await send({ data: SETTER })).toEqual({ gasUsed })
  expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    gasLimit: '0x2160ec0',
  })
})
