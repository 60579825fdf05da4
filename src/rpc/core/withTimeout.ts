import { requestTimedOut } from '../errors/rpcError.ts'

/**
 * Returns the result if it arrives in time. Its production continues in any case.
 *
 * @throws RpcError
 */
export async function withTimeout<T>(running: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(requestTimedOut()), seconds * 1000)
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}
