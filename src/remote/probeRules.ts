import { bytesToBigInt } from '../primitives/encoding/bytes.ts'
import { readBytes } from './remoteAnswers.ts'
import { RemoteError } from './remoteError.ts'
import type { RemoteNode } from './remoteNode.ts'

/**
 * Creates a contract whose code is CLZ(1): PUSH1 1, CLZ, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
 * Before Osaka the opcode is invalid (EIP-7939).
 */
const USES_CLZ = '0x60011e5f5260205ff3'
const CLZ_OF_ONE = 255n
/** How nodes name an opcode that is invalid. */
const INVALID_OPCODE =
  /(?:invalid|undefined|unknown|bad).?(?:opcode|instruction)|opcode.?not.?found|\bNotActivated\b/i

/**
 * Returns whether the opcode CLZ exists at a block: whether Osaka is active. The header does not
 * tell. Undefined if the node's answer does not tell either.
 *
 * @param at number or tag of the block
 */
export async function probeClz(node: RemoteNode, at: string): Promise<boolean | undefined> {
  try {
    const code = readBytes(await node.call('eth_call', [{ data: USES_CLZ }, at]))
    const isRight = code.length === 32 && bytesToBigInt(code) === CLZ_OF_ONE
    return isRight ? true : undefined
  } catch (error) {
    return saysInvalidOpcode(error) ? false : undefined
  }
}

function saysInvalidOpcode(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false
  const { details } = error
  if (details.code !== 'REMOTE_ANSWERED_ERROR') return false
  return INVALID_OPCODE.test(`${details.message} ${JSON.stringify(details.data)}`)
}
