import { EVMError } from '@ethereumjs/evm'

/** An error of the library with a reason in geth's words, for which the library has no error. */
export class WordedError extends EVMError {
  readonly reason: string

  /** @param error the library's nearest error */
  constructor(error: EVMError['error'], reason: string) {
    super(error)
    this.reason = reason
  }
}
