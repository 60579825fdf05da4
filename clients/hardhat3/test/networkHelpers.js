import { expect } from 'chai'
import { network } from 'hardhat'
import { getAddress, numberToHex, parseEther } from 'viem'

const { networkHelpers: helpers, viem, provider } = await network.create()
const { time } = helpers
const client = await viem.getPublicClient({ cacheTime: 0 })
const address = getAddress('0x00000000000000000000000000000000000ab1e5')
const code = '0x60005460005260206000f3'
const word = (number) => numberToHex(number, { size: 32 })

describe('hardhat-network-helpers', () => {
  let snapshot
  beforeEach(async () => {
    snapshot = await helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())

  it('setBalance', async () => {
    await helpers.setBalance(address, 5n)
    expect(await client.getBalance({ address })).to.equal(5n)
  })

  it('setCode', async () => {
    await helpers.setCode(address, code)
    expect(await client.getCode({ address })).to.equal(code)
  })

  it('setNonce', async () => {
    await helpers.setNonce(address, 77)
    expect(await client.getTransactionCount({ address })).to.equal(77)
  })

  it('setStorageAt, getStorageAt', async () => {
    await helpers.setStorageAt(address, 3, 42)
    expect(await helpers.getStorageAt(address, 3)).to.equal(word(42))
  })

  it('impersonateAccount, stopImpersonatingAccount', async () => {
    await helpers.setBalance(address, parseEther('1'))
    await helpers.impersonateAccount(address)
    const wallet = await viem.getWalletClient(address)
    const hash = await wallet.sendTransaction({ to: address, value: 5n })
    expect(await client.getTransactionReceipt({ hash })).to.include({ status: 'success' })
    await helpers.stopImpersonatingAccount(address)
    const error = await wallet.sendTransaction({ to: address }).then(
      () => undefined,
      (reason) => reason,
    )
    expect(error).to.be.instanceOf(Error)
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
    expect((await client.getBlock()).mixHash).to.equal(word(1234))
  })

  it('setCoinbase', async () => {
    await helpers.setCoinbase(address)
    await helpers.mine()
    expect(getAddress((await client.getBlock()).miner)).to.equal(address)
  })

  it('setNextBlockBaseFeePerGas', async () => {
    await helpers.setNextBlockBaseFeePerGas(7_000_000_000n)
    await helpers.mine()
    expect((await client.getBlock()).baseFeePerGas).to.equal(7_000_000_000n)
  })

  it('setBlockGasLimit', async () => {
    await helpers.setBlockGasLimit(15_000_000)
    await helpers.mine()
    expect((await client.getBlock()).gasLimit).to.equal(15_000_000n)
  })

  it('dropTransaction', async () => {
    const [alice] = await viem.getWalletClients()
    await provider.request({ method: 'evm_setAutomine', params: [false] })
    const hash = await alice.sendTransaction({ to: address, value: 1n })
    await helpers.dropTransaction(hash)
    await helpers.mine()
    expect((await client.getBlock()).transactions).to.deep.equal([])
    await provider.request({ method: 'evm_setAutomine', params: [true] })
  })

  it('loadFixture', async () => {
    async function fixture() {
      await helpers.setBalance(address, 5n)
      return { height: await time.latestBlock() }
    }
    const first = await helpers.loadFixture(fixture)
    await helpers.setBalance(address, 6n)
    await helpers.mine()
    expect(await helpers.loadFixture(fixture)).to.equal(first)
    expect(await client.getBalance({ address })).to.equal(5n)
    expect(await time.latestBlock()).to.equal(first.height)
  })
})
