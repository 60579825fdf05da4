import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { commitOf, signBytes } from '../../src/comet/block/commit.ts'
import { devConsensusKey } from '../../src/comet/block/devValidator.ts'
import { headerHash } from '../../src/comet/block/header.ts'
import { merkleProof, merkleRoot } from '../../src/comet/block/merkle.ts'
import { heightRange, matches, parseEventQuery } from '../../src/comet/rpc/eventQuery.ts'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'

const hashOf = (text: string) => sha256(utf8ToBytes(text))

// Leaves and roots of Certificate Transparency's tests.
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].map(hexToBytes)

test.each([
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
])('a Merkle tree of %i leaves has the root of RFC 6962', (count, root) => {
  expect(bytesToBareHex(merkleRoot(leaves.slice(0, count)))).toBe(root)
})

test('a Merkle proof leads from each leaf to the root', () => {
  const hashInner = (left: Uint8Array, right: Uint8Array) =>
    sha256(Uint8Array.from([1, ...left, ...right]))
  const { leafHash, aunts } = merkleProof(leaves.slice(0, 4), 2)
  const [sibling = leafHash, left = leafHash] = aunts
  expect(aunts).toHaveLength(2)
  expect(hashInner(left, hashInner(leafHash, sibling))).toEqual(merkleRoot(leaves.slice(0, 4)))
  expect(() => merkleProof([], 0)).toThrow(RangeError)
})

test("a header has the hash of CometBFT's own test", () => {
  // types/block_test.go, TestHeaderHash
  const zeros = new Uint8Array(32)
  const header = {
    version: { block: 1n, app: 2n },
    chainId: 'chainId',
    height: 3n,
    time: { seconds: 1_570_983_284n, nanos: 0 },
    lastBlockId: { hash: zeros, partSetHeader: { total: 6, hash: zeros } },
    lastCommitHash: hashOf('last_commit_hash'),
    dataHash: hashOf('data_hash'),
    validatorsHash: hashOf('validators_hash'),
    nextValidatorsHash: hashOf('next_validators_hash'),
    consensusHash: hashOf('consensus_hash'),
    appHash: hashOf('app_hash'),
    lastResultsHash: hashOf('last_results_hash'),
    evidenceHash: hashOf('evidence_hash'),
    proposerAddress: hashOf('proposer_address').subarray(0, 20),
  }
  expect(bytesToBareHex(headerHash(header)).toUpperCase()).toBe(
    'F740121F553B5418C3EFBD343C2DBFE9E007BB67B0D020A0741374BAB65242A4',
  )
})

test('the development validator signs, others are absent', () => {
  // The key of genesis/dev.json.
  expect(bytesToHex(devConsensusKey)).toBe(
    '0x61963fcaa8a3aa34f0ab177192ab7277bfad7591cb2ca4f9288bb4307ead08db',
  )
  const hash = new Uint8Array(32).fill(7)
  const vote = {
    chainId: 'rockpool-1',
    height: 258n,
    blockId: { hash, partSetHeader: { total: 1, hash } },
    time: { seconds: 5n, nanos: 0 },
  }
  const id = `0a20${'07'.repeat(32)}12240801${`1220${'07'.repeat(32)}`}`
  const body = `0802110201000000000000${`2248${id}`}2a020805320a${Buffer.from(vote.chainId).toString('hex')}`
  const signed = hexToBytes(`${(body.length / 2).toString(16)}${body}`)
  expect(bytesToHex(signBytes(vote))).toBe(bytesToHex(signed))
  const other = new Uint8Array(32).fill(1)
  const validators = [devConsensusKey, other].map((key) => {
    return { key, address: sha256(key).subarray(0, 20), power: 1n }
  })
  const { signatures } = commitOf(vote, { validators, hash })
  expect(signatures.map(({ blockIdFlag }) => blockIdFlag)).toEqual([2, 1])
  const [first] = signatures
  expect(ed25519.verify(first?.signature ?? other, signed, devConsensusKey)).toBe(true)
})

test('queries of events', () => {
  const attributes = new Map([
    ['tm.event', ['Tx']],
    ['transfer.amount', ['5uatom', '10usei']],
    ['tip.amount', ['9007199254740993usei']],
    ['tx.height', ['7']],
    ['block.time', ['2026-01-02T00:00:00Z']],
  ])
  const meets = (query: string) => matches(parseEventQuery(query), attributes)
  const yes = [
    "tm.event='Tx'",
    "tm.event = 'Tx' AND tx.height=7",
    "transfer.amount='10usei'",
    "transfer.amount CONTAINS 'atom'",
    'transfer.amount EXISTS',
    'transfer.amount > 9 AND tx.height <= 7',
    'tip.amount > 9007199254740992 AND tip.amount = 9007199254740993',
    'block.time >= DATE 2026-01-02',
    'block.time < TIME 2026-01-02T00:00:01Z',
  ]
  const no = [
    "tm.event='NewBlock'",
    "transfer.amount='10'",
    'other.key EXISTS',
    'tip.amount = 9007199254740992',
    'tx.height > 7',
    "tm.event='Tx' AND tx.height < 7",
  ]
  expect(yes.filter((query) => !meets(query))).toEqual([])
  expect(no.filter(meets)).toEqual([])
  for (const query of ['', 'tm.event', "tm.event='Tx' AND", "a='b' OR c='d'", "a>'b'"]) {
    expect(() => parseEventQuery(query), query).toThrow(
      expect.objectContaining({ data: expect.stringMatching(/^failed to parse query/) }),
    )
  }
  const range = heightRange(parseEventQuery('tx.height>2 AND tx.height<=5'), 'tx.height', {
    first: 0,
    last: 9,
  })
  expect(range).toEqual({ first: 3, last: 5 })
})
