import { nativePointerOf } from '../../../../modules/evm/pointers.ts'
import { stepGas, storeGas } from '../../../../modules/gas/gasMeter.ts'
import type { Address } from '../../../../primitives/address.ts'
import { nativePointerKind } from '../../../../state/rows/nativePointerKind.ts'
import type { NativeCall } from '../abi/abiFunction.ts'

/**
 * Reads the pointer contract of a denomination. The real chain looks for the last version with an
 * iterator (x/evm/keeper/pointer.go, GetPointerInfo).
 */
export function readPointer(
  { world, charge }: Pick<NativeCall, 'world' | 'charge'>,
  denomination: string,
): Address | undefined {
  const found = nativePointerOf(world, denomination)
  const { key, encode } = nativePointerKind
  charge(
    found === undefined ? storeGas.step : stepGas(key(denomination).length + encode(found).length),
  )
  return found
}
