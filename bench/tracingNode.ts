import { monitorEventLoopDelay } from 'node:perf_hooks'
import { silentLogger } from '../src/primitives/logger.ts'
import { fixedClock } from '../src/primitives/time/clock.ts'
import { createServer } from '../src/server/http/httpServer.ts'
import { chainOfBlocks } from '../test/support/chain/chainOfBlocks.ts'
import { testGenesis } from '../test/support/genesis.ts'
import { nodeOf } from '../test/support/rpc/rpc.ts'
import { createExecutor, type ExecutorName } from './engineExecutors.ts'
import { LOOP, loopCode, loopTransaction, transfers } from './tracingWorkload.ts'

// The node that `tracing.ts` measures: block 1 has a transaction of about a million steps, block 2
// has two hundred transfers. Reports its address and, on request, its peak memory and the longest
// pause of its event loop since the last request.

const genesis = testGenesis({ gasLimit: 10n ** 9n }, [[LOOP, { code: loopCode, nonce: 1n }]])
const executor = createExecutor((process.argv[2] ?? 'engine') as ExecutorName)
const clock = fixedClock(Number(genesis.timestamp))
const settings = { genesis, executor, clock, logger: silentLogger }
const { chain } = await chainOfBlocks(genesis, [[loopTransaction], transfers], settings)
const server = createServer(nodeOf(chain), {
  allowOrigin: [],
  bodyLimitBytes: 1e7,
  batchLimit: 10,
})
const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', () => {
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.send?.({ peakMb, blockedMs: delay.max / 1e6 })
  delay.reset()
})
process.send?.({ url: `http://127.0.0.1:${port}` })
