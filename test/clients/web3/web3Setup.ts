import assert from 'node:assert/strict'
import { type Contract, type ContractAbi, Web3 } from 'web3'
import { DEV_ADDRESSES, DEV_KEYS } from '../../support/clients/devAccounts.ts'
import type { RawRequest } from '../../support/clients/recomputeBlock.ts'
import { specimen } from '../../support/clients/specimen.ts'
import { startNode } from '../../support/clients/startNode.ts'

/** Whose key web3 has. */
export const alice = DEV_ADDRESSES[0]
/** Whose key only the node has. */
export const bob = DEV_ADDRESSES[1]

const abi = specimen.abi as unknown as ContractAbi
type AnyContract = Contract<ContractAbi>

/** A node, and web3 with one account that it signs for itself; for the others the node signs. */
export async function startWithWeb3() {
  const running = await startNode(1_800_000_000)
  const web3 = new Web3(running.url)
  web3.eth.transactionPollingInterval = 10
  web3.eth.handleRevert = true
  web3.eth.accounts.wallet.add(DEV_KEYS[0])
  const request: RawRequest = (method, params) =>
    web3.requestManager.send({ method, params } as never)

  /** The contract there, from the point of view of `from`. */
  const contractAt = (address: string, from: string = alice): AnyContract =>
    new web3.eth.Contract(abi, address, { from })

  /** A new contract whose number is 7. */
  async function deploy(from: string = alice): Promise<AnyContract> {
    const factory = new web3.eth.Contract(abi, { from })
    const deployed = await factory
      .deploy({ data: specimen.bytecode, arguments: [7n] } as never)
      .send({ from })
    return contractAt(addressOf(deployed), from)
  }

  return { ...running, web3, request, contractAt, deploy }
}

/** A method of a contract with its arguments, to call, send or estimate. */
export function method(contract: AnyContract, name: string, ...args: readonly unknown[]) {
  const found = contract.methods[name]
  assert(found, `method ${name}`)
  return found(...(args as never[]))
}

/** Sends a transaction that calls the contract; its receipt, with the events by name. */
export async function send(
  contract: AnyContract,
  name: string,
  args: readonly unknown[] = [],
  options: { readonly value?: string; readonly gas?: string } = {},
) {
  return await method(contract, name, ...args).send(options)
}

/** What the contract answers to a call. */
export async function read(
  contract: AnyContract,
  name: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return await method(contract, name, ...args).call()
}

/** Address of a contract that is deployed. */
export function addressOf(contract: AnyContract): string {
  assert(contract.options.address)
  return contract.options.address
}

export type Web3Setup = Awaited<ReturnType<typeof startWithWeb3>>
