import type { Json } from '../../primitives/encoding/json.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import {
  askLocal,
  askRemote,
  forkNumber,
  numberIn,
  type PastCall,
  type PastRule,
} from './pastCall.ts'
import { refusal } from './pastRefusals.ts'

/** A page of a search for transactions, newest first. */
interface Page {
  readonly txs: readonly { readonly [name: string]: Json }[]
  /** In the same order. */
  readonly receipts: readonly Json[]
  /** Whether it has the newest transactions. */
  readonly firstPage: boolean
  /** Whether it has the oldest transactions. */
  readonly lastPage: boolean
}

/** Rule of ots_searchTransactionsBefore: transactions of the remote chain fill up a page. */
export const ofSearchBefore: PastRule = async (call) => {
  const local = await localPage(call, call.params)
  if (!local.lastPage) return pageJson(local)
  const { who, block, size } = searchOf(call)
  const next = Number(forkNumber(call)) + 1
  const last = block === 0 || block > next ? next : block
  const past = await remotePage(call, [who, last, restOf(size, local)])
  if (past === undefined) {
    if (local.txs.length === 0) throw refusal(call)
    // The next page is an error.
    return pageJson({ ...local, lastPage: false })
  }
  if (isFull(local, size)) return pageJson({ ...local, lastPage: past.txs.length === 0 })
  return pageJson({ ...join(local, past), firstPage: local.firstPage, lastPage: past.lastPage })
}

/** Rule of ots_searchTransactionsAfter: the local chain's transactions fill up a page. */
export const ofSearchAfter: PastRule = async (call) => {
  const after = await localPage(call, call.params)
  const { who, block, size } = searchOf(call)
  const fork = Number(forkNumber(call))
  if (block >= fork) return pageJson(after)
  const past = await remotePage(call, [who, block, size])
  if (past === undefined) throw refusal(call)
  if (!past.firstPage) return pageJson(past)
  if (isFull(past, size)) return pageJson({ ...past, firstPage: after.txs.length === 0 })
  const local = await localPage(call, [who, fork, restOf(size, past)])
  return pageJson({ ...join(local, past), firstPage: local.firstPage, lastPage: past.lastPage })
}

/** Parameters that the local chain accepted. */
function searchOf({ params }: PastCall) {
  const [who, block, size] = params
  return { who, block: Number(block), size: Number(size) }
}

/** A page has at least one transaction, whatever its size. */
function isFull({ txs }: Page, size: number): boolean {
  return txs.length > 0 && txs.length >= size
}

function restOf(size: number, { txs }: Page): number {
  return Math.max(size - txs.length, 1)
}

async function localPage(call: PastCall, params: readonly unknown[]): Promise<Page> {
  return (await askLocal(call, params)) as unknown as Page
}

/** Returns the part of a page that is up to the fork; undefined if the node has no such method. */
async function remotePage(call: PastCall, params: readonly unknown[]): Promise<Page | undefined> {
  try {
    return upToFork(call, (await askRemote(call, call.method, params)) as unknown as Page)
  } catch (error) {
    if (error instanceof RpcError && error.code === rpcCode.methodNotFound) return undefined
    throw error
  }
}

/** The remote chain continues, but not for the fork. */
function upToFork(call: PastCall, page: Page): Page {
  const fork = forkNumber(call)
  const later = page.txs.filter(({ blockNumber = null }) => (numberIn(blockNumber) ?? 0n) > fork)
  if (later.length === 0) return page
  const { length } = later
  return {
    ...page,
    txs: page.txs.slice(length),
    receipts: page.receipts.slice(length),
    firstPage: true,
  }
}

function join(newer: Page, older: Page): Pick<Page, 'txs' | 'receipts'> {
  return {
    txs: [...newer.txs, ...older.txs],
    receipts: [...newer.receipts, ...older.receipts],
  }
}

function pageJson({ txs, receipts, firstPage, lastPage }: Page): Json {
  return { txs, receipts, firstPage, lastPage }
}
