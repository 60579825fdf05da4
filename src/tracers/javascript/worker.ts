/*
 * Entry point of a worker process. The build bundles it into dist/tracer/worker.js.
 */
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createEngineExecutor } from '../../evm/engine/engineExecutor.ts'
import { TxError } from '../../evm/errors.ts'
import { chainPrecompilesOf, consolePrecompiles } from '../../evm/precompiles/chainPrecompiles.ts'
import type { StatefulPrecompile } from '../../evm/precompiles/statefulPrecompile.ts'
import type { Executor } from '../../evm/run/executor.ts'
import type { Address } from '../../primitives/address.ts'
import { TraceError } from '../errors.ts'
import { builtFile } from './builtFile.ts'
import type { TraceFailure, TraceJob, WorkerMessage } from './messages.ts'
import { NodePipe } from './nodePipe.ts'
import { RemoteState } from './remoteState.ts'
import { runJob } from './runJob.ts'

const executors = new Map<string, Executor>()
const pipe = new NodePipe()
const remote = new RemoteState(pipe)

new Worker(builtFile('endWithNode.js'))
// A terminal sends signals to the whole process group, but only the node ends its workers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

void serveAll()

async function serveAll(): Promise<never> {
  for (;;) {
    await serve(pipe.receive() as TraceJob)
    // Deferred tasks of V8.
    await setImmediate()
  }
}

async function serve(job: TraceJob): Promise<void> {
  try {
    const executor = await executorOf(job)
    tell({ kind: 'started' })
    tell({ kind: 'done', ...(await runJob(job, executor, remote)) })
  } catch (error) {
    tell({ kind: 'failed', failure: failureOf(error) })
  }
}

function tell(message: WorkerMessage): void {
  pipe.send(message)
}

async function executorOf({
  executor: name,
  chainId,
  plugins,
  seiVersion,
  names: { hasAssociations = true },
}: TraceJob): Promise<Executor> {
  const key = [name, chainId, seiVersion, hasAssociations, ...plugins].join('/')
  const known = executors.get(key)
  if (known !== undefined) return known
  const create = name === 'engine' ? createEngineExecutor : await loadReference()
  const own = hasAssociations ? chainPrecompilesOf(seiVersion) : consolePrecompiles
  const made = create(chainId, new Map([...own, ...plugins.map(absent)]))
  executors.set(key, made)
  return made
}

/** A custom precompile: its function is in the node's process. */
function absent(address: Address): [Address, StatefulPrecompile] {
  return [
    address,
    () => {
      throw new TraceError({ code: 'PRECOMPILE_NOT_TRACEABLE', address })
    },
  ]
}

async function loadReference(): Promise<typeof createEngineExecutor> {
  const { createReferenceExecutor } = await import('../../evm/reference/referenceExecutor.ts')
  return createReferenceExecutor
}

function failureOf(error: unknown): TraceFailure {
  if (error instanceof TxError) return { errorClass: 'TxError', details: error.details }
  if (error instanceof TraceError) return { errorClass: 'TraceError', details: error.details }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
