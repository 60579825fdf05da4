import type { Address } from '../../../src/primitives/address.ts'
import { bytesToHex, toQuantity } from '../../../src/primitives/encoding/hex.ts'

/** Contents of an account. */
export interface InstalledAccount {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  readonly storage: Iterable<readonly [slot: Uint8Array, word: Uint8Array]>
}

type Call = readonly [method: string, ...params: readonly unknown[]]

/** Gives accounts of a test node their contents, with the methods that Anvil and Hardhat share. */
export async function installAccounts(
  url: string,
  accounts: Iterable<readonly [Address, InstalledAccount]>,
): Promise<void> {
  const calls = [...accounts].flatMap(([address, { balance, nonce, code, storage }]): Call[] => [
    ['hardhat_setBalance', address, toQuantity(balance)],
    ...(nonce > 0n ? [['hardhat_setNonce', address, toQuantity(nonce)] as const] : []),
    ...(code.length > 0 ? [['hardhat_setCode', address, bytesToHex(code)] as const] : []),
    ...[...storage].map(
      ([slot, word]) =>
        [
          'hardhat_setStorageAt',
          address,
          toQuantity(BigInt(bytesToHex(slot))),
          bytesToHex(word),
        ] as const,
    ),
  ])
  if (calls.length === 0) return
  const body = JSON.stringify(
    calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })),
  )
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  for (const { id, error } of (await answer.json()) as readonly {
    readonly id: number
    readonly error?: { readonly message: string }
  }[]) {
    if (error !== undefined) throw new Error(`${calls[id]?.join(' ')}: ${error.message}`)
  }
}
