import { MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { expect, onTestFinished, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { signNativeTransaction } from '../../src/native/codec/signNativeTransaction.ts'
import type { NativeMessage } from '../../src/native/nativeTransaction.ts'
import { alice } from '../support/accounts.ts'
import { executorOption } from '../support/executor.ts'
import { NATIVE_CHAIN_ID, nativeText, PLENTY } from '../support/native/native.ts'

const DAY = 86_400
/** Unbonding time of the development chain, as of the real one. */
const UNBONDING = 21 * DAY

interface Simulated {
  readonly result: {
    readonly events: readonly {
      readonly type: string
      readonly attributes: readonly { readonly key: string; readonly value: string }[]
    }[]
  }
}

test('simulate runs at the time of the next block', async () => {
  const node = await createNode({ ...executorOption, deterministic: true })
  onTestFinished(() => node.close())
  const { url } = await node.listenRest()
  async function json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await fetch(url + path, init)).json()) as T
  }
  const { validators } = await json<{ validators: readonly { operator_address: string }[] }>(
    '/cosmos/staking/v1beta1/validators',
  )
  const delegator = nativeText(alice)
  const value = {
    delegatorAddress: delegator,
    validatorAddress: validators[0]?.operator_address ?? '',
    amount: { denom: 'usei', amount: '10' },
  }
  const messages: NativeMessage[] = [MsgDelegate, MsgUndelegate].map(({ typeUrl, encode }) => ({
    kind: 'module',
    ...{ typeUrl, value: encode(value).finish(), signer: delegator },
  }))
  const raw = signNativeTransaction({
    ...{ messages, memo: '', timeoutHeight: 0n, fee: PLENTY, privateKey: alice.privateKey },
    ...{ sequence: 0n, accountNumber: 0n, chainId: NATIVE_CHAIN_ID },
  })
  const completion = async (): Promise<number> => {
    const body = JSON.stringify({ tx_bytes: Buffer.from(raw).toString('base64') })
    const init = { method: 'POST', body }
    const { result } = await json<Simulated>('/cosmos/tx/v1beta1/simulate', init)
    const event = result.events.find(({ type }) => type === 'unbond')
    const text = event?.attributes.find(({ key }) => key === 'completion_time')?.value ?? ''
    return Date.parse(text) / 1000
  }
  const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const { timestamp } = (await node.request(latest)) as { timestamp: string }
  const later = Number(timestamp) + 30 * DAY
  await node.request({ method: 'evm_setNextBlockTimestamp', params: [later] })
  expect(await completion()).toBe(later + UNBONDING)
  // A past block was followed by one that is known.
  await node.request({ method: 'evm_mine', params: [] })
  expect(await completion()).toBeGreaterThanOrEqual(later + UNBONDING)
})
