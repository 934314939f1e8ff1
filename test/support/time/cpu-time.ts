/**
 * Measures the processor time of this thread in ms, for tests of cost. Wall-clock time would include the work of other
 * processes, several seconds on a busy machine.
 */
export function measureCpuTimeMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
