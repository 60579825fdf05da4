import { readFileSync } from 'node:fs'
import { GenesisError } from '../../chain/errors.ts'
import { fileReason } from '../errors.ts'

/**
 * Reads the JSON of a genesis file.
 *
 * @throws GenesisError without a field if the file is missing or not JSON
 */
export function readGenesisFile(path: string): unknown {
  const text = readText(path)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw refused(`not JSON: ${cause instanceof Error ? cause.message : cause}`, cause)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw refused(fileReason(cause, 'read'), cause)
  }
}

function refused(reason: string, cause: unknown): GenesisError {
  return new GenesisError({ code: 'BAD_GENESIS', field: '', reason }, { cause })
}
