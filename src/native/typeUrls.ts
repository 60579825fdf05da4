/** Names of message types, as they stand in an Any. */
export const typeUrls = {
  bankSend: '/cosmos.bank.v1beta1.MsgSend',
  evmSend: '/seiprotocol.seichain.evm.MsgSend',
  associate: '/seiprotocol.seichain.evm.MsgAssociate',
  evmTransaction: '/seiprotocol.seichain.evm.MsgEVMTransaction',
} as const

/** Names of what a MsgEVMTransaction can hold. */
export const txDataUrls = {
  associate: '/seiprotocol.seichain.eth.AssociateTx',
  legacy: '/seiprotocol.seichain.eth.LegacyTx',
  accessList: '/seiprotocol.seichain.eth.AccessListTx',
  dynamicFee: '/seiprotocol.seichain.eth.DynamicFeeTx',
  setCode: '/seiprotocol.seichain.eth.SetCodeTx',
} as const
