/** Every uptime of the API equals the uptime that a customer computes from the status history. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { type StatusChangeRow, writeStatusChanges } from '../../../src/store/results/status-changes.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { extendSessions } from '../../support/database/account-rows.ts'
import { insertMaintenanceSpans, readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { MONDAY } from '../../support/time/clock.ts'
import {
  addUpByHand,
  emptySheet,
  type HistoryLine,
  KINDS,
  percentageByHand,
  readHistory,
  type Sheet,
  type Window,
} from './uptime-by-hand.ts'

const NOW = Date.UTC(2026, 3, 10, 11, 12, 13, 14)
const STATUSES = ['up', 'up', 'down', 'degraded', 'paused', 'unknown']

type Random = () => number

const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from))

/** Changes the status of a monitor at random until `until`, with overlapping maintenance. */
async function live(app: MonitorApi, random: Random, name: string, until: number) {
  const bornAt = MONDAY + between(random, 0, 70 * DAY_MS)
  app.clock.set(bornAt)
  const { id } = await app.create({ name })
  const { store } = app.context
  const key = await readMonitorKey(store.db, id)
  const changes: StatusChangeRow[] = []
  let from = 'unknown'
  const pace = [10 * HOUR_MS, 30 * HOUR_MS, 4 * DAY_MS][between(random, 0, 3)]!
  for (let at = bornAt; ; ) {
    at += between(random, 0, pace)
    if (at >= until) break
    const to = STATUSES.filter((status) => status !== from)[between(random, 0, 5)] ?? 'up'
    const change = { monitorKey: key, from, to, reason: 'because', actorId: null, at }
    changes.push({ ...change, id: app.context.newId(), kind: 'runtime' as const })
    if (to === 'paused') changes.push({ ...change, id: app.context.newId(), kind: 'config' as const })
    from = to
  }
  await store.transact((tx) => writeStatusChanges(tx, changes))
  const windows: Window[] = Array.from({ length: between(random, 0, 8) }, () => {
    const begins = between(random, bornAt - DAY_MS, NOW + DAY_MS)
    return { from: begins, to: begins + between(random, MINUTE_MS, 6 * DAY_MS) }
  })
  for (const [index, window] of windows.entries())
    await insertMaintenanceSpans(store.db, {
      monitor_key: key,
      window_id: `window ${index}`,
      starts_at: window.from,
      ends_at: window.to,
    })
  return { id, name, bornAt, windows }
}

const milliseconds = (seconds: Sheet): Sheet => {
  const sheet = emptySheet()
  for (const kind of KINDS) sheet[kind] = Math.round(seconds[kind] * 1_000)
  return sheet
}

const plus = (a: Sheet, b: Sheet): Sheet => {
  const sum = emptySheet()
  for (const kind of KINDS) sum[kind] = a[kind] + b[kind]
  return sum
}

async function overview(app: MonitorApi) {
  const { db } = app.context.store
  await extendSessions(db, NOW + DAY_MS)
  const { id: sessionId } = await readRow(db, 'sessions', { user_id: app.alice.userId })
  const authorization = `Bearer ${await app.tokens.sign({ userId: app.alice.userId, sessionId })}`
  return (await app.call('GET', '/api/dashboard/overview', { as: { authorization } })).body.data
}

for (const dialect of DIALECTS)
  for (const seed of [1, 2])
    test(`${dialect}: uptime, statistics, overview and report equal the sum of the history (seed ${seed})`, async (t) => {
      const app = await createMonitorApi(t, dialect)
      const random = createSeededRandom(seed)
      const lives: (Awaited<ReturnType<typeof live>> & { history: HistoryLine[]; deletedAt: number })[] = []
      for (const name of ['D', 'a', 'C', 'b', 'gone']) {
        const deletedAt = name === 'gone' ? Date.UTC(2026, 2, 29, 0, 30) : Infinity
        const lived = await live(app, random, name, Math.min(NOW, deletedAt))
        const history = await readHistory(app, lived.id)
        lives.push({ ...lived, history, deletedAt })
        if (name !== 'gone') continue
        app.clock.set(deletedAt)
        await app.send('DELETE', `/${lived.id}`)
      }
      app.clock.set(NOW)
      const byHand = (one: (typeof lives)[number], from: number, to: number) =>
        addUpByHand(one.history, one.windows, {
          from: Math.max(from, one.bornAt),
          to: Math.max(from, one.bornAt, Math.min(to, one.deletedAt)),
        })

      const there = lives.filter(({ deletedAt }) => deletedAt > NOW)
      for (const one of there) {
        for (let round = 0; round < 6; round++) {
          const [from, to] =
            round === 0
              ? [NOW - 30 * DAY_MS, NOW]
              : [MONDAY, MONDAY].map((at) => between(random, at, NOW)).sort((a, b) => a - b)
          const [since, until] = [from!, to!].map((at) => new Date(at).toISOString())
          const query = round === 0 ? '' : `?from=${since}&to=${until}`
          const { sheet, outages } = byHand(one, from!, to!)
          const answer = await app.send('GET', `/${one.id}/uptime${query}`)
          const percentage = percentageByHand(sheet)
          if (percentage === null) {
            assert.equal(describeResponse(answer), '404 STATS_NOT_FOUND')
            continue
          }
          const { data } = answer.body
          assert.equal(data.uptime_percentage, percentage)
          assert.deepEqual(milliseconds(data.seconds), sheet)
          assert.equal(data.outages, outages)
          const spans = emptySheet()
          for (const span of data.spans)
            spans[span.in_maintenance ? 'maintenance' : (span.status as keyof Sheet)] +=
              Date.parse(span.to) - Date.parse(span.from)
          assert.deepEqual([spans, data.spans_truncated], [sheet, false], 'the spans add up to the seconds')
          assert.equal(data.to, until)
          assert.equal(data.from, new Date(Math.max(from!, one.bornAt)).toISOString())
          assert.equal(Math.round(data.period_seconds * 1_000), Date.parse(data.to) - Date.parse(data.from))
        }
        for (const days of [7, 30, 90]) {
          const percentage = percentageByHand(byHand(one, NOW - days * DAY_MS, NOW).sheet)
          const { status, body } = await app.send('GET', `/${one.id}/stats?period=${days}d`)
          assert.equal(status === 404 ? null : body.data.uptime_percentage, percentage)
        }
      }

      const sumSince = (from: number) => there.map((one) => byHand(one, from, NOW).sheet).reduce(plus, emptySheet())
      const { uptime_24h, uptime_30d } = await overview(app)
      assert.equal(uptime_24h, percentageByHand(sumSince(NOW - DAY_MS)))
      assert.equal(uptime_30d, percentageByHand(sumSince(NOW - 30 * DAY_MS)))

      // Daylight saving time starts in Berlin on 29 March
      const [from, to] = [Date.UTC(2026, 1, 28, 23), Date.UTC(2026, 2, 31, 22)]
      const key = await createKeyHeaders(app.context, app.alice, 'read')
      const url = '/api/reports/uptime?month=2026-03&timezone=Europe/Berlin'
      const report = (await app.call('GET', url, { as: key })).body.data
      assert.deepEqual(
        report.monitors.map(({ name }: { name: string }) => name),
        ['a', 'b', 'C', 'D', 'gone'],
      )
      let total = emptySheet()
      let outages = 0
      for (const row of report.monitors) {
        const one = lives.find(({ id }) => id === row.id)!
        const sums = byHand(one, from, to)
        assert.deepEqual(milliseconds(row.seconds), sums.sheet, row.name)
        assert.deepEqual([row.uptime_percentage, row.outages], [percentageByHand(sums.sheet), sums.outages])
        total = plus(total, sums.sheet)
        outages += sums.outages
      }
      assert.deepEqual(milliseconds(report.total.seconds), total)
      assert.deepEqual([report.total.uptime_percentage, report.total.outages], [percentageByHand(total), outages])
    })

test('a period defaults to the last 30 days, ends at the present, and has at most 366 days', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  const key = await readMonitorKey(app.context.store.db)
  const up = { monitorKey: key, kind: 'runtime' as const, from: 'unknown', to: 'up', reason: 'because', actorId: null }
  await app.context.store.transact((tx) => writeStatusChanges(tx, [{ ...up, id: 'up', at: MONDAY + HOUR_MS }]))
  app.clock.set(MONDAY + 2 * HOUR_MS)
  const charlie = await createKeyHeaders(app.context, app.charlie, 'read')
  const ask = (query: string) => app.send('GET', `/${id}/uptime${query}`)
  const { data } = (await ask('?to=2099-01-01T00:00:00Z')).body
  assert.deepEqual(
    [data.from, data.to, data.seconds.up, data.seconds.unknown, data.mttr_seconds],
    ['2026-01-05T00:00:00.000Z', '2026-01-05T02:00:00.000Z', 3_600, 3_600, null],
  )
  const about = (from: number, to: number) =>
    ask(`?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`)
  const now = MONDAY + 2 * HOUR_MS
  assert.equal(describeResponse(await about(now, now)), '400 VALIDATION_ERROR from')
  assert.equal(
    describeResponse(await about(now + 1, now + 2)),
    '400 VALIDATION_ERROR from',
    'the period is in the future',
  )
  assert.equal(describeResponse(await about(now - 366 * DAY_MS, now)), '200')
  assert.equal(describeResponse(await about(now - 366 * DAY_MS - 1, now)), '400 VALIDATION_ERROR from')
  assert.equal(describeResponse(await ask('?from=yesterday')), '400 VALIDATION_ERROR from')
  assert.equal(
    describeResponse(await about(MONDAY - DAY_MS, MONDAY - HOUR_MS)),
    '404 STATS_NOT_FOUND',
    'the period is before the creation',
  )
  assert.equal(
    describeResponse(await about(MONDAY, MONDAY + HOUR_MS)),
    '404 STATS_NOT_FOUND',
    'unknown time is not measured',
  )
  assert.equal(describeResponse(await app.send('GET', `/${id}/uptime`, undefined, charlie)), '404 MONITOR_NOT_FOUND')
})

test('the newest thousand spans are listed, and all spans are counted', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  const key = await readMonitorKey(app.context.store.db)
  const changes = Array.from({ length: 1_200 }, (_, index) => ({
    id: `${index}`,
    monitorKey: key,
    kind: 'runtime' as const,
    from: index % 2 ? 'down' : 'up',
    to: index % 2 ? 'up' : 'down',
    reason: 'because',
    actorId: null,
    at: MONDAY + index * MINUTE_MS,
  }))
  await app.context.store.transact((tx) => writeStatusChanges(tx, changes))
  app.clock.set(MONDAY + 1_200 * MINUTE_MS)
  const { data } = (await app.send('GET', `/${id}/uptime`)).body
  assert.deepEqual([data.spans.length, data.spans_truncated, data.outages], [1_000, true, 600])
  assert.deepEqual([data.uptime_percentage, data.seconds.down], [50, 36_000])
  assert.equal(data.spans[0].from, new Date(MONDAY + 200 * MINUTE_MS).toISOString())
  assert.deepEqual([data.mttr_seconds, data.mtbf_seconds, data.longest_outage_seconds], [60, 60, 60])
})

for (const dialect of DIALECTS)
  test(`${dialect}: planned maintenance is excluded from the uptime, even after its window is deleted`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { id } = await app.create()
    const { db } = app.context.store
    const key = await readMonitorKey(db)
    const change = { monitorKey: key, kind: 'runtime' as const, from: 'up', to: 'up', reason: 'because', actorId: null }
    await app.context.store.transact((tx) =>
      writeStatusChanges(tx, [
        { ...change, id: 'up', at: MONDAY },
        { ...change, id: 'down', to: 'down', at: MONDAY + 2 * HOUR_MS },
        { ...change, id: 'up again', at: MONDAY + 4 * HOUR_MS },
      ]),
    )
    const as = await createKeyHeaders(app.context, app.alice, 'read_write')
    const time = (hours: number) => new Date(MONDAY + hours * HOUR_MS).toISOString()
    const body = { name: 'Move', monitor_ids: [id], starts_at: time(1), ends_at: time(3) }
    const made = await app.call('POST', '/api/maintenance-windows', { as, body })
    app.clock.set(MONDAY + 6 * HOUR_MS)
    await processDueWindows(app.context)
    const uptime = async () => (await app.send('GET', `/${id}/uptime`)).body.data
    const before = await uptime()
    assert.deepEqual(
      [before.seconds.up, before.seconds.down, before.seconds.maintenance],
      [3 * 3_600, 3_600, 2 * 3_600],
    )
    assert.deepEqual([before.uptime_percentage, before.outages], [75, 1])
    await app.call('DELETE', `/api/maintenance-windows/${made.body.data.maintenance_window.id}`, { as })
    assert.deepEqual(await uptime(), before)
  })
