import {
  encodeFunctionData,
  keccak256,
  parseEther,
  parseSignature,
  stringToHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import { Matrix, versionOf } from '../support/clients/matrix.ts'
import {
  type OpenZeppelinSetup,
  startWithOpenZeppelin,
} from '../support/clients/openZeppelinSetup.ts'

const matrix = new Matrix('openzeppelin', {
  title: 'Contracts of OpenZeppelin',
  tools: {
    '@openzeppelin/contracts': versionOf('@openzeppelin/contracts', new URL('.', import.meta.url)),
    viem: versionOf('viem'),
  },
  columns: ['viem'],
})

const DAY = 86_400
let on: OpenZeppelinSetup
beforeAll(async () => {
  on = await startWithOpenZeppelin()
})
afterAll(() => on.node.close())

matrix.test('ERC20: transfers, allowances, permits', 'viem', async () => {
  const { client, alice, bob, carol } = on
  const shares = await on.deploy('Shares', [1000n])
  await shares.of(alice).send('transfer', bob, 300n)
  await shares.of(bob).send('approve', carol, 50n)
  await shares.of(carol).send('transferFrom', bob, carol, 40n)
  const balances = [alice, bob, carol].map((account) => shares.read('balanceOf', account))
  expect(await Promise.all(balances)).toEqual([700n, 260n, 40n])
  expect(await shares.read('allowance', bob, carol)).toBe(10n)
  expect(await shares.of(carol).refusal('transferFrom', bob, carol, 11n)).toBe(
    'ERC20InsufficientAllowance',
  )
  expect(await shares.of(carol).refusal('transfer', bob, 41n)).toBe('ERC20InsufficientBalance')
  const { abi, address } = shares
  const events = await client.getContractEvents({
    abi,
    address,
    eventName: 'Transfer',
    fromBlock: 0n,
  })
  expect(events.map(({ args }) => args)).toEqual([
    { from: zeroAddress, to: alice, value: 1000n },
    { from: alice, to: bob, value: 300n },
    { from: bob, to: carol, value: 40n },
  ])

  const { timestamp } = await client.getBlock()
  const message = { owner: bob, spender: alice, value: 7n, nonce: 0n, deadline: timestamp + 100n }
  const signature = await client.signTypedData({
    account: bob,
    domain: {
      name: 'Shares',
      version: '1',
      chainId: await client.getChainId(),
      verifyingContract: address,
    },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const permit = [bob, alice, 7n, message.deadline, 27 + yParity, r, s]
  await shares.of(carol).send('permit', ...permit)
  expect(await shares.read('allowance', bob, alice)).toBe(7n)
  expect(await shares.of(carol).refusal('permit', ...permit)).toBe('ERC2612InvalidSigner')
})

matrix.test('ERC721: mints, transfers, approvals, metadata', 'viem', async () => {
  const { alice, bob, carol } = on
  const deeds = await on.deploy('Deeds', [alice])
  await deeds.of(alice).send('mint', bob, 1n, 'ipfs://one')
  expect(await deeds.read('ownerOf', 1n)).toBe(bob)
  expect(await deeds.read('tokenURI', 1n)).toBe('ipfs://one')
  // ERC-721 itself and its metadata, by ERC-165.
  expect(await deeds.read('supportsInterface', '0x80ac58cd')).toBe(true)
  expect(await deeds.read('supportsInterface', '0x5b5e139f')).toBe(true)
  expect(await deeds.of(bob).refusal('mint', bob, 2n, '')).toBe('OwnableUnauthorizedAccount')
  expect(await deeds.of(alice).refusal('mint', deeds.address, 2n, '')).toBe('ERC721InvalidReceiver')
  expect(await deeds.of(carol).refusal('transferFrom', bob, carol, 1n)).toBe(
    'ERC721InsufficientApproval',
  )
  await deeds.of(bob).send('approve', carol, 1n)
  await deeds.of(carol).send('safeTransferFrom', bob, carol, 1n)
  expect(await deeds.read('ownerOf', 1n)).toBe(carol)
  expect(await deeds.read('balanceOf', bob)).toBe(0n)
})

/** States of a proposal, as IGovernor numbers them. */
const [PENDING, ACTIVE, SUCCEEDED, QUEUED, EXECUTED] = [0, 1, 4, 5, 7]

matrix.test('Governor: proposes, votes, waits, executes', 'viem', async () => {
  const { client, alice, bob, carol } = on
  const shares = await on.deploy('Shares', [parseEther('1000')])
  const vault = await on.deploy('Vault', [[], [zeroAddress]])
  const assembly = await on.deploy('Assembly', [shares.address, vault.address])
  await vault.of(alice).send('grantRole', keccak256(stringToHex('PROPOSER_ROLE')), assembly.address)
  await shares.of(alice).send('transfer', bob, parseEther('100'))
  await shares.of(alice).send('transfer', vault.address, parseEther('50'))
  for (const voter of [alice, bob]) await shares.of(voter).send('delegate', voter)
  expect(await shares.read('getVotes', alice)).toBe(parseEther('850'))

  const payment = encodeFunctionData({
    abi: shares.abi,
    functionName: 'transfer',
    args: [carol, parseEther('20')],
  })
  const calls = [[shares.address], [0n], [payment]]
  const description = 'Pay carol'
  const described = [...calls, keccak256(stringToHex(description))]
  await assembly.of(alice).send('propose', ...calls, description)
  const id = await assembly.read('hashProposal', ...described)
  const expectState = async (state: number | undefined) =>
    expect(await assembly.read('state', id)).toBe(state)
  const wait = async (seconds: number) => {
    await client.increaseTime({ seconds })
    await client.mine({ blocks: 1 })
  }

  await expectState(PENDING)
  expect(await assembly.of(alice).refusal('castVote', id, 1)).toBe(
    'GovernorUnexpectedProposalState',
  )
  await wait(DAY + 1)
  await expectState(ACTIVE)
  await assembly.of(bob).send('castVote', id, 0)
  await assembly.of(alice).send('castVoteWithReason', id, 1, 'She earned it')
  expect(await assembly.of(alice).refusal('castVote', id, 1)).toBe('GovernorAlreadyCastVote')
  const votes = await assembly.read('proposalVotes', id)
  expect(votes).toEqual([parseEther('100'), parseEther('850'), 0n])
  await wait(7 * DAY)
  await expectState(SUCCEEDED)
  await assembly.of(bob).send('queue', ...described)
  await expectState(QUEUED)
  expect(await assembly.of(bob).refusal('execute', ...described)).toBe(
    'TimelockUnexpectedOperationState',
  )
  await wait(2 * DAY)
  await assembly.of(bob).send('execute', ...described)
  await expectState(EXECUTED)
  expect(await shares.read('balanceOf', carol)).toBe(parseEther('20'))
})
