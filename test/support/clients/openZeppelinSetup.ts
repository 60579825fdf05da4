import {
  type Abi,
  type Address,
  type BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  custom,
  type Hex,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { expect } from 'vitest'
import { createNode } from '../../../src/index.ts'
import { compileWithPackages } from '../evm/solidity.ts'
import { executorOption } from '../executor.ts'

/** A deployed contract. */
export type Deployed = Awaited<ReturnType<OpenZeppelinSetup['deploy']>>
export type OpenZeppelinSetup = Awaited<ReturnType<typeof startWithOpenZeppelin>>

/**
 * Starts a node in this process, with a client that signs as its development accounts and the
 * contracts of `OpenZeppelin.sol`.
 */
export async function startWithOpenZeppelin() {
  const contracts = compileWithPackages('OpenZeppelin.sol', ['@openzeppelin/contracts'])
  const node = await createNode(executorOption)
  const client = createTestClient({ mode: 'anvil', transport: custom(node, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
  const [alice, bob, carol] = await client.getAddresses()
  if (!(alice && bob && carol)) expect.fail('too few accounts')

  // A contract forwards the errors of contracts that it calls.
  const errors = Object.values(contracts).flatMap((each) =>
    each.abi.filter(({ type }) => type === 'error'),
  )

  async function deploy(name: string, args: readonly unknown[]) {
    const contract = contracts[name] ?? expect.fail(`no contract ${name}`)
    const abi: Abi = [...contract.abi, ...errors]
    const code = { abi, bytecode: toHex(contract.creation), args, account: alice, chain: null }
    const hash = await client.deployContract(code as DeployArguments)
    const { contractAddress } = await client.getTransactionReceipt({ hash })
    const address = contractAddress ?? expect.fail(`${name} is not deployed`)
    const of = (account: Address) => ({
      /** Calls a function in a transaction, which must succeed. */
      async send(functionName: string, ...args: readonly unknown[]) {
        const call = { abi, address, functionName, args, account }
        const { status } = await client.getTransactionReceipt({
          hash: await client.writeContract({ ...call, chain: null }),
        })
        expect(status).toBe('success')
      },
      /** Returns the name of the error of a call. */
      async refusal(functionName: string, ...args: readonly unknown[]) {
        const call = client.simulateContract({ abi, address, functionName, args, account })
        const error = await call.then(
          () => expect.fail('no error'),
          (reason: BaseError) =>
            reason.walk((cause) => cause instanceof ContractFunctionRevertedError),
        )
        return error instanceof ContractFunctionRevertedError ? error.data?.errorName : error
      },
    })
    const read = (functionName: string, ...args: readonly unknown[]) =>
      client.readContract({ abi, address, functionName, args })
    return { abi, address, read, of }
  }

  return { node, client, alice, bob, carol, deploy }
}

interface DeployArguments {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly account: Address
  readonly chain: null
}
