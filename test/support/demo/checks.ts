/** Simulated check results of the demo. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import type { TestContext } from '../factories/context.ts'
import { createSeededRandom } from '../factories/random.ts'
import { type DemoMonitor, OUTAGES, TROUBLES } from './company.ts'
import { DISTANT_REGIONS } from './probes.ts'

/** Interval of the checks: the long one for old data, the short one for the last days. */
export const STEP_MS = 5 * MINUTE_MS
export const LONG_STEP_MS = 30 * MINUTE_MS
export const RECENT_MS = 2 * DAY_MS

/** Time before now from which distant regions check too. */
const DISTANT_MS = 6 * HOUR_MS

interface TimeRange {
  from: number
  until: number
  stepMs: number
}

/**
 * Records the checks of a time range in order.
 *
 * @param now time from which outages are counted back
 */
export async function recordDemoChecks(
  context: TestContext,
  watched: readonly DemoMonitor[],
  keys: ReadonlyMap<string, number>,
  range: TimeRange,
  now: number,
): Promise<void> {
  const random = createSeededRandom(range.stepMs)
  const results = watched
    .filter(({ body }) => body.status !== 'paused')
    .flatMap(({ name, typicalMs }) => listChecks(name, typicalMs, keys.get(name)!, range, now, random))
    .sort((a, b) => a.startedAt - b.startedAt)
  const distantKeys = new Set(watched.filter(({ group }) => group === 'Shop').map(({ name }) => keys.get(name)!))
  // Results that arrive late send no notifications, so each batch spans a few minutes
  for (const batch of Map.groupBy(results, ({ startedAt }) => Math.floor(startedAt / STEP_MS)).values()) {
    context.setTime(batch.at(-1)!.startedAt + SECOND_MS)
    await recordResults(context, 'local', batch)
    if (context.now() < now - DISTANT_MS) continue
    const distant = batch.filter(({ monitorKey }) => distantKeys.has(monitorKey))
    for (const { code, factor } of DISTANT_REGIONS) await recordResults(context, code, distant.map(addLatency(factor)))
  }
}

const addLatency =
  (factor: number) =>
  (result: CheckResult): CheckResult => {
    const total = Math.round(result.responseTimeMs! * factor)
    return { ...result, responseTimeMs: total, timings: toTimings(total) }
  }

function listChecks(
  name: string,
  typicalMs: number,
  monitorKey: number,
  { from: start, until: end, stepMs }: TimeRange,
  now: number,
  random: () => number,
): CheckResult[] {
  const outages = OUTAGES.filter(([whose]) => whose === name).map(([, ago, minutes, trouble]) => {
    const from = now - ago * MINUTE_MS
    return { from, until: from + minutes * MINUTE_MS, trouble }
  })
  const times = new Set<number>()
  for (let at = start + (1 + ((monitorKey * 37) % 200)) * SECOND_MS; at < end; at += stepMs) times.add(at)
  // A failure and a recovery are both confirmed by another check at once
  for (const { from, until } of outages)
    for (const at of [from, from + 10 * SECOND_MS, until, until + 10 * SECOND_MS])
      if (at >= start && at < end) times.add(at)
  return [...times].map((at) => {
    const outage = outages.find(({ from, until }) => at >= from && at < until)
    return createCheck(
      at,
      monitorKey,
      outage ? TROUBLES[outage.trouble] : null,
      computeLatencyMs(at, typicalMs, random),
    )
  })
}

/** Returns a latency that is higher by day than by night, with noise and some outliers. */
function computeLatencyMs(at: number, typicalMs: number, random: () => number): number {
  const day = 1 + 0.25 * Math.sin(((at % DAY_MS) / DAY_MS) * 2 * Math.PI - 2)
  const noise = 0.85 + 0.3 * random()
  const outlier = random() > 0.985 ? 1.8 + random() : 1
  return Math.max(1, Math.round(typicalMs * day * noise * outlier))
}

function createCheck(
  at: number,
  monitorKey: number,
  trouble: (typeof TROUBLES)[keyof typeof TROUBLES] | null,
  ms: number,
): CheckResult {
  const total = trouble?.errorType === 'slow_response' ? 2_410 : ms
  return {
    monitorKey,
    kind: 'check',
    scheduledAt: at,
    startedAt: at,
    status: trouble?.status ?? 'up',
    responseTimeMs: total,
    statusCode: trouble ? trouble.statusCode : 200,
    errorType: trouble?.errorType ?? null,
    errorMessage: trouble?.errorMessage ?? null,
    timings: toTimings(total),
    remoteAddress: '203.0.113.24',
  }
}

function toTimings(totalMs: number): CheckResult['timings'] {
  const share = (part: number) => Math.round(totalMs * part * 10) / 10
  return {
    dnsMs: share(0.06),
    connectMs: share(0.14),
    tlsMs: null,
    firstByteMs: share(0.7),
    downloadMs: share(0.1),
  }
}
