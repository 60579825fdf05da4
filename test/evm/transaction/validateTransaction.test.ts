import { describe, expect, test } from 'vitest'
import type { TxErrorDetails } from '../../../src/evm/errors.ts'
import { TxError } from '../../../src/evm/errors.ts'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import {
  type BlockRules,
  requireSetCodeFields,
  requireTipWithinCap,
  validateNonce,
  validateSender,
  validateStateless,
} from '../../../src/evm/transaction/validateTransaction.ts'
import { bytesToHash, type Hash, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import type { StateReader } from '../../../src/state/stateReader.ts'
import { alice, bob } from '../../support/accounts.ts'
import { transactionOf } from '../../support/transactions.ts'

const { address } = alice
const authorization = { chainId: 1n, address, nonce: 0n, r: 1n, s: 1n, yParity: 0 } as const
const template = transactionOf(1, { from: address, publicKey: alice.publicKey })
const block: BlockRules = { hardfork: 'prague', gasLimit: 1_000_000n, baseFeePerGas: 10n }

/** What a check refuses with; undefined where it refuses nothing. */
function refusalOf(check: () => unknown): TxErrorDetails | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof TxError) return error.details
    throw error
  }
}

describe('stateless checks', () => {
  const formOf = (fields: Partial<Transaction>, rules: Partial<BlockRules> = {}) =>
    refusalOf(() => validateStateless({ ...template, ...fields }, { ...block, ...rules }))

  test.each<readonly [Transaction['type'], Hardfork, Hardfork, number]>([
    [1, 'istanbul', 'berlin', 2930],
    [2, 'berlin', 'london', 1559],
    [4, 'cancun', 'prague', 7702],
  ])('type %d is unknown under %s and known under %s', (type, before, from, eip) => {
    const fields = {
      type,
      gasLimit: 100_000n,
      authorizationList: type === 4 ? [authorization] : [],
    }
    expect(formOf(fields, { hardfork: before })).toEqual({
      code: 'TX_TYPE_NOT_SUPPORTED',
      type,
      reason: `EIP-${eip} is not active under ${before}`,
    })
    expect(formOf(fields, { hardfork: from })).toBeUndefined()
  })

  test('accept legacy transactions on all forks', () => {
    expect(formOf({ type: 0 }, { hardfork: 'chainstart' })).toBeUndefined()
  })

  test('limit gas by the block, and from Osaka on by 2^24', () => {
    const limit = block.gasLimit
    expect(formOf({ gasLimit: limit })).toBeUndefined()
    const refusal = { code: 'EXCEEDS_BLOCK_GAS_LIMIT', gas: limit + 1n, limit }
    expect(formOf({ gasLimit: limit + 1n })).toEqual(refusal)
    const osaka = { hardfork: 'osaka', gasLimit: 2n ** 25n } as const
    const cap = 2n ** 24n
    expect(formOf({ gasLimit: cap }, osaka)).toBeUndefined()
    const overCap = { code: 'EXCEEDS_TX_GAS_CAP', gas: cap + 1n, limit: cap }
    expect(formOf({ gasLimit: cap + 1n }, osaka)).toEqual(overCap)
    expect(formOf({ gasLimit: cap + 1n }, { ...osaka, hardfork: 'prague' })).toBeUndefined()
  })

  test('accept a fee cap equal to the base fee and a tip equal to the cap', () => {
    expect(formOf({ maxPriorityFeePerGas: 10n })).toBeUndefined()
    const tip = { code: 'TIP_ABOVE_FEE_CAP', address, tip: 11n, feeCap: 10n }
    expect(formOf({ maxPriorityFeePerGas: 11n })).toEqual(tip)
    const low = { code: 'FEE_CAP_TOO_LOW', address, feeCap: 10n, baseFee: 11n }
    expect(formOf({}, { baseFeePerGas: 11n })).toEqual(low)
  })

  test('require a destination and an entry for delegations only', () => {
    const fields = { type: 4, gasLimit: 100_000n, authorizationList: [authorization] } as const
    const { to: _, ...creation } = template
    const withoutTo = { ...creation, ...fields }
    expect(refusalOf(() => validateStateless(withoutTo, block))).toEqual({
      code: 'SET_CODE_WITHOUT_DESTINATION',
    })
    expect(refusalOf(() => requireSetCodeFields(withoutTo))).toEqual({
      code: 'SET_CODE_WITHOUT_DESTINATION',
    })
    const empty = { code: 'EMPTY_AUTHORIZATION_LIST' }
    expect(formOf({ ...fields, authorizationList: [] })).toEqual(empty)
    expect(formOf({ type: 2 })).toBeUndefined()
  })

  test('return the gas of creation, init code, access list and authorizations', () => {
    const { to: _, ...rest } = template
    const creation = { ...rest, gasLimit: 100_000n, data: Uint8Array.of(1) }
    // 21000 + 32000 + 16 + 2; the floor is 21000 + 4 * 10.
    expect(validateStateless(creation, block)).toEqual({ intrinsic: 53_018n, floor: 21_040n })
    const listed = { ...template, gasLimit: 100_000n, accessList: [{ address, storageKeys: [] }] }
    expect(validateStateless(listed, block)).toEqual({ intrinsic: 23_400n, floor: 21_000n })
    const set = { ...listed, type: 4, authorizationList: [authorization, authorization] } as const
    expect(validateStateless(set, block)).toEqual({ intrinsic: 73_400n, floor: 21_000n })
    const short = { code: 'INTRINSIC_GAS_TOO_LOW', have: 20_999n, want: 21_000n }
    expect(formOf({ gasLimit: 20_999n })).toEqual(short)
  })

  test('limit init code to twice the code size', () => {
    const { to: _, ...rest } = template
    const creation = { ...rest, gasLimit: 100_000n, data: new Uint8Array(21) }
    const limited = { ...block, codeSizeLimit: 10 }
    const refusal = { code: 'INIT_CODE_TOO_LARGE', size: 21, limit: 20 }
    expect(refusalOf(() => validateStateless(creation, limited))).toEqual(refusal)
    expect(
      refusalOf(() => validateStateless({ ...creation, to: bob.address }, limited)),
    ).toBeUndefined()
  })

  test('accept a tip up to the cap', () => {
    const offered = { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n }
    expect(refusalOf(() => requireTipWithinCap(address, offered))).toBeUndefined()
  })
})

/** Only what a transaction's sender is asked for. */
interface Sender {
  readonly nonce?: bigint
  readonly code?: Uint8Array
  readonly balance?: bigint
  /** Wei of the native address of its key. */
  readonly native?: bigint
  readonly isAssociated?: boolean
}

const codeHash: Hash = bytesToHash(new Uint8Array(32).fill(3))

function stateOf({ nonce = 0n, code, balance = 0n, native = 0n, isAssociated = true }: Sender) {
  const state: Partial<StateReader> = {
    names: { bech32Prefix: 'sei', denomination: 'usei' },
    getNonce: () => nonce,
    getCode: () => code ?? new Uint8Array(0),
    getCodeHash: () => (code === undefined ? undefined : codeHash),
    getBalance: () => balance,
    getWei: () => native,
    getNativeAddress: () => (isAssociated ? new Uint8Array(20) : undefined),
  }
  return state as StateReader
}

describe('sender checks', () => {
  const rich = 10n ** 30n
  const senderOf = (fields: Partial<Transaction>, sender: Sender) =>
    refusalOf(() =>
      validateSender({ ...template, ...fields }, stateOf({ balance: rich, ...sender })),
    )

  test('reject used nonces and the last one', () => {
    expect(senderOf({ nonce: 7n }, { nonce: 7n })).toBeUndefined()
    expect(senderOf({ nonce: 8n }, { nonce: 7n })).toBeUndefined()
    const used = { code: 'NONCE_TOO_LOW', address, tx: 6n, state: 7n }
    expect(senderOf({ nonce: 6n }, { nonce: 7n })).toEqual(used)
    // EIP-2681: at most 2^64 - 2.
    expect(senderOf({ nonce: 2n ** 64n - 2n }, {})).toBeUndefined()
    expect(senderOf({ nonce: 2n ** 64n - 1n }, {})).toEqual({ code: 'NONCE_MAX', address })
  })

  test('reject code other than a delegation, unless it is impersonated', () => {
    const refusal = { code: 'SENDER_NOT_EOA', address, codeHash }
    expect(senderOf({}, { code: Uint8Array.of(0x60) })).toEqual(refusal)
    expect(senderOf({}, { code: hexToBytes(`ef0100${'11'.repeat(20)}`) })).toBeUndefined()
    expect(senderOf({ publicKey: undefined }, { code: Uint8Array.of(0x60) })).toBeUndefined()
  })

  test('require funds for all gas at the cap and the value', () => {
    const fields = { gasLimit: 21_000n, maxFeePerGas: 3n, value: 5n }
    expect(senderOf(fields, { balance: 63_005n })).toBeUndefined()
    const refusal = { code: 'INSUFFICIENT_FUNDS', address, have: 63_004n, want: 63_005n }
    expect(senderOf(fields, { balance: 63_004n })).toEqual(refusal)
  })

  test('add the coins of the native address once if the key is known', () => {
    const fields = { gasLimit: 21_000n, maxFeePerGas: 1n, value: 0n }
    const halves = { balance: 20_000n, native: 1_000n }
    expect(senderOf(fields, { ...halves, isAssociated: false })).toBeUndefined()
    const refusal = { code: 'INSUFFICIENT_FUNDS', address, have: 20_000n, want: 21_000n }
    expect(senderOf(fields, { ...halves, isAssociated: true })).toEqual(refusal)
    const impersonated = { ...fields, publicKey: undefined }
    expect(senderOf(impersonated, { ...halves, isAssociated: false })).toEqual(refusal)
  })

  test('require the next nonce', () => {
    const turnOf = (nonce: bigint) =>
      refusalOf(() => validateNonce({ from: address, nonce }, stateOf({ nonce: 7n })))
    expect(turnOf(7n)).toBeUndefined()
    expect(turnOf(8n)).toEqual({ code: 'NONCE_TOO_HIGH', address, tx: 8n, state: 7n })
  })
})
