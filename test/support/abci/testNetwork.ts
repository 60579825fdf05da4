import type {
  CommitInfo,
  Misbehavior,
  ResponseFinalizeBlock,
  ResponseInitChain,
  ValidatorUpdate,
} from 'cosmjs-types/tendermint/abci/types'
import { assert } from '../../../src/primitives/assert.ts'
import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import { compareBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { GENESIS_SECONDS, type TestValidator } from './network.ts'
import { responseFrame } from './recording.ts'
import type { BlockFacts, TestApplication } from './testApplication.ts'

/** What differs in a block from the plainest one. */
export interface BlockPlan {
  /** Transactions in the mempool of the proposer. */
  readonly txs?: readonly Uint8Array[]
  /** Validators that did not sign the block before, by index. */
  readonly absent?: readonly number[]
  readonly misbehavior?: readonly Misbehavior[]
  /** Seconds since the block before; default: 1. */
  readonly seconds?: bigint
  /** Applications that do not take part. */
  readonly without?: readonly TestApplication[]
}

/** A block as decided. */
export interface Decision {
  readonly facts: BlockFacts
  readonly txs: readonly Uint8Array[]
  readonly answer: ResponseFinalizeBlock
}

type ValidatorSet = ReadonlyMap<string, { readonly key: Uint8Array; readonly power: bigint }>

/**
 * Plays the part of consensus to several applications and requires what CometBFT requires of them:
 * equal answers, accepted proposals, valid changes of validators, which count two heights later.
 */
export class TestNetwork {
  readonly apps: TestApplication[]
  readonly validators: readonly TestValidator[]
  readonly decisions: Decision[] = []
  readonly #sets = new Map<bigint, ValidatorSet>()
  #seconds = GENESIS_SECONDS

  constructor(apps: readonly TestApplication[], validators: readonly TestValidator[]) {
    this.apps = [...apps]
    this.validators = validators
  }

  /** Height of the next block. */
  get next(): bigint {
    return BigInt(this.decisions.length) + 1n
  }

  get appHash(): string {
    const last = this.decisions.at(-1)
    assert(last !== undefined, 'a block')
    return bytesToHex(last.answer.appHash)
  }

  /** Sends InitChain to all. */
  async start(): Promise<ResponseInitChain> {
    const answers = await Promise.all(this.apps.map((app) => app.initChain(this.validators)))
    const [first] = answers
    assert(first !== undefined, 'an application')
    for (const answer of answers)
      requireEqual(responseFrame({ initChain: answer }), responseFrame({ initChain: first }))
    // CometBFT keeps its own if the application returns none.
    const own = this.validators.map(({ key, power }) => ({ pubKey: { ed25519: key }, power }))
    const set = withUpdates(new Map(), first.validators.length > 0 ? first.validators : own)
    this.#sets.set(1n, set)
    this.#sets.set(2n, set)
    return first
  }

  /** Decides a block: the first application proposes. */
  async block(plan: BlockPlan = {}): Promise<ResponseFinalizeBlock> {
    const { txs: wanted = [], without = [] } = plan
    const facts = this.#facts(plan)
    const taking = this.apps.filter((app) => !without.includes(app))
    const [proposer] = taking
    assert(proposer !== undefined, 'a proposer')
    const txs = await proposer.prepare(facts, wanted)
    for (const app of taking) {
      const verdict = await app.process(facts, txs)
      assert(verdict === 'accept', `an honest proposal of block ${facts.height} to be accepted`)
    }
    return this.decide(facts, txs, taking)
  }

  /** Executes a block that was decided, whatever is in it. */
  async decide(
    facts: BlockFacts,
    txs: readonly Uint8Array[],
    apps: readonly TestApplication[] = this.apps,
  ): Promise<ResponseFinalizeBlock> {
    const answers = await Promise.all(apps.map((app) => app.finalize(facts, txs)))
    const [answer] = answers
    assert(answer !== undefined, 'an application')
    for (const other of answers) {
      requireEqual(
        responseFrame({ finalizeBlock: other }),
        responseFrame({ finalizeBlock: answer }),
      )
    }
    assert(answer.txResults.length === txs.length, 'a result for each transaction')
    this.#update(facts.height, answer.validatorUpdates)
    await Promise.all(apps.map((app) => app.commit()))
    this.decisions.push({ facts, txs, answer })
    this.#seconds = facts.seconds
    return answer
  }

  /** Replays all missing blocks to an application, as CometBFT does after Info. */
  async catchUp(app: TestApplication): Promise<void> {
    const { lastBlockHeight } = await app.info()
    if (lastBlockHeight === 0n) await app.initChain(this.validators)
    for (const { facts, txs, answer } of this.decisions.slice(Number(lastBlockHeight))) {
      const again = await app.finalize(facts, txs)
      requireEqual(
        responseFrame({ finalizeBlock: again }),
        responseFrame({ finalizeBlock: answer }),
      )
      await app.commit()
    }
  }

  /** Facts of the next block. */
  facts(plan: BlockPlan = {}): BlockFacts {
    return this.#facts(plan)
  }

  /** Powers of the validators of a height. */
  powersAt(height: bigint): readonly bigint[] {
    return [...(this.#sets.get(height)?.values() ?? [])].map(({ power }) => power)
  }

  #facts({ absent = [], misbehavior = [], seconds = 1n }: BlockPlan): BlockFacts {
    const [first] = this.validators
    assert(first !== undefined, 'a validator')
    return {
      height: this.next,
      seconds: this.#seconds + seconds,
      nanos: 7,
      proposer: first.address,
      commit: this.#commit(absent),
      misbehavior,
    }
  }

  #commit(absent: readonly number[]): CommitInfo {
    if (this.next === 1n) return { round: 0, votes: [] }
    const missing = absent.map((index) =>
      bytesToHex(this.validators[index]?.key ?? new Uint8Array()),
    )
    const set = [...(this.#sets.get(this.next - 1n) ?? [])]
    const votes = set.map(([id, { key, power }]) => ({
      validator: { address: sha256(key).slice(0, 20), power },
      blockIdFlag: missing.includes(id as `0x${string}`) ? 1 : 2,
    }))
    return { round: 0, votes }
  }

  #update(height: bigint, updates: readonly ValidatorUpdate[]): void {
    const before = this.#sets.get(height + 1n)
    assert(before !== undefined, 'a set of validators')
    const after = updates.length === 0 ? before : withUpdates(before, updates)
    assert(after.size > 0, 'a set of validators that is not empty')
    this.#sets.set(height + 2n, after)
  }
}

function withUpdates(before: ValidatorSet, updates: readonly ValidatorUpdate[]): ValidatorSet {
  const after = new Map(before)
  const seen = new Set<string>()
  for (const { pubKey, power } of updates) {
    const key = pubKey.ed25519
    assert(key !== undefined, 'an ed25519 key')
    const id = bytesToHex(key)
    assert(!seen.has(id), 'one update for each validator')
    seen.add(id)
    assert(power > 0n || after.has(id), 'only known validators to be removed')
    if (power === 0n) after.delete(id)
    else after.set(id, { key, power })
  }
  return new Map(
    [...after].sort(([, a], [, b]) =>
      a.power === b.power ? compareBytes(a.key, b.key) : a.power > b.power ? -1 : 1,
    ),
  )
}

function requireEqual(a: Uint8Array, b: Uint8Array): void {
  assert(compareBytes(a, b) === 0, 'equal answers of all applications')
}
