import type { Address } from '../../../primitives/address.ts'
import { bigIntToBytes, concatBytes, padLeft } from '../../../primitives/encoding/bytes.ts'
import { hexToBytes, toQuantity } from '../../../primitives/encoding/hex.ts'
import { address, boolean, quantity } from '../../codec/scalar.ts'
import { type ChangingContext, changingMethod, param } from '../../core/method.ts'
import { serverError } from '../../errors/rpcError.ts'
import { findReadSlot } from './findReadSlot.ts'

const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'

/** Placeholder arguments of ERC-20 functions. */
function callData(selector: string, ...who: readonly Address[]): Uint8Array {
  return concatBytes(hexToBytes(selector), ...who.map((each) => padLeft(hexToBytes(each), 32)))
}

/**
 * Makes a token's view function return an amount.
 *
 * @throws RpcError if no single slot determines the result
 */
async function setAnswer(
  { state, simulate }: Pick<ChangingContext, 'state' | 'simulate'>,
  token: Address,
  data: Uint8Array,
  amount: bigint,
): Promise<void> {
  const place = await findReadSlot({ state, simulate }, { to: token, data }, amount)
  if (place === undefined) {
    throw serverError(`no storage slot of ${token} determines the result ${toQuantity(amount)}`)
  }
  await state.edit((newest) => {
    newest.setStorage(place.address, place.slot, bigIntToBytes(amount, 32))
  })
}

export const anvil_dealERC20 = changingMethod({
  summary:
    'Sets the balance of an account in an ERC-20 token whose balance is in one storage slot. The total supply of the token stays.',
  params: [param('address', address), param('token', address), param('amount', quantity)],
  result: boolean,
  aliases: ['hardhat_dealERC20', 'anvil_dealErc20', 'anvil_setERC20Balance'],
  async run({ state, simulate }, who, token, amount) {
    await setAnswer({ state, simulate }, token, callData(BALANCE_OF, who), amount)
    return true
  },
})

export const anvil_setERC20Allowance = changingMethod({
  summary: 'Sets the allowance of an ERC-20 token whose allowance is in one storage slot.',
  params: [
    param('owner', address),
    param('spender', address),
    param('token', address),
    param('amount', quantity),
  ],
  result: boolean,
  aliases: ['hardhat_setERC20Allowance', 'anvil_setErc20Allowance'],
  async run({ state, simulate }, owner, spender, token, amount) {
    await setAnswer({ state, simulate }, token, callData(ALLOWANCE, owner, spender), amount)
    return true
  },
})
