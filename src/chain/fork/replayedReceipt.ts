import { bytesToHex } from '../../primitives/encoding/hex.ts'
import {
  readAddress,
  readBytes,
  readField,
  readHash,
  readList,
  readObject,
  readQuantity,
} from '../../remote/remoteAnswers.ts'
import type { RemoteChain, RemoteJson, RemoteReplay } from '../../remote/remoteChain.ts'
import type { Receipt } from '../block/block.ts'

/** What a replay must repeat of a transaction. */
export interface ReplayedReceipt {
  /** Undefined before Byzantium. */
  readonly status: bigint | undefined
  readonly gasUsed: bigint
  /** Logs as text. */
  readonly logs: string
}

/**
 * Reads the remote receipts of a replay with one batch.
 *
 * @throws RemoteError
 */
export async function readReplayedReceipts(
  remote: RemoteChain,
  { transactions }: RemoteReplay,
): Promise<readonly ReplayedReceipt[]> {
  const check = async (answer: unknown) => void readReceipt(answer)
  const answers = transactions.map(({ hash }) =>
    remote.requestFinal('eth_getTransactionReceipt', [hash], check),
  )
  return (await Promise.all(answers)).map(readReceipt)
}

/** Describes how a local run differs from the remote one, or returns undefined. */
export function differenceOf(local: Receipt, remote: ReplayedReceipt): string | undefined {
  const { status, gasUsed } = local
  if (remote.status !== undefined && remote.status !== BigInt(status)) {
    return `status ${status}, on the remote chain ${remote.status}`
  }
  if (remote.gasUsed !== gasUsed) {
    return `gas used ${gasUsed}, on the remote chain ${remote.gasUsed}`
  }
  const logs = local.logs.map(({ address, topics, data }) =>
    logText(address, topics, bytesToHex(data)),
  )
  return logs.join() === remote.logs ? undefined : 'other logs than on the remote chain'
}

/** @throws RangeError */
function readReceipt(answer: unknown): ReplayedReceipt {
  const json = readObject(answer)
  const hasStatus = json.status !== undefined && json.status !== null
  return {
    status: hasStatus ? readField(json, 'status', readQuantity) : undefined,
    gasUsed: readField(json, 'gasUsed', readQuantity),
    logs: readField(json, 'logs', readList)
      .map((log) => readLog(readObject(log)))
      .join(),
  }
}

/** @throws RangeError */
function readLog(log: RemoteJson): string {
  const topics = readField(log, 'topics', readList).map(readHash)
  const data = bytesToHex(readField(log, 'data', readBytes))
  return logText(readField(log, 'address', readAddress), topics, data)
}

function logText(address: string, topics: readonly string[], data: string): string {
  return [address, ...topics, data].join(' ')
}
