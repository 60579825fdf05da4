import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { parseAddress } from '../../../src/primitives/address.ts'
import { EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { signed, testChain } from '../../support/chain.ts'
import { code, push } from '../../support/evm/programs.ts'
import { testGenesis } from '../../support/genesis.ts'

const BANK = parseAddress('0x0000000000000000000000000000000000001001')
const CALLER = parseAddress(`0xaa${'0'.repeat(38)}`)
const abi = parseAbi(['function name(string denom) view returns (string)'])
const data = hexToBytes(encodeFunctionData({ abi, functionName: 'name', args: ['none'] }))
const GAS = 100_000n

/** CALLDATACOPY, a call of the bank with all that was copied, and what then comes. */
function callBank(...then: readonly (number | Uint8Array)[]): Uint8Array {
  const copy = [0x36, push(0), push(0), 0x37]
  const call = [push(0), push(0), 0x36, push(0), push(0), push(BigInt(BANK)), push(20_000), 0xf1]
  return code(...copy, ...call, ...then)
}

test.each<[string, readonly (number | Uint8Array)[], string | undefined]>([
  ['reverts', [push(0), push(0), 0xfd], 'execution reverted|denom none not found'],
  ['runs into INVALID', [0xfe], 'invalid opcode: INVALID|denom none not found'],
  ['goes on', [], undefined],
])(
  'a receipt tells why a precompiled contract failed if the caller %s',
  async (_how, then, error) => {
    const chain = testChain(testGenesis({}, [[CALLER, { code: callBank(...then) }]]))
    const hash = await chain.pool.submit(signed(alice, { to: CALLER, data, gasLimit: GAS }))
    const receipt = chain.transactions.get(hash)?.receipt
    expect(receipt?.error).toBe(error)
    expect(receipt?.status).toBe(error === undefined ? 1 : 0)
  },
)

test('the receipt of a direct call', async () => {
  const chain = testChain()
  const hash = await chain.pool.submit(signed(alice, { to: BANK, data, gasLimit: GAS }))
  expect(chain.transactions.get(hash)?.receipt).toMatchObject({
    status: 0,
    // A metered one takes all.
    gasUsed: GAS,
    error: 'execution reverted|denom none not found',
    revertData: EMPTY_BYTES,
  })
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  expect(bytesToHex(state.getCode(BANK))).toBe('0x')
})
