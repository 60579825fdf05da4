import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import { createNativeClient } from '../native/createNativeClient.ts'
import type { NativeClient } from '../native/nativeClient.ts'
import type { Node } from '../node.ts'
import type { JournalCall } from './journal.ts'

/** Changes by callers in process without a request. */
export interface ProcessCalls extends Pick<Node, 'branch' | 'close'> {
  readonly native: NativeClient
}

/** Returns the calls of a node, recorded if the node is. */
export function recordedCalls(node: Node): ProcessCalls {
  const { recorder } = node
  const native = createNativeClient(node)
  const record = <T>(event: JournalCall, make: () => Promise<T>): Promise<T> =>
    recorder === undefined ? make() : recorder.run(node, event, make)
  return {
    branch: () => record({ call: 'branch' }, () => node.branch()),
    close: () => record({ call: 'close' }, () => node.close()),
    native: {
      ...native,
      send: (request) => record({ call: 'nativeSend', request }, () => native.send(request)),
      broadcast: (bytes) =>
        record({ call: 'nativeBroadcast', bytes: bytesToHex(bytes) }, () =>
          native.broadcast(bytes),
        ),
    },
  }
}

/** Repeats a recorded call. */
export async function replayCall(node: Node, event: JournalCall): Promise<void> {
  if (event.call === 'branch') await node.branch()
  else if (event.call === 'close') await node.close()
  else if (event.call === 'timer') await node.chain.mining.mine()
  else if (event.call === 'nativeSend') await createNativeClient(node).send(event.request)
  else await createNativeClient(node).broadcast(hexToBytes(event.bytes))
}
