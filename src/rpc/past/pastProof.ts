import { parseAddress } from '../../primitives/address.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { checkProof, isMerklePatriciaProof } from '../../remote/checkProof.ts'
import { readField, readHash, readObject } from '../../remote/remoteAnswers.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import { askRemote, forkNumber, numberOf, type PastRule, withNumber } from './pastCall.ts'

/**
 * Rule of eth_getProof: the remote node proves blocks up to the fork, because edits of the fork are
 * in no header. A proof of EIP-1186 must lead to the state root of the block.
 */
export const ofProof: PastRule = async (call) => {
  const { method, params, remote } = call
  const [who, keys, at] = params
  const number = await numberOf(call, at)
  if (number === undefined || number > forkNumber(call)) return undefined
  const isForked = number === remote.block.number
  const [proof, block] = await Promise.all([
    askRemote(call, method, params.with(2, withNumber(at, number))),
    isForked
      ? remote.block.json
      : askRemote(call, 'eth_getBlockByNumber', [toQuantity(number), false]),
  ])
  if (!isMerklePatriciaProof(proof) || !isJsonObject(block)) return proof
  try {
    await checkProof(proof, {
      address: parseAddress(String(who)),
      slots: Array.isArray(keys) ? keys.map((key: unknown) => BigInt(String(key))) : [],
      stateRoot: readField(readObject(block), 'stateRoot', readHash),
    })
    return proof
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const reason = `${error.message}, which block ${number} has`
    throw new RemoteError({ code: 'BAD_REMOTE_ANSWER', method, url: remote.url, reason })
  }
}
