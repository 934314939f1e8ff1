/** Metrics of one batch of results. The metrics do little work per result. */
import type { Meter } from '../../core/meter.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { CHECK_STATUSES, type CheckStatus } from '../../core/results/verdict.ts'

/** Measuring the lateness of every result would cost 1% of the time that storing it takes. */
const LATENESS_SAMPLE_EVERY = 10

interface BatchMetrics {
  /** Records results that are durable. */
  recordStored(results: readonly CheckResult[]): void
  recordFailed(): void
}

/** Creates the series of a region at 0, before its first batch. */
export function initRegionMetrics(meter: Meter, region: string): void {
  for (const status of CHECK_STATUSES) meter.declare('results', { region, status })
  meter.declare('ingestFailures', { region })
  meter.declare('latenessSeconds', { region })
}

/** Starts to measure the duration of a batch. */
export function startBatchMetrics(meter: Meter, region: string): BatchMetrics {
  const begun = performance.now()
  return {
    recordStored: (results) => {
      meter.observe('ingestSeconds', {}, (performance.now() - begun) / SECOND_MS)
      meter.observe('ingestBatch', {}, results.length)
      for (const [status, count] of countStatuses(results)) meter.add('results', { region, status }, count)
      for (let index = 0; index < results.length; index += LATENESS_SAMPLE_EVERY) {
        const { startedAt, scheduledAt } = results[index]!
        meter.observe('latenessSeconds', { region }, Math.max(0, startedAt - scheduledAt) / SECOND_MS)
      }
    },
    recordFailed: () => meter.add('ingestFailures', { region }),
  }
}

function countStatuses(results: readonly CheckResult[]): Map<CheckStatus, number> {
  const counts = new Map<CheckStatus, number>()
  for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}
