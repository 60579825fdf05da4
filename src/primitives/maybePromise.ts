/**
 * A value, or a promise of it. Hot paths return a value that is at hand without a promise. Their
 * failures are rejections.
 */
export type MaybePromise<T> = T | Promise<T>

/** Applies a function to a value, at once if the value is at hand. */
export function andThen<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
