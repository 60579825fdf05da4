// In the style of the tests of @openzeppelin/contracts: ERC20.test.js and Governor.test.js.
const { anyValue } = require('@nomicfoundation/hardhat-chai-matchers/withArgs')
const { loadFixture, mine, time } = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

/** ABI and bytecode of the contracts by name, which the runner compiles. */
const compiled = require(process.env.OPENZEPPELIN)
const SUPPLY = 1000n
const DAY = 86_400

async function deploy(name, ...args) {
  const [deployer] = await ethers.getSigners()
  const factory = new ethers.ContractFactory(compiled[name].abi, compiled[name].bytecode, deployer)
  const contract = await factory.deploy(...args)
  await contract.waitForDeployment()
  return contract
}

describe('OpenZeppelin ERC20', () => {
  async function fixture() {
    const [holder, recipient, other] = await ethers.getSigners()
    return { holder, recipient, other, token: await deploy('Shares', SUPPLY) }
  }

  beforeEach(async function () {
    Object.assign(this, await loadFixture(fixture))
  })

  it('has a name, a symbol and 18 decimals', async function () {
    expect(await this.token.name()).to.equal('Shares')
    expect(await this.token.symbol()).to.equal('SHR')
    expect(await this.token.decimals()).to.equal(18n)
    expect(await this.token.totalSupply()).to.equal(SUPPLY)
  })

  describe('transfer', () => {
    it('moves tokens and emits an event', async function () {
      const tx = await this.token.connect(this.holder).transfer(this.recipient, SUPPLY)
      await expect(tx)
        .to.emit(this.token, 'Transfer')
        .withArgs(this.holder.address, this.recipient.address, SUPPLY)
      await expect(tx).to.changeTokenBalances(
        this.token,
        [this.holder, this.recipient],
        [-SUPPLY, SUPPLY],
      )
    })

    it('reverts without a sufficient balance', async function () {
      await expect(this.token.connect(this.other).transfer(this.recipient, 1n))
        .to.be.revertedWithCustomError(this.token, 'ERC20InsufficientBalance')
        .withArgs(this.other.address, 0n, 1n)
    })

    it('reverts to the zero address', async function () {
      await expect(this.token.transfer(ethers.ZeroAddress, 1n))
        .to.be.revertedWithCustomError(this.token, 'ERC20InvalidReceiver')
        .withArgs(ethers.ZeroAddress)
    })

    // Without an estimate only Hardhat's dialect refuses it.
    const itInHardhat = process.env.COMPAT === 'hardhat' ? it : it.skip
    itInHardhat('of a signed transaction reverts with the same error', async function () {
      const wallet = ethers.Wallet.createRandom(ethers.provider)
      await this.holder.sendTransaction({ to: wallet.address, value: ethers.parseEther('1') })
      await expect(this.token.connect(wallet).transfer(this.recipient, 1n, { gasLimit: 100_000 }))
        .to.be.revertedWithCustomError(this.token, 'ERC20InsufficientBalance')
        .withArgs(wallet.address, 0n, 1n)
    })
  })

  describe('transferFrom', () => {
    beforeEach(async function () {
      await this.token.connect(this.holder).approve(this.recipient, 10n)
    })

    it('spends the allowance', async function () {
      const spender = this.token.connect(this.recipient)
      await expect(spender.transferFrom(this.holder, this.other, 4n)).to.changeTokenBalance(
        this.token,
        this.other,
        4n,
      )
      expect(await this.token.allowance(this.holder, this.recipient)).to.equal(6n)
    })

    it('keeps an unlimited allowance', async function () {
      await this.token.connect(this.holder).approve(this.recipient, ethers.MaxUint256)
      const spender = this.token.connect(this.recipient)
      await expect(spender.transferFrom(this.holder, this.other, 1n)).to.not.emit(
        this.token,
        'Approval',
      )
    })

    it('reverts beyond the allowance', async function () {
      const spender = this.token.connect(this.recipient)
      await expect(spender.transferFrom(this.holder, this.other, 11n))
        .to.be.revertedWithCustomError(this.token, 'ERC20InsufficientAllowance')
        .withArgs(this.recipient.address, 10n, 11n)
    })
  })

  it('permit is valid until its deadline', async function () {
    const { chainId } = await ethers.provider.getNetwork()
    const domain = {
      name: 'Shares',
      version: '1',
      chainId,
      verifyingContract: await this.token.getAddress(),
    }
    const types = {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    }
    const permit = async (deadline) => {
      const nonce = await this.token.nonces(this.holder)
      const message = { owner: this.holder.address, spender: this.other.address, value: 5n, nonce }
      const text = await this.holder.signTypedData(domain, types, { ...message, deadline })
      const { v, r, s } = ethers.Signature.from(text)
      return this.token.permit(this.holder, this.other, 5n, deadline, v, r, s)
    }
    await expect(permit((await time.latest()) + DAY))
      .to.emit(this.token, 'Approval')
      .withArgs(this.holder.address, this.other.address, 5n)
    const late = (await time.latest()) - 1
    await expect(permit(late))
      .to.be.revertedWithCustomError(this.token, 'ERC2612ExpiredSignature')
      .withArgs(late)
  })
})

describe('OpenZeppelin Governor', () => {
  const states = { Pending: 0n, Active: 1n, Succeeded: 4n, Queued: 5n, Executed: 7n }

  async function fixture() {
    const [owner, voter, other] = await ethers.getSigners()
    const token = await deploy('Shares', 1000n)
    const vault = await deploy('Vault', [], [ethers.ZeroAddress])
    const governor = await deploy('Assembly', token, vault)
    await vault.grantRole(ethers.id('PROPOSER_ROLE'), governor)
    await token.transfer(voter, 100n)
    await token.transfer(vault, 50n)
    await token.connect(owner).delegate(owner)
    await token.connect(voter).delegate(voter)
    const calls = [
      [token],
      [0n],
      [token.interface.encodeFunctionData('transfer', [other.address, 20n])],
    ]
    const description = 'Pay the other one'
    const described = [...calls, ethers.id(description)]
    const id = await governor.hashProposal(...described)
    return { owner, voter, other, token, vault, governor, calls, description, described, id }
  }

  beforeEach(async function () {
    Object.assign(this, await loadFixture(fixture))
    this.propose = () => this.governor.propose(...this.calls, this.description)
    this.expectState = async (name) =>
      expect(await this.governor.state(this.id)).to.equal(states[name])
  })

  it('emits a proposal', async function () {
    const tx = await this.propose()
    const { timestamp } = await ethers.provider.getBlock(tx.blockNumber)
    await expect(tx)
      .to.emit(this.governor, 'ProposalCreated')
      .withArgs(
        ...[this.id, this.owner.address, anyValue, this.calls[1], [''], this.calls[2]],
        ...[timestamp + DAY, timestamp + 8 * DAY, this.description],
      )
    await this.expectState('Pending')
  })

  it('votes, waits and executes', async function () {
    await this.propose()
    await time.increase(DAY + 1)
    await this.expectState('Active')
    await this.governor.connect(this.voter).castVote(this.id, 0)
    await expect(this.governor.castVoteWithReason(this.id, 1, 'earned'))
      .to.emit(this.governor, 'VoteCast')
      .withArgs(this.owner.address, this.id, 1, 850n, 'earned')
    expect(await this.governor.proposalVotes(this.id)).to.deep.equal([100n, 850n, 0n])
    await time.increaseTo(await this.governor.proposalDeadline(this.id))
    await mine()
    await this.expectState('Succeeded')
    await this.governor.queue(...this.described)
    await this.expectState('Queued')
    await time.increase(2 * DAY)
    const execution = await this.governor.execute(...this.described)
    await expect(execution).to.emit(this.governor, 'ProposalExecuted').withArgs(this.id)
    await expect(execution).to.changeTokenBalance(this.token, this.other, 20n)
    await this.expectState('Executed')
  })

  it('refuses votes before and after their time, and twice', async function () {
    await this.propose()
    await expect(this.governor.castVote(this.id, 1))
      .to.be.revertedWithCustomError(this.governor, 'GovernorUnexpectedProposalState')
      .withArgs(this.id, states.Pending, anyValue)
    await time.increase(DAY + 1)
    await this.governor.castVote(this.id, 1)
    await expect(this.governor.castVote(this.id, 1))
      .to.be.revertedWithCustomError(this.governor, 'GovernorAlreadyCastVote')
      .withArgs(this.owner.address)
    await expect(
      this.governor.connect(this.voter).castVote(this.id, 3),
    ).to.be.revertedWithCustomError(this.governor, 'GovernorInvalidVoteType')
  })

  it('refuses an execution before the delay', async function () {
    await this.propose()
    await time.increase(DAY + 1)
    await this.governor.castVote(this.id, 1)
    await time.increase(8 * DAY)
    await this.governor.queue(...this.described)
    await expect(this.governor.execute(...this.described)).to.be.revertedWithCustomError(
      this.vault,
      'TimelockUnexpectedOperationState',
    )
  })

  it('refuses votes of the future', async function () {
    await expect(this.token.getPastVotes(this.owner, 2n ** 40n)).to.be.revertedWithCustomError(
      this.token,
      'ERC5805FutureLookup',
    )
  })
})
