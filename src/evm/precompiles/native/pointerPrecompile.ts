import { decimalsOf, metadataOf } from '../../../modules/bank/bankMetadata.ts'
import { registerNativePointer } from '../../../modules/evm/pointers.ts'
import { sdkError } from '../../../modules/moduleError.ts'
import { create2Address } from '../../../primitives/address.ts'
import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { concatBytes, EMPTY_BYTES, utf8ToBytes } from '../../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../primitives/encoding/hex.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { meteredPrecompile, refuseStaticFirst } from './abi/abiPrecompile.ts'
import { address, string } from './abi/abiType.ts'
import { absentFunction } from './absentPrecompiles.ts'
import { nativePointerRuntime } from './nativePointerRuntime.ts'

/**
 * Gas of the real chain's rows of a pointer, and of the creation of its contract, which has other
 * code (pointer_test.go, TestAddNative, without the metadata).
 */
const POINTER_GAS = 1_111_527n

const addNativePointer = abiFunction({
  name: 'addNativePointer',
  mutability: 'payable',
  inputs: { token: string },
  returns: address,
  run(call, { token }) {
    const { state, world, address: here, value } = call
    // Payable only by its ABI, as on the real chain.
    if (value !== 0n) throw sdkError('invalidRequest', 'sending funds to a non-payable function')
    const metadata = metadataOf(state, token)
    if (metadata === undefined) {
      throw sdkError(
        'notFound',
        `denom ${token} does not have metadata stored and thus can only have its pointer set through gov proposal`,
      )
    }
    if (metadata.units.length === 0) {
      throw sdkError('notFound', `the remote node does not tell the decimals of ${token}`)
    }
    // Derives only from the denomination, so it does not change with the contract's code.
    const denom = utf8ToBytes(token)
    const pointer = create2Address(here, keccak256(denom), EMPTY_BYTES)
    call.charge(POINTER_GAS)
    if (registerNativePointer(world, token, pointer)) {
      call.setCode(pointer, nativePointerCode(denom, decimalsOf(metadata)))
      world.setNonce(pointer, 1n)
    }
    return pointer
  },
})

const absent = ['addCW20Pointer', 'addCW721Pointer', 'addCW1155Pointer'].map((name) =>
  absentFunction('CosmWasm is not available on this chain', {
    name,
    mutability: 'payable',
    inputs: { cwAddr: string },
    returns: address,
  }),
)

/** 0x100B: creates ERC-20 contracts for native tokens. */
export const pointerPrecompile = meteredPrecompile([addNativePointer, ...absent], {
  refuse: refuseStaticFirst('pointer'),
})

/** Returns the code of an ERC-20 contract for a denomination (UTF-8) with a number of decimals. */
function nativePointerCode(denom: Uint8Array, decimals: number): Uint8Array {
  const { length } = denom
  const tail = Uint8Array.of(length >> 8, length & 0xff, decimals)
  return concatBytes(hexToBytes(`0x${nativePointerRuntime}`), denom, tail)
}
