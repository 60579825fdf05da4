import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../../../src/primitives/address.ts'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../../support/accounts.ts'
import {
  A,
  B,
  C,
  callsOf,
  hex,
  precompile,
  returns,
  rich,
  sends,
  simulate,
  simulator,
  word,
} from '../../../support/chain/simulation.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { push } from '../../../support/evm/programs.ts'
import { COIN } from '../../../support/genesis.ts'
import { nativeText } from '../../../support/native/native.ts'

const ETHER = `0x${'e'.repeat(40)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const padded = (who: Address) => `0x${who.slice(2).padStart(64, '0')}`

describe('calls of simulated blocks', () => {
  test('increment nonces and use the remaining gas of their block', async () => {
    const gas = returns([0x5a])
    const calls = [
      { from: A, to: B },
      { from: A, to: B, gas: '0xc350' },
      { from: A, to: C },
    ]
    const [block] = await simulate(
      [
        {
          blockOverrides: { gasLimit: '0x30d40' },
          stateOverrides: { [A]: { nonce: '0x9' }, [B]: { code: gas } },
          calls,
        },
      ],
      { returnFullTransactions: true },
    )
    const used = Number(block?.calls[0]?.gasUsed)
    expect(block?.transactions).toMatchObject([
      { nonce: '0x9', gas: '0x30d40', type: '0x2' },
      { nonce: '0xa', gas: '0xc350' },
      { nonce: '0xb', gas: toQuantity(200_000 - 2 * used) },
    ])
    // GAS tells what is left after itself: 21,000 for being a transaction and 2.
    expect(BigInt(block?.calls[0]?.returnData ?? 0)).toBe(200_000n - 21_002n)
  })

  test('pay all fees to the fee recipient', async () => {
    const balances = returns([push(BigInt(A)), 0x31], [push(BigInt(C)), 0x31])
    const [paid, read] = await simulate([
      {
        blockOverrides: { feeRecipient: C, baseFeePerGas: '0xa' },
        stateOverrides: { [A]: rich, [B]: { code: balances } },
        calls: [
          {
            from: A,
            to: bob.address,
            value: '0x3',
            maxFeePerGas: '0x64',
            maxPriorityFeePerGas: '0x2',
          },
        ],
      },
      { calls: [{ to: B }] },
    ])
    const fee = 21_000n * 12n
    expect(paid?.calls[0]?.gasUsed).toBe('0x5208')
    expect(read?.calls[0]?.returnData).toBe(`${word(COIN - fee - 3n)}${word(fee).slice(2)}`)
  })

  test('burn nothing: balances of destroyed contracts go to the fee recipient', async () => {
    const feeRecipient = C
    const [, read] = await simulate([
      {
        blockOverrides: { feeRecipient },
        stateOverrides: { [A]: rich, [B]: { code: returns([push(BigInt(C)), 0x31]) } },
        // Destroyed in its own creation, for itself.
        calls: [{ from: A, value: '0x5', input: '0x30ff' }],
      },
      { calls: [{ to: B }] },
    ])
    expect(read?.calls[0]?.returnData).toBe(word(5))
  })

  test('see code that replaces a precompile in inner calls', async () => {
    const asks = [push(32), push(0), push(0), push(0), push(4), 0x5a, 0xfa, 0x50]
    const stateOverrides = {
      [B]: { code: hex(...asks, push(32), push(0), 0xf3) },
      [precompile(4)]: { code: returns([push(42)]) },
    }
    const [result] = await callsOf({ stateOverrides, calls: [{ to: B }] })
    expect(result?.returnData).toBe(word(42))
    // 7 pushes, GAS, POP, a word of memory; a warm account, as a precompile is; there 4 pushes,
    // MSTORE, a word of memory
    const [here, there] = [7 * 3 + 2 + 2 + 3, 4 * 3 + 3 + 3]
    expect(Number(result?.gasUsed)).toBe(21_000 + here + 100 + there)
  })

  test('report failures and gas before refunds', async () => {
    const stateOverrides = {
      [A]: { code: hex(push(0x01020304), push(0), 0x52, push(4), push(28), 0xfd) },
      [B]: { code: '0xfe' },
      // clears a slot: 2,100 for the cold slot, 2,900 to reset it, 3 + 3 for two pushes
      [C]: { code: hex(push(0), push(0), 0x55), state: { [word(0)]: word(1) } },
    }
    const calls = [{ to: A }, { to: B, gas: '0x7530' }, { to: C }]
    expect(await callsOf({ stateOverrides, calls })).toEqual([
      {
        returnData: '0x',
        logs: [],
        gasUsed: expect.any(String),
        maxUsedGas: expect.any(String),
        status: '0x0',
        error: {
          code: 3,
          message: 'execution reverted: custom error 0x01020304',
          data: '0x01020304',
        },
      },
      {
        returnData: '0x',
        logs: [],
        gasUsed: '0x7530',
        maxUsedGas: '0x7530',
        status: '0x0',
        error: { code: -32015, message: 'invalid opcode: INVALID' },
      },
      {
        returnData: '0x',
        logs: [],
        // A cleared slot gives back 4,800 (EIP-3529), of at most a fifth.
        gasUsed: toQuantity(26_006 - 4_800),
        maxUsedGas: toQuantity(26_006),
        status: '0x1',
      },
    ])
  })

  test('report transfers of wei as logs, unless the frame failed', async () => {
    const log = [push(7), push(0), push(0), 0xa1]
    const stateOverrides = {
      [A]: rich,
      [B]: { code: hex(...log, sends(C), ...log) },
      // Logs and sends on, and takes it back.
      [C]: { code: hex(...log, sends(A), push(0), push(0), 0xfd) },
      [precompile(0xc0de)]: { code: hex(push(BigInt(C)), 0xff) },
    }
    const pay = { from: A, to: B, value: '0x5' }
    const block = { stateOverrides, calls: [pay, pay] }
    const options = { traceTransfers: true }
    const [first, second] = await callsOf(block, options)
    const transfer = { address: ETHER, topics: [TRANSFER, padded(A), padded(B)], data: word(5) }
    const own = { address: B, topics: [word(7)], data: '0x' }
    expect(first?.logs).toMatchObject([transfer, own, own])
    expect(second?.logs.map(({ logIndex }) => logIndex)).toEqual(['0x3', '0x4', '0x5'])

    // On to a contract that destroys itself, for C.
    const target = precompile(0xc0de)
    stateOverrides[B] = { code: hex(sends(target)) }
    const [passed] = await callsOf({ stateOverrides, calls: [pay] }, options)
    expect(passed?.logs.map(({ topics, data }) => [...topics.slice(1), data])).toEqual([
      [padded(A), padded(B), word(5)],
      [padded(B), padded(target), word(5)],
      [padded(target), padded(C), word(5)],
    ])
    const [plain] = await simulate([{ stateOverrides, calls: [pay] }])
    const [traced] = await simulate([{ stateOverrides, calls: [pay] }], options)
    expect(plain?.calls[0]?.logs).toEqual([])
    expect(traced?.hash).toBe(plain?.hash)
  })

  test("use the chain's precompiles and ledger", async () => {
    const abi = parseAbi([
      'function getSeiAddr(address) view returns (string)',
      'function sendNative(string) payable returns (bool)',
      'function balance(address, string) view returns (uint256)',
    ])
    const chain = testChain()
    await chain.pool.submit(signed(alice, { to: bob.address }))
    const encode = (functionName: string, ...args: unknown[]) =>
      encodeFunctionData({ abi, functionName, args } as never)
    const [bank, addr] = [0x1001, 0x1004].map(precompile)
    const gas = '0x30d40'
    const balanceOf = { to: bank, gas, input: encode('balance', bob.address, 'usei') }
    const [block] = await simulator(chain)([
      {
        calls: [
          { to: addr, gas, input: encode('getSeiAddr', alice.address) },
          { to: addr, gas, input: encode('getSeiAddr', bob.address) },
          balanceOf,
          {
            from: alice.address,
            to: bank,
            value: toQuantity(COIN),
            input: encode('sendNative', nativeText({ publicKey: bob.publicKey })),
          },
          { from: alice.address, to: bob.address, value: toQuantity(COIN) },
          balanceOf,
        ],
      },
    ])
    const [known, unknown, before, sent, , after] = block?.calls ?? []
    const result = decodeFunctionResult({
      abi,
      functionName: 'getSeiAddr',
      data: known?.returnData ?? '0x',
    })
    expect(result).toBe(nativeText(alice))
    expect(unknown?.error?.code).toBe(3)
    expect(sent?.status).toBe('0x1')
    // Bob is not associated: what went to his native address is not his yet.
    expect(BigInt(after?.returnData ?? 0) - BigInt(before?.returnData ?? 0)).toBe(10n ** 6n)
  })
})
