import { type Address, parseAddress } from '../../primitives/address.ts'

/** Names of precompiles: Ethereum's, the chain's own, and `console.log`. */
const CONTRACTS: readonly (readonly [digits: string, label: string])[] = [
  ['1', 'ecrecover'],
  ['2', 'sha256'],
  ['3', 'ripemd160'],
  ['4', 'identity'],
  ['5', 'modexp'],
  ['6', 'ecAdd'],
  ['7', 'ecMul'],
  ['8', 'ecPairing'],
  ['9', 'blake2f'],
  ['a', 'pointEvaluation'],
  ['b', 'bls12G1Add'],
  ['c', 'bls12G1Msm'],
  ['d', 'bls12G2Add'],
  ['e', 'bls12G2Msm'],
  ['f', 'bls12PairingCheck'],
  ['10', 'bls12MapFpToG1'],
  ['11', 'bls12MapFp2ToG2'],
  ['100', 'p256Verify'],
  ['1001', 'bank'],
  ['1002', 'wasmd'],
  ['1003', 'json'],
  ['1004', 'addr'],
  ['1005', 'staking'],
  ['1006', 'gov'],
  ['1007', 'distribution'],
  ['1008', 'oracle'],
  ['1009', 'ibc'],
  ['100a', 'pointerview'],
  ['100b', 'pointer'],
  ['100c', 'solo'],
  ['1011', 'p256'],
  ['636f6e736f6c652e6c6f67', 'console'],
]

/** Labels of addresses for the log, shared by a node and its branches. */
export class Labels {
  readonly #labels: Map<Address, string>

  /** @param given override the labels of precompiles */
  constructor(given: Iterable<readonly [Address, string]> = []) {
    const contracts = CONTRACTS.map(([digits, label]) => {
      return [parseAddress(`0x${digits.padStart(40, '0')}`), label] as const
    })
    this.#labels = new Map([...contracts, ...given])
  }

  of(address: Address): string | undefined {
    return this.#labels.get(address)
  }

  /** Sets a label; an empty text removes it. */
  set(address: Address, label: string): void {
    if (label === '') this.#labels.delete(address)
    else this.#labels.set(address, label)
  }

  /** All labels by address. */
  get all(): readonly (readonly [Address, string])[] {
    return [...this.#labels].sort(([a], [b]) => (a < b ? -1 : 1))
  }
}
