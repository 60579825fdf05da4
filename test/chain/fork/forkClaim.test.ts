import { encodeFunctionData, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { protoSchema } from '../../../src/native/codec/protoSchema.ts'
import { signNativeTransaction } from '../../../src/native/codec/signNativeTransaction.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { forkOf, startRemotePool } from '../../support/fork/forkOf.ts'
import { NATIVE_CHAIN_ID, nativeText } from '../../support/native/native.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

const SOLO = `0x${'100c'.padStart(40, '0')}` as const
const abi = parseAbi(['function claim(bytes payload) returns (bool)'])
const claim = protoSchema('MsgClaim', { sender: [1, 'text'], claimer: [2, 'text'] })
const UNIT = 10n ** 12n

test('a claim moves the usei that the remote chain shows', async () => {
  const remote = await startRemotePool()
  onTestFinished(() => remote.close())
  // The signer has an association there, and a record of its account only on the fork.
  await remote.request('eth_sendTransaction', { from: bob.address, to: carol.address })
  const { chain } = await forkOf(remote.url)
  onTestFinished(() => chain.close())
  const ask = rpcOf(chain)
  const wei = async (of: string) => BigInt(await ask<string>('eth_getBalance', of))
  const payload = () =>
    signNativeTransaction({
      messages: [
        {
          kind: 'module',
          typeUrl: '/seiprotocol.seichain.evm.MsgClaim',
          value: claim.encode({ sender: nativeText(bob), claimer: alice.address }),
          signer: nativeText(bob),
        },
      ],
      ...{ memo: '', timeoutHeight: 0n, fee: { coins: [], gasLimit: 0n } },
      ...{ privateKey: bob.privateKey, chainId: NATIVE_CHAIN_ID },
      ...account,
    })
  let account = { sequence: 0n, accountNumber: 0n }
  const call = () => ({
    ...{ from: alice.address, to: SOLO, gas: '0x1e8480' },
    data: encodeFunctionData({ abi, functionName: 'claim', args: [bytesToHex(payload())] }),
  })
  await expect(ask('eth_call', call())).rejects.toThrow(`account ${nativeText(bob)} does not exist`)

  const native = publicKeyToNative(bob.publicKey)
  await chain.state.edit((state) => void state.ensureAccount(native))
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  const record = state.getAccount(native)
  if (record === undefined) throw new Error('no record')
  account = record
  const [bobBefore, aliceBefore] = [await wei(bob.address), await wei(alice.address)]
  expect(bobBefore).toBeGreaterThan(UNIT)
  const data = hexToBytes(call().data)
  const transaction = signed(alice, { to: SOLO as never, data, gasLimit: 2_000_000n })
  const hash = await chain.pool.submit(transaction)
  const receipt = chain.transactions.get(hash)?.receipt
  expect(receipt?.status).toBe(1)
  expect(await wei(bob.address)).toBe(bobBefore % UNIT)
  const { gasUsed = 0n, effectiveGasPrice = 0n } = receipt ?? {}
  const moved = (bobBefore / UNIT) * UNIT
  expect(await wei(alice.address)).toBe(aliceBefore + moved - gasUsed * effectiveGasPrice)
})
