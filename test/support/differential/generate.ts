import { type Hardfork, hardforks, isAtLeast } from '../../../src/evm/rules/hardfork.ts'
import type { Message } from '../../../src/evm/run/executor.ts'
import { type Address, contractAddress } from '../../../src/primitives/address.ts'
import type { Hex } from '../../../src/primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../src/state/rows/layout.ts'
import { callingCode } from './programs/calls.ts'
import { initCode } from './programs/creations.ts'
import { jumpingCode } from './programs/jumps.ts'
import { delegationCodes, libraryCodes } from './programs/library.ts'
import { everybody, someWord } from './programs/operands.ts'
import { Random } from './programs/random.ts'
import { recursiveCode } from './programs/recursion.ts'
import { avoidMagic, straightCode } from './programs/straight.ts'
import {
  contracts,
  delegatedAddress,
  delegationTo,
  KEPT_EMPTY,
  libraryAddress,
  lowAddress,
  NO_BYTES,
  RICH,
  type Scenario,
  SENDER,
  type StartAccount,
  TWIN,
  word,
} from './scenario.ts'

/** Kinds of random programs. */
export const kinds = ['straight', 'jumps', 'calls', 'recursion'] as const
export type Kind = (typeof kinds)[number]

/** Identifies a scenario: the same plan gives the same scenario. */
export interface Plan {
  readonly seed: number
  /** Number of the scenario for this seed. */
  readonly index: number
  readonly fork?: Hardfork
  readonly kind?: Kind
  /** Mode of the run; by default it depends on the number. */
  readonly way?: Way
}

/** Modes of a run, see `check.ts`. */
export const ways = ['plain', 'access', 'undo', 'watch'] as const
export type Way = (typeof ways)[number]

/** Half of all scenarios run on current forks, the others on all forks. */
function someFork(random: Random): Hardfork {
  if (random.chance(3)) return random.pick(hardforks)
  return random.pick(['prague', 'prague', 'prague', 'osaka', 'osaka', 'cancun'] as const)
}

function someKind(random: Random): Kind {
  const kind = random.below(400)
  if (kind < 150) return 'straight'
  if (kind < 220) return 'jumps'
  return kind < 399 ? 'calls' : 'recursion'
}

function someGas(random: Random, kind: Kind, isDry: boolean): bigint {
  if (kind === 'recursion') return random.chance(3) ? 10n ** 12n : BigInt(random.below(3_000_000))
  if (kind === 'jumps') return BigInt(random.between(2_000, 40_000))
  if (isDry) return 2n ** BigInt(random.between(31, 61)) + BigInt(random.below(1000))
  if (kind === 'straight') return BigInt(random.between(1_000, 400_000))
  if (random.chance(20)) return 8_000_000n
  return BigInt(random.between(random.chance(4) ? 20_000 : 90_000, 300_000))
}

function account(fields: Partial<StartAccount>): StartAccount {
  return { balance: 0n, nonce: 0n, code: NO_BYTES, storage: [], ...fields }
}

/** Accounts around the random contracts. */
function surroundings(random: Random, fork: Hardfork): Map<Address, StartAccount> {
  const native = lowAddress(0xa5) as Hex as NativeAddress
  const hasDelegations = isAtLeast(fork, 'prague')
  const delegation = hasDelegations && random.chance(12)
  const senderCode = delegation ? delegationTo(contracts[1] ?? RICH) : NO_BYTES
  const accounts = new Map<Address, StartAccount>([
    [SENDER, account({ balance: 10n ** 18n, nonce: 3n, code: senderCode, native })],
    [RICH, account({ balance: 10n ** 12n + 5n })],
    [lowAddress(2), account({ balance: 1n })],
  ])
  for (const [i, code] of libraryCodes.entries()) {
    const storage = i === 7 ? [[word(0), word(5)] as const] : []
    accounts.set(libraryAddress(i), account({ balance: BigInt(i), nonce: 1n, code, storage }))
  }
  if (!hasDelegations) return accounts
  for (const [i, code] of delegationCodes.entries()) {
    accounts.set(delegatedAddress(i), account({ balance: 50n, nonce: BigInt(i % 2), code }))
  }
  return accounts
}

function contractOf(random: Random, code: Uint8Array): StartAccount {
  const storage = [0, 1, 2, 3]
    .filter(() => random.chance(3))
    .map((slot) => [word(slot), word(random.between(1, 3))] as const)
  const nonce = random.chance(60) ? 2n ** 64n - 2n : BigInt(random.between(1, 2))
  const balance = random.chance(3) ? 0n : BigInt(random.pick([1, 7, 1_000, 2_000_000_000_000]))
  return account({ balance, nonce, code, storage })
}

/** Content at the address of a future contract: wei, code, a nonce, storage. */
function blockCreation(random: Random, accounts: Map<Address, StartAccount>): void {
  const creator = random.pick([contracts[0] ?? RICH, SENDER])
  const nonce = creator === SENDER ? 2n : (accounts.get(creator)?.nonce ?? 1n)
  const found = random.pick<Partial<StartAccount>>([
    { balance: 9n },
    { nonce: 1n },
    { code: Uint8Array.of(0) },
    { storage: [[word(1), word(1)]] },
    { balance: 1n, storage: [[word(0), word(2)]] },
  ])
  accounts.set(contractAddress(creator, nonce), account(found))
}

function codeFor(
  random: Random,
  fork: Hardfork,
  kind: Kind,
  index: number,
  isDry: boolean,
): Uint8Array {
  const mayBeFar = true
  switch (kind) {
    case 'straight': {
      const length = random.between(2, 18)
      return straightCode(random, { fork, mayBeFar, mayCall: random.chance(4), isDry, length })
    }
    case 'jumps':
      return jumpingCode(random, { fork, mayBeFar, mayCall: false, length: 0 })
    case 'calls':
      return callingCode(random, fork, index)
    case 'recursion':
      return recursiveCode(random, fork, index)
  }
}

function someWarm(random: Random): Message['warm'] {
  const warm = new Map<Address, Uint8Array[]>()
  if (!random.chance(6)) return warm
  for (let i = random.between(1, 3); i > 0; i--) {
    const slots = [0, 1, 2].filter(() => random.chance(2)).map(word)
    warm.set(random.pick(everybody), slots)
  }
  return warm
}

function someData(random: Random): Uint8Array {
  if (random.chance(3)) return NO_BYTES
  if (random.chance(2)) return random.bytes(random.below(100))
  return Uint8Array.from([...word(random.below(4)), ...word(someWord(random))])
}

function someMessage(
  random: Random,
  fork: Hardfork,
  kind: Kind,
  callers: readonly Address[],
  isDry: boolean,
): Scenario['messages'][number] {
  const isCreation = !isDry && random.chance(kind === 'recursion' ? 1000 : 9)
  const fresh = random.chance(2) ? initCode(random, fork) : codeFor(random, fork, kind, 0, isDry)
  const main = contracts[0] ?? RICH
  const to =
    !isDry && random.chance(kind === 'recursion' ? 1000 : 14) ? random.pick(everybody) : main
  return {
    caller: random.chance(40) ? random.pick(callers) : SENDER,
    ...(isCreation ? {} : { to }),
    value: random.chance(5) ? BigInt(random.below(2)) : 0n,
    data: isCreation ? avoidMagic(fresh) : someData(random),
    gasLimit: someGas(random, kind, isDry),
    gasPrice: BigInt(random.below(3)) * 10n,
    warm: someWarm(random),
    ...(random.chance(100) && {
      movedPrecompiles: new Map([[lowAddress(random.between(1, 5)), random.pick(everybody)]]),
    }),
  }
}

/** Returns the random scenario of a plan. */
export function generateScenario(plan: Plan): Scenario & { readonly kind: Kind } {
  const random = new Random(plan.seed, plan.index)
  const fork = plan.fork ?? someFork(random)
  const kind = plan.kind ?? someKind(random)
  // Gas for code that cannot spend it.
  const isDry = kind === 'straight' && random.chance(30)
  const accounts = surroundings(random, fork)
  for (const [i, address] of contracts.entries()) {
    const isNeeded = i === 0 || kind === 'calls' || (i === 1 && kind === 'recursion')
    if (!isNeeded) continue
    const contract = contractOf(random, codeFor(random, fork, kind, i, isDry))
    accounts.set(address, i === 0 ? { ...contract, native: castAddress(TWIN) } : contract)
  }
  if (random.chance(12)) blockCreation(random, accounts)
  const count = kind === 'calls' && random.chance(6) ? random.between(2, 3) : 1
  // A caller has already incremented its nonce.
  const callers = [...accounts].flatMap(([address, { nonce }]) => (nonce > 0n ? [address] : []))
  const messages = Array.from({ length: count }, (_, i) => {
    const message = someMessage(random, fork, kind, callers, isDry)
    // A message never sends more than the caller has, because that is rejected earlier.
    const hasValue = i === 0 && (accounts.get(message.caller)?.balance ?? 0n) >= 10n
    return hasValue ? message : { ...message, value: 0n }
  })
  const keptEmpty = isAtLeast(fork, 'spuriousDragon') ? [] : [KEPT_EMPTY]
  return { kind, fork, accounts, keptEmpty, messages, isStored: random.chance(30) }
}
