/** Inserts old history, and runs the retention that deletes it. */

import { createRollup, encodeRollup } from '../../../src/core/results/rollup.ts'
import { runRetentionStep } from '../../../src/services/retention/retention.ts'
import type { RetentionStep } from '../../../src/services/retention/retention-run.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { encodeBlock } from '../../../src/store/results/result-block.ts'
import { packDetail } from '../../../src/store/results/result-detail.ts'
import type { HistoryTable } from '../../../src/store/retention/retention-monitors.ts'
import type { TestContext } from './context.ts'

/**
 * Runs retention steps until there is nothing to do.
 *
 * @returns the steps
 */
export async function runRetention(context: TestContext, rows?: number): Promise<RetentionStep[]> {
  const steps: RetentionStep[] = []
  for (;;) {
    const step = await runRetentionStep(context, rows)
    if (step.kind !== 'step') return steps
    steps.push(step)
  }
}

/** Stores retention terms of an organization that equal its plan. */
export async function setRetentionTerms(
  store: Store,
  days: { raw: number; rollups: number },
  organizationId = 'alice',
): Promise<void> {
  await store.transact((tx) =>
    tx
      .insertInto('retention_terms')
      .values({
        organization_id: organizationId,
        raw_result_days: days.raw,
        rollup_days: days.rollups,
        since: 0,
        plan_raw_result_days: days.raw,
        plan_rollup_days: days.rollups,
        shrinks_at: null,
      })
      .execute(),
  )
}

const COUNTS = { up: 1, down: 0, degraded: 0, inconclusive: 0, on_grid: 1 }
const LATENCIES = { latency_count: 0, latency_sum_us: 0, latency_min_us: 0, latency_max_us: 0 }
const DETAIL = packDetail({
  onGrid: true,
  latenessMs: 1,
  responseTimeMs: 5,
  timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 3, downloadMs: 1 },
  statusCode: 200,
  remoteAddress: '192.0.2.1',
})

/** Inserts one row into each history table for every moment; a row with an end ends a millisecond later. */
export async function insertHistory(store: Store, monitorKey: number, moments: readonly number[]): Promise<void> {
  const keys = { monitor_key: monitorKey, region: 1 }
  const { latencySketch, latenessSketch } = encodeRollup(createRollup())
  const sketches = { latency_sketch: latencySketch, lateness_sketch: latenessSketch }
  await store.transact(async (tx) => {
    for (const at of moments) {
      await tx
        .insertInto('results')
        .values({ ...keys, scheduled_at: at, kind: 0, status: 1, detail: DETAIL, error: null })
        .execute()
      await tx
        .insertInto('result_blocks')
        .values({ ...keys, starts_at: at, up: 1, down: 0, degraded: 0, inconclusive: 0, data: encodeBlock([], at) })
        .execute()
      for (const table of ['result_hours', 'result_days'] as const)
        await tx
          .insertInto(table)
          .values({ ...keys, starts_at: at, ...COUNTS, ...LATENCIES, ...sketches })
          .execute()
      await tx
        .insertInto('failure_responses')
        .values({ ...keys, scheduled_at: at, seen_at: at, response: '{}' })
        .execute()
      const ping = {
        kind: 0,
        exit_status: null,
        run_id: null,
        duration_ms: null,
        body: null,
        body_bytes: 0,
        source: '',
      }
      await tx
        .insertInto('heartbeat_pings')
        .values({ monitor_key: monitorKey, at, ...ping })
        .execute()
      await tx
        .insertInto('status_changes')
        .values({
          id: `${monitorKey}-${at}`,
          monitor_key: monitorKey,
          kind: 'runtime',
          from_status: 'up',
          to_status: 'down',
          reason: '',
          actor_id: null,
          started_at: at,
          ended_at: at + 1,
        })
        .execute()
      await tx
        .insertInto('maintenance_spans')
        .values({ monitor_key: monitorKey, starts_at: at, window_id: 'w', ends_at: at + 1 })
        .execute()
    }
  })
}

const COLUMN: Record<HistoryTable, string> = {
  results: 'scheduled_at',
  result_blocks: 'starts_at',
  result_hours: 'starts_at',
  result_days: 'starts_at',
  failure_responses: 'scheduled_at',
  heartbeat_pings: 'at',
  status_changes: 'started_at',
  maintenance_spans: 'starts_at',
}

/** Returns the moments for which a history table still has a row of this monitor. */
export async function listMoments(store: Store, table: HistoryTable, monitorKey: number): Promise<number[]> {
  const rows = await store.db
    .selectFrom(table as 'results')
    .select(COLUMN[table] as 'scheduled_at')
    .where('monitor_key', '=', monitorKey)
    .execute()
  return rows.map((row) => Number(Object.values(row)[0])).sort((a, b) => a - b)
}
