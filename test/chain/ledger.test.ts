import { fc, test } from '@fast-check/vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { assembleChain } from '../../src/chain/assembleChain.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { createGenesisBlock } from '../../src/chain/genesis/genesisBlock.ts'
import { History } from '../../src/chain/history/history.ts'
import { Pool } from '../../src/chain/pool/pool.ts'
import type { SnapshotId } from '../../src/chain/rewind/snapshots.ts'
import { publicKeyToNative } from '../../src/evm/transaction/association.ts'
import type { Authorization, UnsignedTransaction } from '../../src/evm/transaction/transaction.ts'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeAssociate } from '../../src/native/codec/evmTransactionBytes.ts'
import type { NativeMessage } from '../../src/native/nativeTransaction.ts'
import { type Address, contractAddress, parseAddress } from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import {
  privateToPublicKey,
  publicKeyToAddress,
  sign,
} from '../../src/primitives/crypto/secp256k1.ts'
import { DomainError } from '../../src/primitives/domainError.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { padLeft, utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { createStateDatabase, type StateDatabase } from '../../src/state/stateDatabase.ts'
import { alice, bob, carol, pauper, type TestAccount } from '../support/accounts.ts'
import { faultsOf, type Ledger, readLedger, UNIT, weiOf } from '../support/chain/ledger.ts'
import { signed, testSettings } from '../support/chain.ts'
import { CHAIN_ID, testGenesis } from '../support/genesis.ts'
import { nativeText, nativeTx } from '../support/native/native.ts'
import { runs } from '../support/runs.ts'

const [dave, erin] = [4, 5].map((n) => {
  const privateKey = padLeft(Uint8Array.of(n), 32)
  const publicKey = privateToPublicKey(privateKey)
  return { privateKey, publicKey, address: publicKeyToAddress(publicKey) }
}) as [TestAccount, TestAccount]
const people = [alice, bob, carol, dave, erin, pauper]
const strangers = ['0x00000000000000000000000000000000000000aa', `0x${'ab'.repeat(20)}`].map(
  parseAddress,
)

const ownNative = ({ publicKey }: TestAccount) => hexToBytes(publicKeyToNative(publicKey))
const coins = (...list: readonly (readonly [denom: string, amount: bigint])[]) =>
  list.map(([denom, amount]) => ({ denom, amount }))

/**
 * Alice, Bob and Carol own coins as EVM accounts, Dave as both, Erin natively and other
 * denominations on her cast address.
 */
const genesis = testGenesis({}, [
  [dave.address, { balance: 10n ** 18n + 333_333_333_333n }],
  [erin.address, { balance: 666_666_666_667n }],
])
const world = {
  ...genesis,
  native: {
    ...genesis.native,
    balances: [
      { native: ownNative(dave), coins: coins(['usei', 5_000_000n], ['uatom', 1000n]) },
      { native: ownNative(erin), coins: coins(['usei', 9_000_000n], ['factory/a/b', 7n]) },
      { native: hexToBytes(erin.address), coins: coins(['uatom', 500n], ['usei', 3n]) },
      { native: hexToBytes(alice.address), coins: coins(['uatom', 2000n]) },
    ],
  },
}

/** Index of an address: users, contracts created so far, unused accounts, or the fee collector. */
const place = fc.nat(20)
const who = fc.nat(people.length - 1)
const wei = fc.oneof(
  { weight: 2, arbitrary: fc.bigInt(0n, 3n) },
  { weight: 3, arbitrary: fc.bigInt(0n, 3n * UNIT) },
  { weight: 3, arbitrary: fc.bigInt(0n, 2n * 10n ** 18n) },
  // More than any account has.
  { weight: 1, arbitrary: fc.constant(10n ** 22n) },
)
const denom = fc.oneof(
  { weight: 8, arbitrary: fc.constant('usei') },
  { weight: 3, arbitrary: fc.constant('uatom') },
  { weight: 1, arbitrary: fc.constant('factory/a/b') },
)
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(1n, 9n) },
  { weight: 3, arbitrary: fc.bigInt(1n, 300_000n) },
  { weight: 1, arbitrary: fc.constant(10n ** 17n) },
)

const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), from: who, to: place, wei }),
  fc.record({
    do: fc.constant('create' as const),
    from: who,
    to: place,
    wei,
    kind: fc.constantFrom('stays', 'goes', 'burns', 'fails'),
  }),
  fc.record({
    do: fc.constant('native' as const),
    from: who,
    sends: fc.array(
      fc.record({ to: place, form: fc.constantFrom('own', 'cast', 'evm'), denom, amount }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({
    do: fc.constant('associate' as const),
    who,
    way: fc.constantFrom('signature', 'message', 'authorization'),
    payer: who,
  }),
  fc.record({ do: fc.constant('wrong' as const), from: who }),
  fc.record({ do: fc.constant('edit' as const), to: place, wei, fails: fc.boolean() }),
  fc.record({ do: fc.constant('snapshot' as const) }),
  fc.record({ do: fc.constant('revert' as const), at: fc.nat(3) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Scene {
  readonly chain: Chain
  readonly states: StateDatabase
  readonly contracts: Address[]
  /** What edits gave out and took; a snapshot keeps its own. */
  given: bigint
  snapshots: { readonly id: SnapshotId; readonly given: bigint }[]
}

test.prop([fc.array(step, { minLength: 5, maxLength: 30, size: 'max' })], {
  numRuns: runs({ quick: 4, full: 25 }),
})('no operation creates, loses or strands a coin', async (steps) => {
  const states = createStateDatabase(world.native)
  const history = History.from(createGenesisBlock(world, states))
  const chain = assembleChain(testSettings(world), { states, history, head: { pool: new Pool() } })
  const scene: Scene = { chain, states, contracts: [], given: 0n, snapshots: [] }
  const genesisLedger = readLedger(states, 1)
  for (const next of steps) {
    await take(scene, next)
    const ledger = readLedger(states, states.version)
    expect(faultsOf(ledger)).toEqual([])
    expect(weiIn(ledger)).toBe(weiIn(genesisLedger) + scene.given)
    expect(othersIn(ledger)).toEqual(othersIn(genesisLedger))
  }
  await expectBalances(scene)
  await chain.close()
})

/** Wei that the supply of the base denomination says there are. */
const weiIn = ({ supplies, rest }: Ledger) => (supplies.get('usei') ?? 0n) * UNIT + rest

/** The supplies of all other denominations. */
const othersIn = ({ supplies }: Ledger) => [...supplies].filter(([name]) => name !== 'usei')

/**
 * At every height an EVM address has what the stores have for the native address that it leads to
 * there.
 */
async function expectBalances({ chain, states, contracts }: Scene): Promise<void> {
  for (let number = 0; number <= chain.blocks.latest.number; number++) {
    const { state } = await chain.state.viewAt({ number: BigInt(number) })
    const next = chain.blocks.get(BigInt(number + 1))
    const ledger = readLedger(states, next === undefined ? states.version : next.version - 1)
    for (const address of [...people.map((one) => one.address), ...contracts, ...strangers]) {
      const digits = address.slice(2)
      const owner = ledger.nativeOf.get(digits) ?? digits
      expect(state.getBalance(address)).toBe(weiOf(ledger, owner))
    }
  }
}

/** Does a step. That the chain refuses it is fine. */
async function take(scene: Scene, next: Step): Promise<void> {
  try {
    await attempt(scene, next)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

async function attempt(scene: Scene, next: Step): Promise<unknown> {
  const { chain, contracts, snapshots } = scene
  switch (next.do) {
    case 'pay': {
      const to = addressAt(scene, next.to)
      // What is a contract sends all that it has to the address in the call data.
      const data = contracts.includes(to) ? padLeft(hexToBytes(person(next.from).address), 32) : []
      return sendEvm(scene, next.from, { to, value: next.wei, data: Uint8Array.from(data) })
    }
    case 'create': {
      const from = person(next.from)
      contracts.push(contractAddress(from.address, chain.pool.pendingNonce(from.address)))
      const data = hexToBytes(initCode(next.kind, addressAt(scene, next.to)))
      return sendEvm(scene, next.from, { value: next.wei, data })
    }
    case 'native': {
      const from = person(next.from)
      const messages = next.sends.map(({ to, form, ...coin }): NativeMessage => {
        const source = { from: nativeText(from), coins: [coin] }
        const target = addressAt(scene, to)
        if (form === 'evm') return { ...source, kind: 'evmSend', to: target }
        const known = people.find(({ address }) => address === target)
        const own = form === 'own' && known !== undefined
        const bytes = own ? ownNative(known) : hexToBytes(target)
        return { ...source, kind: 'send', to: bytesToBech32('sei', bytes) }
      })
      return chain.pool.submitNative(await nativeTx(chain, from, messages))
    }
    case 'associate':
      return associate(scene, next)
    case 'wrong': {
      // A fee is paid for what runs out of gas, nothing for what is out of sequence.
      await sendEvm(scene, next.from, { data: Uint8Array.of(0xfe), value: 3n })
      const message: NativeMessage = {
        kind: 'evmSend',
        from: nativeText(person(next.from)),
        to: bob.address,
        coins: coins(['usei', 1n]),
      }
      return chain.pool.submitNative(
        await nativeTx(chain, person(next.from), [message], { sequence: 999n }),
      )
    }
    case 'edit': {
      const address = addressAt(scene, next.to)
      let given = 0n
      const editing = chain.state.edit((state) => {
        given = next.wei - state.getBalance(address)
        state.setBalance(address, next.wei)
        if (next.fails) throw new Error('changed my mind')
      })
      if (next.fails) return expect(editing).rejects.toThrow('changed my mind')
      await editing
      scene.given += given
      return undefined
    }
    case 'snapshot':
      return snapshots.push({ id: await chain.snapshots.take(), given: scene.given })
    case 'revert': {
      const snapshot = snapshots[next.at]
      if (snapshot === undefined) return undefined
      scene.snapshots = snapshots.slice(0, next.at)
      scene.given = snapshot.given
      return expect(await chain.snapshots.revert(snapshot.id)).toBe(true)
    }
  }
}

async function associate(
  { chain }: Scene,
  next: Step & { readonly do: 'associate' },
): Promise<unknown> {
  const one = person(next.who)
  if (next.way === 'signature') {
    const customMessage = 'one key'
    const { r, s, yParity } = sign(keccak256(utf8ToBytes(customMessage)), one.privateKey)
    const raw = encodeAssociate({ customMessage, r, s, v: BigInt(yParity) })
    return chain.pool.submitNative(decodeNativeTransaction(raw, 'sei'))
  }
  if (next.way === 'message') {
    const message = { kind: 'associate', sender: nativeText(one), customMessage: '' } as const
    const fee = { coins: [], gasLimit: 200_000n }
    return chain.pool.submitNative(await nativeTx(chain, one, [message], { fee }))
  }
  const authorization = await authorize(one, chain.pool.pendingNonce(one.address))
  return sendWith(chain, person(next.payer), {
    type: 4,
    to: bob.address,
    authorizationList: [authorization],
  })
}

/**
 * A permission to run the code of address 0, which is none: it changes nothing but the association.
 */
async function authorize({ privateKey }: TestAccount, nonce: bigint): Promise<Authorization> {
  const key = privateKeyToAccount(bytesToHex(privateKey))
  const address = parseAddress(`0x${'00'.repeat(20)}`)
  const {
    r,
    s,
    yParity = 0,
  } = await key.signAuthorization({
    contractAddress: address,
    chainId: Number(CHAIN_ID),
    nonce: Number(nonce),
  })
  return {
    chainId: CHAIN_ID,
    address,
    nonce,
    r: BigInt(r),
    s: BigInt(s),
    yParity: yParity === 0 ? 0 : 1,
  }
}

function sendEvm({ chain }: Scene, from: number, fields: Partial<UnsignedTransaction>) {
  return sendWith(chain, person(from), fields)
}

/** Fees leave odd amounts of wei behind. */
function sendWith(chain: Chain, from: TestAccount, fields: Partial<UnsignedTransaction>) {
  const nonce = chain.pool.pendingNonce(from.address)
  const tip = { maxPriorityFeePerGas: 1_000_000_007n }
  return chain.pool.submit(signed(from, { gasLimit: 200_000n, nonce, ...tip, ...fields }))
}

/**
 * Of a contract that stays and sends all it has to whom its call data names, or one that destroys
 * itself as it is made.
 */
function initCode(kind: string, beneficiary: Address): string {
  switch (kind) {
    case 'stays':
      // MSTORE(0, runtime) RETURN(29, 3); the runtime is PUSH0 CALLDATALOAD SELFDESTRUCT.
      return '625f35ff5f526003601df3'
    case 'goes':
      return `73${beneficiary.slice(2)}ff`
    case 'burns':
      return '30ff'
    default:
      return '5f5ffd'
  }
}

function person(index: number): TestAccount {
  return people[index % people.length] ?? alice
}

function addressAt({ chain, contracts }: Scene, index: number): Address {
  const all = [
    ...people.map(({ address }) => address),
    ...strangers,
    chain.mining.config.coinbase,
    ...contracts,
  ]
  return all[index % all.length] ?? bob.address
}
