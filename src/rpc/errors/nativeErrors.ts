import type { NativeTxErrorDetails } from '../../native/errors.ts'
import { toChecksumAddress, ZERO_ADDRESS } from '../../primitives/address.ts'
import type { ErrorTable } from './errorEntry.ts'

const account = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const other = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'

/**
 * Errors of Cosmos transactions in the Cosmos SDK's wording, if it has one: the finding before its
 * name.
 */
export const nativeErrors: Pick<ErrorTable, NativeTxErrorDetails['code']> = {
  MALFORMED_NATIVE_TX: {
    summary: 'The bytes are not a canonically encoded Cosmos transaction.',
    sample: { reason: 'TxBody: has an unknown field 9' },
    message: (d) => `${d.reason}: tx parse error`,
  },
  NATIVE_TX_TOO_LARGE: {
    summary: 'A Cosmos transaction is too large.',
    sample: { size: 131073, limit: 131072 },
    message: (d) => `transaction has ${d.size} bytes, limit is ${d.limit}: tx too large`,
  },
  UNKNOWN_MESSAGE_TYPE: {
    summary: 'The chain does not support the message type.',
    sample: { typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount' },
    message: (d) => `unable to resolve type URL ${d.typeUrl}: tx parse error`,
  },
  NO_NATIVE_MESSAGES: {
    summary: 'A Cosmos transaction has no messages.',
    sample: {},
    message: () => 'must contain at least one message: invalid request',
  },
  EVM_MESSAGE_NOT_ALONE: {
    summary: 'A MsgEVMTransaction is not the only message of its transaction.',
    sample: {},
    message: () => 'EVM transaction must have exactly 1 message: invalid request',
  },
  COSMOS_FIELD_IN_EVM_TX: {
    summary: 'A transaction with a MsgEVMTransaction has a field that must be empty there.',
    sample: { field: 'memo' },
    message: ({ field }) => {
      const isNumber = field === 'timeout_height' || field === 'fee gas'
      return `${field} must be ${isNumber ? 'zero' : 'empty'} for EVM txs: invalid request`
    },
  },
  EVM_TRANSACTION_AS_NATIVE: {
    summary: 'An EVM transaction was sent in Cosmos format.',
    sample: { typeUrl: '/seiprotocol.seichain.eth.DynamicFeeTx' },
    message: (d) =>
      `${d.typeUrl} in Cosmos form, send EVM transactions with eth_sendRawTransaction: feature not supported`,
  },
  UNSUPPORTED_SIGN_MODE: {
    summary: 'The sign mode is none of direct and amino, or the message has no amino JSON.',
    sample: { mode: 'SIGN_MODE_TEXTUAL' },
    message: (d) => {
      const want = d.typeUrl === undefined ? ' or SIGN_MODE_LEGACY_AMINO_JSON' : ''
      const have = d.typeUrl === undefined ? d.mode : `${d.mode} for ${d.typeUrl}`
      return `sign mode is ${have}, want SIGN_MODE_DIRECT${want}: feature not supported`
    },
  },
  UNSUPPORTED_PUBLIC_KEY: {
    summary: 'The public key of a signer is missing or not a secp256k1 key.',
    sample: { typeUrl: '/cosmos.crypto.ed25519.PubKey' },
    message: (d) =>
      `public key is ${d.typeUrl ?? 'missing'}, want /cosmos.crypto.secp256k1.PubKey: invalid pubkey`,
  },
  WRONG_KEY_LENGTH: {
    summary: 'A public key is not compressed.',
    sample: { length: 65, want: 33 },
    message: (d) => `public key has ${d.length} bytes, want ${d.want}: invalid pubkey`,
  },
  NO_NATIVE_SIGNATURES: {
    summary: 'A Cosmos transaction has no signatures.',
    sample: {},
    message: () => 'no signatures supplied',
  },
  WRONG_SIGNATURE_COUNT: {
    summary: 'The numbers of signatures and signers differ.',
    sample: { signatures: 1, signers: 2 },
    message: (d) =>
      `wrong number of signers; expected ${d.signers}, got ${d.signatures}: unauthorized`,
  },
  WRONG_SIGNATURE_LENGTH: {
    summary: 'A signature is not 64 bytes of r and s.',
    sample: { length: 65, want: 64 },
    message: (d) => `signature has ${d.length} bytes, want ${d.want}: unauthorized`,
  },
  UNSUPPORTED_EXTENSION_OPTIONS: {
    summary: 'A transaction has extension options, critical or not.',
    sample: { options: 1 },
    message: () => 'unknown extension options',
  },
  UNSUPPORTED_FEE_FIELD: {
    summary: 'A fee has a gas estimate.',
    sample: {},
    message: () => "the fee's gas_estimate must be left out: feature not supported",
  },
  NATIVE_GAS_LIMIT_TOO_LARGE: {
    summary: 'The gas limit of a fee is above 2^63 - 1.',
    sample: { gasLimit: 2n ** 63n, limit: 2n ** 63n - 1n },
    message: (d) => `invalid gas supplied; ${d.gasLimit} > ${d.limit}: invalid request`,
  },
  INVALID_COINS: {
    summary: 'Coins of a message or a fee are empty, malformed or not sorted by denomination.',
    sample: { reason: 'denomination uatom is after usei' },
    message: (d) => `${d.reason}: invalid coins`,
  },
  INVALID_NATIVE_ADDRESS: {
    summary: 'An address in a message is malformed or has a prefix of another chain.',
    sample: {
      field: 'to_address',
      address: 'cosmos1',
      reason: 'bech32 prefix is cosmos, want sei',
    },
    message: (d) => `invalid ${d.field} ${JSON.stringify(d.address)}: ${d.reason}: invalid address`,
  },
  INVALID_MESSAGE: {
    summary: 'A module refuses a message before it runs.',
    sample: {
      codespace: 'sdk',
      abciCode: 10,
      reason: '0factory/sei1/token: invalid coins',
    },
    message: (d) => d.reason,
  },
  MEMO_TOO_LONG: {
    summary: 'The memo is too long.',
    sample: { length: 257, limit: 256 },
    message: (d) =>
      `maximum number of characters is ${d.limit} but received ${d.length} characters: memo too large`,
  },
  SIGNER_MISMATCH: {
    summary: 'The given key is not that of the account that must sign a message.',
    sample: { want: account, have: other },
    message: (d) =>
      `pubKey does not match signer address ${d.want}: is of ${d.have}: invalid pubkey`,
  },
  UNKNOWN_NATIVE_ACCOUNT: {
    summary: 'The account of the signer does not exist.',
    sample: { address: account },
    message: (d) => `account ${d.address} does not exist: unknown address`,
  },
  WRONG_ACCOUNT_SEQUENCE: {
    summary: "The sequence of the signer's account differs.",
    sample: { address: account, want: 4n, have: 3n },
    message: (d) =>
      `account sequence mismatch, expected ${d.want}, got ${d.have}: incorrect account sequence`,
  },
  INVALID_NATIVE_SIGNATURE: {
    summary: 'A signature does not match the key, chain id, account number or content.',
    sample: { address: account, accountNumber: 7n, chainId: 'rockpool-1' },
    message: (d) =>
      `signature verification failed; please verify account number (${d.accountNumber}) and chain-id (${d.chainId}): unauthorized`,
  },
  INSUFFICIENT_NATIVE_FEE: {
    summary: 'The fee is below the cost of the gas limit.',
    sample: { have: '1usei', want: '2000usei' },
    message: (d) => `insufficient fees; got: ${d.have} required: ${d.want}: insufficient fee`,
  },
  INSUFFICIENT_COINS: {
    summary: 'The balance of an account is too low.',
    sample: { address: account, denom: 'usei', have: 1n, want: 2n },
    message: (d) => `${d.have}${d.denom} is smaller than ${d.want}${d.denom}: insufficient funds`,
  },
  FEE_NOT_ALLOWED: {
    summary: 'The granter of a fee gave the payer no allowance that covers it.',
    sample: {
      ...{ codespace: 'sdk', abciCode: 4, granter: 'sei1granter', payer: 'sei1payer' },
      reason: 'fee-grant not found: unauthorized',
    },
    message: (d) => `${d.granter} does not not allow to pay fees for ${d.payer}: ${d.reason}`,
  },
  NATIVE_OUT_OF_GAS: {
    summary: 'The gas limit of a Cosmos transaction is too low.',
    sample: { gasLimit: 50000n, gasUsed: 60000n },
    message: (d) => `out of gas; gasWanted: ${d.gasLimit}, gasUsed: ${d.gasUsed}: out of gas`,
  },
  TX_EXPIRED: {
    summary: 'The timeout height of the transaction has passed.',
    sample: { timeoutHeight: 9n, height: 10n },
    message: (d) =>
      `block height: ${d.height}, timeout height: ${d.timeoutHeight}: tx timeout height`,
  },
  INVALID_RECIPIENT: {
    summary: 'The account cannot receive coins.',
    sample: { address: account, reason: 'its EVM address is associated with another account' },
    message: (d) => `cannot send to ${d.address}: ${d.reason}: invalid recipient`,
  },
  INVALID_ASSOCIATION_SIGNATURE: {
    summary: 'The signature of the custom message is invalid. `v` is the parity of y, 0 or 1.',
    sample: {},
    message: () => 'the signature of the custom message is not valid: unauthorized',
  },
  ALREADY_ASSOCIATED: {
    summary: 'The two addresses of the key are already associated.',
    sample: { address: account },
    message: () => 'account already has association set: invalid request',
  },
  BALANCE_OVERFLOW: {
    summary:
      'A balance would exceed 2^256 - 1 wei: by a state change, a fee or refund, a destroyed contract, or the first transaction of a key.',
    sample: { account: ZERO_ADDRESS },
    message: (d) =>
      `overflow payment: the balance of ${d.account} would be more than 2^256 - 1 wei: invalid coins`,
  },
  NEEDS_BALANCE_TO_ASSOCIATE: {
    summary: 'Both addresses of the key to associate have a balance of 0.',
    sample: { address: account, evmAddress: ZERO_ADDRESS },
    message: (d) =>
      `the signature of the custom message is that of ${toChecksumAddress(d.evmAddress)} (${d.address}): this account needs to have at least 1 wei to force association: insufficient funds`,
  },
  CUSTOM_MESSAGE_TOO_LONG: {
    summary: 'The signed association message is too long.',
    sample: { length: 65, limit: 64 },
    message: (d) => `custom message can have at most ${d.limit} characters: tx too large`,
  },
}
