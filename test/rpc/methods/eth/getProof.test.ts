import {
  iavlSpec,
  ics23,
  tendermintSpec,
  verifyMembership,
  verifyNonMembership,
} from '@confio/ics23'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyProof } from '../../../../src/index.ts'
import {
  ALICE,
  type Answer,
  CONTRACT,
  createProofChain,
  NOBODY,
  OTHER,
  type ProofChain,
  SLOTS,
  word,
} from '../../../support/rpc/proofChain.ts'

let chain: ProofChain

beforeAll(async () => {
  chain = await createProofChain()
})

afterAll(() => chain.node.close())

const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))

/** The proof's two steps, checked by another implementation. */
function verifyElsewhere({ hexValues, storageProof }: Answer, stateRoot: string): void {
  for (const [i, { ops }] of storageProof.entries()) {
    const [inStore, inApp] = ops.map(({ key, data }) => ({
      key: fromBase64(key),
      proof: ics23.CommitmentProof.decode(fromBase64(data)),
    }))
    const storeRoot = inApp?.proof.exist?.value
    if (!inStore || !inApp || !storeRoot) throw new Error('expected two steps')
    const root = Buffer.from(stateRoot.slice(2), 'hex')
    expect(verifyMembership(inApp.proof, tendermintSpec, root, inApp.key, storeRoot)).toBe(true)
    const value = Buffer.from(hexValues[i] ?? '', 'hex')
    const isProven =
      value.length === 0
        ? verifyNonMembership(inStore.proof, iavlSpec, storeRoot, inStore.key)
        : verifyMembership(inStore.proof, iavlSpec, storeRoot, inStore.key, value)
    expect(isProven).toBe(true)
  }
}

describe('eth_getProof', () => {
  test('proves full and empty slots of existing and absent accounts', async () => {
    const { stateRoot } = await chain.blockOf(3)
    const keys = ['0x1', '0x2', '0x5', word(2n ** 256n - 1n)]
    for (const [address, values] of [
      [CONTRACT, [2, undefined, 55, undefined]],
      [OTHER, [99, undefined, undefined, undefined]],
      [ALICE, [undefined, undefined, undefined, undefined]],
      [NOBODY, [undefined, undefined, undefined, undefined]],
    ] as const) {
      const proof = await chain.answerOf(address, keys)
      const expected = keys.map((key, i) => {
        const value = values[i]
        return { slot: word(BigInt(key)), value: value && word(value) }
      })
      expect(verifyProof({ proof, stateRoot, address, keys })).toEqual(expected)
      expect(verifyProof({ proof, stateRoot, address })).toEqual(expected)
      verifyElsewhere(proof, stateRoot)
    }
  })

  test('proves every slot of a genesis', async () => {
    const { stateRoot } = await chain.blockOf(0)
    const keys = SLOTS.map(word)
    const proof = await chain.answerOf(CONTRACT, keys, 'earliest')
    const expected = SLOTS.map((slot) => ({ slot: word(slot), value: word(slot + 1) }))
    expect(verifyProof({ proof, stateRoot, address: CONTRACT, keys })).toEqual(expected)
  })

  test('proves every block to its own state root, by any reference', async () => {
    const contents = [
      [5, undefined],
      [44, undefined],
      [44, 55],
      [undefined, 55],
    ]
    for (const [number, values] of contents.entries()) {
      const { hash, stateRoot } = await chain.blockOf(number)
      const byNumber = `0x${number.toString(16)}`
      const names: unknown[] = [byNumber, hash, { blockNumber: byNumber }, { blockHash: hash }]
      if (number === 0) names.push('earliest')
      if (number === 3) names.push('latest', 'safe', 'finalized', null)
      for (const name of names) {
        const proof = await chain.answerOf(CONTRACT, ['0x4', '0x5'], name)
        const proven = verifyProof({ proof, stateRoot, address: CONTRACT, keys: ['0x4', '0x5'] })
        expect(proven.map(({ value }) => value)).toEqual(values.map((each) => each && word(each)))
        verifyElsewhere(proof, stateRoot)
      }
    }
  })

  test('accepts at most 1,024 keys', async () => {
    const keys = Array.from({ length: 1024 }, () => '0x1')
    const { hexValues } = await chain.answerOf(CONTRACT, keys)
    expect(new Set(hexValues)).toEqual(new Set([word(2).slice(2)]))
    await expect(chain.answerOf(CONTRACT, [...keys, '0x1'])).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 1: 1025 keys, want at most 1024',
    })
  })
})
