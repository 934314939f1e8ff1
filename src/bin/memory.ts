/** Keeps the memory of the program small once it has started. */
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Long enough for the first work after the start, whose garbage is released, too. */
const RELEASE_AFTER_MS = 8_000

/** Share of its time above which a thread is busy. */
const BUSY_SHARE = 0.2

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

/**
 * Returns the memory that only the start of this thread needed: garbage, space for new objects, and free blocks of the C
 * library. Together they are a quarter of the resident memory of an idle server, and V8 returns none of them while a
 * program is idle. The space for new objects grows again under load. The release waits until the thread is idle.
 *
 * @param releaseMore releases memory outside V8
 * @param isBusy whether the thread has been busy since the last call. A release stops it for up to a second
 */
export function scheduleMemoryRelease(
  releaseMore: () => void = () => {},
  isBusy: () => boolean = createBusyCheck(),
): void {
  const timer = setInterval(async () => {
    if (isBusy()) return
    clearInterval(timer)
    releaseMore()
    setFlagsFromString('--expose-gc')
    const collect: NodeJS.GCFunction = runInNewContext('gc')
    collect({ type: 'major', flavor: 'last-resort' })
    await trimMalloc()
  }, RELEASE_AFTER_MS)
  timer.unref()
}

function createBusyCheck(): () => boolean {
  let last = performance.eventLoopUtilization()
  return () => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    return utilization > BUSY_SHARE
  }
}

/** Returns free blocks to the system. The C library of some systems has no such function. */
async function trimMalloc(): Promise<void> {
  try {
    const { default: koffi } = await import('koffi')
    koffi.load(null).func('int malloc_trim(size_t)')(0)
  } catch {}
}
