/** For tests that something costs little. */

/**
 * How long this thread reckoned, ms. A clock would count as well what others did with the processor meanwhile, on a busy
 * machine for seconds.
 */
export function spentMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
