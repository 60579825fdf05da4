// What tests on a fork do: fork a node at a block, act as an account of it, and leave the fork.
const helpers = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')
const compiled = require('../../../test/fixtures/contracts/Specimen.json')

const url = process.env.REMOTE_URL
const rich = ethers.getAddress(`0x${'7a'.repeat(20)}`)
const { provider } = ethers

describe('hardhat-network-helpers on a fork', () => {
  let remote
  let address
  let height

  // On the remote node, an account with funds sets the number of a contract twice.
  before(async () => {
    remote = new ethers.JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
    await remote.send('hardhat_setBalance', [rich, ethers.toQuantity(ethers.parseEther('5000'))])
    await remote.send('hardhat_impersonateAccount', [rich])
    const owner = await remote.getSigner(rich)
    const factory = new ethers.ContractFactory(compiled.abi, compiled.bytecode, owner)
    const contract = await factory.deploy(7n)
    await contract.waitForDeployment()
    address = await contract.getAddress()
    height = await remote.getBlockNumber()
    await (await contract.setNumber(8n)).wait()
  })
  after(async () => {
    await helpers.reset()
    remote.destroy()
  })
  const numberOf = async () => (await ethers.getContractAt(compiled.abi, address)).number()

  it('reset to a URL, to a block of it, and back', async () => {
    await helpers.reset(url)
    expect(await helpers.time.latestBlock()).to.equal(height + 1)
    expect(await numberOf()).to.equal(8n)
    await helpers.reset(url, height)
    expect(await helpers.time.latestBlock()).to.equal(height)
    expect(await numberOf()).to.equal(7n)
    await helpers.reset()
    expect(await helpers.time.latestBlock()).to.equal(0)
    expect(await provider.getCode(address)).to.equal('0x')
  })

  it('impersonateAccount of a rich account', async () => {
    await helpers.reset(url)
    const [alice] = await ethers.getSigners()
    const value = ethers.parseEther('4000')
    const owner = await ethers.getImpersonatedSigner(rich)
    await expect(() => owner.sendTransaction({ to: alice, value })).to.changeEtherBalances(
      [owner, alice],
      [-value, value],
    )
    const contract = await ethers.getContractAt(compiled.abi, address, owner)
    await expect(contract.setNumber(9n)).to.emit(contract, 'NumberChanged')
    await expect(contract.failWithReason('no')).to.be.revertedWith('no')
    expect(await numberOf()).to.equal(9n)
    const there = new ethers.Contract(address, compiled.abi, remote)
    expect(await there.number()).to.equal(8n)
  })

  it('loadFixture and takeSnapshot', async () => {
    await helpers.reset(url, height)
    const fixture = async () => {
      await helpers.setStorageAt(address, 0, 77)
      return { at: await helpers.time.latest() }
    }
    const first = await helpers.loadFixture(fixture)
    const changed = await numberOf()
    await helpers.mine(3)
    expect(await helpers.loadFixture(fixture)).to.equal(first)
    expect(await helpers.time.latestBlock()).to.equal(height)
    expect(await numberOf()).to.equal(changed)
    const past = await helpers.time.latest()
    expect((await provider.getBlock(1)).timestamp).to.be.at.most(past)
  })
})
