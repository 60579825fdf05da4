import { eth_getTransactionCount } from '../eth/state.ts'
import { eth_getTransactionErrorByHash, eth_getVMError } from '../eth/transaction.ts'
import { twin } from './twin.ts'

export const native_getTransactionCount = twin(eth_getTransactionCount)

export const native_getTransactionErrorByHash = twin(eth_getTransactionErrorByHash)

export const native_getVMError = twin(eth_getVMError)
