import { isJsonObject, type Json, jsonKind } from '../primitives/encoding/json.ts'
import { TraceError } from './errors.ts'

/**
 * Reads boolean settings of `tracerConfig`, false by default. Other fields are ignored, as in geth.
 *
 * @throws TraceError BAD_TRACER_CONFIG
 */
export function readSwitches<N extends string>(
  tracer: string,
  config: Json | undefined,
  ...names: readonly N[]
): Readonly<Record<N, boolean>> {
  const given = readTracerConfig(tracer, config)
  const switches = {} as Record<N, boolean>
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? (given[name] ?? false) : false
    if (typeof value !== 'boolean') {
      throw badConfig(tracer, `${name}: want true or false, got ${jsonKind(value)}`)
    }
    switches[name] = value
  }
  return switches
}

/**
 * Returns `tracerConfig` as an object; empty if absent.
 *
 * @throws TraceError BAD_TRACER_CONFIG
 */
export function readTracerConfig(
  tracer: string,
  config: Json | undefined,
): Readonly<Record<string, Json>> {
  if (config === undefined || config === null) return {}
  if (!isJsonObject(config)) throw badConfig(tracer, `want an object, got ${jsonKind(config)}`)
  return config as Readonly<Record<string, Json>>
}

export function badConfig(tracer: string, reason: string): TraceError {
  return new TraceError({ code: 'BAD_TRACER_CONFIG', tracer, reason })
}
