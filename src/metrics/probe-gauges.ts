/** Gauges of each probe, read from the database. */
import { Counter, Gauge, type Registry } from 'prom-client'
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { ProbeFigure } from '../store/instance-figures.ts'

export type ProbeGauges = ReturnType<typeof defineProbeGauges>

export function defineProbeGauges(registry: Registry) {
  const common = (name: string, help: string) => ({
    name: `watchkeeper_probe_${name}`,
    help,
    labelNames: ['probe', 'name', 'region'],
    registers: [registry],
  })
  const gauge = (name: string, help: string) => new Gauge(common(name, help))
  return {
    up: gauge('up', '1 if the probe is alive, that is, its lease is valid, otherwise 0'),
    seen: gauge('last_seen_timestamp_seconds', 'Time when the probe last contacted a server, Unix time'),
    lease: gauge('lease_seconds', 'Remaining lease time of the probe; negative if the lease has expired'),
    held: gauge('monitors_held', 'Monitors checked by the probe'),
    waiting: gauge('results_waiting', 'Results of the probe that no server has accepted yet'),
    dropped: new Counter(
      common('results_dropped_total', 'Results that the probe has discarded since its start for lack of space'),
    ),
    overdue: gauge('overdue_seconds', 'How long the most overdue check of the probe has been due'),
    late: gauge('late_seconds', 'How long the oldest due check of the probe has waited for its start'),
    skipped: gauge('skipped_ratio', 'Share of the due checks that the probe leaves out because of overload, 0 to 1'),
    clock: gauge('clock_ahead_seconds', 'How far the clock of the probe is ahead of the server'),
  }
}

export function setProbe(gauges: ProbeGauges, { id, name, region, ...probe }: ProbeFigure, now: number): void {
  const labels = { probe: id, name, region }
  const { vitals } = probe
  gauges.up.set(labels, probe.isLive && probe.leaseUntil > now ? 1 : 0)
  gauges.seen.set(labels, probe.seenAt / SECOND_MS)
  gauges.lease.set(labels, (probe.leaseUntil - now) / SECOND_MS)
  // Present from the registration on: increase() then includes the first discarded results
  gauges.dropped.inc(labels, vitals?.dropped ?? 0)
  if (vitals === null) return
  gauges.held.set(labels, vitals.held)
  gauges.waiting.set(labels, vitals.waiting)
  gauges.overdue.set(labels, vitals.overdueMs / SECOND_MS)
  gauges.late.set(labels, vitals.lateMs / SECOND_MS)
  gauges.skipped.set(labels, (vitals.skippedPercent ?? 0) / 100)
  if (vitals.clockAheadMs !== null) gauges.clock.set(labels, vitals.clockAheadMs / SECOND_MS)
}
