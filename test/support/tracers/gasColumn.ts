/** Fields of callTracer's result. */
export interface TracedCall {
  readonly type: string
  readonly gas: string
  readonly gasUsed: string
  readonly input: string
  readonly output?: string
  readonly error?: string
  readonly calls?: readonly TracedCall[]
}

/** Fields of struct logs. */
export interface Logs {
  readonly structLogs: readonly Log[]
}

interface Log {
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
}

const OPENING: ReadonlySet<string> = new Set([
  ...['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'],
  ...['CREATE', 'CREATE2', 'SELFDESTRUCT'],
])

/**
 * Computes the gas used by each frame below the message from the gas column only: the caller's gas
 * before and after. Frames are in the order of the opcodes that opened them; failed opcodes opened
 * none.
 */
export function gasUsedByLogs(
  root: TracedCall,
  { structLogs }: Logs,
): readonly { readonly frame: TracedCall; readonly gasUsed: number }[] {
  const frames = [...preorder(root)].slice(1)
  const found: { frame: TracedCall; gasUsed: number }[] = []
  let next = 0
  for (const [i, log] of structLogs.entries()) {
    if (!OPENING.has(log.op) || isFault(structLogs, i, frames[next])) continue
    const frame = frames[next++]
    if (frame === undefined) throw new Error(`no frame for ${log.op} at step ${i}`)
    if (frame.type !== log.op) throw new Error(`${frame.type} for ${log.op} at step ${i}`)
    const after = structLogs.slice(i + 1).find(({ depth }) => depth <= log.depth)
    if (log.op === 'SELFDESTRUCT' || after?.depth !== log.depth) continue
    const spent = log.gas - after.gas
    // The gas passed to a creation is not part of its cost, unlike that of a call.
    const handedOn = log.op.startsWith('CREATE') ? 0 : log.gasCost - Number(frame.gas)
    found.push({ frame, gasUsed: spent - (log.op.startsWith('CREATE') ? log.gasCost : handedOn) })
  }
  if (next !== frames.length) throw new Error(`${frames.length - next} frames without an opcode`)
  return found
}

/** Whether the opcode failed, which ends its frame. A SELFDESTRUCT always ends its frame. */
function isFault(logs: readonly Log[], at: number, frame: TracedCall | undefined): boolean {
  const log = logs[at]
  if (log?.op === 'SELFDESTRUCT') return frame?.type !== 'SELFDESTRUCT'
  return (logs[at + 1]?.depth ?? 0) < (log?.depth ?? 0)
}

function* preorder(call: TracedCall): Iterable<TracedCall> {
  yield call
  for (const inner of call.calls ?? []) yield* preorder(inner)
}
