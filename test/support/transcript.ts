import type { NodeOptions } from '../../src/index.ts'
import { type NodeConfig, readConfig } from '../../src/node/options/config.ts'
import { type LegacyMethods, readAllowlist } from '../../src/node/options/legacyNames.ts'

/** One request and its answer, as the lines of a transcript give them. */
export interface Exchange {
  readonly request: string
  /** Empty: no answer. */
  readonly response: string
}

/**
 * Reads a transcript in the format of execution-apis: `>>` a request, `<<` its answer, `//` a
 * comment. A request without an answer is a notification. A result that differs every time is given
 * a name, with which later requests may speak of it.
 */
export function parseTranscript(text: string): readonly Exchange[] {
  const exchanges: { request: string; response: string }[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('>> ')) exchanges.push({ request: line.slice(3), response: '' })
    const last = exchanges.at(-1)
    if (line.startsWith('<< ') && last !== undefined) last.response = line.slice(3)
  }
  return exchanges
}

/**
 * What a transcript says of the node that it is a conversation with, on a line of its own:
 * `// node {"legacyPrefix":"sei"}`.
 */
export function configOf(text: string): NodeConfig {
  const [, json = '{}'] = /^\/\/ node (\{.*\})$/m.exec(text) ?? []
  return readConfig({ ...(JSON.parse(json) as NodeOptions) })
}

/** Which legacy methods there are in such a conversation. */
export function legacyOf({ enabledLegacyNativeApis, legacyPrefix }: NodeConfig): LegacyMethods {
  const { legacy, unknown } = readAllowlist(legacyPrefix, enabledLegacyNativeApis ?? ['all'])
  if (unknown.length > 0) throw new Error(`no such legacy method: ${unknown}`)
  return legacy
}

/**
 * The result of an answer that differs every time has a name in the transcript:
 * `"result":"$filter"`.
 */
const NAMED_RESULT = /"result":"(\$\w+)"/

/** What names stand for in one conversation. */
export class Names {
  readonly #values = new Map<string, string>()

  /** Learns the name that an expected answer gives to the result of the actual one. */
  learn(expected: string, actual: string): void {
    const [, name] = NAMED_RESULT.exec(expected) ?? []
    const [, value] = /"result":"(\w+)"/.exec(actual) ?? []
    if (name !== undefined && value !== undefined) this.#values.set(name, value)
  }

  /** Puts values in the places of names. */
  resolve(request: string): string {
    return this.#entries().reduce(
      (text, [name, value]) => text.replaceAll(`"${name}"`, `"${value}"`),
      request,
    )
  }

  /** Puts names in the places of values. */
  hide(response: string): string {
    return this.#entries().reduce(
      (text, [name, value]) => text.replaceAll(`"${value}"`, `"${name}"`),
      response,
    )
  }

  #entries(): readonly (readonly [string, string])[] {
    return [...this.#values]
  }
}

/** The transcript with other answers. */
export function rewriteTranscript(text: string, responses: readonly string[]): string {
  let next = 0
  return text
    .split('\n')
    .filter((line) => !line.startsWith('<< '))
    .flatMap((line) => {
      if (!line.startsWith('>> ')) return [line]
      const response = responses[next++] ?? ''
      return response === '' ? [line] : [line, `<< ${response}`]
    })
    .join('\n')
}
