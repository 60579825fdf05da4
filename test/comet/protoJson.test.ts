import { BasicAllowance, PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { Any } from 'cosmjs-types/google/protobuf/any'
import { expect, test } from 'vitest'
import { protoJson } from '../../src/comet/rest/protoJson.ts'

const anyOf = (seconds: bigint) =>
  Any.encode({
    typeUrl: PeriodicAllowance.typeUrl,
    value: PeriodicAllowance.encode(
      PeriodicAllowance.fromPartial({
        basic: BasicAllowance.fromPartial({ expiration: { seconds } }),
        periodReset: { seconds },
      }),
    ).finish(),
  }).finish()

test.each([
  [0n, '1970-01-01T00:00:00Z'],
  [-62_135_596_800n, '0001-01-01T00:00:00Z'],
  [-(2n ** 63n), '0001-01-01T00:00:00Z'],
  [900_000_000_000n, '9999-12-31T23:59:59Z'],
  [9n * 10n ** 18n, '9999-12-31T23:59:59Z'],
])('formats any time that may be stored: %i', (seconds, text) => {
  expect(protoJson(Any, anyOf(seconds))).toMatchObject({
    basic: { expiration: text },
    period_reset: text,
  })
})
