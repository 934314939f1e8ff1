/** CPU cost of checks in the serve process at a given rate. */
import { pause, withCleanup } from './cleanup.ts'
import { readTreeCpuSeconds } from './cpu.ts'
import { getPercentile } from './report.ts'
import { type MonitorsOptions, startService } from './service.ts'
import { sized } from './size.ts'
import { readWindow, type StoredWindow, waitForFirstRound } from './stored.ts'

export const INTERVAL_SECONDS = sized(5, 1)

/** Results are pushed after at most 500 ms. After this time all results of a window are stored. */
export const SETTLE_MS = sized(1_500, 300)

export interface Measured {
  perSecond: number
  perCpuSecond: number
  /** CPU seconds per second. */
  share: number
  failed: number
  /** p50 and p99. */
  latenessMs: [number, number]
  /** Results of the first load only. */
  window: StoredWindow
}

/** Monitors with the same check, and how many of them fall due each second. */
export interface Load extends Omit<MonitorsOptions, 'count' | 'intervalSeconds'> {
  perSecond: number
}

export const measure = (loads: readonly Load[], seconds: number, env: Record<string, string> = {}): Promise<Measured> =>
  withCleanup(async (t) => {
    const monitorOptions = loads.map(({ perSecond, ...options }) => ({
      ...options,
      count: perSecond * INTERVAL_SECONDS,
      intervalSeconds: INTERVAL_SECONDS,
    }))
    const { program, location } = await startService(t, monitorOptions, env)
    await waitForFirstRound(location, SETTLE_MS)
    await pause(INTERVAL_SECONDS * 1_000)
    const [from, before] = [Date.now(), readTreeCpuSeconds(program.pid)]
    await pause(seconds * 1000)
    const [to, cpu] = [Date.now(), readTreeCpuSeconds(program.pid) - before]
    await pause(SETTLE_MS)
    const { count, failed, lateness } = await readWindow(location, from, to)
    const passed = (to - from) / 1000
    return {
      perSecond: count / passed,
      perCpuSecond: count / cpu,
      share: cpu / passed,
      failed,
      latenessMs: [getPercentile(lateness, 0.5), getPercentile(lateness, 0.99)],
      // Keys are assigned in the order of the loads, starting at 1
      window: await readWindow(location, from, to, [1, monitorOptions[0]!.count]),
    }
  })
