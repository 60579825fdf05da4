import { parseAddress } from '../../primitives/address.ts'
import { type Hex, isHex, toQuantity } from '../../primitives/encoding/hex.ts'
import { checkProof, checkSeiProof } from '../../remote/checkProof.ts'
import { readField, readHash, readObject } from '../../remote/remoteAnswers.ts'
import { askRemote, forkNumber, numberOf, type PastRule, withNumber } from './pastCall.ts'

/**
 * Rule of eth_getProof: the remote node proves blocks up to the fork, because edits of the fork are
 * in no header. A proof must lead to the state root of the block, except for one of Sei, whose form
 * is another.
 */
export const ofProof: PastRule = async (call) => {
  const { method, params, remote } = call
  const [who, keys, at] = params
  const number = await numberOf(call, at)
  if (number === undefined || number > forkNumber(call)) return undefined
  // The method has errors for invalid ones.
  if (!isHex(who) || who.length !== 42 || !Array.isArray(keys) || !keys.every(isSlot)) {
    return undefined
  }
  const pastParams = params.with(2, withNumber(at, number))
  const address = parseAddress(who)
  if (remote.isSei) {
    return askRemote(call, method, pastParams, async (proof) => checkSeiProof(proof, address))
  }
  const slots = keys.map(BigInt)
  const isForked = number === remote.block.number
  const reading = isForked
    ? Promise.resolve(remote.block.json)
    : askRemote(call, 'eth_getBlockByNumber', [toQuantity(number), false])
  const check = async (proof: unknown) => {
    const stateRoot = readField(readObject(await reading), 'stateRoot', readHash)
    try {
      await checkProof(proof, { address, slots, stateRoot })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new RangeError(`${error.message}, want that of block ${number}`)
    }
  }
  // Both in one batch.
  const [proof] = await Promise.all([askRemote(call, method, pastParams, check), reading])
  return proof
}

function isSlot(key: unknown): key is Hex {
  return isHex(key) && key.length > 2
}
