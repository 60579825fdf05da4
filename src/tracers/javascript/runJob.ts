import { forkRules } from '../../evm/rules/forkRules.ts'
import type { Executor } from '../../evm/run/executor.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import { requireIntrinsicGas } from '../../evm/transaction/intrinsicGas.ts'
import { type Address, contractAddress } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { WorldState } from '../../state/worldState.ts'
import type { TraceEnd, TraceStart } from '../tracer.ts'
import { runTrace, type TraceTarget } from '../traceTarget.ts'
import { loadQuickJs } from './loadQuickJs.ts'
import type { TraceJob } from './messages.ts'
import type { RemoteState } from './remoteState.ts'
import type { HostCalls } from './sandbox/globals.ts'
import type { EndFacts } from './sandbox/protocol.ts'
import {
  allCapabilities,
  inferCapabilities,
  type TracerCapabilities,
} from './sandbox/tracerCapabilities.ts'
import { SandboxTrace, type StorageView } from './sandboxTrace.ts'
import { MissingCapability, sandboxBytes, TracerSandbox } from './tracerSandbox.ts'

/** Maximum memory of the sandboxes of an idle worker, which never shrinks. */
const MAX_KEPT = 48 * 1024 * 1024

/** Result of a job. */
export interface JobResult {
  readonly json: string
  /** Whether nothing of the tracer remains. */
  readonly isClean: boolean
}

/**
 * Runs a trace in this process, a worker. Runs a tracer again if it needed more than was recorded.
 *
 * @throws TxError, TraceError
 */
export async function runJob(
  job: TraceJob,
  executor: Executor,
  remote: RemoteState,
): Promise<JobResult> {
  const started = performance.now()
  const { chainId, gasCap, movedPrecompiles, replacedPrecompiles } = job
  const state = new WorldState(remote.asSource(), job.names)
  const block = remote.completeBlock(job.block)
  const context: ExecutionContext = {
    executor,
    state,
    block,
    chainId,
    gasCap,
    ...(movedPrecompiles !== undefined && { movedPrecompiles }),
    ...(replacedPrecompiles !== undefined && { replacedPrecompiles }),
  }
  const mark = state.mark
  try {
    return await runOnce(job, context, started, inferCapabilities(job.source))
  } catch (error) {
    if (!(error instanceof MissingCapability)) throw error
    state.revertTo(mark)
    return runOnce(job, context, started, allCapabilities)
  }
}

async function runOnce(
  job: TraceJob,
  context: ExecutionContext,
  started: number,
  wants: TracerCapabilities,
): Promise<JobResult> {
  const storage: StorageView = { live: undefined }
  const quickJs = await loadQuickJs(job.memoryBytes)
  const read = readerOf(context.state, storage)
  let sandbox: TracerSandbox | undefined
  try {
    const trace = await runTrace(context, job.subject, (start) => {
      const facts = { wants, precompiles: [...start.precompiles] }
      sandbox = new TracerSandbox(quickJs, facts, job, started + job.timeoutMs, read)
      sandbox.open(job.source, job.config)
      return new SandboxTrace(sandbox, wants, storage, (end) =>
        endFacts(start, end, intrinsicGasOf(context, job.subject, start.gasLimit)),
      )
    })
    const isClean = sandbox?.dispose() === true
    const size = quickJs.getWasmMemory().buffer.byteLength
    return { json: trace.json, isClean: isClean && size <= MAX_KEPT }
  } catch (error) {
    // After any other failure the sandbox is undefined, and the worker is not reused.
    if (error instanceof MissingCapability) sandbox?.dispose()
    throw error
  }
}

/** Serves `db`. */
function readerOf(state: WorldState, storage: StorageView): HostCalls['read'] {
  return (question, text, slot) => {
    const address = bytesToHex(sandboxBytes(text)) as Address
    switch (question) {
      case 'balance':
        return state.getBalance(address).toString()
      case 'nonce':
        return state.getNonce(address).toString()
      case 'code':
        return bytesToHex(state.getCode(address))
      case 'storage':
        return bytesToHex((storage.live ?? state).getStorage(address, sandboxBytes(slot)))
      case 'exists':
        return state.exists(address) ? '1' : ''
    }
  }
}

function intrinsicGasOf(
  { chainId, block }: ExecutionContext,
  subject: TraceTarget,
  gas: bigint,
): bigint {
  const {
    to,
    data = EMPTY_BYTES,
    accessList = [],
    authorizationList = [],
  } = subject.kind === 'call' ? subject.request : subject.transaction
  const authorizations = authorizationList.length
  const message = { isCreation: to === undefined, data, accessList, authorizations }
  return requireIntrinsicGas(forkRules(chainId, block.hardfork), message, gas).intrinsic
}

/** Returns the `ctx` of `result`. */
function endFacts(
  start: TraceStart,
  { outcome, gasUsed }: TraceEnd,
  intrinsicGas: bigint,
): EndFacts {
  const { from, to, block, place } = start
  const { blockHash, transactionHash, transactionIndex } = place
  return {
    type: to === undefined ? 'CREATE' : 'CALL',
    from,
    to: to ?? contractAddress(from, start.nonce),
    input: bytesToHex(start.input),
    gas: Number(start.gasLimit),
    gasUsed: Number(gasUsed),
    intrinsicGas: Number(intrinsicGas),
    gasPrice: start.gasPrice.toString(),
    value: start.value.toString(),
    output: outcome.kind === 'halt' ? '0x' : bytesToHex(outcome.output),
    ...(outcome.kind === 'revert' && { error: 'execution reverted' }),
    ...(outcome.kind === 'halt' && { error: outcome.reason }),
    block: Number(place.blockNumber),
    coinbase: block.coinbase,
    ...(blockHash !== undefined && { blockHash }),
    ...(transactionHash !== undefined && { txHash: transactionHash }),
    ...(transactionIndex !== undefined && { txIndex: transactionIndex }),
  }
}
