import { ChainError } from '../../chain/errors.ts'
import type { Recorder } from '../../node/journal/recording.ts'
import type { Node } from '../../node/node.ts'
import { invalidParams } from '../errors/rpcError.ts'
import { withPast } from '../past/withPast.ts'
import {
  createDispatcher,
  type DecorateMethod,
  type Dispatcher,
  type DispatchOptions,
} from './dispatch.ts'
import type { Method } from './method.ts'
import { methods } from './registry.ts'

/**
 * Creates the entry point of all methods of a node. If the node is recorded, so are its changes; if
 * it is a fork, the remote chain answers about the blocks before; if it belongs to a network, what
 * consensus decides is refused.
 */
export function nodeDispatcher(node: Node, options: Omit<DispatchOptions, 'decorate'>): Dispatcher {
  const { recorder } = node
  const past = withPast(methods)
  const recorded = recorder === undefined ? undefined : withRecording(recorder)
  const decorate: DecorateMethod = (method, name, dialect) => {
    if (node.chain.followsConsensus && !method.onNetworks) return refused(method)
    return past(recorded?.(method, name, dialect) ?? method, name, dialect)
  }
  return createDispatcher(node, methods, { ...options, decorate })
}

function refused(method: Method): Method {
  return {
    ...method,
    call() {
      throw new ChainError({ code: 'DECIDED_BY_CONSENSUS' })
    },
  }
}

/**
 * Serializes methods that change the chain with a recorder, and holds responses until the journal
 * is written.
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
 * Copies parameters as JSON, as in the journal.
 *
 * @throws RpcError if JSON cannot represent them
 */
function asJson(params: unknown): unknown {
  try {
    return params === undefined ? undefined : JSON.parse(JSON.stringify(params))
  } catch {
    throw invalidParams('params must be valid JSON')
  }
}
