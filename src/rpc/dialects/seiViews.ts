import { consensusKind } from '../../modules/staking/validator.ts'
import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { andThen, type MaybePromise } from '../../primitives/maybePromise.ts'
import { type JsonSink, type JsonText, toText } from '../../tracers/jsonSink.ts'
import type { Context, Method } from '../core/method.ts'
import { EncodedJson } from '../stream/encodedJson.ts'
import { JsonStream } from '../stream/jsonStream.ts'
import type { SubscriptionListener } from '../subscribe/subscription.ts'

/** Methods with logs in their results. */
const WITH_LOGS = /_(?:getLogs|getFilterLogs|getFilterChanges|get\w*Receipts?\w*)$/
const BLOCKS = /_getBlockBy\w+$/
/** A timestamp with the comma before it, as logs are written. */
const TIMESTAMP = /,"blockTimestamp":"0x[0-9a-f]+"/g

/** Changes the result of a method to the objects of Sei. */
export function withSeiViews(name: string, method: Method): Method {
  if (BLOCKS.test(name)) return withProposer(method)
  if (!WITH_LOGS.test(name)) return method
  return {
    ...method,
    call: (context, params) => andThen(method.call(context, params), withoutTimestamps),
  }
}

/** Changes notifications: heads have the proposer and zeros, logs have no timestamp. */
export function seiListener(
  listener: SubscriptionListener,
  context: Context,
): SubscriptionListener {
  let miner: string = ZERO_ADDRESS
  void Promise.resolve(proposer(context)).then((found) => {
    miner = found
  })
  const { backlog, overflow } = listener
  return {
    ...(backlog !== undefined && { backlog }),
    ...(overflow !== undefined && { overflow: () => overflow.call(listener) }),
    notify(id, result) {
      const { text } = result
      const changed = text.startsWith('{"number"')
        ? text
            .replace(/"(sha3Uncles|mixHash)":"0x[0-9a-f]+"/g, `"$1":"${ZERO_HASH}"`)
            .replace(/"miner":"0x[0-9a-f]+"/, `"miner":"${miner}"`)
        : text.replace(TIMESTAMP, '')
      // Of the same size, which the backlog counts.
      listener.notify(id, new EncodedJson(changed.padEnd(text.length)))
    },
  }
}

function withProposer(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      const block = await method.call(context, params)
      if (!isJsonObject(block) || block instanceof JsonStream) return block
      return { ...(block as { readonly [name: string]: Json }), miner: await proposer(context) }
    },
  }
}

/** Address of the first validator's consensus key; the zero address without validators. */
function proposer({ state }: Pick<Context, 'state'>): MaybePromise<string> {
  return andThen(state.viewAt({ tag: 'latest' }), (view) => {
    const [first] = view.overlay().ids(consensusKind)
    return first ?? ZERO_ADDRESS
  })
}

function withoutTimestamps(result: Json | JsonStream): Json | JsonStream {
  if (!(result instanceof JsonStream)) return withoutTimestamp(result)
  return new JsonStream((sink) => result.writeTo(new TimestampFilter(sink)))
}

function withoutTimestamp(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return (json as readonly Json[]).map(withoutTimestamp)
  const { blockTimestamp: _, ...rest } = json as { readonly [name: string]: Json }
  return rest.logs === undefined ? rest : { ...rest, logs: withoutTimestamp(rest.logs) }
}

/** Removes timestamps from logs, each of which is written at once. */
class TimestampFilter implements JsonSink {
  readonly #sink: JsonSink

  constructor(sink: JsonSink) {
    this.#sink = sink
  }

  write(text: JsonText): void {
    this.#sink.write(toText(text).replace(TIMESTAMP, ''))
  }

  get isFull(): boolean {
    return this.#sink.isFull
  }

  get signal(): AbortSignal | undefined {
    return this.#sink.signal
  }

  drained(): Promise<void> {
    return this.#sink.drained()
  }
}
