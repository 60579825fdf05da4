import { DomainError } from '../primitives/domainError.ts'

/** What is wrong with an option: its name in the configuration, and the reason. */
export class ConfigRefused extends DomainError<{
  readonly code: 'BAD_OPTION'
  readonly option: string
  readonly reason: string
}> {
  override readonly name = 'ConfigRefused'
}
