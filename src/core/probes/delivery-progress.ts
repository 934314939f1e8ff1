/**
 * How far the probes of a region have delivered their results. Results in a queue are not missing, and neither are results of
 * checks that wait for their start.
 */
import { MINUTE_MS } from '../platform/time/time.ts'
import type { ProbeVitals } from './protocol.ts'

/** A probe that reports a longer delay holds back no status any more: it may be in error. */
export const MAX_DELAY_MS = 10 * MINUTE_MS

interface ReportingProbe {
  /** Key of the region. */
  region: number
  /** Time of its last report, Unix ms. */
  seenAt: number
  vitals: Pick<ProbeVitals, 'waitingMs' | 'lateMs'> | null
}

/**
 * Returns for each region with a delay until when the results of all due checks are delivered, Unix ms. Its slowest probe
 * decides. Silence of the region after this time is no evidence.
 *
 * @param probes live probes. The results of a lost probe may never arrive
 */
export function findDeliveredUntil(probes: readonly ReportingProbe[], now: number): Map<number, number> {
  const deliveredUntil = new Map<number, number>()
  for (const { region, seenAt, vitals } of probes) {
    const delayMs = vitals === null ? 0 : vitals.lateMs + vitals.waitingMs
    if (delayMs === 0) continue
    const until = Math.max(seenAt - delayMs, now - MAX_DELAY_MS)
    deliveredUntil.set(region, Math.min(until, deliveredUntil.get(region) ?? now))
  }
  return deliveredUntil
}
