import type { Abi, Hex } from 'viem'
import compiled from '../../fixtures/contracts/Specimen.json' with { type: 'json' }

/** The contract of `test/fixtures/contracts/Specimen.sol`. */
export const specimen = {
  abi: compiled.abi as Abi,
  bytecode: compiled.bytecode as Hex,
  /** Its runtime code, which has no immutables. */
  deployedBytecode: compiled.deployedBytecode as Hex,
  /** Runtime code of the contract that `createChild` deploys. */
  childAbi: compiled.childAbi as Abi,
}
