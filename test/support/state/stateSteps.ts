import { fc } from '@fast-check/vitest'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { padLeft } from '../../../src/primitives/encoding/bytes.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'
import type { StateDatabase } from '../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../src/state/worldState.ts'

export const names = { bech32Prefix: 'sei', denomination: 'usei' }
export const accounts = ['a', 'b', 'c', 'd'].map((digit) => parseAddress(`0x${digit.repeat(40)}`))
/** Native addresses of the accounts' keys. */
export const nativeOf = (address: Address) =>
  address.replaceAll(/[a-d]/g, '1$&').slice(0, 42) as NativeAddress
export const word = (n: number) => padLeft(Uint8Array.of(n), 32)

type Step =
  | {
      readonly do: 'balance' | 'nonce' | 'slot' | 'code'
      readonly at: Address
      readonly to: number
    }
  | { readonly do: 'associate' | 'delete'; readonly at: Address }
  | { readonly do: 'commit' | 'snapshot' }
  | { readonly do: 'revert'; readonly to: number }

const at = fc.constantFrom(...accounts)
const writes = (['balance', 'nonce', 'slot', 'code'] as const).map((name) => ({
  weight: 4,
  arbitrary: fc.record({ do: fc.constant(name), at, to: fc.nat(3) }),
}))
const rare = (['associate', 'delete'] as const).map((name) => ({
  weight: 1,
  arbitrary: fc.record({ do: fc.constant(name), at }),
}))
/** Changes of a state with {@link accounts}. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...writes,
    ...rare,
    { weight: 6, arbitrary: fc.constant({ do: 'commit' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'snapshot' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revert' as const), to: fc.nat(2) }) },
  ),
  { maxLength: 60, size: 'max' },
)

/** Writes to a state. */
function apply(state: WorldState, step: Step): void {
  if (step.do === 'balance') state.setBalance(step.at, BigInt(step.to) * 600_000_000_000n)
  if (step.do === 'nonce') state.setNonce(step.at, BigInt(step.to))
  if (step.do === 'slot') state.setStorage(step.at, word(step.to), word(step.to % 2))
  if (step.do === 'code') state.setCode(step.at, new Uint8Array(step.to))
  if (step.do === 'delete') state.deleteAccount(step.at)
  if (step.do === 'associate' && state.getNativeAddress(step.at) === undefined) {
    state.associate(step.at, nativeOf(step.at))
  }
}

/** Applies all steps, from a first version to the last one. Returns the positions of snapshots. */
export function play(
  states: StateDatabase,
  list: readonly Step[],
): readonly StateDatabase['position'][] {
  const snapshots: StateDatabase['position'][] = []
  states.commit()
  for (const step of list) {
    if (step.do === 'commit') states.commit()
    else if (step.do === 'snapshot') snapshots.push(states.position)
    else if (step.do === 'revert') {
      const position = snapshots[step.to]
      if (position !== undefined) states.returnTo(position)
    } else apply(states.newest, step)
  }
  states.commit()
  return snapshots
}
