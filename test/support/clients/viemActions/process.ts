import { expect } from 'vitest'
import type { Probe } from './context.ts'

/** Actions without an effect that a client sees. */
export const process: Readonly<Record<string, Probe>> = {
  async setLoggingEnabled({ test }) {
    await test.setLoggingEnabled(false)
    await test.setLoggingEnabled(true)
  },
  async setRpcUrl(on) {
    await on.test.setRpcUrl('http://127.0.0.1:1')
    // The node has no upstream node to switch.
    expect(await on.test.getBlockNumber({ cacheTime: 0 })).toBe(0n)
  },
}
