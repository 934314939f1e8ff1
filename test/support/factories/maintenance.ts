/** Monitors that are worked on: somebody plans windows, checks go on, and somebody listens. */
import type { MaintenancePlan, MaintenanceWindow } from '../../../src/core/maintenance/maintenance.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/results.ts'
import { endFlapping } from '../../../src/services/evaluation/steady.ts'
import { carryOnWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { createWindow } from '../../../src/services/maintenance/maintenance-windows.ts'
import { openWithheld } from '../../../src/services/maintenance/withheld.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Cleanup } from '../database/stores.ts'
import { MONDAY } from '../time/clock.ts'
import { type Desk, down, openDesk } from './monitors.ts'
import { makeOutboxIn, type Outbox } from './outbox.ts'

export interface Works extends Desk, Outbox {
  /** A window that begins in an hour and lasts one, over all monitors. */
  plan(over?: Partial<MaintenancePlan>): Promise<MaintenanceWindow>
  /** Lets the watches see to whatever is due by then, minute by minute. @param minute after the beginning */
  pass(minute: number): Promise<void>
  /** Two checks in a row that both end so, at this minute and just after it. */
  check(minute: number, status: 'up' | 'down', keys?: readonly number[]): Promise<void>
  /** What is told, and from which minute on: `incident.opened 61`. */
  told(): Promise<string[]>
  /** The spans of all monitors: `0: 60-120`. */
  spans(): Promise<string[]>
  /** Their incidents, oldest first: `open 60`, with the minute at which they began. */
  incidents(): Promise<string[]>
}

const minuteOf = (at: number): number => (at - MONDAY) / MINUTE_MS

export async function openWorks(t: Cleanup, dialect: DialectName, monitors = 1): Promise<Works> {
  const desk = await openDesk(t, dialect)
  const { context, scope } = desk
  const { db } = context.store
  const outbox = await makeOutboxIn(context.store, context, monitors)
  await outbox.listen('ops', 'https://ops.example.test/hook')
  const see = async (): Promise<number | null> => {
    const moments = [await carryOnWindows(context), await openWithheld(context), await endFlapping(context)]
    const known = moments.filter((moment) => moment !== null)
    return known.length > 0 ? Math.min(...known) : null
  }
  const works: Works = {
    ...desk,
    ...outbox,
    plan: (over = {}) =>
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
    pass: async (minute) => {
      const until = MONDAY + minute * MINUTE_MS
      for (let next = await see(); next !== null && next <= until; next = await see())
        context.at(Math.max(next, context.now()))
      context.at(until)
      await see()
    },
    check: async (minute, status, keys = outbox.keys) => {
      const first = MONDAY + minute * MINUTE_MS
      for (const at of [first, first + 1_000]) {
        context.at(at + 1)
        const passed = { status: 'up', statusCode: 200, errorType: null, errorMessage: null } as const
        const results = keys.map((key) => ({ ...down(key, at), ...(status === 'up' && passed) }))
        await recordResults(context, 'local', results)
      }
    },
    told: async () => {
      const deliveries = await outbox.list()
      return deliveries.map((row) => `${row.event_type} ${Math.floor(minuteOf(row.next_attempt_at))}`)
    },
    spans: async () => {
      const rows = await db
        .selectFrom('maintenance_spans')
        .selectAll()
        .orderBy('monitor_key')
        .orderBy('starts_at')
        .execute()
      return rows.map(
        (row) => `${outbox.keys.indexOf(row.monitor_key)}: ${minuteOf(row.starts_at)}-${minuteOf(row.ends_at)}`,
      )
    },
    incidents: async () => {
      const { incidents } = await listIncidents(db, 'alice', {}, { limit: 1_000, offset: 0 })
      return incidents.reverse().map(({ status, startedAt }) => `${status} ${Math.floor(minuteOf(startedAt))}`)
    },
  }
  return works
}
