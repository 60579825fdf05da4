import type { Transaction } from '../../../evm/transaction/transaction.ts'
import type { ChangingContext, Method } from '../../core/method.ts'
import { RpcError } from '../../errors/rpcError.ts'

type Pool = ChangingContext['pool']

const REJECTED = -32003

/** A method that submits transactions, of which a replacement pays a tenth more. */
export function replacingByTenth(method: Method): Method {
  return {
    ...method,
    call: (context, params) => method.call({ ...context, pool: byTenth(context.pool) }, params),
  }
}

function byTenth(pool: Pool): Pool {
  const submit = (...[given, options]: Parameters<Pool['submit']>) => {
    const make = () => {
      const transaction = typeof given === 'function' ? given() : given
      requireRaise(pool, transaction)
      return transaction
    }
    return pool.submit(make, options)
  }
  return Object.create(pool, { submit: { value: submit } })
}

/** @throws RpcError */
function requireRaise({ contents: { pending, queued } }: Pool, tx: Transaction): void {
  const waiting = [pending, queued].flatMap((bySender) => [...(bySender.get(tx.from) ?? [])])
  const replaced = waiting.find(({ nonce }) => nonce === tx.nonce)
  if (replaced === undefined || replaced.hash === tx.hash) return
  for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    if (tx[fee] >= replaced[fee] + replaced[fee] / 10n) continue
    throw new RpcError(REJECTED, 'transaction underpriced')
  }
}
