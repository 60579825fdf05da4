import { ModuleError } from '../../../../modules/moduleError.ts'

/** Codes of gRPC that queries of the real chain use. */
const codes = { InvalidArgument: 3, NotFound: 5, Internal: 13 } as const

/** Creates the error of a query of a module, in the words of gRPC. */
export function queryError(code: keyof typeof codes, reason: string): ModuleError {
  return new ModuleError('grpc', codes[code], `rpc error: code = ${code} desc = ${reason}`)
}

/** Runs a query whose failures have a code. @throws ModuleError */
export function failingAs<T>(code: keyof typeof codes, query: () => T): T {
  try {
    return query()
  } catch (error) {
    throw error instanceof ModuleError ? queryError(code, error.message) : error
  }
}

/** Runs a query whose failures are internal errors. @throws ModuleError */
export function internally<T>(query: () => T): T {
  return failingAs('Internal', query)
}
