const helpers = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers, network } = require('hardhat')
const compiled = require('../../../test/fixtures/contracts/Specimen.json')

const { time } = helpers
const stranger = ethers.getAddress('0x00000000000000000000000000000000000ab1e5')
const word = (number) => ethers.toBeHex(number, 32)
const { provider } = ethers

describe('hardhat-network-helpers', () => {
  let snapshot
  beforeEach(async () => {
    snapshot = await helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())

  it('setBalance', async () => {
    await helpers.setBalance(stranger, 5n)
    expect(await provider.getBalance(stranger)).to.equal(5n)
  })

  it('setCode', async () => {
    await helpers.setCode(stranger, compiled.deployedBytecode)
    expect(await provider.getCode(stranger)).to.equal(compiled.deployedBytecode)
  })

  it('setNonce', async () => {
    await helpers.setNonce(stranger, 77)
    expect(await provider.getTransactionCount(stranger)).to.equal(77)
  })

  it('setStorageAt, getStorageAt', async () => {
    await helpers.setStorageAt(stranger, 3, 42)
    expect(await helpers.getStorageAt(stranger, 3)).to.equal(word(42))
  })

  it('impersonateAccount, stopImpersonatingAccount', async () => {
    await helpers.setBalance(stranger, ethers.parseEther('1'))
    await helpers.impersonateAccount(stranger)
    const signer = await ethers.getSigner(stranger)
    const [alice] = await ethers.getSigners()
    await expect(signer.sendTransaction({ to: alice, value: 5n })).to.changeEtherBalance(alice, 5n)
    await helpers.stopImpersonatingAccount(stranger)
    await expect(signer.sendTransaction({ to: alice, value: 5n })).to.be.rejected
  })

  it('mine', async () => {
    const [height, at] = [await time.latestBlock(), await time.latest()]
    await helpers.mine(4, { interval: 60 })
    expect(await time.latestBlock()).to.equal(height + 4)
    expect(await time.latest()).to.be.within(at + 181, at + 240)
  })

  it('mineUpTo', async () => {
    const height = await time.latestBlock()
    await helpers.mineUpTo(height + 1000)
    expect(await time.latestBlock()).to.equal(height + 1000)
  })

  it('time.increase', async () => {
    const at = await time.latest()
    expect(await time.increase(3600)).to.equal(at + 3600)
    expect(await time.latest()).to.equal(at + 3600)
  })

  it('time.increaseTo', async () => {
    const at = (await time.latest()) + 12_345
    await time.increaseTo(at)
    expect(await time.latest()).to.equal(at)
  })

  it('time.setNextBlockTimestamp', async () => {
    const at = (await time.latest()) + 777
    await time.setNextBlockTimestamp(at)
    await helpers.mine()
    expect(await time.latest()).to.equal(at)
  })

  it('setPrevRandao', async () => {
    await helpers.setPrevRandao(1234)
    await helpers.mine()
    const block = await network.provider.send('eth_getBlockByNumber', ['latest', false])
    expect(block.mixHash).to.equal(word(1234))
  })

  it('setCoinbase', async () => {
    await helpers.setCoinbase(stranger)
    await helpers.mine()
    expect((await provider.getBlock('latest')).miner).to.equal(stranger)
  })

  it('setNextBlockBaseFeePerGas', async () => {
    await helpers.setNextBlockBaseFeePerGas(7_000_000_000n)
    await helpers.mine()
    expect((await provider.getBlock('latest')).baseFeePerGas).to.equal(7_000_000_000n)
  })

  it('setBlockGasLimit', async () => {
    await helpers.setBlockGasLimit(30_000_000)
    await helpers.mine()
    expect((await provider.getBlock('latest')).gasLimit).to.equal(30_000_000n)
  })

  it('dropTransaction', async () => {
    const [alice, bob] = await ethers.getSigners()
    await network.provider.send('evm_setAutomine', [false])
    const { hash } = await alice.sendTransaction({ to: bob, value: 1n })
    await helpers.dropTransaction(hash)
    await helpers.mine()
    expect((await provider.getBlock('latest')).transactions).to.deep.equal([])
  })

  it('takeSnapshot', async () => {
    const before = await helpers.takeSnapshot()
    await helpers.setBalance(stranger, 5n)
    await before.restore()
    expect(await provider.getBalance(stranger)).to.equal(0n)
  })

  it('loadFixture', async () => {
    async function fixture() {
      await helpers.setBalance(stranger, 5n)
      return { height: await time.latestBlock() }
    }
    const first = await helpers.loadFixture(fixture)
    await helpers.setBalance(stranger, 6n)
    await helpers.mine()
    expect(await helpers.loadFixture(fixture)).to.equal(first)
    expect(await provider.getBalance(stranger)).to.equal(5n)
    expect(await time.latestBlock()).to.equal(first.height)
  })
})

describe('hardhat-network-helpers without a snapshot', () => {
  it('reset', async () => {
    await helpers.setBalance(stranger, 5n)
    await helpers.mine(5)
    await helpers.reset()
    expect(await time.latestBlock()).to.equal(0)
    expect(await provider.getBalance(stranger)).to.equal(0n)
  })
})
