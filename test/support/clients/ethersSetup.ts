import assert from 'node:assert/strict'
import {
  Contract,
  ContractFactory,
  type ContractTransactionReceipt,
  type ContractTransactionResponse,
  HDNodeWallet,
  JsonRpcProvider,
  type Signer,
  type TransactionReceipt,
  type TransactionResponse,
} from 'ethers'
import { DEV_MNEMONIC } from './devAccounts.ts'
import type { RawRequest } from './recomputeBlock.ts'
import { specimen } from './specimen.ts'
import { startNode } from './startNode.ts'

/** The two development accounts of the tests, as ethers derives them. */
export const [alice, bob] = [0, 1].map((i) =>
  HDNodeWallet.fromPhrase(DEV_MNEMONIC, undefined, `m/44'/60'/0'/0/${i}`),
) as [HDNodeWallet, HDNodeWallet]

/**
 * Starts a node with ethers' provider, an account that signs itself, and one for which the node
 * signs.
 */
export async function startWithEthers() {
  const running = await startNode(1_800_000_000)
  // Without the cache, which would return results from before the last transaction.
  const provider = new JsonRpcProvider(running.url, undefined, {
    cacheTimeout: -1,
    batchStallTime: 1,
    pollingInterval: 10,
  })
  const local = alice.connect(provider)
  const unlocked = await provider.getSigner(bob.address)
  const request: RawRequest = (method, params) => provider.send(method, [...params])

  /** Deploys a contract whose number is 7, with `signer` as the sender of its transactions. */
  async function deploy(signer: Signer = local): Promise<Contract> {
    const factory = new ContractFactory(specimen.abi as [], specimen.bytecode, signer)
    const deployed = await factory.deploy(7n)
    await deployed.waitForDeployment()
    return new Contract(await deployed.getAddress(), specimen.abi as [], signer)
  }

  async function close(): Promise<void> {
    provider.destroy()
    await running.close()
  }

  return { ...running, provider, local, unlocked, request, deploy, close }
}

/** Calls the contract in a transaction and waits for its receipt. */
export async function send(
  contract: Contract,
  name: string,
  ...args: readonly unknown[]
): Promise<ContractTransactionReceipt> {
  const sent: ContractTransactionResponse = await contract.getFunction(name).send(...args)
  const receipt = await sent.wait()
  assert(receipt)
  return receipt
}

/** Returns the result of a call of the contract. */
export function read(contract: Contract, name: string, ...args: readonly unknown[]) {
  return contract.getFunction(name).staticCall(...args) as Promise<unknown>
}

/** Receipt of a transaction. */
export async function mined(sent: TransactionResponse): Promise<TransactionReceipt> {
  const receipt = await sent.wait()
  assert(receipt)
  return receipt
}

export type EthersSetup = Awaited<ReturnType<typeof startWithEthers>>
