import { encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Address } from '../src/primitives/address.ts'
import { contractAddress } from '../src/primitives/address.ts'
import compiled from './contracts/compiled.json' with { type: 'json' }

/** Sends a request to a node. */
export type Request = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** One test of a suite: the same for every node, signed before the measurement. */
export interface SuiteTest {
  /** The deployment, then the transactions to the contract. */
  readonly transactions: readonly Hex[]
  readonly calls: readonly { readonly to: Hex; readonly data: Hex }[]
  /** Result of the last call. */
  readonly balance: bigint
}

/** Default chain id of Anvil and Hardhat. */
export const CHAIN_ID = 31_337

const abi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])

/** The first development account of all three nodes. */
const deployer = mnemonicToAccount('test test test test test test test test test test test junk')
const token = contractAddress(deployer.address.toLowerCase() as Address, 0n)
const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const runtime = compiled.contracts.Token.code.slice(2)
const size = (runtime.length / 2).toString(16).padStart(4, '0')
/** Init code that returns the code after it. */
const creation: Hex = `0x61${size}80600a3d393df3${runtime}`

/**
 * Returns a number of tests. No transaction occurs twice, so that no node benefits from a cache.
 */
export async function makeTests(count: number): Promise<readonly SuiteTest[]> {
  const tests: SuiteTest[] = []
  for (let i = 0; i < count; i++) tests.push(await makeTest(BigInt(i + 1)))
  return tests
}

async function makeTest(seed: bigint): Promise<SuiteTest> {
  const minted = seed * 1_000n
  const inputs = [
    encodeFunctionData({ abi, functionName: 'mint', args: [deployer.address, minted] }),
    ...Array.from({ length: 9 }, (_, i) =>
      encodeFunctionData({ abi, functionName: 'transfer', args: [recipient, seed + BigInt(i)] }),
    ),
  ]
  const balanceOf = (owner: Hex) =>
    encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] })
  const deployment = encodeDeployData({ abi, bytecode: creation })
  return {
    transactions: [
      await sign(0, deployment, 2_000_000n),
      ...(await Promise.all(inputs.map((data, i) => sign(i + 1, data, 200_000n, token)))),
    ],
    calls: Array.from({ length: 10 }, (_, i) => ({
      to: token,
      data: balanceOf(i % 2 === 0 ? deployer.address : recipient),
    })),
    balance: 9n * seed + 36n,
  }
}

function sign(nonce: number, data: Hex, gas: bigint, to?: Hex): Promise<Hex> {
  return deployer.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce,
    gas,
    ...(to !== undefined && { to }),
    data,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
}

/**
 * Runs the part of a test between its snapshot and the revert.
 *
 * @param isChecked whether results of contracts are checked
 * @throws Error if the node returns a wrong result
 */
export async function runTest(request: Request, test: SuiteTest, isChecked = true): Promise<void> {
  for (const raw of test.transactions) {
    const hash = await request('eth_sendRawTransaction', [raw])
    // Anvil answers before it mines.
    let receipt: unknown = null
    while (receipt === null) receipt = await request('eth_getTransactionReceipt', [hash])
    if ((receipt as { status: string }).status !== '0x1') throw new Error(`${hash} failed`)
  }
  let answer: unknown
  for (const call of test.calls) answer = await request('eth_call', [call, 'latest'])
  if (isChecked && BigInt(answer as Hex) !== test.balance) throw new Error(`a balance of ${answer}`)
  const logs = await request('eth_getLogs', [{ address: token, fromBlock: '0x0' }])
  if ((logs as unknown[]).length !== 10) throw new Error('other logs')
}
