import { balanceOf, type Coin } from '../../../../modules/bank/bank.ts'
import { utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import { coinKind, type NativeAddress } from '../../../../state/rows/layout.ts'
import type { NativeCall } from '../abi/abiFunction.ts'
import { type ListedRow, readAll } from './pages.ts'

/** Yields the coins of an account as rows of the bank. */
export function* coinRows(
  { world }: Pick<NativeCall, 'world'>,
  owner: NativeAddress,
): Iterable<ListedRow<Coin>> {
  for (const denom of world.denominations(owner)) {
    const kind = coinKind(denom)
    const amount = balanceOf(world, owner, denom)
    const size = kind.key(owner).length + kind.encode(amount).length
    yield { item: { denom, amount }, key: utf8ToBytes(denom), size }
  }
}

/** Reads the coins of an account (GetAllBalances). */
export function readCoins(call: Pick<NativeCall, 'world' | 'charge'>, owner: NativeAddress) {
  return readAll(call, coinRows(call, owner))
}
