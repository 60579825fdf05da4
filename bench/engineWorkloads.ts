import { type Address, parseAddress } from '../src/primitives/address.ts'
import { assert } from '../src/primitives/assert.ts'
import { bigIntToBytes, concatBytes } from '../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../src/primitives/encoding/hex.ts'
import { assemble } from './assemble.ts'
import compiled from './contracts/compiled.json' with { type: 'json' }

/** A computation with the same bytecode and input for all contestants. */
export interface Workload {
  readonly title: string
  /** Code, and optional storage. */
  readonly contracts: readonly Contract[]
  /** Target and data of the call. */
  readonly target: Address
  input(size: number): Uint8Array
  /** Size for the fast contestants: 200 to 400 ms on Anvil. */
  readonly size: number
  /**
   * Size for the reference, which is 40 to 250 times slower. All results are compared at this size,
   * too.
   */
  readonly smallSize: number
  /** Minimum rate of the engine as a multiple of Anvil's. */
  readonly goal?: number
}

export interface Contract {
  readonly address: Address
  readonly code: Uint8Array
  readonly storage?: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
}

const at = (prefix: string, number: number): Address =>
  parseAddress(`0x${prefix}${number.toString(16).padStart(40 - prefix.length, '0')}`)

/**
 * Calls the address in the first word with the rest of the data. Returns the gas used, then the
 * output.
 */
export const METER = at('10', 0)
const LOOP = at('10', 1)
const STOP = at('10', 2)
const RECURSION = at('10', 3)
export const TOKEN = at('20', 0)
const TOKEN1 = at('20', 1)
const PAIR = at('20', 2)
const TRADER = at('20', 3)

const meterCode = assemble(`
  32 CALLDATASIZE SUB 32 0 CALLDATACOPY
  GAS
  0 0 32 CALLDATASIZE SUB 0 0 0 CALLDATALOAD GAS CALL
  GAS SWAP2 SWAP1 ISZERO @failed JUMPI
  SUB 0 MSTORE
  RETURNDATASIZE 0 32 RETURNDATACOPY
  RETURNDATASIZE 32 ADD 0 RETURN
  failed: 0 0 REVERT`)

/**
 * Repeats a piece of code as often as the first word of the data says. The code has a value and, on
 * top of it, the remaining count on the stack; the value is returned.
 */
function loop(body: string, initial = '1', next = 'DUP1 @again JUMPI'): Uint8Array {
  return assemble(`
    ${initial} 0 CALLDATALOAD
    again: ${body} 1 SWAP1 SUB ${next}
    POP 0 MSTORE 32 0 RETURN`)
}

const ODD_WORD = `0x${'9e3779b97f4a7c15'.repeat(4)}`

const loops = {
  arithmetic: loop(
    'SWAP1 3 MUL DUP2 ADD 0xfffffffb SWAP1 MOD SWAP1',
    '1',
    '0 DUP2 GT @again JUMPI',
  ),
  wide: loop(`SWAP1 DUP1 ${ODD_WORD} MUL SWAP1 7 SHR XOR SWAP1`, ODD_WORD),
  // Two reads and two writes, half of them unaligned.
  memory: loop(`
    DUP1 5 SHL 0x1fe0 AND DUP1 MLOAD DUP3 ADD DUP2 MSTORE
    DUP2 0x2010 MSTORE 7 ADD MLOAD DUP3 ADD SWAP2 POP`),
  keccak: loop('DUP2 0 MSTORE DUP1 32 MSTORE 64 0 KECCAK256 SWAP2 POP'),
  sload: loop('DUP1 15 AND SLOAD DUP3 ADD SWAP2 POP'),
  sstore: loop('DUP1 DUP2 15 AND SSTORE SWAP1 7 ADD SWAP1'),
  call: loop(`0 0 0 0 0 ${STOP} GAS CALL DUP3 ADD SWAP2 POP`),
  // Calls RECURSION with 256 and adds the results.
  recursion: loop(`
    256 0 MSTORE 32 0 32 0 0 ${RECURSION} GAS CALL
    0 MLOAD ADD DUP3 ADD SWAP2 POP`),
}

/** Calls itself as often as the data says, nested, and returns the depth. */
const recursionCode = assemble(`
  0 CALLDATALOAD DUP1 @deeper JUMPI
  0 MSTORE 32 0 RETURN
  deeper: 1 SWAP1 SUB 0 MSTORE
  32 0 32 0 0 ADDRESS GAS CALL
  0 MLOAD ADD 0 MSTORE 32 0 RETURN`)

function raw(
  title: string,
  code: Uint8Array,
  rest: Pick<Workload, 'size' | 'smallSize' | 'goal'> & {
    readonly others?: readonly Contract[]
    readonly storage?: Contract['storage']
  },
): Workload {
  const { others = [], storage = [], ...sizes } = rest
  return {
    title,
    contracts: [{ address: LOOP, code, storage }, ...others],
    target: LOOP,
    input: (size) => word(size),
    ...sizes,
  }
}

function solidity(
  title: string,
  contracts: readonly (readonly [Address, ContractName])[],
  method: string,
  sizes: Pick<Workload, 'size' | 'smallSize' | 'goal'>,
): Workload {
  const [first] = contracts
  assert(first !== undefined, 'a contract')
  const [target, name] = first
  return {
    title,
    contracts: contracts.map(([address, of]) => ({ address, code: codeOf(of) })),
    target,
    input: (size) => encodeCall(name, method, size),
    ...sizes,
  }
}

export const workloads = {
  arithmetic: raw('arithmetic loop', loops.arithmetic, {
    size: 4_000_000,
    smallSize: 40_000,
    goal: 1,
  }),
  wide: raw('256-bit arithmetic loop', loops.wide, { size: 4_000_000, smallSize: 40_000 }),
  memory: raw('memory loop', loops.memory, { size: 3_000_000, smallSize: 20_000, goal: 1 }),
  keccak: raw('keccak256 of 64 bytes', loops.keccak, {
    size: 600_000,
    smallSize: 8_000,
    goal: 0.9,
  }),
  sload: raw('SLOAD loop', loops.sload, {
    size: 3_000_000,
    smallSize: 20_000,
    goal: 1.2,
    storage: Array.from({ length: 16 }, (_, i) => [word(i), word(2 ** 40 + i)] as const),
  }),
  sstore: raw('SSTORE loop', loops.sstore, { size: 2_000_000, smallSize: 10_000, goal: 1.2 }),
  call: raw('CALL loop', loops.call, {
    size: 1_000_000,
    smallSize: 5_000,
    others: [{ address: STOP, code: assemble('STOP') }],
  }),
  recursion: raw('CALL recursion, 256 deep', loops.recursion, {
    size: 2_500,
    smallSize: 20,
    goal: 0.6,
    others: [{ address: RECURSION, code: recursionCode }],
  }),
  quicksort: solidity('Solidity quicksort', [[LOOP, 'Sort']], 'run(uint256)', {
    size: 50_000,
    smallSize: 600,
    goal: 1,
  }),
  division: solidity('Solidity mul/mod/div', [[LOOP, 'Division']], 'run(uint256)', {
    size: 500_000,
    smallSize: 5_000,
    goal: 0.8,
  }),
  swaps: solidity(
    'Solidity swaps',
    [
      [TRADER, 'Trader'],
      [TOKEN, 'Token'],
      [TOKEN1, 'Token'],
      [PAIR, 'Pair'],
    ],
    'swaps(uint256)',
    { size: 6_000, smallSize: 60, goal: 0.6 },
  ),
  transfers: solidity(
    'Solidity ERC-20 transfers',
    [
      [TRADER, 'Trader'],
      [TOKEN, 'Token'],
    ],
    'transfers(uint256)',
    { size: 40_000, smallSize: 400 },
  ),
} as const satisfies Record<string, Workload>

export type WorkloadName = keyof typeof workloads

/** Contracts that a workload needs. */
export function contractsOf(workload: Workload): readonly Contract[] {
  return [{ address: METER, code: meterCode }, ...workload.contracts]
}

/** Data for {@link METER}. */
export function meteredInput(workload: Workload, size: number): Uint8Array {
  return concatBytes(word(BigInt(workload.target)), workload.input(size))
}

/** Data for {@link METER} that calls empty code. */
export const emptyInput = word(BigInt(STOP))

type ContractName = keyof typeof compiled.contracts

export function codeOf(name: ContractName): Uint8Array {
  return hexToBytes(compiled.contracts[name].code)
}

/** Data of a call to a Solidity method. */
export function encodeCall(
  name: ContractName,
  method: string,
  ...args: readonly (number | bigint)[]
): Uint8Array {
  const methods: Readonly<Record<string, string>> = compiled.contracts[name].methods
  const selector = methods[method]
  assert(selector !== undefined, `${method} in ${name}`)
  return concatBytes(hexToBytes(selector), ...args.map(word))
}

export function word(value: number | bigint): Uint8Array {
  return bigIntToBytes(BigInt(value), 32)
}
