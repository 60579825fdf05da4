import { readGas } from '../../../../modules/gas/gasMeter.ts'
import { EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { arrayOf, bytes, tuple } from '../abi/abiType.ts'
import { queryError } from '../query/queryError.ts'

const evidence = abiFunction({
  name: 'evidence',
  mutability: 'view',
  inputs: { evidenceHash: bytes },
  returns: bytes,
  run({ charge }, { evidenceHash }) {
    charge(readGas(1 + evidenceHash.length))
    const hash = bytesToHex(evidenceHash).slice(2).toUpperCase()
    throw queryError('NotFound', `evidence ${hash} not found`)
  },
})

const allEvidence = abiFunction({
  name: 'allEvidence',
  mutability: 'view',
  inputs: { pageKey: bytes },
  returns: tuple('AllEvidenceResponse', { evidenceList: arrayOf(bytes), nextKey: bytes }),
  run: () => ({ evidenceList: [], nextKey: EMPTY_BYTES }),
})

/** 0x100F of Sei 6.7: evidence of double signing, of which a single process has none. */
export const evidencePrecompile = meteredPrecompile([evidence, allEvidence], {
  decoder: 'evidence',
})
