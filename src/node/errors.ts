import { DomainError } from '../primitives/domainError.ts'

/** What is wrong with an option: its name in the configuration, and the reason. */
export class ConfigRefused extends DomainError<{
  readonly code: 'BAD_OPTION'
  readonly option: string
  readonly reason: string
}> {
  override readonly name = 'ConfigRefused'
}

/** What is wrong with `app.toml`: its path, the key (empty: the file as a whole), and the reason. */
export class AppTomlRefused extends DomainError<{
  readonly code: 'BAD_APP_TOML'
  readonly file: string
  readonly key: string
  readonly reason: string
}> {
  override readonly name = 'AppTomlRefused'
}
