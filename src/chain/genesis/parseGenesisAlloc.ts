import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { GenesisAccount } from './genesis.ts'
import {
  genesisError,
  isZero,
  MAX_UINT64,
  MAX_UINT256,
  memberOf,
  readFixedBytes,
  readHexAddress,
  readHexBytes,
  readMap,
  readObject,
  readQuantity,
  readWord,
} from './genesisJson.ts'

/** `secretKey` is for geth's tests; it is validated and ignored. */
const KNOWN = ['balance', 'nonce', 'code', 'storage', 'secretKey']

/**
 * Reads `alloc`, the accounts of block 0.
 * @throws GenesisError
 */
export function parseGenesisAlloc(json: unknown): ReadonlyMap<Address, GenesisAccount> {
  const accounts = new Map<Address, GenesisAccount>()
  for (const [name, value] of readMap(json, 'alloc', readHexAddress)) {
    const field = memberOf('alloc', name)
    const address = readHexAddress(name, field)
    if (accounts.has(address)) genesisError(field, 'the same address occurs twice')
    accounts.set(address, readAccount(value, field))
  }
  return accounts
}

function readAccount(json: unknown, field: string): GenesisAccount {
  const members = readObject(json, field, KNOWN)
  const key = members.get('secretKey')
  if (key !== undefined) readFixedBytes(key, memberOf(field, 'secretKey'), 32)
  return {
    balance: readQuantity(members.get('balance') ?? 0, memberOf(field, 'balance'), MAX_UINT256),
    nonce: readQuantity(members.get('nonce') ?? 0, memberOf(field, 'nonce'), MAX_UINT64),
    code: readHexBytes(members.get('code') ?? '', memberOf(field, 'code')),
    storage: readStorage(members.get('storage') ?? {}, memberOf(field, 'storage')),
  }
}

/** Slots with the value zero are the same as absent ones. */
function readStorage(json: unknown, field: string): GenesisAccount['storage'] {
  const seen = new Set<string>()
  const storage: [Uint8Array, Uint8Array][] = []
  for (const [name, value] of readMap(json, field, readWord)) {
    const path = memberOf(field, name)
    const slot = readWord(name, path)
    const id = bytesToHex(slot)
    if (seen.has(id)) genesisError(path, 'the same slot occurs twice')
    seen.add(id)
    const word = readWord(value, path)
    if (!isZero(word)) storage.push([slot, word])
  }
  return storage
}
