import { randomBytes } from 'node:crypto'
import { bytesToHash, type Hash } from './hex.ts'

/** 32 bytes that nobody guesses and nothing else has. */
export function randomHash(): Hash {
  return bytesToHash(randomBytes(32))
}
