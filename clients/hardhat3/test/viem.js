import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { network } from 'hardhat'
import { getAddress, parseEther } from 'viem'
import numbers from '../ignition/modules/numbers.js'

const { viem, ignition } = await network.create()
const [alice, bob] = await viem.getWalletClients()
const client = await viem.getPublicClient({ cacheTime: 0 })

describe('hardhat-viem', () => {
  it('getWalletClients', () => {
    expect(getAddress(alice.account.address)).to.equal('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })

  it('deployContract, read, write', async () => {
    const contract = await viem.deployContract('Specimen', [7n])
    await contract.write.setNumber([8n], { account: bob.account })
    expect(await contract.read.number()).to.equal(8n)
  })

  it('sendDeploymentTransaction', async () => {
    const { contract } = await viem.sendDeploymentTransaction('Specimen', [7n])
    expect(await contract.read.number()).to.equal(7n)
  })

  it('getContractAt', async () => {
    const { address } = await viem.deployContract('Specimen', [9n])
    const contract = await viem.getContractAt('Specimen', address)
    expect(await contract.read.number()).to.equal(9n)
  })

  it('getTestClient', async () => {
    const test = await viem.getTestClient()
    const { address } = bob.account
    await test.setBalance({ address, value: parseEther('3') })
    expect(await client.getBalance({ address })).to.equal(parseEther('3'))
    const height = await client.getBlockNumber()
    await test.mine({ blocks: 2 })
    expect(await client.getBlockNumber()).to.equal(height + 2n)
  })
})

describe('hardhat-viem-assertions', () => {
  const deploy = () => viem.deployContract('Specimen', [7n])

  it('emit, emitWithArgs', async () => {
    const contract = await deploy()
    await viem.assertions.emit(contract.write.setNumber([8n]), contract, 'NumberChanged')
    const sender = getAddress(alice.account.address)
    await viem.assertions.emitWithArgs(
      contract.write.setNumber([9n]),
      ...[contract, 'NumberChanged', [sender, 9n, 8n]],
    )
  })

  it('revert, revertWith', async () => {
    const contract = await deploy()
    await viem.assertions.revert(contract.write.failSilently())
    await viem.assertions.revertWith(contract.write.failWithReason(['no']), 'no')
  })

  it('revertWithCustomError, revertWithCustomErrorWithArgs', async () => {
    const contract = await deploy()
    const call = () => contract.write.failWithCustomError([101n])
    await viem.assertions.revertWithCustomError(call(), contract, 'OutOfRange')
    const sender = getAddress(alice.account.address)
    await viem.assertions.revertWithCustomErrorWithArgs(
      call(),
      ...[contract, 'OutOfRange', [sender, 101n, 100n]],
    )
  })

  it('balancesHaveChanged', async () => {
    const contract = await deploy()
    await viem.assertions.balancesHaveChanged(contract.write.deposit([''], { value: 5n }), [
      { address: contract.address, amount: 5n },
    ])
  })
})

describe('hardhat-ignition', () => {
  it('deploy', async () => {
    // Without an id it resumes a deployment to another node with this chain id.
    const deploymentId = `deployment-${randomUUID()}`
    const { specimen } = await ignition.deploy(numbers, { deploymentId })
    expect(await specimen.read.number()).to.equal(8n)
  })
})
