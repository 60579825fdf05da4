import { parseAddress } from '../../../primitives/address.ts'
import { precompilesOf } from '../precompiles.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { pricedPrecompile } from './abi/abiPrecompile.ts'
import { bytes } from './abi/abiType.ts'

const GAS_PER_BYTE = 300n

/** The same by EIP-7951, which any fork of this precompile's has. */
const P256_VERIFY = parseAddress(`0x${'100'.padStart(40, '0')}`)
const AMPLE_GAS = 1n << 32n

const verify = abiFunction({
  name: 'verify',
  mutability: 'view',
  inputs: { signature: bytes },
  returns: bytes,
  run({ chainId }, { signature }) {
    const outcome = precompilesOf(chainId, 'osaka').get(P256_VERIFY)?.(signature, AMPLE_GAS)
    if (outcome !== undefined && 'output' in outcome) return outcome.output
    throw new Error('bug: no verification of P-256')
  },
})

/**
 * 0x1011: signatures of secp256r1: hash, r, s, x and y. It answers as 0x100 does: the word 1, or
 * nothing.
 */
export const p256Precompile = pricedPrecompile(
  new Map([[verify, (size: number) => GAS_PER_BYTE * BigInt(size)]]),
)
