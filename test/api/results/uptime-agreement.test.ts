import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { formatUptimePercentage } from '../../../src/core/results/uptime.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

type Status = 'up' | 'down'

async function makePage(...[t, dialect]: Parameters<typeof createMonitorApi>) {
  const app = await createMonitorApi(t, dialect)
  const as = app.alice.session
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
  const badge = new URL(badges.find(({ kind }: { kind: string }) => kind === 'uptime-30d').url)
  const monitorKey = await readMonitorKey(app.context.store.db, id)
  const check = async (at: number, status: Status) => {
    app.clock.set(at)
    const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null }
    const facts = { kind: 'check', statusCode: null, errorMessage: null, remoteAddress: null, timings } as const
    const errorType = status === 'down' ? ('timeout' as const) : null
    const result = { ...facts, monitorKey, scheduledAt: at, startedAt: at, status, responseTimeMs: 0, errorType }
    await recordResults(app.context, 'local', [result])
  }

  /** Reads the uptime of 30 days from every place that shows it, at the same moment. */
  async function readUptimes(): Promise<Record<string, number | string>> {
    const uptime = await read(`/api/monitors/${id}/uptime?period=30d`)
    const { sections } = await read('/api/status/page')
    const svg = (await app.call('GET', badge.pathname + badge.search)).body as string
    const page = (await app.call('GET', '/status/page')).body as string
    const month = (await read(`/api/reports/uptime?month=${new Date(app.clock.now()).toISOString().slice(0, 7)}`))
      .monitors
    return {
      page: uptime.uptime_percentage,
      stats: (await read(`/api/monitors/${id}/stats?period=30d`)).uptime_percentage,
      row: (await read(`/api/dashboard/strips?monitor_ids=${id}`)).strips[0].uptime_30d,
      overview: (await read('/api/dashboard/overview')).uptime_30d,
      status: sections[0].components[0].uptime_percentage,
      report: month[0].uptime_percentage,
      badge: /uptime 30d: ([\d.]+%)/.exec(svg)?.[1] ?? svg,
      html: /([\d.]+%) uptime in 30 days/.exec(page)?.[1] ?? page,
    }
  }
  return { ...app, id, check, readUptimes, read }
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
    for (const [minute, status, expected] of steps) {
      await app.check(at(minute), status)
      const uptimes = await app.readUptimes()
      const percentage = Math.round(expected * 1e6) / 1e6
      const words = formatUptimePercentage(percentage)
      // A report is cached for 15 s, so that all its pages agree
      const report = minute === 7.1 ? 100 : percentage
      const numbers = { page: percentage, stats: percentage, row: percentage, overview: percentage }
      assert.deepEqual(
        uptimes,
        { ...numbers, status: percentage, report, badge: words, html: words },
        `minute ${minute}`,
      )
    }
    const [{ started_at, duration_seconds }] = (await app.read('/api/incidents')).incidents
    assert.deepEqual([started_at, duration_seconds], [new Date(at(7)).toISOString(), 5 * 60])
    const { history } = await app.read(`/api/monitors/${app.id}/status-history`)
    assert.deepEqual(
      history.slice(0, 2).map((one: { started_at: string }) => one.started_at),
      [new Date(at(12)).toISOString(), started_at],
    )
  })
