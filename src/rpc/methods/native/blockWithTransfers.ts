import {
  getBlockByHash,
  getBlockByNumber,
  getBlockReceipts,
  getBlockTransactionCountByHash,
  getBlockTransactionCountByNumber,
  selectScope,
} from './blockMethods.ts'
import { selectTraceable } from './entries.ts'

const transfers = selectScope('transfers', 'including bank transfers')
const traceable = selectTraceable(
  'transfers',
  'including bank transfers, excluding untraceable transactions and failed transfers',
)

export const native2_getBlockByNumber = getBlockByNumber(transfers)

export const native2_getBlockByHash = getBlockByHash(transfers)

export const native2_getBlockReceipts = getBlockReceipts(transfers)

export const native2_getBlockTransactionCountByNumber = getBlockTransactionCountByNumber(transfers)

export const native2_getBlockTransactionCountByHash = getBlockTransactionCountByHash(transfers)

export const native2_getBlockByNumberExcludeTraceFail = getBlockByNumber(traceable)

export const native2_getBlockByHashExcludeTraceFail = getBlockByHash(traceable)
