import {
  getBlockByHash,
  getBlockByNumber,
  getBlockReceipts,
  getBlockTransactionCountByHash,
  getBlockTransactionCountByNumber,
  selectScope,
} from './blockMethods.ts'
import { selectTraceable } from './entries.ts'

const synthetic = selectScope('synthetic', 'including synthetic transactions')
const traceable = selectTraceable('synthetic', 'excluding untraceable transactions')

export const native_getBlockByNumber = getBlockByNumber(synthetic)

export const native_getBlockByHash = getBlockByHash(synthetic)

export const native_getBlockReceipts = getBlockReceipts(synthetic)

export const native_getBlockTransactionCountByNumber = getBlockTransactionCountByNumber(synthetic)

export const native_getBlockTransactionCountByHash = getBlockTransactionCountByHash(synthetic)

export const native_getBlockByNumberExcludeTraceFail = getBlockByNumber(traceable)

export const native_getBlockByHashExcludeTraceFail = getBlockByHash(traceable)
