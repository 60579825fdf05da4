import { type Abi, decodeEventLog } from 'viem'
import { expect } from 'vitest'
import type { StatefulPrecompiles } from '../../../src/evm/precompiles/statefulPrecompile.ts'
import type { ExecutionResult } from '../../../src/evm/run/executor.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { startRewardStreams } from '../../../src/modules/distribution/accrual.ts'
import { endBlock } from '../../../src/modules/endBlock.ts'
import { initModules } from '../../../src/modules/initModules.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../src/state/rows/layout.ts'
import type { WorldState } from '../../../src/state/worldState.ts'
import { alice, bob, carol } from '../accounts.ts'
import { operators, START, stakeGenesis } from '../modules/stakeScene.ts'
import { type Call, interfaceOf, outputOf, Scene } from './scene.ts'

export { START }

export const UNIT = 10n ** 12n

/** Native accounts of alice and bob. */
export const aliceNative = publicKeyToNative(alice.publicKey)
export const bobNative = publicKeyToNative(bob.publicKey)

export const textOf = (prefix: string, native: NativeAddress): string =>
  bytesToBech32(prefix, hexToBytes(native))

/** Validators as the contracts name them: v0 and v1 are bonded, v2 is not. */
export const [v0 = '', v1 = '', v2 = ''] = operators.map((operator) =>
  textOf('seivaloper', operator),
)

function setUp(state: WorldState): void {
  state.associate(alice.address, aliceNative)
  state.associate(bob.address, bobNative)
  for (const native of [aliceNative, bobNative]) state.mintCoins(native, 'usei', 100_000_000n)
  // Address of an account without an association.
  state.mintCoins(castAddress(carol.address), 'usei', 10_000_000n)
  const genesis = stakeGenesis()
  initModules(
    state,
    {
      ...genesis,
      oracle: {
        rates: [
          { denomination: 'usei', rate: 25n * 10n ** 16n },
          { denomination: 'uatom', rate: 85n * 10n ** 17n },
        ],
      },
    },
    START,
  )
  startRewardStreams(state, START)
}

/** A contract of the modules, called on both executors. */
export class ModuleScene {
  readonly scene: Scene
  readonly #abi: Abi
  readonly #address: Address
  /** Block of the calls. */
  number = 5n
  timestamp = START

  constructor(address: Address, abi: Abi, precompiles?: StatefulPrecompiles) {
    this.scene = new Scene(setUp, precompiles)
    this.#address = address
    this.#abi = abi
  }

  /** Calls a function. */
  call(name: string, args: readonly unknown[] = [], call: Call = {}): Promise<ExecutionResult> {
    const data = interfaceOf(this.#abi).encode(name, ...args)
    const { number, timestamp } = this
    return this.scene.run({ to: this.#address, data, ...call }, { number, timestamp })
  }

  /** Returns the result of a function that must succeed. */
  async result(name: string, args: readonly unknown[] = [], call: Call = {}): Promise<unknown> {
    const outcome = await this.call(name, args, call)
    return interfaceOf(this.#abi).decode(name, outputOf(outcome))
  }

  /** Calls a function that must return true. Returns its decoded events. */
  async events(name: string, args: readonly unknown[] = [], call: Call = {}): Promise<unknown[]> {
    const outcome = await this.call(name, args, call)
    expect(interfaceOf(this.#abi).decode(name, outputOf(outcome))).toBe(true)
    if (outcome.kind !== 'success') return []
    return outcome.logs.map(({ topics, data }) => {
      const [first = '0x', ...others]: readonly Hex[] = topics
      const log = decodeEventLog({
        abi: this.#abi,
        topics: [first, ...others],
        data: bytesToHex(data),
      })
      return [log.eventName, log.args]
    })
  }

  /** Ends the block and begins the next one after some seconds. */
  nextBlock(seconds = 1n): void {
    const moment = { time: this.timestamp, height: this.number }
    this.scene.change((state) => endBlock(state, moment))
    this.number += 1n
    this.timestamp += seconds
  }
}
