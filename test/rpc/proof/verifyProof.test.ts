import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProofClaim, ProofError, verifyProof } from '../../../src/index.ts'
import { encodeVarint } from '../../../src/primitives/encoding/protobuf.ts'
import {
  type Answer,
  CONTRACT,
  createProofChain,
  OTHER,
  type ProofChain,
  word,
} from '../../support/rpc/proofChain.ts'
import { FULL } from '../../support/runs.ts'

let chain: ProofChain
let claim: ProofClaim & { readonly proof: Answer }

beforeAll(async () => {
  chain = await createProofChain()
  const { stateRoot } = await chain.blockOf(3)
  const keys = ['0x1', '0x2']
  claim = { proof: await chain.answerOf(CONTRACT, keys), stateRoot, address: CONTRACT, keys }
})

afterAll(() => chain.node.close())

describe('verifyProof', () => {
  const refusalOf = (claim: ProofClaim) => {
    try {
      return verifyProof(claim)
    } catch (error) {
      if (error instanceof ProofError) return error.details
      throw error
    }
  }

  /** Changes a copy of the proof. */
  const changed = (change: (proof: Answer) => unknown): ProofClaim => {
    const proof = structuredClone(claim.proof)
    change(proof)
    return { ...claim, proof }
  }
  const swap = (proof: Answer, name: 'hexValues' | 'storageProof') => proof[name].reverse()
  const op = (proof: Answer, entry: number, step: number) => {
    const found = proof.storageProof[entry]?.ops[step]
    if (!found) throw new Error('expected a step')
    return found
  }

  test('accepts results of the node, with the address in any case', () => {
    expect(verifyProof({ ...claim, address: `0x${'C0'.repeat(20)}` })).toHaveLength(2)
    expect(verifyProof(claim).map(({ value }) => value)).toEqual([word(2), undefined])
  })

  test.each([undefined, null, 'proof', []])('rejects the claim %j', (strange) => {
    expect(() => verifyProof(strange as unknown as ProofClaim)).toThrow(ProofError)
  })

  test('reports path and reason', () => {
    const code = 'NOT_PROVEN'
    const noObject = 'want an object with proof, stateRoot and address'
    expect(refusalOf(null as unknown as ProofClaim)).toEqual({ code, where: '', reason: noObject })
    const reason = 'the proof is for another account'
    const ofOther = refusalOf({ ...claim, address: OTHER })
    expect(ofOther).toEqual({ code, where: 'proof.address', reason })
    const lessValues = refusalOf(changed((proof) => proof.hexValues.pop()))
    expect(lessValues).toEqual({ code, where: 'proof', reason: '1 values but 2 proofs' })
    const oneKey = refusalOf({ ...claim, keys: ['0x1'] })
    expect(oneKey).toEqual({ code, where: 'proof', reason: '2 proofs for 1 keys' })
  })

  test('without keys, rejects steps without a slot', () => {
    const reason = 'the proof is not for a storage slot'
    const { keys: _, ...unnamed } = claim
    const without = changed((proof) => proof.storageProof[1]?.ops.splice(0))
    const where = 'proof.storageProof[1]'
    expect(refusalOf({ ...unnamed, proof: without.proof })).toMatchObject({ where, reason })
    const short = changed((proof) => {
      op(proof, 0, 0).key = Buffer.alloc(31).toString('base64')
    })
    expect(refusalOf({ ...unnamed, proof: short.proof })).toMatchObject({ reason })
  })

  test('rethrows errors of the caller', () => {
    const proof = {
      get address() {
        throw new Error('a failing getter: of the caller')
      },
    }
    expect(() => refusalOf({ ...claim, proof })).toThrow('a failing getter')
  })

  test('rejects an endless path at once', () => {
    // An inner node without anything is a tag and a length of 0.
    const path = Buffer.from('2200'.repeat(1_000_000), 'hex')
    const exist = Buffer.concat([Buffer.from('0a', 'hex'), encodeVarint(BigInt(path.length)), path])
    const forged = changed((proof) => {
      op(proof, 0, 0).data = exist.toString('base64')
    })
    expect(refusalOf(forged)).toMatchObject({ reason: 'more than 128 inner nodes' })
  })

  test('proves nothing without slots', async () => {
    const proof = await chain.answerOf(CONTRACT, [])
    expect(verifyProof({ ...claim, proof, keys: [] })).toEqual([])
    expect(refusalOf({ ...claim, proof })).toMatchObject({ where: 'proof' })
  })

  test.each<readonly [string, (proof: Answer) => unknown, string]>([
    ['values in another order', (proof) => swap(proof, 'hexValues'), '[0].ops[0]'],
    ['proofs in another order', (proof) => swap(proof, 'storageProof'), '[0].ops[0]'],
    ['another value', (proof) => proof.hexValues.splice(0, 1, word(3).slice(2)), '[0].ops[0]'],
    [
      'an empty slot as full',
      (proof) => proof.hexValues.splice(1, 1, word(3).slice(2)),
      '[1].ops[0]',
    ],
    [
      'an empty slot as zero',
      (proof) => proof.hexValues.splice(1, 1, word(0).slice(2)),
      '[1].ops[0]',
    ],
    ['a full slot as empty', (proof) => proof.hexValues.splice(0, 1, ''), '[0].ops[0]'],
    [
      'another key in the first step',
      (proof) => Object.assign(op(proof, 0, 0), { key: op(proof, 1, 0).key }),
      '[0].ops[0]',
    ],
    [
      'the proof of another slot',
      (proof) => Object.assign(op(proof, 0, 0), { data: op(proof, 1, 0).data }),
      '[0].ops[0]',
    ],
    ['another store', (proof) => Object.assign(op(proof, 0, 1), { key: 'YmFuaw==' }), '[0].ops[1]'],
    [
      'the steps the wrong way round',
      (proof) => proof.storageProof[0]?.ops.reverse(),
      '[0].ops[0]',
    ],
    ['the first step alone', (proof) => proof.storageProof[0]?.ops.pop(), '[0]'],
    ['the second step alone', (proof) => proof.storageProof[0]?.ops.shift(), '[0]'],
    ['a step more', (proof) => proof.storageProof[0]?.ops.push(op(proof, 0, 1)), '[0]'],
    [
      'the second step twice',
      (proof) => proof.storageProof[0]?.ops.splice(0, 1, op(proof, 0, 1)),
      '[0].ops[0]',
    ],
    ['no steps', (proof) => proof.storageProof[0]?.ops.splice(0), '[0]'],
  ])('refuses %s', (_, change, where) => {
    expect(refusalOf(changed(change))).toMatchObject({ where: `proof.storageProof${where}` })
  })

  test('rejects proofs of another claim', async () => {
    const other = await chain.answerOf(OTHER, ['0x1', '0x2'])
    const { stateRoot } = await chain.blockOf(2)
    const wrong: readonly (readonly [ProofClaim, string])[] = [
      [{ ...claim, proof: other }, 'proof.address'],
      [{ ...claim, proof: { ...other, address: CONTRACT } }, 'proof.storageProof[0].ops[0]'],
      [{ ...claim, address: OTHER }, 'proof.address'],
      [{ ...claim, stateRoot }, 'proof.storageProof[0]'],
      [{ ...claim, keys: ['0x2', '0x1'] }, 'proof.storageProof[0].ops[0]'],
      [{ ...claim, keys: ['0x1', '0x3'] }, 'proof.storageProof[1].ops[0]'],
      [{ ...claim, keys: ['0x1'] }, 'proof'],
      [{ ...claim, keys: ['0x1', '0x2', '0x3'] }, 'proof'],
    ]
    for (const [claim, where] of wrong) expect(refusalOf(claim)).toMatchObject({ where })
    // Without keys it is the account of the key in the store that tells.
    const { keys: _, ...open } = claim
    const moved = { ...open, proof: { ...other, address: CONTRACT } }
    expect(refusalOf(moved)).toMatchObject({ where: 'proof.storageProof[0].ops[0]' })
  })

  test.each<readonly [string, (proof: Answer) => unknown]>([
    ['fewer proofs than values', (proof) => proof.storageProof.pop()],
    ['fewer values than proofs', (proof) => proof.hexValues.pop()],
    ['neither', (proof) => [proof.hexValues.pop(), proof.storageProof.pop()]],
  ])('refuses %s', (_, change) => {
    expect(refusalOf(changed(change))).toMatchObject({ where: 'proof' })
  })

  test.each<readonly [string, Partial<Record<keyof ProofClaim, unknown>>]>([
    ['proof', { proof: undefined }],
    ['proof', { proof: null }],
    ['proof', { proof: 'x' }],
    ['proof.address', { proof: {} }],
    ['proof.hexValues', { proof: { address: CONTRACT, storageProof: [] } }],
    ['proof.hexValues[0]', { proof: { address: CONTRACT, hexValues: ['00'], storageProof: [] } }],
    [
      'proof.storageProof[0].ops[0].key',
      {
        proof: {
          address: CONTRACT,
          hexValues: [''],
          storageProof: [{ ops: [{ type: 'ics23:iavl', key: 'AB==', data: '' }] }],
        },
      },
    ],
    ['stateRoot', { stateRoot: '0x00' }],
    ['address', { address: 'alice.eth' }],
    ['keys[0]', { keys: ['slot'] }],
    ['keys', { keys: 7 }],
  ])('refuses what is no %s', (where, part) => {
    expect(refusalOf({ ...claim, ...part } as ProofClaim)).toMatchObject({ where })
  })

  test('rejects every proof with one changed bit', () => {
    // Every bit of a byte comes in time.
    const STRIDE = FULL ? 1 : 17
    const flips: ProofClaim[] = []
    const flipAll = (
      text: string,
      encoding: 'hex' | 'base64',
      put: (text: string) => ProofClaim,
    ) => {
      const bytes = Buffer.from(text, encoding)
      for (let i = 0; i < bytes.length * 8; i += STRIDE) {
        const copy = Buffer.from(bytes)
        copy[i >> 3] = (copy[i >> 3] ?? 0) ^ (1 << (i & 7))
        flips.push(put(copy.toString(encoding)))
      }
    }
    for (const [entry, { ops }] of claim.proof.storageProof.entries()) {
      for (const [step, { key, data }] of ops.entries()) {
        flipAll(key, 'base64', (key) =>
          changed((proof) => Object.assign(op(proof, entry, step), { key })),
        )
        flipAll(data, 'base64', (data) =>
          changed((proof) => Object.assign(op(proof, entry, step), { data })),
        )
      }
    }
    flipAll(claim.proof.hexValues[0] ?? '', 'hex', (value) =>
      changed((proof) => proof.hexValues.splice(0, 1, value)),
    )
    flipAll(claim.stateRoot.slice(2), 'hex', (root) => ({ ...claim, stateRoot: `0x${root}` }))
    expect(flips.length).toBeGreaterThan(10_000 / STRIDE)
    for (const flip of flips) expect(refusalOf(flip)).toMatchObject({ code: 'NOT_PROVEN' })
  })
})
