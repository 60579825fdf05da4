import type { NodeOptions } from '../../src/index.ts'
import { type NodeConfig, readConfig } from '../../src/node/options/config.ts'
import { type LegacyMethods, readAllowlist } from '../../src/node/options/legacyNames.ts'

/** A request and its response, as lines of a transcript. */
export interface Exchange {
  readonly request: string
  /** Empty: no response. */
  readonly response: string
}

/**
 * Reads a transcript in the format of execution-apis: `>>` a request, `<<` its response, `//` a
 * comment. A request without a response is a notification. A result that differs in every run has a
 * name, which later requests may use.
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

/** Options of the node of a transcript, on a separate line: `// node {"legacyPrefix":"sei"}`. */
export function configOf(text: string): NodeConfig {
  const [, json = '{}'] = /^\/\/ node (\{.*\})$/m.exec(text) ?? []
  return readConfig({ ...(JSON.parse(json) as NodeOptions) })
}

/** Enabled legacy methods of such a node. */
export function legacyOf({ enabledLegacyNativeApis, legacyPrefix }: NodeConfig): LegacyMethods {
  const { legacy, unknown } = readAllowlist(legacyPrefix, enabledLegacyNativeApis ?? ['all'])
  if (unknown.length > 0) throw new Error(`no such legacy method: ${unknown}`)
  return legacy
}

/** A result that differs in every run has a name in the transcript: `"result":"$filter"`. */
const NAMED_RESULT = /"result":"(\$\w+)"/

/** Values of the names in one run. */
export class Names {
  readonly #values = new Map<string, string>()

  /** Assigns the actual result to the name in the expected response. */
  learn(expected: string, actual: string): void {
    const [, name] = NAMED_RESULT.exec(expected) ?? []
    const [, value] = /"result":"(\w+)"/.exec(actual) ?? []
    if (name !== undefined && value !== undefined) this.#values.set(name, value)
  }

  /** Replaces names by values. */
  resolve(request: string): string {
    return this.#entries().reduce(
      (text, [name, value]) => text.replaceAll(`"${name}"`, `"${value}"`),
      request,
    )
  }

  /** Replaces values by names. */
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

/** Returns the transcript with other responses. */
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
