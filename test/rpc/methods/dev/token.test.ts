import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { type Address, parseAddress } from '../../../../src/primitives/address.ts'
import { padLeft } from '../../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { compileSolidity } from '../../../support/evm/solidity.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'

const SOURCE = `
contract Token {
  address owner;
  uint256 public totalSupply = 5;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  function transferFrom(address from, address to, uint256 amount) external {
    allowance[from][msg.sender] -= amount;
    balanceOf[from] -= amount;
    balanceOf[to] += amount;
  }
}
contract Proxy {
  address implementation;
  fallback() external {
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), sload(0), 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(ok) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}
contract Ledger {
  mapping(address => uint256) public kept;
  function set(address who, uint256 amount) external { kept[who] = amount; }
}
contract Elsewhere {
  Ledger ledger;
  function balanceOf(address who) external view returns (uint256) { return ledger.kept(who); }
}
contract Rebasing {
  uint256 index = 3;
  mapping(address => uint256) shares;
  function balanceOf(address who) external view returns (uint256) { return shares[who] * index; }
}`

const [TOKEN, PROXY, LEDGER, ELSEWHERE, REBASING] = [1, 2, 3, 4, 5].map((n) =>
  parseAddress(`0x${`${n}`.repeat(40)}`),
) as [Address, Address, Address, Address, Address]
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function transferFrom(address, address, uint256)',
])

let chain: Chain
let ask: Ask
beforeAll(() => {
  const compiled = compileSolidity(SOURCE)
  const code = (name: string) => ({ code: compiled[name]?.runtime ?? new Uint8Array(0) })
  const first = (word: Uint8Array) => ({
    storage: [[new Uint8Array(32), padLeft(word, 32)]] as const,
  })
  const genesis = testGenesis({}, [
    [TOKEN, code('Token')],
    [PROXY, { ...code('Proxy'), ...first(hexToBytes(TOKEN)) }],
    [LEDGER, code('Ledger')],
    [ELSEWHERE, { ...code('Elsewhere'), ...first(hexToBytes(LEDGER)) }],
    [REBASING, { ...code('Rebasing'), ...first(Uint8Array.of(3)) }],
  ])
  chain = testChain(genesis)
  ask = rpcOf(chain)
})

async function balanceOf(token: Address, who: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [who] })
  return BigInt(await ask<string>('eth_call', { to: token, data }))
}

describe('anvil_dealERC20', () => {
  test.each([
    ['keeps its balances itself', TOKEN],
    ['runs the code of another contract', PROXY],
    ['asks another contract', ELSEWHERE],
  ])('finds the balance slot of a token that %s', async (_, token) => {
    for (const amount of [100n, 100n, 0n, 0n, 2n ** 256n - 1n, 7n]) {
      expect(await ask('anvil_dealERC20', bob.address, token, amount.toString())).toBe(true)
      expect(await balanceOf(token, bob.address)).toBe(amount)
      expect(await balanceOf(token, carol.address)).toBe(0n)
    }
  })

  test('does not change a token without such a slot', async () => {
    await expect(ask('anvil_dealERC20', bob.address, REBASING, '0x9')).rejects.toMatchObject({
      code: -32000,
      message: `no storage slot of ${REBASING} determines the result 0x9`,
    })
    expect(await ask('eth_getStorageAt', REBASING, '0x0')).toBe(`0x${'3'.padStart(64, '0')}`)
  })
})

test('the set allowance and balance can be spent', async () => {
  await ask('anvil_dealERC20', bob.address, PROXY, '0x64')
  await ask('anvil_setERC20Allowance', bob.address, alice.address, PROXY, '0x40')
  const args = [bob.address, carol.address, 60n] as const
  const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
  const tx = signed(alice, { to: PROXY, data: hexToBytes(data) })
  await chain.pool.submit(tx)
  expect(chain.transactions.get(tx.hash)?.receipt.status).toBe(1)
  expect(await balanceOf(PROXY, bob.address)).toBe(40n)
  expect(await balanceOf(PROXY, carol.address)).toBe(60n)
})
