import type { Log } from '../../evm/run/log.ts'
import type { FrameEnd, FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import type { Address } from '../../primitives/address.ts'
import { bigIntToBytes } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** Address of the native coin as a token (ERC-7528). */
const NATIVE_COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' as Address
/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hash

/**
 * Collects the logs of a message, and before those of each frame its transfer of wei as an ERC-20
 * log.
 */
export class TransferLogs implements FrameObserver {
  /**
   * Logs by open frame, including those of successful inner frames; the first entry is the message.
   */
  readonly #open: Log[][] = [[]]

  /** Frames that succeeded. */
  get logs(): readonly Log[] {
    return this.#open[0] ?? []
  }

  enter({ kind, from, to, value }: FrameStart): void {
    this.#open.push([])
    const movesNothing = kind === 'DELEGATECALL' || kind === 'CALLCODE' || value === 0n
    if (!movesNothing) this.log(transferLog(from, to, value))
  }

  exit({ error }: FrameEnd): void {
    const logs = this.#open.pop() ?? []
    if (error === undefined) this.#open.at(-1)?.push(...logs)
  }

  log(log: Log): void {
    this.#open.at(-1)?.push(log)
  }

  access(): void {}
}

function transferLog(from: Address, to: Address, value: bigint): Log {
  const topics = [
    TRANSFER,
    ...[from, to].map((who) => `0x${who.slice(2).padStart(64, '0')}` as Hash),
  ]
  return { address: NATIVE_COIN, topics, data: bigIntToBytes(value, 32) }
}
