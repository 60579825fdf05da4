import { TxError } from '../../evm/errors.ts'
import { isAtLeast } from '../../evm/rules/hardfork.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { ChangingContext } from '../core/method.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import { gasPriceTooLow } from './hardhatRequests.ts'

type Pool = ChangingContext['pool']
type Mining = ChangingContext['mining']

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/**
 * Returns the pool with Hardhat's rules for new transactions: in auto mode none waits for another
 * nonce, and it is mined with those that wait; otherwise it may offer less than the base fee. A
 * replacement pays a tenth more.
 */
export function asHardhatPool({ pool, mining }: Pick<ChangingContext, 'pool' | 'mining'>): Pool {
  async function submit(...[given, options]: Parameters<Pool['submit']>) {
    let submitted: Transaction | undefined
    const make = () => {
      submitted = typeof given === 'function' ? given() : given
      requireRaise(pool, submitted)
      if (mining.config.automine) requireMinPrice(mining, submitted)
      return submitted
    }
    try {
      return await pool.submit(make, {
        ...options,
        acceptsLowFee: true,
        refusesGap: true,
        joinsWaiting: true,
      })
    } catch (thrown) {
      if (!(thrown instanceof TxError) || submitted === undefined) throw thrown
      throw refusal(thrown, submitted, mining.config.automine) ?? thrown
    }
  }
  return Object.create(pool, { submit: { value: submit } })
}

/** Refusals whose words depend on more than the error. */
function refusal(error: TxError, { type }: Transaction, automine: boolean): RpcError | undefined {
  if (type < 2 && error.details.code === 'FEE_CAP_TOO_LOW') return gasPriceTooLow(error)
  const { details } = error
  if (details.code === 'NONCE_TOO_LOW' && !automine) {
    const { tx, state } = details
    return refused(
      `Transaction nonce too low. Expected nonce to be at least ${state} but got ${tx}.`,
    )
  }
  return undefined
}

/** @throws RpcError for less than the price that was set, on forks without a base fee */
function requireMinPrice({ config, nextHardfork }: Mining, { maxFeePerGas }: Transaction): void {
  const { minBaseFee = 0n } = config
  if (isAtLeast(nextHardfork, 'london') || maxFeePerGas >= minBaseFee) return
  throw refused(
    `Transaction gas price is ${maxFeePerGas}, which is below the minimum of ${minBaseFee}`,
  )
}

/** @throws RpcError for a replacement that pays less than 110 % of what it replaces */
function requireRaise({ contents: { pending, queued } }: Pool, tx: Transaction): void {
  const waiting = [pending, queued].flatMap((bySender) => [...(bySender.get(tx.from) ?? [])])
  const replaced = waiting.find(({ nonce }) => nonce === tx.nonce)
  if (replaced === undefined || replaced.hash === tx.hash) return
  for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    const least = (replaced[field] * 110n + 99n) / 100n
    if (tx[field] >= least) continue
    throw refused(
      `Replacement transaction underpriced. A gasPrice/${field} of at least ${least} is necessary to replace the existing transaction with nonce ${tx.nonce}.`,
    )
  }
}
