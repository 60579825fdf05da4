import { type Hex, numberToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { loadMclBn254 } from '../src/evm/precompiles/curves/bn254.ts'
import { precompilesOf } from '../src/evm/precompiles/precompiles.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { bytesToHex } from '../src/primitives/encoding/hex.ts'
import { CHAIN_ID, TOKEN } from './compareContracts.ts'
import { encodeCall } from './engineWorkloads.ts'
import { precompileCases } from './precompileCases.ts'

/** Signed transactions and call data, made once so that both checkouts receive the same. */
export interface CompareInputs {
  /** Transfers of the first development account, by nonce. */
  readonly transfers: readonly Hex[]
  /** ERC-20 transfers of the same account, by nonce. */
  readonly tokenTransfers: readonly Hex[]
  /** Accounts with their transfers, by nonce. */
  readonly senders: readonly { readonly address: Hex; readonly transfers: readonly Hex[] }[]
  readonly precompiles: readonly { readonly what: string; readonly to: Hex; readonly data: Hex }[]
}

const RECIPIENT = '0x00000000000000000000000000000000000b0b00'
const TRANSFERS = 3_000
const TOKEN_TRANSFERS = 1_000
const SENDERS = 300
const TRANSFERS_OF_SENDER = 3
/** The fork with all precompiles. */
const HARDFORK = 'osaka'
const GAS = 1n << 62n

interface Signer {
  signTransaction(transaction: {
    readonly type: 'eip1559'
    readonly chainId: number
    readonly nonce: number
    readonly gas: bigint
    readonly to: Hex
    readonly value?: bigint
    readonly data?: Hex
    readonly maxFeePerGas: bigint
    readonly maxPriorityFeePerGas: bigint
  }): Promise<Hex>
}

export async function createInputs(): Promise<CompareInputs> {
  const developer = mnemonicToAccount('test test test test test test test test test test test junk')
  const tokenTransfer = bytesToHex(
    encodeCall('Token', 'transfer(address,uint256)', BigInt(RECIPIENT), 1),
  )
  const senders: CompareInputs['senders'][number][] = []
  for (let i = 1; i <= SENDERS; i++) {
    const sender = privateKeyToAccount(numberToHex(i, { size: 32 }))
    const transfers = await signAll(sender, TRANSFERS_OF_SENDER, RECIPIENT)
    senders.push({ address: sender.address, transfers })
  }
  return {
    transfers: await signAll(developer, TRANSFERS, RECIPIENT),
    tokenTransfers: await signAll(developer, TOKEN_TRANSFERS, TOKEN, tokenTransfer),
    senders,
    precompiles: await createPrecompileCalls(),
  }
}

async function signAll(signer: Signer, count: number, to: Hex, data?: Hex): Promise<Hex[]> {
  const signed: Hex[] = []
  for (let nonce = 0; nonce < count; nonce++) {
    const transaction = {
      type: 'eip1559',
      chainId: CHAIN_ID,
      nonce,
      gas: data === undefined ? 21_000n : 100_000n,
      to,
      ...(data === undefined ? { value: 1n } : { data }),
      maxFeePerGas: 1_000_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    } as const
    signed.push(await signer.signTransaction(transaction))
  }
  return signed
}

/** Returns calls of the elliptic curve precompiles. */
async function createPrecompileCalls(): Promise<CompareInputs['precompiles']> {
  await loadMclBn254()
  const precompiles = precompilesOf(BigInt(CHAIN_ID), HARDFORK)
  const cases = precompileCases((number, input) => {
    const precompile = precompiles.get(parseAddress(numberToHex(number, { size: 20 })))
    if (precompile === undefined) throw new Error(`no precompile ${number}`)
    return precompile(input, GAS)
  })
  return cases
    .filter(({ what }) => /^(BN254|BLS12|KZG|P256)/.test(what))
    .map(({ what, number, input }) => ({
      what,
      to: numberToHex(number, { size: 20 }),
      data: bytesToHex(input),
    }))
}
