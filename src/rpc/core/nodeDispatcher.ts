import type { Recorder } from '../../node/journal/recording.ts'
import type { Node } from '../../node/node.ts'
import { invalidParams } from '../errors/rpcError.ts'
import {
  createDispatcher,
  type DecorateMethod,
  type Dispatcher,
  type DispatchOptions,
} from './dispatch.ts'
import { methods } from './registry.ts'

/**
 * Makes the entry to all methods of a node. Where the node is recorded, so are the requests that
 * change it.
 */
export function nodeDispatcher(node: Node, options: Omit<DispatchOptions, 'decorate'>): Dispatcher {
  const { recorder } = node
  if (recorder === undefined) return createDispatcher(node, methods, options)
  return createDispatcher(node, methods, { ...options, decorate: withRecording(recorder) })
}

/**
 * Lets methods that change the chain take their turns with a recorder, and no answer leave before
 * the journal has it.
 */
function withRecording(recorder: Recorder): DecorateMethod {
  return (method, name, dialect) => {
    if (!method.changes) return method
    const spoken = dialect === 'rockpool' ? {} : { compat: dialect }
    return {
      ...method,
      async call(context, given) {
        const params = asJson(given)
        return recorder.run(context.node, { method: name, params, ...spoken }, (changed) =>
          method.call({ ...context, onAccepted: undefined, changed }, params),
        )
      },
    }
  }
}

/**
 * A copy of parameters that is what JSON says of them, as the journal has them.
 *
 * @throws RpcError where it can say nothing
 */
function asJson(params: unknown): unknown {
  try {
    return params === undefined ? undefined : JSON.parse(JSON.stringify(params))
  } catch {
    throw invalidParams('params must be valid JSON')
  }
}
