/** The database is unreachable for two minutes while checks continue. */
import assert from 'node:assert/strict'
import { type TestContext as NodeTest, test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { Pusher } from '../../../src/probe/push/pusher.ts'
import type { Clock } from '../../../src/probe/schedule/clock.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { countResults } from '../../support/database/monitor-rows.ts'
import { createMigratedProxiedDatabase } from '../../support/database/proxied-database.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { LONG_TIMEOUTS, needsPostgres } from '../../support/database/stores.ts'
import { readColumns } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

const STEP_MS = 30 * SECOND_MS
const AWAY_FROM = MONDAY + 3 * MINUTE_MS
const AWAY_UNTIL = AWAY_FROM + 2 * MINUTE_MS
const END = MONDAY + 8 * MINUTE_MS

/** One monitor is always up, one fails twice during the outage, and one fails from the outage on. */
const FAILS: ((at: number) => boolean)[] = [
  () => false,
  (at) => at >= AWAY_FROM && at < AWAY_FROM + 2 * STEP_MS,
  (at) => at >= AWAY_FROM + MINUTE_MS,
]

const resultOf = (monitorKey: number, at: number, fails: boolean): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: at,
  startedAt: at,
  status: fails ? 'down' : 'up',
  responseTimeMs: 20,
  statusCode: fails ? 503 : 200,
  errorType: fails ? 'status_code' : null,
  errorMessage: fails ? 'status 503' : null,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

async function openAt(t: NodeTest, url: string, limits: { requestMs?: number; waitMs?: number } = {}): Promise<Store> {
  const store = openStore({ url, ...limits })
  t.after(() => store.close())
  return store
}

test(
  'results found during a database outage are stored, and ended failures send no notification',
  needsPostgres,
  async (t) => {
    const { proxy, url, directUrl } = await createMigratedProxiedDatabase(t)
    const direct = await openAt(t, directUrl, LONG_TIMEOUTS)
    await insertWorkspace(direct)
    const keys = await insertMonitors(direct, FAILS.length, { at: MONDAY, interval_seconds: 30, failure_threshold: 2 })
    const context = createTestContext(await openAt(t, url, { requestMs: 500, waitMs: 500 }), MONDAY)
    const impatient: Clock = {
      now: context.now,
      monotonic: () => performance.now(),
      after: (delayMs, run) => {
        const timer = setTimeout(run, Math.min(delayMs, 20))
        return () => clearTimeout(timer)
      },
    }
    let failures = 0
    const pusher = new Pusher({
      clock: impatient,
      push: (results) => recordResults(context, 'local', results),
      capacity: 10_000,
      delayMs: 20,
      report: () => failures++,
    })
    t.after(() => pusher.close())

    let sent = 0
    for (let at = MONDAY + STEP_MS; at <= END; at += STEP_MS) {
      context.setTime(at)
      if (at === AWAY_FROM) proxy.silence()
      if (at === AWAY_UNTIL) {
        await waitUntil(() => failures > 0, 'a push that the database did not take')
        proxy.repair()
        // The stale-monitor watch may run before the stored results arrive
        await waitUntil(async () => (await markStaleMonitors(context, 0)) === null)
      }
      for (const [index, key] of keys.entries()) pusher.add(resultOf(key, at, FAILS[index]!(at)))
      sent += keys.length
      if (at < AWAY_FROM || at >= AWAY_UNTIL) await pusher.flush()
    }

    const { db } = direct
    assert.equal(pusher.dropped, 0)
    assert.equal(await countResults(db), sent)
    const courses = await readColumns(db, 'status_changes', ['monitor_key', 'to_status'], { kind: 'runtime' }, [
      'started_at',
      'id',
    ])
    const courseOf = (key: number) => courses.filter((row) => row.monitor_key === key).map((row) => row.to_status)
    const [up, blip, falls] = keys.map(courseOf)
    assert.deepEqual([up!.at(-1), up!.includes('down')], ['up', false], up!.join())
    assert.deepEqual(blip!.slice(-3), ['up', 'down', 'up'])
    assert.deepEqual(falls!.at(-1), 'down')
    const incidents = await readColumns(db, 'incidents', ['monitor_key', 'status', 'started_at'], {}, ['monitor_key'])
    assert.deepEqual(
      incidents.map(({ monitor_key, status }) => [monitor_key, status]),
      [
        [keys[1], 'resolved'],
        [keys[2], 'open'],
      ],
    )
    assert.ok(incidents[1]!.started_at >= AWAY_FROM + MINUTE_MS)
  },
)
