import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PingKind } from '../../../src/core/heartbeats/heartbeat-state.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { recordIntakeAlive, recordOverdue, recordPings } from '../../../src/services/heartbeats/heartbeats.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { pauseMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { listResults } from '../../../src/store/results/results.ts'
import { readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS, needsPostgres } from '../../support/database/stores.ts'
import { countRows, readColumns, readRow, readRows } from '../../support/database/tables.ts'
import { createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const SETTINGS = { expectedIntervalSeconds: 3_600, gracePeriodSeconds: 300, schedule: null, timezone: null }

async function openJobs(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { db } = context.store
  const beat = (name = 'Backup') =>
    createMonitor(context, scope, { type: 'HEARTBEAT', name, target: '', settings: SETTINGS, intervalSeconds: 3_600 })
  const ping = async (token: string, kind: PingKind = 'success') => {
    const [outcome] = await recordPings(context, [pingOf(token, kind, context.now())])
    return outcome
  }
  const statusOf = (key: number) => readRuntimeStatus(db, key)
  const results = async () => {
    const monitors = await readRows(db, 'monitors')
    return (await Promise.all(monitors.map(({ key }) => listResults(db, { monitorKey: key })))).flat()
  }
  const history = async (key: number) =>
    readColumns(db, 'status_changes', ['to_status', 'started_at'], { monitor_key: key, kind: 'runtime' }, [
      'started_at',
    ])
  return { context, scope, db, beat, ping, statusOf, results, history }
}

const pingOf = (token: string, kind: PingKind, at: number) => ({
  token,
  kind,
  at,
  exitStatus: null,
  runId: null,
  body: null,
  bodyBytes: 0,
  source: '192.0.2.1',
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a missed ping turns the job down at the end of the grace period, and each further period is a failure`, async (t) => {
    const { context, db, beat, ping, statusOf, results, history } = await openJobs(t, dialect)
    const { key, target } = await beat()
    await ping(target)
    context.setTime(MONDAY + HOUR_MS + 5 * MINUTE_MS - 1)
    assert.equal(await recordOverdue(context, 10), 0)
    context.setTime(MONDAY + HOUR_MS + 5 * MINUTE_MS + 3 * SECOND_MS)
    assert.equal(await recordOverdue(context, 10), 1)
    assert.equal(await recordOverdue(context, 10), 0)
    assert.equal(await statusOf(key), 'down')
    const { to_status, started_at } = (await history(key)).at(-1)!
    assert.deepEqual([to_status, started_at], ['down', MONDAY + HOUR_MS + 5 * MINUTE_MS])
    context.setTime(MONDAY + 2 * HOUR_MS + 5 * MINUTE_MS)
    await recordOverdue(context, 10)
    assert.equal((await results()).length, 3)
    const incident = () => readRow(db, 'incidents')
    const { status, type, failure_count } = await incident()
    assert.deepEqual([status, type, failure_count], ['open', 'timeout', 2])
    context.setTime(MONDAY + 3 * HOUR_MS)
    await ping(target)
    assert.equal(await statusOf(key), 'up')
    assert.equal((await incident()).status, 'resolved')
  })

  test(`${dialect}: a job that starts and never ends goes down, although it had no earlier pings`, async (t) => {
    const { context, beat, ping, statusOf, results } = await openJobs(t, dialect)
    const { key, target } = await beat()
    await ping(target, 'start')
    assert.equal(await statusOf(key), 'unknown')
    context.setTime(MONDAY + HOUR_MS + 5 * MINUTE_MS)
    await recordOverdue(context, 10)
    assert.equal(await statusOf(key), 'down')
    assert.match((await results())[0]!.errorMessage!, /has not ended/)
  })

  test(`${dialect}: a job that was never pinged is never overdue`, async (t) => {
    const { context, beat, statusOf } = await openJobs(t, dialect)
    const { key } = await beat()
    context.setTime(MONDAY + 30 * DAY_MS)
    assert.equal(await recordOverdue(context, 10), 0)
    assert.equal(await statusOf(key), 'unknown')
  })

  test(`${dialect}: pings at the same moment are all counted, and pings of unknown tokens are rejected`, async (t) => {
    const { context, beat, results } = await openJobs(t, dialect)
    const { target } = await beat()
    const pings = Array.from({ length: 40 }, () => pingOf(target, 'success', MONDAY))
    const outcomes = await recordPings(context, [...pings, pingOf('no such token', 'success', MONDAY)])
    assert.deepEqual(outcomes, [...Array(40).fill('received'), 'unknown'])
    assert.equal((await results()).length, 40)
  })

  test(`${dialect}: a deadline moves when its ping may have been lost, and later deadlines stay`, async (t) => {
    const { context, beat, ping, statusOf, history } = await openJobs(t, dialect)
    const due = await beat('due')
    const later = await beat('later')
    const watch = (since: number) => recordIntakeAlive(context, { since, leapMs: 0 })
    await watch(MONDAY)
    await ping(due.target)
    context.setTime(MONDAY + 50 * MINUTE_MS)
    await watch(MONDAY)
    await ping(later.target)
    context.setTime(MONDAY + 70 * MINUTE_MS) // twenty minutes without a server, past the deadline of one job
    assert.equal(await watch(context.now()), 1)
    assert.equal(await watch(MONDAY + 70 * MINUTE_MS), 0)
    assert.equal(await recordOverdue(context, 10), 0)
    await markStaleMonitors(context, 0)
    assert.equal(await statusOf(due.key), 'unknown', 'the ping may have come')
    context.setTime(MONDAY + 115 * MINUTE_MS)
    await recordOverdue(context, 10)
    assert.deepEqual([await statusOf(due.key), await statusOf(later.key)], ['unknown', 'down'])
    context.setTime(MONDAY + 135 * MINUTE_MS)
    await recordOverdue(context, 10)
    assert.equal(await statusOf(due.key), 'down')
    assert.deepEqual(
      (await history(due.key)).map(({ to_status, started_at }) => [to_status, (started_at - MONDAY) / MINUTE_MS]),
      [
        ['up', 0],
        ['unknown', 70],
        ['down', 135],
      ],
    )
  })

  test(`${dialect}: a clock that was set back moves no deadline`, async (t) => {
    const { context, beat, ping } = await openJobs(t, dialect)
    const { target } = await beat()
    await recordIntakeAlive(context, { since: MONDAY, leapMs: 0 })
    await ping(target)
    context.setTime(MONDAY - HOUR_MS)
    assert.equal(await recordIntakeAlive(context, { since: MONDAY - HOUR_MS, leapMs: 0 }), 0)
  })

  test(`${dialect}: a job that is down stays down after an outage of the service`, async (t) => {
    const { context, beat, ping, statusOf, history } = await openJobs(t, dialect)
    const { key, target } = await beat()
    await ping(target)
    const due = MONDAY + HOUR_MS + 5 * MINUTE_MS
    context.setTime(due)
    await recordOverdue(context, 10)
    context.setTime(due + HOUR_MS)
    assert.equal(await recordIntakeAlive(context, { since: context.now(), leapMs: 0 }), 0)
    await recordOverdue(context, 10)
    await markStaleMonitors(context, 0)
    assert.equal(await statusOf(key), 'down')
    const { to_status, started_at } = (await history(key)).at(-1)!
    assert.deepEqual([to_status, started_at], ['down', due])
  })

  test(`${dialect}: a pause during pings leaves no deadline`, async (t) => {
    const { context, scope, beat, ping, db } = await openJobs(t, dialect)
    const { id, target } = await beat()
    const outcomes = await Promise.all([ping(target), pauseMonitor(context, scope, id), ping(target)])
    assert.ok(outcomes.every((outcome) => outcome !== 'unknown'))
    const { due_at } = await readRow(db, 'heartbeats')
    assert.equal(due_at, null)
    const runtimeStatus = await readRuntimeStatus(db)
    assert.equal(runtimeStatus, 'paused')
  })
}

test('postgres: servers that share a database record each miss once', needsPostgres, async (t) => {
  const { context, beat, results, db } = await openJobs(t, 'postgres')
  const monitors = []
  for (let n = 0; n < 30; n++) monitors.push(await beat(`job ${n}`))
  await recordPings(
    context,
    monitors.map(({ target }) => pingOf(target, 'success', MONDAY)),
  )
  context.setTime(MONDAY + HOUR_MS + 6 * MINUTE_MS)
  const server = async () => {
    let total = 0
    for (let recorded = 1; recorded > 0; total += recorded) recorded = await recordOverdue(context, 4)
    return total
  }
  const recorded = await Promise.all([server(), server(), server(), server()])
  assert.equal(
    recorded.reduce((sum, count) => sum + count),
    30,
    String(recorded),
  )
  assert.equal((await results()).filter(({ errorType }) => errorType !== null).length, 30)
  assert.equal(await countRows(db, 'incidents'), 30)
})

test(
  'postgres: concurrent pings to many servers do not conflict with configuration changes',
  needsPostgres,
  async (t) => {
    const { context, scope, beat, results } = await openJobs(t, 'postgres')
    const jobs = [await beat('a'), await beat('b'), await beat('c')]
    const pings = (order: typeof jobs) => order.map(({ target }) => pingOf(target, 'success', MONDAY))
    const rename = (id: string, n: number) =>
      updateMonitor(context, scope, id, () => ({ settings: { ...SETTINGS, expectedIntervalSeconds: 3_600 + n } }))
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => [
        recordPings(context, pings(jobs)),
        recordPings(context, pings(jobs.toReversed())),
        rename(jobs[n % 3]!.id, n),
      ]).flat(),
    )
    assert.equal((await results()).length, 48)
  },
)
