/** Values that are often available at once, and otherwise promised. A function that waits only for the latter stays fast. */

export type Ready<T> = T | Promise<T>

export const isPromised = <T>(value: Ready<T>): value is Promise<T> => value instanceof Promise

/** Calls `use` with the value: in the same turn of the event loop if it is available, otherwise when the promise resolves. */
export const withReady = <T, R>(value: Ready<T>, use: (value: T) => Ready<R>): Ready<R> =>
  isPromised(value) ? value.then(use) : use(value)
