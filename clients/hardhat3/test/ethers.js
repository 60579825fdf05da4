import { expect } from 'chai'
import { network } from 'hardhat'

const { ethers } = await network.create()
const [alice, bob] = await ethers.getSigners()
const deploy = () => ethers.deployContract('Specimen', [7n])

describe('hardhat-ethers', () => {
  it('getSigners, deployContract, call', async () => {
    const contract = await deploy()
    const receipt = await (await contract.connect(bob).setNumber(8n)).wait()
    expect([receipt.from, receipt.status]).to.deep.equal([bob.address, 1])
    expect(await contract.number()).to.equal(8n)
  })

  it('getImpersonatedSigner', async () => {
    const address = ethers.getAddress('0x00000000000000000000000000000000000ab1e5')
    await ethers.provider.send('hardhat_setBalance', [address, '0xde0b6b3a7640000'])
    const signer = await ethers.getImpersonatedSigner(address)
    const contract = await deploy()
    await (await contract.connect(signer).setNumber(9n)).wait()
    expect(await contract.number()).to.equal(9n)
  })

  it('signMessage', async () => {
    const signed = await alice.signMessage('hello')
    expect(ethers.verifyMessage('hello', signed)).to.equal(alice.address)
  })
})

describe('hardhat-ethers-chai-matchers', () => {
  it('emit, withArgs', async () => {
    const contract = await deploy()
    await expect(contract.setNumber(8n))
      .to.emit(contract, 'NumberChanged')
      .withArgs(alice.address, 8n, 7n)
  })

  it('revertedWith', async () => {
    const contract = await deploy()
    await expect(contract.failWithReason('no')).to.be.revertedWith('no')
  })

  it('revertedWithCustomError', async () => {
    const contract = await deploy()
    await expect(contract.failWithCustomError(101n))
      .to.be.revertedWithCustomError(contract, 'OutOfRange')
      .withArgs(alice.address, 101n, 100n)
  })

  it('revertedWithPanic, revertedWithoutReason', async () => {
    const contract = await deploy()
    await expect(contract.failAssertion()).to.be.revertedWithPanic(0x01)
    await expect(contract.failSilently()).to.be.revertedWithoutReason(ethers)
  })

  it('changeEtherBalances', async () => {
    const payment = () => alice.sendTransaction({ to: bob, value: 200n })
    await expect(payment()).to.changeEtherBalances(ethers, [alice, bob], [-200n, 200n])
  })
})
