import type { Address } from '../../primitives/address.ts'
import { readBytes, readObject, readQuantity } from '../remoteAnswers.ts'
import type { RemoteAccount } from '../remoteState.ts'
import { isRefusal, type StateReader } from './blockReader.ts'

/** An account as the node answers it. */
export type AccountInfo = Omit<RemoteAccount, 'codeHash'>

/**
 * Reads an account with one call where the node serves `eth_getAccountInfo`, and otherwise three.
 *
 * @throws RemoteError
 */
export async function readAccount(reader: StateReader, address: Address): Promise<AccountInfo> {
  const { node } = reader
  if (node.facts.hasAccountInfo) {
    try {
      return await reader.ask('eth_getAccountInfo', [address], readInfo)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Another node answers at the URL now.
      node.learn({ hasAccountInfo: false })
    }
  }
  const [nonce, balance, code] = await Promise.all([
    reader.ask('eth_getTransactionCount', [address], readQuantity),
    reader.ask('eth_getBalance', [address], readQuantity),
    reader.ask('eth_getCode', [address], readBytes),
  ])
  return { nonce, balance, code }
}

function readInfo(answer: unknown): AccountInfo {
  const { nonce, balance, code } = readObject(answer)
  return { nonce: readQuantity(nonce), balance: readQuantity(balance), code: readBytes(code) }
}
