/** Monitors in maintenance: windows, checks, and the notifications they cause. */
import type { MaintenancePlan, MaintenanceWindow } from '../../../src/core/maintenance/maintenance.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { stopFlapping } from '../../../src/services/evaluation/stop-flapping.ts'
import { openDeferredIncidents } from '../../../src/services/maintenance/deferred-incidents.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { createWindow } from '../../../src/services/maintenance/maintenance-windows.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Cleanup } from '../database/stores.ts'
import { MONDAY } from '../time/clock.ts'
import { createDownResult, createMonitorFixture, type MonitorFixture } from './monitors.ts'
import { createOutboxFixtureIn, type OutboxFixture } from './outbox.ts'

export interface MaintenanceFixture extends MonitorFixture, OutboxFixture {
  /** Plans a window over all monitors that begins in an hour and lasts one hour. */
  planWindow(over?: Partial<MaintenancePlan>): Promise<MaintenanceWindow>
  /**
   * Runs the watches at each time that is due until then.
   *
   * @param minute minutes after the beginning
   */
  advanceTo(minute: number): Promise<void>
  /** Records two checks with the same outcome, at this minute and a second later. */
  recordChecks(minute: number, status: 'up' | 'down', keys?: readonly number[]): Promise<void>
  /** Notifications and the minute from which they are due, such as `incident.opened 61`. */
  listNotifications(): Promise<string[]>
  /** The spans of all monitors, such as `0: 60-120`. */
  listSpans(): Promise<string[]>
  /** Incidents with the minute at which they began, such as `open 60`, oldest first. */
  listIncidents(): Promise<string[]>
}

const toMinute = (at: number): number => (at - MONDAY) / MINUTE_MS

export async function createMaintenanceFixture(
  t: Cleanup,
  dialect: DialectName,
  monitors = 1,
): Promise<MaintenanceFixture> {
  const desk = await createMonitorFixture(t, dialect)
  const { context, scope } = desk
  const { db } = context.store
  const outbox = await createOutboxFixtureIn(context.store, context, monitors)
  await outbox.createTarget('ops', 'https://ops.example.test/hook')
  const see = async (): Promise<number | null> => {
    const moments = [
      await processDueWindows(context),
      await openDeferredIncidents(context),
      await stopFlapping(context),
    ]
    const known = moments.filter((moment) => moment !== null)
    return known.length > 0 ? Math.min(...known) : null
  }
  const works: MaintenanceFixture = {
    ...desk,
    ...outbox,
    planWindow: (over = {}) =>
      createWindow(context, scope, {
        name: 'Upgrade',
        description: 'of the database',
        monitorIds: outbox.keys.map((_, index) => `alice-monitor-${index}`),
        groupIds: [],
        startsAt: MONDAY + HOUR_MS,
        endsAt: MONDAY + 2 * HOUR_MS,
        recurrence: null,
        ...over,
      }),
    advanceTo: async (minute) => {
      const until = MONDAY + minute * MINUTE_MS
      for (let next = await see(); next !== null && next <= until; next = await see())
        context.setTime(Math.max(next, context.now()))
      context.setTime(until)
      await see()
    },
    recordChecks: async (minute, status, keys = outbox.keys) => {
      const first = MONDAY + minute * MINUTE_MS
      for (const at of [first, first + 1_000]) {
        context.setTime(at + 1)
        const passed = { status: 'up', statusCode: 200, errorType: null, errorMessage: null } as const
        const results = keys.map((key) => ({ ...createDownResult(key, at), ...(status === 'up' && passed) }))
        await recordResults(context, 'local', results)
      }
    },
    listNotifications: async () => {
      const deliveries = await outbox.listDeliveries()
      return deliveries.map((row) => `${row.event_type} ${Math.floor(toMinute(row.next_attempt_at))}`)
    },
    listSpans: async () => {
      const rows = await db
        .selectFrom('maintenance_spans')
        .selectAll()
        .orderBy('monitor_key')
        .orderBy('starts_at')
        .execute()
      return rows.map(
        (row) => `${outbox.keys.indexOf(row.monitor_key)}: ${toMinute(row.starts_at)}-${toMinute(row.ends_at)}`,
      )
    },
    listIncidents: async () => {
      const { incidents } = await listIncidents(db, 'alice', {}, { limit: 1_000, offset: 0 })
      return incidents.reverse().map(({ status, startedAt }) => `${status} ${Math.floor(toMinute(startedAt))}`)
    },
  }
  return works
}
