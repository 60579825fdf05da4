import type { SealedBlock } from './block.ts'
import { type BlockContents, sealBlock } from './sealBlock.ts'

/**
 * Computes header, size and hash of a block. Like an `Executor`, it has two implementations that
 * must agree on every block: {@link engineSealer}, and one on @ethereumjs/block.
 */
export interface BlockSealer {
  seal(contents: BlockContents): SealedBlock | Promise<SealedBlock>
}

/** Seals blocks with the encoder of this project. */
export const engineSealer: BlockSealer = { seal: sealBlock }
