import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, formatDurationText, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { formatUptimePercentage } from '../../../src/core/results/uptime.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { extendSessions } from '../../support/database/account-rows.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'

type Status = 'up' | 'down'
type Measured = { seconds: { down: number }; outages: number }

async function makePage(...[t, dialect]: Parameters<typeof createMonitorApi>) {
  const app = await createMonitorApi(t, dialect)
  let as = app.alice.session
  /** Extends the session, which the clock of a long test outlasts. */
  const signIn = async () => {
    await extendSessions(app.context.store.db, app.clock.now() + DAY_MS)
    const { id: sessionId } = await readRow(app.context.store.db, 'sessions', { user_id: app.alice.userId })
    as = { authorization: `Bearer ${await app.tokens.sign({ userId: app.alice.userId, sessionId })}` }
  }
  const read = async (path: string) => {
    const { status, body } = await app.call('GET', path, { as })
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body.data
  }
  const { id } = await app.create({ interval_seconds: 60 })
  const sections = [{ name: 'Shop', components: [{ monitor_id: id, display_name: 'Shop' }] }]
  const body = { name: 'Page', slug: 'page', is_published: true, show_uptime_days: 30, sections }
  const made = await app.call('POST', `/api/projects/${app.alice.projectId}/status-pages`, { as, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { badges } = await read(`/api/monitors/${id}/badges`)
  const readBadge = async (wanted: string) => {
    const url = new URL(badges.find(({ kind }: { kind: string }) => kind === wanted).url)
    return (await app.call('GET', url.pathname + url.search)).body as string
  }
  const monitorKey = await readMonitorKey(app.context.store.db, id)
  const check = async (at: number, status: Status, responseTimeMs = 0) => {
    app.clock.set(at)
    const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null }
    const facts = { kind: 'check', statusCode: null, errorMessage: null, remoteAddress: null, timings } as const
    const errorType = status === 'down' ? ('timeout' as const) : null
    const result = { ...facts, monitorKey, scheduledAt: at, startedAt: at, status, responseTimeMs, errorType }
    await recordResults(app.context, 'local', [result])
  }

  /** Reads the uptime of 30 days from every place that shows it, at the same moment. */
  async function readUptimes(): Promise<Record<string, number | string>> {
    const uptime = await read(`/api/monitors/${id}/uptime`)
    const { sections } = await read('/api/status/page')
    const svg = await readBadge('uptime-30d')
    const { periods } = await read(`/api/monitors/${id}/uptime/periods`)
    const page = (await app.call('GET', '/status/page')).body as string
    const month = (await read(`/api/reports/uptime?month=${new Date(app.clock.now()).toISOString().slice(0, 7)}`))
      .monitors
    return {
      page: periods.find(({ period }: { period: string }) => period === '30d').uptime_percentage,
      spans: uptime.uptime_percentage,
      stats: (await read(`/api/monitors/${id}/stats?period=30d`)).uptime_percentage,
      row: (await read(`/api/dashboard/strips?monitor_ids=${id}`)).strips[0].uptime_30d,
      overview: (await read('/api/dashboard/overview')).uptime_30d,
      status: sections[0].components[0].uptime_percentage,
      report: month[0].uptime_percentage,
      badge: /uptime 30d: ([\d.]+%)/.exec(svg)?.[1] ?? svg,
      html: /([\d.]+%) uptime (?:in 30 days|since )/.exec(page)?.[1] ?? page,
    }
  }

  /** Reads down time, outages and incidents of 30 days from every place that shows them. */
  async function readOutages() {
    const { seconds, outages } = await read(`/api/monitors/${id}/uptime`)
    const { periods } = await read(`/api/monitors/${id}/uptime/periods`)
    const [row] = (await read('/api/reports/uptime?period=30d')).monitors
    const { sections, open_incidents: open, past_incidents: past } = await read('/api/status/page')
    const down = sections[0].components[0].days.map((day: { down_seconds: number }) => day.down_seconds)
    return {
      pages: periods.map((one: Measured) => [one.seconds.down, one.outages]),
      spans: [seconds.down, outages],
      report: [row.seconds.down, row.outages, row.incidents],
      longest: row.longest_outage_seconds,
      status: down.reduce((sum: number, one: number) => sum + one, 0),
      incidents: [(await read('/api/incidents')).incidents.length, open.length + past.length],
    }
  }

  return { ...app, id, check, readUptimes, readOutages, readBadge, read, signIn }
}

for (const dialect of DIALECTS)
  test(`${dialect}: every place shows the same uptime before, during and after an outage`, async (t) => {
    const app = await makePage(t, dialect)
    const begun = app.clock.now()
    const at = (minute: number) => begun + minute * MINUTE_MS
    for (let minute = 1; minute <= 6; minute++) await app.check(at(minute), 'up')
    const steps: [minute: number, status: Status, expected: number][] = [
      [7, 'down', 100], // not confirmed yet
      [7.1, 'down', (100 * 6) / 6.1], // down since the first failing check, a few seconds later
      [8, 'down', (100 * 6) / 7],
      [9.5, 'down', (100 * 6) / 8.5],
      [11, 'down', 60],
      [12, 'up', (100 * 6) / 11], // the recovery is not confirmed yet
      [13, 'up', (100 * 7) / 12],
    ]
    const reason = { kind: 'timeout', message: 'timeout' }
    for (const [minute, status, expected] of steps) {
      await app.check(at(minute), status)
      if (minute === 7) {
        const { confirming } = (await app.read(`/api/monitors/${app.id}`)).monitor
        assert.deepEqual([confirming.since, confirming.reason], [new Date(at(7)).toISOString(), reason])
      }
      const uptimes = await app.readUptimes()
      const percentage = Math.round(expected * 1e6) / 1e6
      const words = formatUptimePercentage(percentage)
      // A report is cached for 15 s, so that all its pages agree
      const report = minute === 7.1 ? 100 : percentage
      const numbers = { page: percentage, spans: percentage, stats: percentage, row: percentage, overview: percentage }
      assert.deepEqual(
        uptimes,
        { ...numbers, status: percentage, report, badge: words, html: words },
        `minute ${minute}`,
      )
    }
    const [{ started_at, duration_seconds, ...incident }] = (await app.read('/api/incidents')).incidents
    assert.deepEqual([started_at, duration_seconds, incident.reason], [new Date(at(7)).toISOString(), 5 * 60, reason])
    const { history } = await app.read(`/api/monitors/${app.id}/status-history`)
    assert.deepEqual(
      history.slice(0, 2).map((one: { started_at: string }) => one.started_at),
      [new Date(at(12)).toISOString(), started_at],
    )
    assert.deepEqual([history[0].parsed_reason, history[1].parsed_reason], [undefined, reason])
    assert.deepEqual(await app.readOutages(), {
      pages: [1, 2, 3, 4].map(() => [300, 1]),
      spans: [300, 1],
      report: [300, 1, 1],
      longest: 300,
      status: 300,
      incidents: [1, 1],
    })
    await assertPublicIncident(app, at(7), at(12))
  })

/** Compares the incident on the status page and in its feeds with the first failing and the first passing check. */
async function assertPublicIncident(app: Awaited<ReturnType<typeof makePage>>, from: number, to: number) {
  const [start, end] = [from, to].map((at) => new Date(at).toISOString()) as [string, string]
  const [{ started_at, resolved_at, downtime_seconds }] = (await app.read('/api/status/page')).past_incidents
  assert.deepEqual([started_at, resolved_at, downtime_seconds], [start, end, (to - from) / 1_000])
  const html = (await app.call('GET', '/status/page')).body as string
  assert.match(html, new RegExp(`resolved after ${formatDurationText((to - from) / 1_000)}`))
  const [summary] = (await app.call('GET', '/status/page/api/v2/incidents.json')).body.incidents
  assert.deepEqual([summary.started_at, summary.resolved_at], [start, end])
  const atom = (await app.call('GET', '/status/page/feed.atom')).body as string
  assert.match(atom, new RegExp(`<published>${start}</published>`))
}

for (const dialect of DIALECTS)
  test(`${dialect}: every place shows the same average response time of a period`, async (t) => {
    const app = await makePage(t, dialect)
    const now = Math.ceil(app.clock.now() / HOUR_MS) * HOUR_MS + 91 * DAY_MS + 30 * MINUTE_MS
    // The hour in which a period begins does not count, before and after its beginning
    for (const days of [90, 30, 7, 1])
      for (const [minutes, ms] of [
        [-10, 5_000],
        [10, 3_000],
        [40, days],
      ] as const)
        await app.check(now - days * DAY_MS + minutes * MINUTE_MS, 'up', ms)
    await app.check(now, 'up', 200)
    await app.signIn()
    const average = (...times: number[]) => {
      const sum = times.reduce((total, ms) => total + ms, 0)
      return Math.round((100 * sum) / times.length) / 100
    }
    const all = [1, 5_000, 3_000, 7, 5_000, 3_000, 30, 5_000, 3_000, 90]
    for (const [days, expected] of [
      [1, average(200, ...all.slice(0, 1))],
      [7, average(200, ...all.slice(0, 4))],
      [30, average(200, ...all.slice(0, 7))],
      [90, average(200, ...all)],
    ] as const) {
      const period = days === 1 ? '24h' : `${days}d`
      const { series, summary } = await app.read(`/api/monitors/${app.id}/response-times?period=${period}`)
      assert.equal(summary.avg_ms, expected, `chart ${period}`)
      assert.equal(
        series.reduce((sum: number, point: { count: number }) => sum + point.count, 0),
        summary.count,
        `points of ${period}`,
      )
      if (days === 1) continue
      const stats = await app.read(`/api/monitors/${app.id}/stats?period=${period}`)
      const report = (await app.read(`/api/reports/uptime?period=${period}`)).monitors[0]
      assert.deepEqual([stats.avg_response_time, report.average_response_ms], [expected, expected], period)
      assert.equal(report.p95_response_ms, summary.p95_ms, period)
      assert.equal(stats.total_checks, summary.count, period)
    }
    const day = average(200, 1)
    const known = (await app.read(`/api/dashboard/strips?monitor_ids=${app.id}`)).strips[0].response_times_ms
    assert.deepEqual(
      known.filter((ms: number | null) => ms !== null),
      [1, 200],
    )
    assert.equal((await app.read('/api/dashboard/overview')).avg_response_time_24h, day)
    assert.match(await app.readBadge('response-time'), new RegExp(`${Math.round(day)} ms`))
  })
