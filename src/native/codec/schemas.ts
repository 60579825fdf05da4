import { protoSchema } from './protoSchema.ts'

/*
 * Messages of cosmos.tx.v1beta1, cosmos.base.v1beta1, cosmos.bank.v1beta1, cosmos.authz.v1beta1,
 * cosmos.crypto.secp256k1, seiprotocol.seichain.evm and seiprotocol.seichain.eth. Fields have
 * their protobuf names, which JSON uses, too.
 */

export const any = protoSchema('Any', { type_url: [1, 'text'], value: [2, 'bytes'] })

export const coin = protoSchema('Coin', { denom: [1, 'text'], amount: [2, 'text'] })

/** A Timestamp or Duration. */
export const timestamp = protoSchema('Timestamp', {
  seconds: [1, 'int64'],
  nanos: [2, 'int64'],
})

export const txRaw = protoSchema('TxRaw', {
  body_bytes: [1, 'bytes'],
  auth_info_bytes: [2, 'bytes'],
  signatures: [3, 'messages'],
})

export const txBody = protoSchema('TxBody', {
  messages: [1, 'messages'],
  memo: [2, 'text'],
  timeout_height: [3, 'uint64'],
  extension_options: [1023, 'messages'],
  non_critical_extension_options: [2047, 'messages'],
})

export const authInfo = protoSchema('AuthInfo', {
  signer_infos: [1, 'messages'],
  fee: [2, 'message'],
})

export const signerInfo = protoSchema('SignerInfo', {
  public_key: [1, 'message'],
  mode_info: [2, 'message'],
  sequence: [3, 'uint64'],
})

/** `multi` may be nested; it is not decoded. */
export const modeInfo = protoSchema('ModeInfo', { single: [1, 'message'], multi: [2, 'message'] })

export const singleMode = protoSchema('ModeInfo.Single', { mode: [1, 'uint64'] })

/** `gas_estimate` is Sei's. */
export const fee = protoSchema('Fee', {
  amount: [1, 'messages'],
  gas_limit: [2, 'uint64'],
  payer: [3, 'text'],
  granter: [4, 'text'],
  gas_estimate: [5, 'uint64'],
})

export const signDoc = protoSchema('SignDoc', {
  body_bytes: [1, 'bytes'],
  auth_info_bytes: [2, 'bytes'],
  chain_id: [3, 'text'],
  account_number: [4, 'uint64'],
})

export const publicKey = protoSchema('PubKey', { key: [1, 'bytes'] })

/** MsgSend of the bank and of Sei's EVM module. */
export const msgSend = protoSchema('MsgSend', {
  from_address: [1, 'text'],
  to_address: [2, 'text'],
  amount: [3, 'messages'],
})

export const msgAssociate = protoSchema('MsgAssociate', {
  sender: [1, 'text'],
  custom_message: [2, 'text'],
})

export const msgExec = protoSchema('MsgExec', { grantee: [1, 'text'], msgs: [2, 'messages'] })

/** Its second field, `derived`, is internal to a node and not transmitted. */
export const msgEvmTransaction = protoSchema('MsgEVMTransaction', { data: [1, 'message'] })

/**
 * Numeric fields of EVM transactions: decimal strings, except `nonce` and `gas_limit`; v, r and s
 * without leading zeros.
 */
export const associateTx = protoSchema('AssociateTx', {
  v: [1, 'bytes'],
  r: [2, 'bytes'],
  s: [3, 'bytes'],
  custom_message: [4, 'text'],
})

export const legacyTx = protoSchema('LegacyTx', {
  nonce: [1, 'uint64'],
  gas_price: [2, 'text'],
  gas_limit: [3, 'uint64'],
  to: [4, 'text'],
  value: [5, 'text'],
  data: [6, 'bytes'],
  v: [7, 'bytes'],
  r: [8, 'bytes'],
  s: [9, 'bytes'],
})

export const accessListTx = protoSchema('AccessListTx', {
  chain_id: [1, 'text'],
  nonce: [2, 'uint64'],
  gas_price: [3, 'text'],
  gas_limit: [4, 'uint64'],
  to: [5, 'text'],
  value: [6, 'text'],
  data: [7, 'bytes'],
  accesses: [8, 'messages'],
  v: [9, 'bytes'],
  r: [10, 'bytes'],
  s: [11, 'bytes'],
})

export const dynamicFeeTx = protoSchema('DynamicFeeTx', {
  chain_id: [1, 'text'],
  nonce: [2, 'uint64'],
  gas_tip_cap: [3, 'text'],
  gas_fee_cap: [4, 'text'],
  gas_limit: [5, 'uint64'],
  to: [6, 'text'],
  value: [7, 'text'],
  data: [8, 'bytes'],
  accesses: [9, 'messages'],
  v: [10, 'bytes'],
  r: [11, 'bytes'],
  s: [12, 'bytes'],
})

export const setCodeTx = protoSchema('SetCodeTx', {
  chain_id: [1, 'text'],
  nonce: [2, 'uint64'],
  gas_tip_cap: [3, 'text'],
  gas_fee_cap: [4, 'text'],
  gas_limit: [5, 'uint64'],
  to: [6, 'text'],
  value: [7, 'text'],
  data: [8, 'bytes'],
  accesses: [9, 'messages'],
  auth_list: [10, 'messages'],
  v: [11, 'bytes'],
  r: [12, 'bytes'],
  s: [13, 'bytes'],
})

export const accessTuple = protoSchema('AccessTuple', {
  address: [1, 'text'],
  storage_keys: [2, 'texts'],
})

/**
 * An entry of `auth_list`. Its layout is an assumption: the field order of EIP-7702 with the
 * encodings of the surrounding transactions.
 */
export const setCodeAuthorization = protoSchema('SetCodeAuthorization', {
  chain_id: [1, 'text'],
  address: [2, 'text'],
  nonce: [3, 'uint64'],
  v: [4, 'bytes'],
  r: [5, 'bytes'],
  s: [6, 'bytes'],
})

/** Type names of messages in an Any. */
export const typeUrls = {
  bankSend: '/cosmos.bank.v1beta1.MsgSend',
  evmSend: '/seiprotocol.seichain.evm.MsgSend',
  associate: '/seiprotocol.seichain.evm.MsgAssociate',
  submitProposal: '/cosmos.gov.v1beta1.MsgSubmitProposal',
  deposit: '/cosmos.gov.v1beta1.MsgDeposit',
  vote: '/cosmos.gov.v1beta1.MsgVote',
  voteWeighted: '/cosmos.gov.v1beta1.MsgVoteWeighted',
  fundCommunityPool: '/cosmos.distribution.v1beta1.MsgFundCommunityPool',
  grant: '/cosmos.authz.v1beta1.MsgGrant',
  revoke: '/cosmos.authz.v1beta1.MsgRevoke',
  exec: '/cosmos.authz.v1beta1.MsgExec',
  grantAllowance: '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
  revokeAllowance: '/cosmos.feegrant.v1beta1.MsgRevokeAllowance',
  setWithdrawAddress: '/cosmos.distribution.v1beta1.MsgSetWithdrawAddress',
  withdrawReward: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
  withdrawCommission: '/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission',
  delegate: '/cosmos.staking.v1beta1.MsgDelegate',
  undelegate: '/cosmos.staking.v1beta1.MsgUndelegate',
  beginRedelegate: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
  unjail: '/cosmos.slashing.v1beta1.MsgUnjail',
  createDenom: '/seiprotocol.seichain.tokenfactory.MsgCreateDenom',
  updateDenom: '/seiprotocol.seichain.tokenfactory.MsgUpdateDenom',
  mint: '/seiprotocol.seichain.tokenfactory.MsgMint',
  burn: '/seiprotocol.seichain.tokenfactory.MsgBurn',
  changeAdmin: '/seiprotocol.seichain.tokenfactory.MsgChangeAdmin',
  setDenomMetadata: '/seiprotocol.seichain.tokenfactory.MsgSetDenomMetadata',
  claim: '/seiprotocol.seichain.evm.MsgClaim',
  claimSpecific: '/seiprotocol.seichain.evm.MsgClaimSpecific',
  evmTransaction: '/seiprotocol.seichain.evm.MsgEVMTransaction',
} as const

/** Type names of the contents of a MsgEVMTransaction. */
export const txDataUrls = {
  associate: '/seiprotocol.seichain.eth.AssociateTx',
  legacy: '/seiprotocol.seichain.eth.LegacyTx',
  accessList: '/seiprotocol.seichain.eth.AccessListTx',
  dynamicFee: '/seiprotocol.seichain.eth.DynamicFeeTx',
  setCode: '/seiprotocol.seichain.eth.SetCodeTx',
} as const
