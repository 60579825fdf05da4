import { errorCode } from '../../primitives/errorCode.ts'

/** Whether a process exists, one of another user included. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
