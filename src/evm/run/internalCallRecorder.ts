import type { Address } from '../../primitives/address.ts'
import type { EarlierAccount } from '../../state/inspect/earlierAccounts.ts'
import type { CreatedContract, InternalCalls } from './executor.ts'
import type { Log } from './log.ts'
import type { FrameEnd, FrameObserver, FrameStart } from './observer.ts'

/** Records the internal calls of a message and forwards all events to the next observer. */
export class InternalCallRecorder implements FrameObserver {
  readonly #next: FrameObserver | undefined
  readonly #reached = new Set<Address>()
  /** Contracts created by each open frame and its subframes, without reverted ones. */
  readonly #creations: CreatedContract[][] = []
  #kept: readonly CreatedContract[] = []
  readonly changed?: (account: EarlierAccount) => void

  constructor(next?: FrameObserver) {
    this.#next = next
    if (next?.changed !== undefined) this.changed = (account) => next.changed?.(account)
  }

  /** Complete when the message has ended. Undefined if the message opened no frame. */
  get internalCalls(): InternalCalls | undefined {
    if (this.#reached.size === 0) return undefined
    const creations = [...this.#kept].sort((a, b) => (a.address < b.address ? -1 : 1))
    return { touched: [...this.#reached].sort(), creations }
  }

  enter(frame: FrameStart): void {
    const { kind, depth, from: creator, to: address } = frame
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    this.#creations.push(depth > 0 && isCreation ? [{ address, creator }] : [])
    if (depth > 0) this.#reached.add(address)
    this.#next?.enter(frame)
  }

  exit(end: FrameEnd): void {
    const made = this.#creations.pop() ?? []
    const kept = end.error === undefined ? made : []
    if (end.depth === 0) this.#kept = kept
    else this.#creations.at(-1)?.push(...kept)
    this.#next?.exit(end)
  }

  log(log: Log): void {
    this.#next?.log(log)
  }

  access(address: Address, slot?: Uint8Array): void {
    this.#next?.access(address, slot)
  }
}
