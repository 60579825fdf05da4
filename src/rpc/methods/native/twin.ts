import type { Method } from '../../core/method.ts'

/** A legacy method that takes, does and answers what another method does. */
export function twin(original: Method, summary: string = original.summary): Method {
  return { ...original, summary, aliases: [] }
}
