import {
  nativeText,
  requireDelegator as requireAccount,
} from '../../../../modules/evm/association.ts'
import { readGas } from '../../../../modules/gas/gasMeter.ts'
import { sdkError } from '../../../../modules/moduleError.ts'
import { authParams } from '../../../../modules/params/authParams.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import { accountCountKind, accountKind, type NativeAccount } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../../../state/rows/stateTable.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { address, arrayOf, bool, bytes, string, tuple, uint64 } from '../abi/abiType.ts'
import { readPage } from '../query/pages.ts'

const accountType = tuple('Account', {
  accountAddress: string,
  accountNumber: uint64,
  sequence: uint64,
})

const account = abiFunction({
  name: 'account',
  mutability: 'view',
  inputs: { addr: address },
  returns: accountType,
  run({ state }, { addr }) {
    const found = state.get(accountKind(state.names.bech32Prefix), requireAccount(state, addr))
    if (found !== undefined) return toAccount(state, found)
    throw sdkError('notFound', 'account not found')
  },
})

const accounts = abiFunction({
  name: 'accounts',
  mutability: 'view',
  inputs: { pageKey: bytes },
  returns: tuple('AccountsResponse', { accounts: arrayOf(accountType), nextKey: bytes }),
  run(call, { pageKey }) {
    const kind = accountTable(call.state.names.bech32Prefix)
    const { rows, nextKey } = readPage(call, { kind, pageKey })
    return { accounts: rows.map(([, found]) => toAccount(call.state, found)), nextKey }
  },
})

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('AuthParams', {
    maxMemoCharacters: uint64,
    txSigLimit: uint64,
    txSizeCostPerByte: uint64,
    sigVerifyCostEd25519: uint64,
    sigVerifyCostSecp256k1: uint64,
    disableSeqnoCheck: bool,
  }),
  run({ charge }) {
    for (const [key, value] of Object.entries(authParams)) {
      charge(readGas(`auth/${key}`.length + JSON.stringify(`${value}`).length))
    }
    return {
      maxMemoCharacters: authParams.MaxMemoCharacters,
      txSigLimit: authParams.TxSigLimit,
      txSizeCostPerByte: authParams.TxSizeCostPerByte,
      sigVerifyCostEd25519: authParams.SigVerifyCostED25519,
      sigVerifyCostSecp256k1: authParams.SigVerifyCostSecp256k1,
      disableSeqnoCheck: false,
    }
  },
})

const nextAccountNumber = abiFunction({
  name: 'nextAccountNumber',
  mutability: 'view',
  inputs: {},
  returns: uint64,
  run: ({ state }) => state.get(accountCountKind, '') ?? 0n,
})

function toAccount(state: RowState, { address: native, accountNumber, sequence }: NativeAccount) {
  return { accountAddress: nativeText(state, native), accountNumber, sequence }
}

const ACCOUNT_PREFIX = Uint8Array.of(0x01)

/** The table of accounts, listable. */
function accountTable(bech32Prefix: string): IterableTableKind<NativeAccount> {
  return { ...accountKind(bech32Prefix), prefix: ACCOUNT_PREFIX, idOf: bytesToHex }
}

/** 0x100D of Sei 6.7: accounts of the native side. */
export const authPrecompile = meteredPrecompile([account, accounts, params, nextAccountNumber], {
  decoder: 'auth',
})
