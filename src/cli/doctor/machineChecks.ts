import { readFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { packageFile } from '../../node/packageFiles.ts'
import { keccak256, loadFastKeccak } from '../../primitives/crypto/keccak.ts'
import {
  hasNativeSecp256k1,
  privateToPublicKey,
  recoverPublicKey,
  sign,
} from '../../primitives/crypto/secp256k1.ts'
import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MIB = 1024 * 1024
/** What a node with a small chain has of the machine, and as much again. */
const LITTLE_MEMORY = 256 * MIB

/** keccak256 of the empty text, as everybody knows it. */
const EMPTY_HASH = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

/** Whether Node.js is one that the package is made for. @param version as in `process.versions.node` */
export function checkNodeVersion(version: string): Finding {
  const wanted = wantedVersion()
  const text = `Node.js ${version}, of at least ${wanted}`
  if (compareVersions(version, wanted) >= 0) return ok('node', text)
  return problem(
    'node',
    `Node.js ${version} is too old: want at least ${wanted}`,
    'install a newer one',
  )
}

/** How much memory there is for a node. @param bytes what is left of the machine's, or of the container's */
export function checkMemory(bytes: number): Finding {
  const limit = Math.floor(getHeapStatistics().heap_size_limit / MIB)
  const text = `${Math.floor(bytes / MIB)} MiB free; the heap may have ${limit} MiB`
  if (bytes >= LITTLE_MEMORY) return ok('memory', text)
  return warning('memory', text, 'close other programs, or give the container more')
}

/** Whether signatures and hashes are right, and what they are made with. */
export async function checkCrypto(): Promise<Finding> {
  await loadFastKeccak()
  const key = new Uint8Array(32).fill(1)
  const message = keccak256(utf8ToBytes('rockpool doctor'))
  const recovered = recoverPublicKey(message, sign(message, key))
  const isRight =
    bytesToHex(keccak256(new Uint8Array())) === EMPTY_HASH &&
    bytesToHex(recovered) === bytesToHex(privateToPublicKey(key))
  if (!isRight) {
    return problem('crypto', 'signatures or hashes come out wrong', 'install the package anew')
  }
  if (hasNativeSecp256k1())
    return ok('crypto', 'signatures by the addon secp256k1, hashes by WebAssembly')
  return warning(
    'crypto',
    'signatures by JavaScript, about 20 times slower than by the addon secp256k1, which does not load here',
    'install the package with its optional dependencies',
  )
}

function wantedVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  const engines = isJsonObject(manifest) ? manifest.engines : undefined
  const range = isJsonObject(engines) ? String(engines.node) : ''
  return range.replace(/^>=/, '')
}

/** Negative where the first is older. */
function compareVersions(a: string, b: string): number {
  const [as, bs] = [a, b].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  for (const i of [0, 1, 2]) {
    const difference = (as?.[i] ?? 0) - (bs?.[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
