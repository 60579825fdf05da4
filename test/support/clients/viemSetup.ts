import assert from 'node:assert/strict'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hash,
  type Hex,
  http,
  publicActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { DEV_MNEMONIC } from './devAccounts.ts'
import type { RawRequest } from './recomputeBlock.ts'
import { specimen } from './specimen.ts'
import { startNode } from './startNode.ts'

/** The two development accounts of the tests, as viem derives them. */
export const [alice, bob] = [0, 1].map((addressIndex) =>
  mnemonicToAccount(DEV_MNEMONIC, { addressIndex }),
) as [ReturnType<typeof mnemonicToAccount>, ReturnType<typeof mnemonicToAccount>]

/**
 * Starts a node with viem's clients: one without an account, one that signs itself, one for which
 * the node signs.
 */
export async function startWithViem() {
  const running = await startNode(1_800_000_000)
  const chain = defineChain({
    id: 713714,
    name: 'Rockpool',
    nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
    rpcUrls: { default: { http: [running.url] } },
  })
  const common = { chain, transport: http(), pollingInterval: 10 } as const
  const client = createPublicClient(common)
  const local = createWalletClient({ ...common, account: alice }).extend(publicActions)
  const unlocked = createWalletClient({ ...common, account: bob.address }).extend(publicActions)
  const request: RawRequest = (method, params) =>
    client.transport.request({ method, params: [...params] })

  /** Returns the receipt of a transaction, which is mined at once. */
  const mined = (hash: Hash) => client.getTransactionReceipt({ hash })

  /** Deploys a contract whose number is 7. */
  async function deploy(sender: typeof local | typeof unlocked = local): Promise<Address> {
    const hash = await sender.deployContract({ ...specimen, args: [7n] } as DeployArguments)
    const { contractAddress } = await mined(hash)
    assert(contractAddress)
    return contractAddress
  }

  return { ...running, client, local, unlocked, request, mined, deploy }
}

interface DeployArguments {
  readonly abi: typeof specimen.abi
  readonly bytecode: Hex
  readonly args: readonly unknown[]
}

export type ViemSetup = Awaited<ReturnType<typeof startWithViem>>
