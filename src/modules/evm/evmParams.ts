import { concatBytes, EMPTY_BYTES, equalBytes } from '../../primitives/encoding/bytes.ts'
import { decodeFields, stringField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'

/** Parameters of the EVM module that governance changed. An absent one is that of the genesis. */
export interface EvmParams {
  /** Gas of an SSTORE that sets a slot (SSTORE_SET of EIP-2200). */
  readonly sstoreSetGas?: bigint
  /** Base fee in wei. */
  readonly minimumFeePerGas?: bigint
  readonly maximumFeePerGas?: bigint
  readonly targetGasUsedPerBlock?: bigint
  /** Gas limit of blocks (max_gas of the consensus parameters). */
  readonly blockMaxGas?: bigint
  /** Decimal texts. */
  readonly maxUpwardAdjustment?: string
  readonly maxDownwardAdjustment?: string
}

/** Field numbers. */
const integers = {
  sstoreSetGas: 1,
  minimumFeePerGas: 2,
  maximumFeePerGas: 3,
  targetGasUsedPerBlock: 4,
  blockMaxGas: 7,
} as const
const texts = { maxUpwardAdjustment: 5, maxDownwardAdjustment: 6 } as const

const KEY = String.fromCharCode(0x6f)

/** Evm 6f, not on the real chain: parameters that governance changed. One row, ''. */
export const evmParamsKind: IterableTableKind<EvmParams> = {
  name: 'evm/params',
  store: 'evm',
  prefix: Uint8Array.of(0x6f),
  key: () => KEY,
  idOf: () => '',
  encode,
  decode,
  equal: (a, b) => a === b || equalBytes(encode(a), encode(b)),
}

function encode(params: EvmParams): Uint8Array {
  const fields = Object.entries({ ...integers, ...texts }).map(([name, number]) => {
    const value = params[name as keyof EvmParams]
    return value === undefined ? EMPTY_BYTES : stringField(number, value.toString())
  })
  return concatBytes(...fields)
}

function decode(bytes: Uint8Array): EvmParams {
  const fields = decodeFields(bytes)
  const found: Record<string, bigint | string> = {}
  for (const [name, number] of Object.entries(integers)) {
    const text = fields.text(number)
    if (text !== '') found[name] = BigInt(text)
  }
  for (const [name, number] of Object.entries(texts)) {
    const text = fields.text(number)
    if (text !== '') found[name] = text
  }
  return found
}

const NONE: EvmParams = {}

/** Returns the parameters that governance changed. */
export function evmParamsOf(state: Pick<RowState, 'get'>): EvmParams {
  return state.get(evmParamsKind, '') ?? NONE
}

/** Changes parameters. */
export function changeEvmParams(state: RowState, changes: EvmParams): void {
  const params = { ...evmParamsOf(state), ...changes }
  // No row is empty.
  if (Object.keys(params).length > 0) state.set(evmParamsKind, '', params)
}
