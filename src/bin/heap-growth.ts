/** Keeps the heap small once the program has started. */
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Lets old objects exceed the live objects by a third before a garbage collection; the default is several times as much.
 *
 * The flag is set after the start, because V8 loads compiled code only while the flags are those that it was compiled with.
 * On the command line this flag makes Node compile its own modules at every start. The compiled code is stored first, for
 * the same reason.
 */
export function limitHeapGrowth(): void {
  flushCompileCache()
  setFlagsFromString('--heap-growing-percent=30')
}
