import { ZERO_ADDRESS } from '../primitives/address.ts'
import { ZERO_HASH } from '../primitives/encoding/hex.ts'
import { isJsonObject } from '../primitives/encoding/json.ts'
import type { RemoteFacts } from './cache/cacheDirectory.ts'
import { abiString, readQuantity, readWord } from './remoteAnswers.ts'
import type { RemoteNode } from './remoteNode.ts'

/** Sei's main network, test network and development networks. */
const SEI_CHAIN_IDS: readonly bigint[] = [1329n, 1328n, 713715n]
/** Sei's precompiled contract of balances. */
const BANK = '0x0000000000000000000000000000000000001001'
/** supply(string) */
const SUPPLY = '0x6923a1fd'

/** Whether a chain id is one of Sei's. */
export function isSeiChainId(chainId: bigint): boolean {
  return SEI_CHAIN_IDS.includes(chainId)
}

/**
 * Learns which methods the node serves, with calls that go out in one batch with those of the
 * caller. A method counts as served if its answer has the right form.
 */
export async function probeNode(node: RemoteNode): Promise<void> {
  const { facts } = node
  const call = { from: ZERO_ADDRESS, to: ZERO_ADDRESS }
  const supply = { to: BANK, data: `${SUPPLY}${abiString('usei')}` }
  const slots = { [ZERO_ADDRESS]: [ZERO_HASH, ZERO_HASH] }
  const probes: Record<
    Exclude<keyof RemoteFacts, 'chainId' | 'maxBatch' | 'hasHashRefs' | 'blocks' | 'transactions'>,
    () => Promise<boolean>
  > = {
    isSei: () => serves(node, 'eth_call', [supply, 'latest'], readWord),
    hasAccountInfo: () =>
      serves(node, 'eth_getAccountInfo', [ZERO_ADDRESS, 'latest'], readAccountInfo),
    hasStorageValues: () => serves(node, 'eth_getStorageValues', [slots, 'latest'], readWords),
    hasPrestateTracer: () =>
      serves(node, 'debug_traceCall', [call, 'latest', { tracer: 'prestateTracer' }], readAccounts),
    hasAccessList: () => serves(node, 'eth_createAccessList', [call, 'latest'], readAccessList),
  }
  const learned = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) =>
      facts[name as keyof typeof probes] === undefined ? { [name]: await probe() } : {},
    ),
  )
  node.learn(Object.assign({}, ...learned))
}

/** @param read throws if the answer is not that of the method */
async function serves(
  node: RemoteNode,
  method: string,
  params: readonly unknown[],
  read: (answer: unknown) => unknown,
): Promise<boolean> {
  try {
    read(await node.call(method, params))
    return true
  } catch {
    return false
  }
}

function readAccountInfo(answer: unknown): void {
  if (!isJsonObject(answer)) throw new RangeError('no account')
  readQuantity(answer.balance)
  readQuantity(answer.nonce)
}

function readWords(answer: unknown): void {
  const [words] = isJsonObject(answer) ? Object.values(answer) : []
  if (!Array.isArray(words) || words.length !== 2) throw new RangeError('no words')
  for (const word of words) readWord(word)
}

function readAccounts(answer: unknown): void {
  const accounts = isJsonObject(answer) ? Object.values(answer) : [undefined]
  // A struct log, or a call frame, has other fields.
  if (!accounts.every(isJsonObject)) throw new RangeError('no accounts')
}

function readAccessList(answer: unknown): void {
  if (!isJsonObject(answer) || !Array.isArray(answer.accessList)) throw new RangeError('no list')
}
