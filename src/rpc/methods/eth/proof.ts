import { blockRef } from '../../codec/blockRef.ts'
import type { Codec } from '../../codec/codec.ts'
import { array } from '../../codec/compound.ts'
import { address } from '../../codec/scalar.ts'
import { provenKey } from '../../codec/storageKey.ts'
import { method, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { storageProof } from '../../proof/storageProof.ts'

/** Sei's limit; each key takes 1 to 4 KB of the response. */
const MAX_KEYS = 1024

const anyKeys = array(provenKey)
const keys: Codec<readonly Uint8Array[]> = {
  ...anyKeys,
  decode(json, path) {
    if (Array.isArray(json) && json.length > MAX_KEYS) {
      throw invalidParams(`${path}: ${json.length} keys, want at most ${MAX_KEYS}`)
    }
    return anyKeys.decode(json, path)
  },
}

export const eth_getProof = method({
  summary:
    'Returns proofs of inclusion or absence of up to 1,024 storage slots, up to the state root of a block. `pending` means `latest`.',
  params: [param('address', address), param('keys', keys), param('block', blockRef, 'latest')],
  result: storageProof,
  async run({ state }, who, slots, block) {
    const proofs = await state.proveStorage(block, who, slots)
    return {
      address: who,
      hexValues: proofs.map(({ word }) => word),
      storageProof: proofs.map(({ ops }) => ({ ops })),
    }
  },
})
