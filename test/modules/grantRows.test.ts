import { fc, test } from '@fast-check/vitest'
import { GenericAuthorization, Grant } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { Grant as FeeGrant } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { expect } from 'vitest'
import { type Authorization, stakeAction } from '../../src/modules/authz/authorization.ts'
import { grantKind } from '../../src/modules/authz/grants.ts'
import type { BasicAllowance, PeriodicAllowance } from '../../src/modules/feegrant/allowance.ts'
import { feeGrantKind } from '../../src/modules/feegrant/allowances.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'

/*
 * Rows stay in memory as objects, and come back as bytes after a restart: both must be equal.
 */

const int64 = fc.oneof(
  fc.constantFrom(0n, -1n, -62_135_596_800n, 253_402_300_799n, 2n ** 63n - 1n, -(2n ** 63n)),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
)
const text = fc.string({ unit: 'binary', maxLength: 20 })
const coin = fc.record({ denom: text, amount: fc.bigInt(0n, 2n ** 256n - 1n) })
const coins = fc.array(coin, { maxLength: 3 })
const texts = fc.array(text, { maxLength: 3 })
const plain = { noNullPrototype: true }

const stake = fc.record(
  {
    kind: fc.constant('stake' as const),
    action: fc.constantFrom(...Object.values(stakeAction)),
    maxTokens: coin,
    allowed: texts,
    denied: texts,
  },
  { ...plain, requiredKeys: ['kind', 'action'] },
)
const authorization: fc.Arbitrary<Authorization> = fc.oneof(
  fc.record({ kind: fc.constant('generic' as const), typeUrl: text }, plain),
  fc.record({ kind: fc.constant('send' as const), spendLimit: coins }, plain),
  stake,
)
const basic: fc.Arbitrary<BasicAllowance> = fc.record(
  { kind: fc.constant('basic' as const), spendLimit: coins, expiration: int64 },
  { ...plain, requiredKeys: ['kind', 'spendLimit'] },
)
const periodic: fc.Arbitrary<PeriodicAllowance> = fc.record(
  {
    ...{ kind: fc.constant('periodic' as const), basic, period: int64, periodReset: int64 },
    ...{ periodSpendLimit: coins, periodCanSpend: coins },
  },
  plain,
)
const allowedMsg = fc.record(
  {
    kind: fc.constant('allowedMsg' as const),
    allowance: fc.oneof(basic, periodic),
    messages: texts,
  },
  plain,
)
const allowance = fc.oneof(basic, periodic, allowedMsg)

test.prop([fc.record({ authorization, expiration: int64 }, plain)])(
  'a grant decodes to itself, and another implementation reads it',
  (grant) => {
    const bytes = grantKind.encode(grant)
    expect(grantKind.decode(bytes)).toEqual(grant)
    const read = Grant.decode(bytes)
    expect(Buffer.from(Grant.encode(read).finish())).toEqual(Buffer.from(bytes))
    expect(read.expiration?.seconds).toBe(grant.expiration)
    if (grant.authorization.kind !== 'generic' || read.authorization === undefined) return
    const { msg } = GenericAuthorization.decode(read.authorization.value)
    expect(msg).toBe(grant.authorization.typeUrl)
  },
)

test.prop([fc.record({ granter: text, grantee: text, allowance }, plain)])(
  'an allowance decodes to itself, and another implementation reads it',
  (given) => {
    const bytes = feeGrantKind.encode(given)
    expect(feeGrantKind.decode(bytes)).toEqual(given)
    expect(Buffer.from(FeeGrant.encode(FeeGrant.decode(bytes)).finish())).toEqual(
      Buffer.from(bytes),
    )
  },
)

const native = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as NativeAddress)

test.prop([native, native, fc.oneof(text, fc.constantFrom('', 'foo', '0', '/a.B', 'a/b', '//'))])(
  'the key of a grant has its row, with any type URL',
  (granter, grantee, typeUrl) => {
    const row = `${granter}/${grantee}${typeUrl}`
    const key = Buffer.from(grantKind.key(row), 'latin1').subarray(1)
    expect(grantKind.idOf(key)).toBe(row)
  },
)
