import { expect } from 'vitest'
import type { Probe } from './context.ts'

/** What has no effect that a client sees. */
export const process: Readonly<Record<string, Probe>> = {
  async setLoggingEnabled({ test }) {
    await test.setLoggingEnabled(false)
    await test.setLoggingEnabled(true)
  },
  async setRpcUrl(on) {
    await on.test.setRpcUrl('http://127.0.0.1:1')
    // There is no upstream node that it could ask from now on.
    expect(await on.test.getBlockNumber({ cacheTime: 0 })).toBe(0n)
  },
}
