import { keccak256 } from '../../../../primitives/crypto/keccak.ts'
import { utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hex } from '../../../../primitives/encoding/hex.ts'
import { SELECTOR_SIZE } from '../../statefulPrecompile.ts'
import type { AbiFunction } from './abiFunction.ts'
import type { AbiParameter } from './abiType.ts'

/** Returns the selector of a function: the first bytes of the hash of its signature. */
export function selectorOf({ name, inputs }: AbiFunction): Hex {
  const signature = `${name}(${inputs.map(typeText).join(',')})`
  return bytesToHex(keccak256(utf8ToBytes(signature)).subarray(0, SELECTOR_SIZE))
}

function typeText({ type, components }: AbiParameter): string {
  if (components === undefined) return type
  return type.replace('tuple', `(${components.map(typeText).join(',')})`)
}
