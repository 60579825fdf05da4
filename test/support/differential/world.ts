import type { NativeNames, StateSource } from '../../../src/state/rows/stateSource.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { WorldState } from '../../../src/state/worldState.ts'
import type { Scenario } from './scenario.ts'

const NAMES: NativeNames = { bech32Prefix: 'sei', denomination: 'usei' }

/** Creates equal initial states of a scenario. */
export interface World {
  fresh(): WorldState
}

/** @param names of the chain; default: those of one with associations */
export function createWorld(scenario: Scenario, names = NAMES): World {
  const source = scenario.isStored ? storedSource(scenario, names) : memorySource(scenario, names)
  return {
    fresh() {
      const state = new WorldState(source, names)
      for (const address of scenario.keptEmpty) state.keepEmpty(address)
      return state
    },
  }
}

function memorySource(scenario: Scenario, names: NativeNames): StateSource {
  const empty = createStateDatabase(names)
  empty.commit()
  const state = empty.overlay(1)
  fill(state, scenario)
  return state.asSource()
}

function storedSource(scenario: Scenario, names: NativeNames): StateSource {
  const database = createStateDatabase(names)
  fill(database.newest, scenario)
  const { version } = database.commit()
  return database.overlay(version).asSource()
}

function fill(state: WorldState, { accounts }: Scenario): void {
  for (const [address, { balance, nonce, code, storage, native }] of accounts) {
    if (native !== undefined) state.associate(address, native)
    state.setBalance(address, balance)
    state.setNonce(address, nonce)
    if (code.length > 0) state.setCode(address, code)
    for (const [slot, word] of storage) state.setStorage(address, slot, word)
  }
  state.settle()
}
