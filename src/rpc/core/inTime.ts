import { requestTimedOut } from '../errors/rpcError.ts'

/** The same result, where it is there in so many seconds. What makes it goes on all the same. @throws RpcError */
export async function inTime<T>(running: Promise<T>, seconds: number): Promise<T> {
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
