import { sdkError } from '../../../modules/moduleError.ts'
import { parseAddress } from '../../../primitives/address.ts'
import { precompilesOf } from '../precompiles.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { pricedPrecompile, refuseAs } from './abi/abiPrecompile.ts'
import { bytes, optional } from './abi/abiType.ts'

const GAS_PER_BYTE = 300n
/** From Sei 6.7 on, as in RIP-7212. */
const GAS = 3450n
/** Hash, r, s, x and y. */
const INPUT_SIZE = 160

/** The same precompile of EIP-7951, from any fork that has it. */
const P256_VERIFY = parseAddress(`0x${'100'.padStart(40, '0')}`)
const AMPLE_GAS = 1n << 32n

const verify = abiFunction({
  name: 'verify',
  mutability: 'view',
  inputs: { signature: bytes },
  returns: optional(bytes),
  run({ chainId, charge }, { signature }) {
    charge(GAS)
    if (signature.length !== INPUT_SIZE) throw sdkError('invalidRequest', 'invalid input length')
    const outcome = precompilesOf(chainId, 'osaka').get(P256_VERIFY)?.(signature, AMPLE_GAS)
    if (outcome !== undefined && 'output' in outcome) {
      return outcome.output.length === 0 ? undefined : outcome.output
    }
    throw new Error('bug: no verification of P-256')
  },
})

/**
 * 0x1011: verifies a secp256r1 signature: hash, r, s, x and y. Returns the word 1, or no data
 * at all.
 */
export const p256Precompile = pricedPrecompile(
  new Map([[verify, (size: number) => GAS_PER_BYTE * BigInt(size)]]),
  { refuse: refuseAs('P256Verify') },
)
