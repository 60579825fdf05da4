import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { signNativeTransaction } from '../../src/native/codec/signNativeTransaction.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { padLeft } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex, type Hash } from '../../src/primitives/encoding/hex.ts'
import { storageKind, storeNames } from '../../src/state/rows/layout.ts'
import { type Database, openDatabase } from '../../src/store/database/database.ts'
import { createMultistore } from '../../src/store/multistore.ts'
import { alice, bob, carol, pauper, type TestAccount } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { checkDatabase } from '../support/checkDatabase.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { NATIVE_CHAIN_ID, nativeText, sendTo } from '../support/native/native.ts'
import { FULL, readNumber } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { killRunning, startNode } from '../support/wire/processes.ts'

/** Number of times that the node is killed. */
const RUNS = readNumber('CRASH_RUNS') ?? (FULL ? 30 : 4)

const CONTRACT = parseAddress(`0x${'cc'.repeat(20)}`)
/** The account whose slot 0 counts the edits. */
const EDITED = parseAddress(`0x${'ed'.repeat(20)}`)
/** Stores the second word of the call data at the first, and logs the first as a topic. */
const CODE = '0x6020356000355560003560206000a100'

afterEach(killRunning)

const EXPECTED = /^(replacement transaction underpriced|already known|nonce too low)/

test(`a node killed ${RUNS} times keeps all acknowledged changes`, {
  timeout: 20_000 + RUNS * 10_000,
}, async () => {
  const command = await builtCommand()
  const directory = temporaryDirectory()
  const genesis = join(directory, 'genesis.json')
  const db = join(directory, 'db')
  const funded = Object.fromEntries(
    [alice, bob, carol, pauper].map(({ address }) => [
      address,
      { balance: '0xffffffffffffffffffff' },
    ]),
  )
  // Gives the native account an account number for signing.
  const own = { evmAddress: pauper.address, nativeAddress: nativeText(pauper) }
  const native = { associations: [own] }
  const alloc = { ...funded, [CONTRACT]: { balance: '0x0', code: CODE } }
  writeFileSync(genesis, JSON.stringify({ config: { chainId: 713714 }, alloc, native }))
  const random = pseudoRandom(readNumber('FUZZ_SEED') ?? 1)
  const acknowledged = new Set<Hash>()
  const edits = { acknowledged: 0 }
  let height = 0
  for (let run = 0; run < RUNS; run++) {
    // Later runs also prune.
    const keep = run < RUNS / 2 ? [] : ['--keep', '5']
    const legacy = ['--legacy-apis', 'native_getAccount,native_broadcastTx']
    const options = ['--db', db, '--genesis', genesis, '--port', '0', '-q', ...legacy, ...keep]
    const node = startNode([command, ...options])
    const port = await node.ready
    const before = { transactions: acknowledged.size, edits: edits.acknowledged }
    const isBusy = () =>
      acknowledged.size > before.transactions && edits.acknowledged > before.edits
    // Kill some runs during the first requests.
    const started = run % 3 === 2 ? Promise.resolve() : until(isBusy)
    const killed = started.then(() => delay(random(300))).then(() => node.kill('SIGKILL'))
    await Promise.all([sendUntilDead(port, random, acknowledged), editUntilDead(port, edits)])
    await Promise.all([killed, node.exit])
    const database = await openDatabase(db, { sync: false })
    const content = await checkDatabase(database)
    const edited = readEdits(database)
    await database.close()
    // One edit more than acknowledged may have been written.
    expect([edits.acknowledged, edits.acknowledged + 1]).toContain(edited)
    edits.acknowledged = edited
    const lost = [...acknowledged].filter(
      (hash) => !content.mined.has(hash) && !content.waiting.has(hash),
    )
    expect(lost).toEqual([])
    expect(content.height).toBeGreaterThanOrEqual(height)
    height = content.height
  }
  expect(height).toBeGreaterThan(0)
  expect(acknowledged.size).toBeGreaterThan(0)
  expect(edits.acknowledged).toBeGreaterThan(0)
})

/** Returns the number of edits in the newest state. */
function readEdits(database: Database): number {
  const evm = createMultistore(storeNames, database).store('evm')
  const word = evm.get(storageKind(EDITED).key('\0'.repeat(32)))
  return word === undefined ? 0 : Number(bytesToHex(word))
}

/** Edits the state sequentially. */
async function editUntilDead(port: number, edits: { acknowledged: number }): Promise<void> {
  try {
    for (;;) {
      const next = `0x${(edits.acknowledged + 1).toString(16)}`
      await request(port, 'hardhat_setStorageAt', [EDITED, '0x0', next])
      edits.acknowledged++
      await delay(5)
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(5)
}

/**
 * Sends from several senders concurrently. The transactions of a sender are sequential, and some
 * leave a nonce gap first.
 */
async function sendUntilDead(
  port: number,
  random: (below: number) => number,
  acknowledged: Set<Hash>,
): Promise<void> {
  const send = async (from: TestAccount) => {
    for (;;) {
      const count = await request(port, 'eth_getTransactionCount', [from.address, 'pending'])
      const nonce = BigInt(count as string)
      const nonces = random(4) === 0 ? [nonce + 1n, nonce] : [nonce]
      for (const each of nonces) {
        const data = Buffer.concat([word(random(30)), word(random(3))])
        const tx = signed(from, { nonce: each, to: CONTRACT, data })
        const hash = await request(port, 'eth_sendRawTransaction', [bytesToHex(tx.raw)])
        // Rejected if a pending transaction with this nonce survived the kill.
        if (hash === tx.hash) acknowledged.add(tx.hash)
      }
    }
  }
  const sendNative = async (from: TestAccount) => {
    for (;;) {
      const account = await request(port, 'native_getAccount', [nativeText(from)])
      const { accountNumber, sequence } = account as Record<string, string>
      const raw = signNativeTransaction({
        messages: [sendTo(from, bob, 1n)],
        memo: '',
        timeoutHeight: 0n,
        fee: { coins: [{ denom: 'usei', amount: 10_000_000n }], gasLimit: 200_000n },
        privateKey: from.privateKey,
        sequence: BigInt(sequence ?? 0),
        accountNumber: BigInt(accountNumber ?? 0),
        chainId: NATIVE_CHAIN_ID,
      })
      await request(port, 'native_broadcastTx', [bytesToHex(raw)])
      acknowledged.add(bytesToHash(sha256(raw)))
    }
  }
  const sending = [...[alice, bob, carol].map(send), sendNative(pauper)]
  const results = await Promise.allSettled(sending)
  for (const result of results) {
    // Only the end of the connection stops a sender.
    const reason: unknown = result.status === 'rejected' ? result.reason : undefined
    if (!(reason instanceof TypeError)) throw reason
  }
}

/** Returns the result of a request, or undefined if the node rejects it with an expected error. */
async function request(port: number, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (error !== undefined && !EXPECTED.test(error.message)) throw new Error(error.message)
  return result
}

function word(value: number): Uint8Array {
  return padLeft(Uint8Array.of(value), 32)
}

/** Returns a generator of integers below a bound, deterministic by seed (xorshift). */
function pseudoRandom(seed: number): (below: number) => number {
  let state = seed === 0 ? 1 : seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
