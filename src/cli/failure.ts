import { ChainError, GenesisError } from '../chain/errors.ts'
import { AppTomlError, ConfigError, fileReason } from '../node/errors.ts'
import { type OptionName, options } from '../node/options/config.ts'
import { errorCode } from '../primitives/errorCode.ts'
import { RemoteError } from '../remote/remoteError.ts'
import { errorTable, toRpcError } from '../rpc/errors/errorTable.ts'
import { StoreError } from '../store/errors.ts'

/** Failure of the command: one line for the user, and the exit code (1: failed, 2: wrong usage). */
export interface Failure {
  readonly message: string
  readonly exitCode: 1 | 2
}

/** A failure detected by the command line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Returns the message of an error that prevented the start; undefined for a bug.
 *
 * @param nameOf returns the user's name of an option; default: its flag
 */
export function describeFailure(
  error: unknown,
  genesisFile: string,
  nameOf: (option: string) => string | undefined = () => undefined,
): Failure | undefined {
  const failure = explain(error, genesisFile, nameOf)
  return failure && { ...failure, message: failure.message.replaceAll(/\s+/g, ' ').trim() }
}

function explain(
  error: unknown,
  genesisFile: string,
  nameOf: (option: string) => string | undefined,
): Failure | undefined {
  if (error instanceof CommandError) return error
  if (error instanceof ConfigError) {
    const { option, reason } = error.details
    return { message: `${nameOf(option) ?? `--${flagOf(option)}`}: ${reason}`, exitCode: 2 }
  }
  if (error instanceof GenesisError) {
    const { field, reason } = error.details
    const where = field === '' ? '' : `${field}: `
    return { message: `genesis ${genesisFile}: ${where}${reason}`, exitCode: 2 }
  }
  if (error instanceof AppTomlError) {
    return { message: errorTable.BAD_APP_TOML.message(error.details), exitCode: 2 }
  }
  if (error instanceof ChainError || error instanceof StoreError || error instanceof RemoteError) {
    const message = toRpcError(error.details)?.message
    return message === undefined ? undefined : { message, exitCode: 1 }
  }
  return undefined
}

/**
 * Returns the message of a failure to listen; undefined for a bug.
 *
 * @param free flag for an address that is free
 */
export function describeListenFailure(
  error: unknown,
  address: string,
  free: string,
): Failure | undefined {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return {
      message: `address already in use ${address}. Use ${free} for a free one.`,
      exitCode: 1,
    }
  }
  if (code === 'EACCES') return { message: `no permission to listen on ${address}`, exitCode: 1 }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { message: `address ${address} is not available on this machine`, exitCode: 1 }
  }
  return undefined
}

/** `-` means a stream. */
export function nameOf(path: string, done: 'read' | 'written'): string {
  if (path !== '-') return path
  return done === 'read' ? 'stdin' : 'stdout'
}

/**
 * Converts an error of the file system to a failure; returns other errors unchanged.
 *
 * @param done the failed operation, such as `read`. A file that cannot be read is wrong usage (exit
 *   code 2)
 */
export function fileFailure(path: string, error: unknown, done: 'read' | 'written'): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
  return new CommandError(
    `${nameOf(path, done)}: ${fileReason(error, done)}`,
    done === 'read' ? 2 : 1,
  )
}

function flagOf(option: string): string {
  return Object.hasOwn(options, option) ? options[option as OptionName].flag : option
}
