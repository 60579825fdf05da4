// In the style of the tests of Safe: Safe.Execution, Safe.OwnerManager, Safe.Signatures, MultiSend.
const { loadFixture } = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

const artifact = (path) => require(`@safe-global/safe-contracts/build/artifacts/contracts/${path}`)
const safeArtifact = artifact('Safe.sol/Safe.json')
const factoryArtifact = artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory.json')
const multiSendArtifact = artifact('libraries/MultiSend.sol/MultiSend.json')

const TYPES = {
  SafeTx: [
    { type: 'address', name: 'to' },
    { type: 'uint256', name: 'value' },
    { type: 'bytes', name: 'data' },
    { type: 'uint8', name: 'operation' },
    { type: 'uint256', name: 'safeTxGas' },
    { type: 'uint256', name: 'baseGas' },
    { type: 'uint256', name: 'gasPrice' },
    { type: 'address', name: 'gasToken' },
    { type: 'address', name: 'refundReceiver' },
    { type: 'uint256', name: 'nonce' },
  ],
}

async function deploy({ abi, bytecode }) {
  const [deployer] = await ethers.getSigners()
  const contract = await new ethers.ContractFactory(abi, bytecode, deployer).deploy()
  await contract.waitForDeployment()
  return contract
}

async function fixture() {
  const [alice, bob, carol] = await ethers.getSigners()
  const [singleton, factory] = [await deploy(safeArtifact), await deploy(factoryArtifact)]
  const owners = [alice.address, bob.address]
  const none = ethers.ZeroAddress
  const setup = [owners, 2, none, '0x', none, none, 0, none]
  const initializer = singleton.interface.encodeFunctionData('setup', setup)
  const created = await factory.createProxyWithNonce(singleton, initializer, 7)
  const receipt = await created.wait()
  const [{ args }] = receipt.logs.map((log) => factory.interface.parseLog(log)).filter(Boolean)
  const safe = new ethers.Contract(args.proxy, safeArtifact.abi, alice)
  await alice.sendTransaction({ to: safe, value: ethers.parseEther('1') })
  return { alice, bob, carol, safe, multiSend: await deploy(multiSendArtifact) }
}

async function signed(safe, signers, fields) {
  const none = ethers.ZeroAddress
  const tx = {
    ...{ value: 0n, data: '0x', operation: 0, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
    ...{ gasToken: none, refundReceiver: none, nonce: await safe.nonce() },
    ...fields,
  }
  const { chainId } = await ethers.provider.getNetwork()
  const domain = { chainId, verifyingContract: await safe.getAddress() }
  const ordered = [...signers].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  const signatures = await Promise.all(
    ordered.map((signer) => signer.signTypedData(domain, TYPES, tx)),
  )
  return [
    ...[tx.to, tx.value, tx.data, tx.operation, tx.safeTxGas, tx.baseGas, tx.gasPrice],
    ...[tx.gasToken, tx.refundReceiver, ethers.concat(signatures)],
  ]
}

describe('Safe', () => {
  beforeEach(async function () {
    Object.assign(this, await loadFixture(fixture))
  })

  it('has its owners and threshold, and cannot be set up again', async function () {
    const { safe, alice, bob } = this
    expect(await safe.getOwners()).to.deep.equal([alice.address, bob.address])
    expect(await safe.getThreshold()).to.equal(2n)
    const none = ethers.ZeroAddress
    await expect(
      safe.setup([alice.address], 1, none, '0x', none, none, 0, none),
    ).to.be.revertedWith('GS200')
  })

  it('sends ether with the signatures of all owners', async function () {
    const { safe, alice, bob, carol } = this
    const value = ethers.parseEther('0.4')
    const call = await signed(safe, [alice, bob], { to: carol.address, value })
    const tx = safe.connect(carol).execTransaction(...call)
    await expect(tx).to.emit(safe, 'ExecutionSuccess')
    await expect(tx).to.changeEtherBalance(safe, -value)
    expect(await safe.nonce()).to.equal(1n)
  })

  it('refuses too few, repeated and foreign signatures', async function () {
    const { safe, alice, bob, carol } = this
    const to = carol.address
    const few = await signed(safe, [alice], { to })
    await expect(safe.execTransaction(...few)).to.be.revertedWith('GS020')
    const twice = await signed(safe, [alice, alice], { to })
    await expect(safe.execTransaction(...twice)).to.be.revertedWith('GS026')
    const foreign = await signed(safe, [alice, carol], { to })
    await expect(safe.execTransaction(...foreign)).to.be.revertedWith('GS026')
    const used = await signed(safe, [alice, bob], { to })
    await safe.execTransaction(...used)
    await expect(safe.execTransaction(...used)).to.be.reverted
  })

  it('reverts when its call fails without gas of its own', async function () {
    const { safe, alice, bob } = this
    const value = ethers.parseEther('2')
    const call = await signed(safe, [alice, bob], { to: alice.address, value })
    await expect(safe.execTransaction(...call)).to.be.revertedWith('GS013')
  })

  it('emits a failure of a call with gas of its own', async function () {
    const { safe, alice, bob } = this
    const fields = { to: alice.address, value: ethers.parseEther('2'), safeTxGas: 100_000n }
    const call = await signed(safe, [alice, bob], fields)
    await expect(safe.execTransaction(...call, { gasLimit: 500_000 })).to.emit(
      safe,
      'ExecutionFailure',
    )
  })

  it('pays the gas of its transaction', async function () {
    const { safe, alice, bob, carol } = this
    const fields = { to: alice.address, gasPrice: 1_000_000_000n, refundReceiver: carol.address }
    const call = await signed(safe, [alice, bob], { ...fields, safeTxGas: 50_000n })
    const before = await ethers.provider.getBalance(carol)
    await safe.execTransaction(...call, { gasLimit: 500_000, gasPrice: 2_000_000_000n })
    expect(await ethers.provider.getBalance(carol)).to.be.greaterThan(before)
  })

  it('changes its owners only by itself', async function () {
    const { safe, alice, bob, carol } = this
    await expect(safe.addOwnerWithThreshold(carol, 1)).to.be.revertedWith('GS031')
    const data = safe.interface.encodeFunctionData('addOwnerWithThreshold', [carol.address, 3])
    const call = await signed(safe, [alice, bob], { to: await safe.getAddress(), data })
    await expect(safe.execTransaction(...call))
      .to.emit(safe, 'AddedOwner')
      .withArgs(carol.address)
      .and.to.emit(safe, 'ChangedThreshold')
      .withArgs(3n)
    expect(await safe.isOwner(carol)).to.equal(true)
  })

  it('runs a batch by MultiSend', async function () {
    const { safe, alice, bob, carol, multiSend } = this
    const pay = (to, value) =>
      ethers.solidityPacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, value, 0, '0x'],
      )
    const batch = ethers.concat([pay(carol.address, 3n), pay(bob.address, 4n)])
    const data = multiSend.interface.encodeFunctionData('multiSend', [batch])
    const to = await multiSend.getAddress()
    const call = await signed(safe, [alice, bob], { to, data, operation: 1 })
    await expect(safe.execTransaction(...call)).to.changeEtherBalances([safe, carol], [-7n, 3n])
    await expect(multiSend.multiSend(batch)).to.be.revertedWith(
      'MultiSend should only be called via delegatecall',
    )
  })
})
