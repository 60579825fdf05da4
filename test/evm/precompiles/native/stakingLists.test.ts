import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { seiVersions } from '../../../../src/evm/precompiles/native/seiVersion.ts'
import { parseOperator } from '../../../../src/modules/operatorAddress.ts'
import { rowOf } from '../../../../src/modules/rows.ts'
import { delegationKind } from '../../../../src/modules/staking/delegation.ts'
import { delegate } from '../../../../src/modules/staking/staking.ts'
import { encodeValidator, requireValidator } from '../../../../src/modules/staking/validator.ts'
import { castAddress, type NativeAddress } from '../../../../src/state/rows/layout.ts'
import { alice } from '../../../support/accounts.ts'
import { aliceNative, ModuleScene, START, v0, v1 } from '../../../support/precompiles/modules.ts'
import { at, interfaceOf } from '../../../support/precompiles/scene.ts'

const abi = parseAbi([
  'struct Balance { uint256 amount; string denom; }',
  'struct Details { string delegator_address; uint256 shares; uint256 decimals; string validator_address; }',
  'struct Delegation { Balance balance; Details delegation; }',
  'struct DelegationsResponse { Delegation[] delegations; bytes nextKey; }',
  'function delegatorDelegations(address delegator, bytes nextKey) view returns (DelegationsResponse)',
  'function validatorDelegations(string valAddress, bytes nextKey) view returns (DelegationsResponse)',
])

interface PageOfDelegations {
  readonly delegations: readonly unknown[]
  readonly nextKey: string
}

const GAS = { gasLimit: 10n ** 8n }
/** An address in a key. */
const keyOf = (native: NativeAddress) => `14${native.slice(2)}`

function scene(
  version: (typeof seiVersions)[number],
  delegations: readonly (readonly [NativeAddress, string])[],
) {
  const here = new ModuleScene(at('1005'), abi, nativePrecompilesOf(version))
  here.scene.change((state) => {
    for (const [delegator, validator] of delegations) {
      const operator = parseOperator(state, validator)
      state.mintCoins(delegator, 'usei', 1n)
      delegate(state, { delegator, operator, amount: 1n }, { time: START, height: 1n })
    }
  })
  return here
}

const many = Array.from({ length: 130 }, (_, i) => castAddress(at((i + 1).toString(16))))

describe.each(seiVersions)('Sei %s', (version) => {
  test('validatorDelegations has pages of a hundred', async () => {
    const here = scene(
      version,
      many.map((delegator) => [delegator, v1]),
    )
    const read = (key: string) => here.result('validatorDelegations', [v1, key], GAS)
    const first = (await read('0x')) as PageOfDelegations
    const next = (await read(first.nextKey)) as PageOfDelegations
    // The operator delegates, too, with an address behind the others.
    expect([first.delegations.length, next.delegations.length]).toEqual([100, 31])
    expect(next.nextKey).toBe('0x')
    const hundredth = many[100] ?? aliceNative
    const operator = parseOperator(here.scene.state, v1)
    // The key behind the table's prefix; in 6.7 behind the validator in an index.
    const rest = version === '6.6' ? keyOf(operator) : ''
    expect(first.nextKey).toBe(`0x${keyOf(hundredth)}${rest}`)
  })
})

// store/gaskv/store.go: an iterator pays for the first row when it begins, and for each row when it
// leaves it: 30, and 3 for each byte. A read costs 1000 and 3 for each byte.
test('gas of lists', async () => {
  const READ = 1000n
  const bytes = (...sizes: readonly number[]) => 3n * BigInt(sizes.reduce((a, b) => a + b, 0))
  const delegations = [
    [aliceNative, v0],
    [aliceNative, v1],
  ] as const
  const here = scene('6.6', delegations)
  const { state } = here.scene
  const sizes = delegations.map(([delegator, validator]) => {
    const operator = parseOperator(state, validator)
    const row = state.get(delegationKind, rowOf(delegator, operator))
    if (row === undefined) throw new Error('no delegation')
    return {
      delegation: delegationKind.encode(row).length,
      validator: encodeValidator(requireValidator(state, operator)).length,
    }
  })
  const [first] = sizes
  const step = ({ delegation }: (typeof sizes)[number]) => 30n + bytes(43, delegation)
  const answer = sizes.reduce(
    (sum, { validator }) => sum + READ + bytes(22, validator) + READ + bytes(23),
    0n,
  )
  const steps = sizes.reduce(
    (sum, each) => sum + step(each),
    first === undefined ? 0n : step(first),
  )
  const association = READ + bytes(21, 20)
  expect(await here.call('delegatorDelegations', [alice.address, '0x'])).toMatchObject({
    kind: 'success',
    gasUsed: association + steps + answer,
  })

  const indexed = scene('6.7', delegations)
  const data = interfaceOf(abi).encode('validatorDelegations', v1, '0x')
  const operator = parseOperator(state, v1)
  const own = state.get(delegationKind, rowOf(operator, operator))
  if (own === undefined) throw new Error('no delegation of the operator')
  const [, second] = sizes
  if (second === undefined) throw new Error('no second delegation')
  const rows = [second.delegation, delegationKind.encode(own).length]
  const decoding = READ + bytes(data.length, v1.length)
  const index = 3n * (30n + bytes(43))
  const read = rows.reduce(
    (sum, row) =>
      sum + READ + bytes(43, row) + READ + bytes(22, second.validator) + READ + bytes(23),
    0n,
  )
  expect(await indexed.call('validatorDelegations', [v1, '0x'])).toMatchObject({
    kind: 'success',
    gasUsed: decoding + index + read,
  })
})
