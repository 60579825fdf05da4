import { andThen } from '../../primitives/maybePromise.ts'
import type { DecorateMethod } from '../core/dispatch.ts'
import type { Method } from '../core/method.ts'
import type { PastRule } from './pastCall.ts'
import { pastRules } from './pastRules.ts'

/**
 * Lets the remote chain of a fork answer about what was before. Methods themselves know nothing of
 * it.
 *
 * @param methods all methods by name and alias
 */
export function withPast(methods: ReadonlyMap<string, Method>): DecorateMethod {
  const rules = new Map(
    Object.entries(pastRules).flatMap(([name, rule]) => {
      const aliases = methods.get(name)?.aliases ?? []
      return [name, ...aliases].map((known) => [known, { name, rule }] as const)
    }),
  )
  /** Made once for each method in each dialect. */
  const decorated = new WeakMap<Method, Method>()
  return (method, called) => {
    const known = rules.get(called)
    if (known === undefined) return method
    const made = decorated.get(method) ?? withRule(method, known.name, known.rule)
    decorated.set(method, made)
    return made
  }
}

function withRule(method: Method, name: string, rule: PastRule): Method {
  return {
    ...method,
    call(context, given) {
      const { remote } = context.node.chain
      if (remote === undefined) return method.call(context, given)
      const params: unknown = given ?? []
      if (!Array.isArray(params)) return method.call(context, given)
      const past = rule({
        method: name,
        params,
        remote,
        context,
        local: (changed) => method.call(context, changed),
      })
      return andThen(past, (found) => (found === undefined ? method.call(context, given) : found))
    },
  }
}
