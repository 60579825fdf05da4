import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193RequestFn,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import type { TestAccount } from '../accounts.ts'
import { CHAIN_ID } from '../genesis.ts'

/** Clients of viem for a node of a network, and for an account there. */
export function viemClients(request: unknown, { privateKey }: TestAccount) {
  const chain = defineChain({
    id: Number(CHAIN_ID),
    name: 'network',
    nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  const transport = custom({ request: request as EIP1193RequestFn })
  const account = privateKeyToAccount(bytesToHex(privateKey))
  return {
    wallet: createWalletClient({ account, chain, transport }),
    client: createPublicClient({ chain, transport, pollingInterval: 10 }),
  }
}
