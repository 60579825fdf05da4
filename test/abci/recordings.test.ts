import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveAbci } from '../../src/abci/wire/abciServer.ts'
import { FrameReader } from '../../src/abci/wire/frames.ts'
import { utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { AbciClient } from '../support/abci/abciClient.ts'
import { networkGenesisJson } from '../support/abci/networkGenesisJson.ts'
import {
  framesOf,
  methodOf,
  type RecordedEntry,
  type RecordedFrame,
  readRecording,
  requestFrame,
  requestIn,
  responseFrame,
  responseIn,
} from '../support/abci/recording.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { describeThirdParty } from '../support/thirdParty.ts'

/** Recordings whose application starts empty. */
const FROM_START = [
  'first-start',
  'restart-kill9',
  'crash-before-commit',
  'crash-finalize-answer-lost',
  'crash-commit-answer-lost',
  'crash-after-process-proposal',
  'replay-empty-app',
  'replay-app-behind',
  'net4-proposer',
  'net4-non-proposer',
  'misbehavior',
  'validator-updates',
  'validator-updates-joining',
  'vote-extensions',
  'vote-extensions-by-param-update',
  'statesync-serve',
  'statesync-multichunk-serve',
]
/** Its application starts with the first four blocks. */
const CATCH_UP = 'net4-catch-up'
/** Their snapshots are those of other applications. */
const RESTORES = [
  'statesync-restore',
  'statesync-restore-version-trap',
  'statesync-multichunk-restore',
]
const ALL = [...FROM_START, CATCH_UP, ...RESTORES]

/** The application on a socket in a directory. */
class Served {
  readonly #directory: string
  #app: TestApplication | undefined
  #closeServer: (() => Promise<void>) | undefined

  constructor() {
    this.#directory = temporaryDirectory()
    onTestFinished(() => this.stop())
  }

  get address() {
    return { kind: 'unix', path: join(this.#directory, 'socket') } as const
  }

  async start(): Promise<TestApplication> {
    const app = await TestApplication.open({ directory: join(this.#directory, 'db') })
    this.#app = app
    const server = await serveAbci(app.application, this.address, silentLogger)
    this.#closeServer = () => server.close()
    return app
  }

  async stop(): Promise<void> {
    await this.#closeServer?.()
    await this.#app?.close()
  }

  async empty(): Promise<void> {
    await rm(join(this.#directory, 'db'), { recursive: true, force: true })
  }
}

/** A request as this application takes it: the genesis of the recorded one is another's. */
function ours(frame: RecordedFrame): Uint8Array {
  if (frame.method !== 'init_chain') return frame.bytes
  const { initChain } = requestIn(frame)
  if (initChain === undefined) throw new Error('no InitChain')
  const appStateBytes = utf8ToBytes(JSON.stringify(networkGenesisJson()))
  return requestFrame({ initChain: { ...initChain, appStateBytes } })
}

/** Plays blocks up to a height to an empty application. */
async function preload(app: TestApplication, frames: readonly RecordedFrame[], height: bigint) {
  const requests = frames.filter(({ direction, isLost }) => direction === 'req' && !isLost)
  for (const frame of requests) {
    const request = requestIn({ bytes: ours(frame) })
    const isBlock = request.initChain !== undefined || request.finalizeBlock !== undefined
    if (isBlock) await app.application.answer(request)
    if (request.finalizeBlock === undefined) continue
    await app.commit()
    if (request.finalizeBlock.height === height) return
  }
}

/** Height of the first block after an entry. */
function nextHeight(entries: readonly RecordedEntry[]): bigint {
  for (const frame of framesOf(entries)) {
    const height = frame.direction === 'req' && requestIn(frame).finalizeBlock?.height
    if (height) return height
  }
  throw new Error('no further block')
}

/** Plays a recording to the application and compares kind and order of its answers. */
async function play(entries: readonly RecordedEntry[], before: readonly RecordedFrame[] = []) {
  const served = new Served()
  let app = await served.start()
  if (before.length > 0) await preload(app, before, 4n)
  const connections = new Map<number, AbciClient>()
  const finalized = new Map<bigint, unknown>()
  const asked = new Map<number, RecordedFrame[]>()
  for (const [at, entry] of entries.entries()) {
    if (entry.kind === 'note') {
      if (entry.note.includes('killed') && !entry.note.startsWith('validator')) await served.stop()
      if (entry.note.includes('emptied') || entry.note.includes('older copy')) await served.empty()
      if (entry.note === 'app and node started again') {
        app = await served.start()
        const before = entries[at - 1]
        const wasOlder = before?.kind === 'note' && before.note.includes('older copy')
        const earlier = framesOf(entries.slice(0, at))
        if (wasOlder) await preload(app, earlier, nextHeight(entries.slice(at)) - 1n)
      }
      continue
    }
    if (entry.kind === 'open') {
      connections.set(entry.connection, await AbciClient.connect(served.address))
      continue
    }
    const client = connections.get(entry.connection)
    if (client === undefined) continue
    if (entry.kind !== 'frame') {
      client.close()
      continue
    }
    const waiting = asked.get(entry.connection) ?? []
    asked.set(entry.connection, waiting)
    if (entry.direction === 'req') {
      if (entry.isLost) continue
      client.write(ours(entry))
      waiting.push(entry)
      continue
    }
    const answer = await client.next()
    if (answer === undefined) throw new Error('the application closed the connection')
    expect(methodOf(answer)).toBe(entry.method)
    const request = waiting.shift()
    if (request === undefined) throw new Error('an answer without a request')
    const { finalizeBlock } = requestIn(request)
    if (answer.finalizeBlock !== undefined && finalizeBlock !== undefined) {
      const { height, txs } = finalizeBlock
      expect(answer.finalizeBlock.txResults).toHaveLength(txs.length)
      const [first = responseFrame(answer)] = [finalized.get(height)]
      expect(responseFrame(answer)).toEqual(first)
      finalized.set(height, first)
    }
    if (answer.info !== undefined) {
      const { info } = responseIn(entry)
      expect(answer.info.lastBlockHeight).toBe(info?.lastBlockHeight)
    }
  }
  for (const client of connections.values()) client.close()
}

describeThirdParty(
  'recordings of CometBFT',
  ALL.map((name) => `abci/${name}.jsonl`),
  (...texts) => {
    const recordings = new Map(ALL.map((name, i) => [name, readRecording(texts[i] ?? '')]))
    const entriesOf = (name: string) => recordings.get(name) ?? []

    test('all messages decode and encode again byte-equal', () => {
      for (const entries of recordings.values()) {
        for (const frame of framesOf(entries)) {
          const isRequest = frame.direction === 'req'
          const message = isRequest ? requestIn(frame) : responseIn(frame)
          expect(methodOf(message)).toBe(frame.method)
          const again = isRequest
            ? requestFrame(requestIn(frame))
            : responseFrame(responseIn(frame))
          // Its empty packed list is written, which Go leaves out.
          if (frame.method === 'apply_snapshot_chunk' && !isRequest) {
            expect(responseIn({ bytes: again })).toEqual(message)
          } else {
            expect(again).toEqual(frame.bytes)
          }
        }
      }
    })

    test.for([1, 2, 7, 1_000_000])('streams cut into pieces of %i bytes', (size) => {
      const frames = framesOf(entriesOf('first-start')).filter(({ connection }) => connection === 3)
      for (const direction of ['req', 'res']) {
        const own = frames.filter((frame) => frame.direction === direction)
        const stream = Buffer.concat(own.map(({ bytes }) => bytes))
        const reader = new FrameReader()
        const messages: Uint8Array[] = []
        for (let at = 0; at < stream.length; at += size) {
          messages.push(...reader.push(stream.subarray(at, at + size)))
        }
        const lengths = own.map(({ bytes }) => bytes.length - (bytes.length > 128 ? 2 : 1))
        expect(messages.map(({ length }) => length)).toEqual(lengths)
      }
    })

    describe('played to the application', () => {
      test.for(FROM_START)('%s', (name) => play(entriesOf(name)))

      test(CATCH_UP, () => play(entriesOf(CATCH_UP), framesOf(entriesOf('net4-non-proposer'))))

      test.for(RESTORES)('%s, up to the first block', (name) => {
        const entries = entriesOf(name)
        const end = entries.findIndex(
          (entry) => entry.kind === 'frame' && ['info', 'finalize_block'].includes(entry.method),
        )
        return play(entries.slice(0, end))
      })
    })
  },
)
