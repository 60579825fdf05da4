import { compressPublicKey } from '../../../src/primitives/crypto/secp256k1.ts'
import { hash160 } from '../../../src/primitives/crypto/sha256.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { alice, bob, carol } from '../accounts.ts'
import { CHAIN_ID, COIN } from '../genesis.ts'

/** Genesis file of a test network: three funded accounts with associated addresses. */
export function networkGenesisJson() {
  const accounts = [alice, bob, carol]
  return {
    config: { chainId: Number(CHAIN_ID) },
    gasLimit: '100000000',
    alloc: Object.fromEntries(
      accounts.map(({ address }) => [address, { balance: String(1000n * COIN) }]),
    ),
    native: {
      associations: accounts.map(({ address, publicKey }) => ({
        evmAddress: address,
        nativeAddress: bytesToBech32('sei', hash160(compressPublicKey(publicKey))),
      })),
    },
  }
}
