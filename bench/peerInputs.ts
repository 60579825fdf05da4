import {
  concatHex,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
} from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { LOGGER, LOOP, TOKEN } from './compareContracts.ts'
import { CHAIN_ID } from './suiteTests.ts'

const ACCOUNTS = 20
/** Number of transactions per account. */
const EACH = 50
/** Number of transfers of the first account. */
export const LONG = 3_000
/** Number of transactions that are sent after a revert each. */
export const FIRSTS = 350
const RECIPIENT = '0x00000000000000000000000000000000000b0b00'

const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const tokenTransfer = encodeFunctionData({ abi, functionName: 'transfer', args: [RECIPIENT, 1n] })

export type Kind = 'transfer' | 'ERC-20 transfer'

/** Signed transactions, made once so that all nodes receive the same. */
export interface PeerInputs {
  readonly accounts: readonly Hex[]
  /** By account and nonce. */
  readonly signed: Readonly<Record<Kind, readonly (readonly Hex[])[]>>
  /** Transfers of the first account by nonce. */
  readonly long: readonly Hex[]
  /**
   * Different transfers with nonce 0, of all accounts in turn: after a revert, Anvil's pool keeps
   * the transaction for a moment and would refuse another one of the same account.
   */
  readonly firsts: readonly Hex[]
  /** Two thousand calls of the first account that emit five logs each. */
  readonly logs: readonly Hex[]
}

export async function createPeerInputs(): Promise<PeerInputs> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, addressIndex) =>
    mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex,
    }),
  )
  const [first] = accounts
  if (first === undefined) throw new Error('no accounts')
  const signAll = (kind: Kind) =>
    Promise.all(accounts.map((account) => signEach(account, EACH, () => kindFields[kind])))
  return {
    accounts: accounts.map(({ address }) => address),
    signed: {
      transfer: await signAll('transfer'),
      'ERC-20 transfer': await signAll('ERC-20 transfer'),
    },
    long: await signEach(first, LONG, () => kindFields.transfer),
    firsts: await signFirsts(accounts),
    logs: await signEach(first, 2_000, (nonce) => ({
      to: LOGGER,
      gas: 100_000n,
      data: concatHex([numberToHex(5, { size: 32 }), topicOf(nonce % 100 === 0 ? 1 : 2)]),
    })),
  }
}

async function signFirsts(accounts: readonly HDAccount[]): Promise<readonly Hex[]> {
  const each = await Promise.all(
    accounts.map((account) =>
      signEach(account, Math.ceil(FIRSTS / accounts.length), (i) => ({
        ...kindFields.transfer,
        nonce: 0,
        value: BigInt(i),
      })),
    ),
  )
  const [turns = []] = each
  return turns.flatMap((_, turn) => each.map((signed) => signed[turn] ?? '0x')).slice(0, FIRSTS)
}

/** Returns a topic of the logs: 1 for one per cent of them, else 2. */
export function topicOf(number: number): Hex {
  return numberToHex(number, { size: 32 })
}

interface Fields {
  readonly to: Hex
  readonly gas: bigint
  readonly data?: Hex
  readonly value?: bigint
  /** Default: consecutive nonces. */
  readonly nonce?: number
}

const kindFields: Readonly<Record<Kind, Fields>> = {
  transfer: { to: RECIPIENT, gas: 21_000n, value: 1n },
  'ERC-20 transfer': { to: TOKEN, gas: 80_000n, data: tokenTransfer },
}

async function signEach(
  account: HDAccount,
  count: number,
  fieldsOf: (nonce: number) => Fields,
): Promise<readonly Hex[]> {
  const signed: Hex[] = []
  for (let nonce = 0; nonce < count; nonce++) {
    signed.push(
      await account.signTransaction({
        type: 'eip1559',
        chainId: CHAIN_ID,
        nonce,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        ...fieldsOf(nonce),
      }),
    )
  }
  return signed
}

/** Slot of an account's balance in the token: a mapping at slot 1. */
export function balanceSlot(account: Hex): Hex {
  return keccak256(concatHex([pad(account, { size: 32 }), numberToHex(1, { size: 32 })]))
}

/** Returns a call of a contract that loops, with 15 steps per round. */
export function loopCall(from: Hex, rounds: number) {
  return { from, to: LOOP, data: numberToHex(rounds, { size: 32 }), gas: '0xf42400' } as const
}
