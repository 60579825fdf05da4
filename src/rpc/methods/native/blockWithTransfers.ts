import {
  getBlockByHash,
  getBlockByNumber,
  getBlockReceipts,
  getBlockTransactionCountByHash,
  getBlockTransactionCountByNumber,
  selectScope,
} from './blockMethods.ts'
import { selectTraceable } from './entries.ts'

const transfers = selectScope('transfers', 'bank transfers included')
const traceable = selectTraceable(
  'transfers',
  'bank transfers included, without transactions that cannot be traced and transfers that failed',
)

export const native2_getBlockByNumber = getBlockByNumber(transfers)

export const native2_getBlockByHash = getBlockByHash(transfers)

export const native2_getBlockReceipts = getBlockReceipts(transfers)

export const native2_getBlockTransactionCountByNumber = getBlockTransactionCountByNumber(transfers)

export const native2_getBlockTransactionCountByHash = getBlockTransactionCountByHash(transfers)

export const native2_getBlockByNumberExcludeTraceFail = getBlockByNumber(traceable)

export const native2_getBlockByHashExcludeTraceFail = getBlockByHash(traceable)
