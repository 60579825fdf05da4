import { readBytes } from './remoteAnswers.ts'
import { RemoteError } from './remoteError.ts'
import type { RemoteNode } from './remoteNode.ts'

/**
 * Creates a contract whose code is CLZ(1): PUSH1 1, CLZ, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
 * Before Osaka the opcode is invalid (EIP-7939).
 */
const USES_CLZ = '0x60011e5f5260205ff3'
const CLZ_OF_ONE = 255

/**
 * Returns whether the opcode CLZ exists at a block: whether Osaka is active. The header does not
 * tell. Undefined if the node's answer does not tell either.
 *
 * @param at number or tag of the block
 */
export async function probeClz(node: RemoteNode, at: string): Promise<boolean | undefined> {
  try {
    const code = readBytes(await node.call('eth_call', [{ data: USES_CLZ }, at]))
    return code.length === 32 && code[31] === CLZ_OF_ONE
  } catch (error) {
    const isAnswer = error instanceof RemoteError && error.code === 'REMOTE_ANSWERED_ERROR'
    return isAnswer ? false : undefined
  }
}
