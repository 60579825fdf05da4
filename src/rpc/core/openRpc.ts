import {
  allowlistKey,
  isLegacyName,
  LEGACY_PREFIX,
  legacyName,
} from '../../node/options/legacyNames.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Example } from '../examples/example.ts'
import type { Method } from './method.ts'

/**
 * Describes methods in the format of https://spec.open-rpc.org. Aliases are separate methods there.
 *
 * @param legacyPrefix prefix of deprecated methods
 * @param examples by name, those of legacy methods under `native`
 */
export function openRpcDocument(
  methods: ReadonlyMap<string, Method>,
  version: string,
  legacyPrefix: string,
  examples: Readonly<Record<string, Example>>,
): Readonly<Record<string, Json>> {
  const exampleOf = new Map<Method | undefined, Example>(
    Object.entries(examples).map(([name, example]) => {
      const isLegacy = isLegacyName(name, LEGACY_PREFIX)
      return [methods.get(isLegacy ? legacyName(name, legacyPrefix) : name), example]
    }),
  )
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Rockpool JSON-RPC',
      description: 'Ethereum JSON-RPC of a simulated chain node. Parameters are positional.',
      license: { name: 'Apache-2.0' },
      version,
    },
    methods: [...methods].map(([name, method]) => ({
      ...describe(name, method, exampleOf.get(method)),
      ...(isLegacyName(name, legacyPrefix) && {
        deprecated: true,
        description: `Served if listed in ${allowlistKey(legacyPrefix)}; scheduled for removal.`,
      }),
    })),
  }
}

function describe(name: string, { summary, params, result }: Method, example: Example | undefined) {
  return {
    name,
    summary,
    paramStructure: 'by-position',
    params: params.map((p) => ({
      name: p.name,
      required: p.fallback === undefined,
      schema: withDefault(p.codec.schema as Json, p.fallback?.json),
    })),
    result: { name: 'result', schema: result.schema as Json },
    ...(example !== undefined &&
      'result' in example && {
        examples: [
          {
            name: 'example',
            params: example.params.map((value, i) => ({ name: params[i]?.name ?? `${i}`, value })),
            result: { name: 'result', value: example.result },
          },
        ],
      }),
  }
}

function withDefault(schema: Json, fallback: Json | undefined): Json {
  if (fallback === undefined || typeof schema !== 'object') return schema
  return { ...schema, default: fallback }
}
