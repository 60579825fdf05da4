import type { StateSource } from '../../../src/state/rows/stateSource.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { WorldState } from '../../../src/state/worldState.ts'
import type { Scenario } from './scenario.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }

/** Creates equal initial states of a scenario. */
export interface World {
  fresh(): WorldState
}

const empty = createStateDatabase(names)
empty.commit()
const nothing = empty.overlays(1)

export function createWorld(scenario: Scenario): World {
  const source = scenario.isStored ? storedSource(scenario) : memorySource(scenario)
  return {
    fresh() {
      const state = new WorldState(source, names)
      for (const address of scenario.keptEmpty) state.keepEmpty(address)
      return state
    },
  }
}

function memorySource(scenario: Scenario): StateSource {
  const state = nothing()
  fill(state, scenario)
  return state.asSource()
}

function storedSource(scenario: Scenario): StateSource {
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
