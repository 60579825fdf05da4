import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { bytesToBigInt, utf8ToBytes } from '../../../primitives/encoding/bytes.ts'

/** Argument types of a function, such as `uint256`. */
export type ConsoleTypes = readonly string[]

/** Types of up to four arguments of `log`, in any combination. */
const TYPES = ['uint256', 'string', 'bool', 'address']
const MOST_ARGUMENTS = 4

let known: ReadonlyMap<number, ConsoleTypes> | undefined

/**
 * Functions of Hardhat's and Foundry's console libraries by selector, including those with the
 * names `uint` and `int`, which early versions of Hardhat called by mistake. Built on first use.
 */
export function consoleSignatures(): ReadonlyMap<number, ConsoleTypes> {
  known ??= new Map([...signatures()].map(([name, types]) => [selectorOf(name), types]))
  return known
}

function* signatures(): Generator<readonly [signature: string, types: ConsoleTypes]> {
  let lists: readonly ConsoleTypes[] = [[]]
  for (let count = 0; count <= MOST_ARGUMENTS; count++) {
    for (const types of lists) {
      yield [signatureOf(types), types]
      if (types.includes('uint256')) yield [signatureOf(types).replaceAll('uint256', 'uint'), types]
    }
    lists = lists.flatMap((types) => TYPES.map((type) => [...types, type]))
  }
  const sizes = Array.from({ length: 32 }, (_, i) => `bytes${i + 1}`)
  const others = [['int256'], ['string', 'int256'], ['bytes'], ...sizes.map((type) => [type])]
  for (const types of others) yield [signatureOf(types), types]
  for (const short of ['log(int)', 'log(string,int)']) {
    yield [short, short === 'log(int)' ? ['int256'] : ['string', 'int256']]
  }
}

function signatureOf(types: ConsoleTypes): string {
  return `log(${types.join(',')})`
}

function selectorOf(signature: string): number {
  return Number(bytesToBigInt(keccak256(utf8ToBytes(signature)).subarray(0, 4)))
}
