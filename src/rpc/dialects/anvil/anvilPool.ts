import type { ChangingContext, Method } from '../../core/method.ts'

type Pool = ChangingContext['pool']

/** A method that submits transactions, where a higher fee cap alone replaces one that waits. */
export function replacingByCap(method: Method): Method {
  return {
    ...method,
    call: (context, params) => method.call({ ...context, pool: byCap(context.pool) }, params),
  }
}

function byCap(pool: Pool): Pool {
  const submit = (...[given, options]: Parameters<Pool['submit']>) =>
    pool.submit(given, { ...options, replacesByCap: true })
  return Object.create(pool, { submit: { value: submit } })
}
