import type { Abi, Hex } from 'viem'
import compiled from '../../fixtures/contracts/Specimen.json' with { type: 'json' }

/** The contract of `test/fixtures/contracts/Specimen.sol`. */
export const specimen = {
  abi: compiled.abi as Abi,
  bytecode: compiled.bytecode as Hex,
  /** The code that it has once deployed: there are no immutables to fill in. */
  deployedBytecode: compiled.deployedBytecode as Hex,
  /** Of the contract that `createChild` makes. */
  childAbi: compiled.childAbi as Abi,
}
