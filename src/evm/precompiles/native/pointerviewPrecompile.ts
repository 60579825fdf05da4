import { NATIVE_POINTER_VERSION } from '../../../modules/evm/pointers.ts'
import { storeGas } from '../../../modules/gas/gasMeter.ts'
import { ZERO_ADDRESS } from '../../../primitives/address.ts'
import { type AbiFunction, abiFunction, returnValues } from './abi/abiFunction.ts'
import { fixedPrice, pricedPrecompile } from './abi/abiPrecompile.ts'
import { address, bool, string, uint16 } from './abi/abiType.ts'
import { readPointer } from './query/readPointer.ts'

const GAS = 2000n

const pointer = returnValues({ addr: address, version: uint16, exists: bool })
const none = { addr: ZERO_ADDRESS, version: 0n, exists: false }

const getNativePointer = abiFunction({
  name: 'getNativePointer',
  mutability: 'view',
  inputs: { token: string },
  returns: pointer,
  run(call, { token }) {
    const addr = readPointer(call, token)
    return addr === undefined ? none : { addr, version: NATIVE_POINTER_VERSION, exists: true }
  },
})

/** No pointers, because there are no CosmWasm contracts. */
function getCosmWasmPointer(name: string): AbiFunction {
  return abiFunction({
    name,
    mutability: 'view',
    inputs: { cwAddr: string },
    returns: pointer,
    run: () => none,
  })
}

/** 0x100A: addresses of the ERC-20 contracts of native tokens. */
export const pointerviewPrecompile = pricedPrecompile(
  new Map(
    [
      getNativePointer,
      getCosmWasmPointer('getCW20Pointer'),
      getCosmWasmPointer('getCW721Pointer'),
      getCosmWasmPointer('getCW1155Pointer'),
    ].map((definition) => [definition, fixedPrice(GAS, storeGas.readByte)]),
  ),
)
