const { anyValue } = require('@nomicfoundation/hardhat-chai-matchers/withArgs')
const { loadFixture } = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')
const compiled = require('../../../test/fixtures/contracts/Specimen.json')

async function deployed() {
  const [alice, bob] = await ethers.getSigners()
  const factory = new ethers.ContractFactory(compiled.abi, compiled.bytecode, alice)
  const contract = await factory.deploy(7n)
  await contract.waitForDeployment()
  return { contract, alice, bob }
}

describe('hardhat-ethers', () => {
  it('getSigners, deploy, call', async () => {
    const { contract, alice, bob } = await loadFixture(deployed)
    expect(await contract.number()).to.equal(7n)
    const receipt = await (await contract.connect(bob).setNumber(8n)).wait()
    expect([receipt.from, receipt.status]).to.deep.equal([bob.address, 1])
    expect(await contract.number()).to.equal(8n)
    expect(alice.address).to.equal('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })

  it('getImpersonatedSigner', async () => {
    const { contract } = await loadFixture(deployed)
    const { setBalance } = require('@nomicfoundation/hardhat-network-helpers')
    const signer = await ethers.getImpersonatedSigner('0x00000000000000000000000000000000000ab1e5')
    await setBalance(signer.address, ethers.parseEther('1'))
    await contract.connect(signer).setNumber(9n)
    expect(await contract.number()).to.equal(9n)
  })

  it('signMessage, signTypedData', async () => {
    const [alice] = await ethers.getSigners()
    const signed = await alice.signMessage('hello')
    expect(ethers.verifyMessage('hello', signed)).to.equal(alice.address)
    const [domain, types, value] = [
      { chainId: 1 },
      { Note: [{ name: 'text', type: 'string' }] },
      { text: 'x' },
    ]
    const typed = await alice.signTypedData(domain, types, value)
    expect(ethers.verifyTypedData(domain, types, value, typed)).to.equal(alice.address)
  })
})

describe('hardhat-chai-matchers', () => {
  it('emit, withArgs', async () => {
    const { contract, alice } = await loadFixture(deployed)
    await expect(contract.setNumber(8n))
      .to.emit(contract, 'NumberChanged')
      .withArgs(alice, 8n, anyValue)
  })

  // Only a node that fails for the mined transaction has a reason here.
  const itInHardhat = process.env.COMPAT === 'rockpool' ? it.skip : it
  itInHardhat('reverts of mined transactions, with --compat hardhat', async () => {
    const { contract, alice } = await loadFixture(deployed)
    const gas = { gasLimit: 200_000 }
    await expect(contract.failWithReason('no', gas)).to.be.revertedWith('no')
    await expect(contract.failAssertion(gas)).to.be.revertedWithPanic(0x01)
    await expect(contract.failSilently(gas)).to.be.revertedWithoutReason()
    await expect(contract.failWithCustomError(101n, gas)).to.be.revertedWithCustomError(
      contract,
      'OutOfRange',
    )
    expect(await ethers.provider.getTransactionCount(alice)).to.equal(5)
  })

  it('revertedWith', async () => {
    const { contract } = await loadFixture(deployed)
    await expect(contract.failWithReason('no')).to.be.revertedWith('no')
    await expect(contract.failWithReason.staticCall('no')).to.be.revertedWith('no')
  })

  it('revertedWithCustomError', async () => {
    const { contract, alice } = await loadFixture(deployed)
    const call = contract.failWithCustomError(101n)
    await expect(call)
      .to.be.revertedWithCustomError(contract, 'OutOfRange')
      .withArgs(alice, 101n, 100n)
  })

  it('revertedWithPanic', async () => {
    const { contract } = await loadFixture(deployed)
    await expect(contract.failAssertion()).to.be.revertedWithPanic(0x01)
    await expect(contract.add(ethers.MaxUint256)).to.be.revertedWithPanic(0x11)
  })

  it('revertedWithoutReason', async () => {
    const { contract } = await loadFixture(deployed)
    await expect(contract.failSilently()).to.be.revertedWithoutReason()
  })

  it('reverted, with the gas given', async () => {
    const { contract } = await loadFixture(deployed)
    await expect(contract.failSilently({ gasLimit: 100_000 })).to.be.reverted
  })

  it('changeEtherBalances', async () => {
    const { contract, alice, bob } = await loadFixture(deployed)
    const payment = () => alice.sendTransaction({ to: bob, value: 200n })
    await expect(payment).to.changeEtherBalances([alice, bob], [-200n, 200n])
    await expect(() => contract.deposit('', { value: 5n })).to.changeEtherBalance(contract, 5n)
  })
})
