import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { OverlayFactory } from '../../state/stateDatabase.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockView } from './blockView.ts'

/** Maximum number of rows that a reused view holds in memory. */
const MAX_VIEW_ROWS = 256

/** Reads from overlays of a version until nothing is missing. */
type ReadFrom = <T>(
  version: number,
  overlay: () => WorldState,
  run: (state: WorldState) => MaybePromise<T>,
) => MaybePromise<T>

/**
 * View of a block with the state after it. A class, because each object literal with a getter has a
 * shape of its own in V8.
 */
export class RecentView implements BlockView {
  readonly block: SealedBlock
  readonly version: number
  readonly overlay: BlockView['overlay']
  readonly content: BlockView['content']
  readonly blockAt: BlockView['blockAt']
  readonly #overlays: OverlayFactory
  readonly #readFrom: ReadFrom
  #state: WorldState | undefined
  #spare: WorldState | undefined

  constructor(
    block: SealedBlock,
    version: number,
    overlays: OverlayFactory,
    content: BlockView['content'],
    blockAt: BlockView['blockAt'],
    readFrom: ReadFrom,
  ) {
    this.block = block
    this.version = version
    this.overlay = () => this.#takeSpare() ?? overlays()
    this.#overlays = overlays
    this.content = content
    this.blockAt = blockAt
    this.#readFrom = readFrom
  }

  reuse(overlay: WorldState): void {
    if (overlay.size <= MAX_VIEW_ROWS) this.#spare = overlay
  }

  #takeSpare(): WorldState | undefined {
    const spare = this.#spare
    this.#spare = undefined
    return spare
  }

  /**
   * Created on first use: a simulation needs only its own overlay. Replaced when it holds many
   * rows, because the view may serve any number of reads.
   */
  get state(): WorldState {
    if (this.#state === undefined || this.#state.size > MAX_VIEW_ROWS) {
      this.#state = this.#overlays(true)
    }
    return this.#state
  }

  read<T>(run: (state: StateReader) => MaybePromise<T>): MaybePromise<T> {
    const { state } = this
    if (state.remote === undefined) return run(state)
    return this.readOverlay(run)
  }

  readOverlay<T>(run: (state: WorldState) => MaybePromise<T>): MaybePromise<T> {
    return this.#readFrom(this.version, this.overlay, run)
  }
}
