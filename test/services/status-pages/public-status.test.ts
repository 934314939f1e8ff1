import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { getFirstDay } from '../../../src/core/status-pages/public-days.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import { readPublicStatus } from '../../../src/services/status-pages/public-status.ts'
import { createPublicPage, type PublicPageApi, SECRET } from '../../support/api/public-page.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertLargePage } from '../../support/factories/large-page.ts'
import { seedStatusHistory } from '../../support/factories/seed-status-history.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { countLoopTurns } from '../../support/time/loop-turns.ts'

const iso = (at: number): string => new Date(at).toISOString()

async function read({ context }: PublicPageApi) {
  const shown = await readPublicStatus(context, 'example')
  return shown!.status
}

for (const dialect of DIALECTS) {
  test(`${dialect}: uptime and days equal the results of /uptime`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { call, clock, context, key, shopId } = app
    await app.planMaintenance({ starts_at: iso(MONDAY + 2 * HOUR_MS), ends_at: iso(MONDAY + 3 * HOUR_MS) })
    clock.set(MONDAY + 7 * HOUR_MS)
    await processDueWindows(context)
    await seedStatusHistory(context.store, shopId, [
      ['up', MONDAY - 40 * DAY_MS],
      ['down', MONDAY - 3 * DAY_MS - HOUR_MS],
      ['up', MONDAY - 3 * DAY_MS + 1_234],
      ['degraded', MONDAY - 2 * HOUR_MS],
      ['paused', MONDAY - HOUR_MS],
      ['up', MONDAY + HOUR_MS],
    ])
    const [shop] = (await read(app)).sections[0]!.components
    const uptimeOf = async (from: number, to: number) => {
      const query = `from=${iso(from)}&to=${iso(to)}`
      return (await call('GET', `/api/monitors/${shopId}/uptime?${query}`, { as: key })).body.data
    }
    const all = await uptimeOf(getFirstDay(90, clock.now()), clock.now())
    assert.equal(shop!.uptimePercentage, all.uptime_percentage)
    assert.ok(shop!.uptimePercentage! < 100)
    for (const day of shop!.days.slice(-42)) {
      const same = await uptimeOf(day.startsAt, day.startsAt + DAY_MS)
      const { down = 0, degraded = 0, maintenance = 0 } = same?.seconds ?? {}
      assert.deepEqual(
        [day.uptimePercentage, day.downMs, day.degradedMs, day.maintenanceMs],
        [
          same?.uptime_percentage ?? null,
          ...[down, degraded, maintenance].map((seconds) => Math.round(seconds * 1_000)),
        ],
        iso(day.startsAt),
      )
    }
    assert.deepEqual(
      shop!.days.slice(-5).map(({ status }) => status),
      ['outage', 'outage', 'operational', 'degraded', 'maintenance'],
    )
    assert.ok(shop!.days.slice(0, 40).every(({ status }) => status === 'no_data'))
  })

  test(`${dialect}: components and the overall status follow checks, maintenance and manual incidents`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { clock, context, shopId, apiId } = app
    const seen = async () => {
      const { overall, sections } = await read(app)
      return [overall, ...sections.flatMap(({ components }) => components.map(({ status }) => status))].join(' ')
    }
    assert.equal(await seen(), 'operational unknown unknown')
    await seedStatusHistory(context.store, shopId, [['up', MONDAY - DAY_MS]])
    await seedStatusHistory(context.store, apiId, [['up', MONDAY - DAY_MS]])
    assert.equal(await seen(), 'operational operational operational')
    await app.report({ title: 'Odd', severity: 'minor', affected_monitor_ids: [apiId] })
    assert.equal(await seen(), 'degraded operational degraded')
    await seedStatusHistory(context.store, shopId, [['down', MONDAY - HOUR_MS]])
    assert.equal(await seen(), 'partial_outage outage degraded')
    await app.planMaintenance({ starts_at: iso(MONDAY + HOUR_MS), ends_at: iso(MONDAY + 2 * HOUR_MS) })
    const [planned] = (await read(app)).maintenance
    assert.deepEqual(
      [planned!.title, planned!.description, planned!.status, planned!.components],
      ['Upgrade', 'of the database', 'scheduled', ['Shop']],
    )
    clock.set(MONDAY + 90 * MINUTE_MS)
    await processDueWindows(context)
    assert.equal(await seen(), 'degraded maintenance degraded')
    assert.equal((await read(app)).maintenance[0]!.status, 'in_progress')
  })

  test(`${dialect}: only incidents of listed components are shown, with public texts only`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { clock, shopId, apiId, send } = app
    const elsewhere = await app.createMonitor('elsewhere')
    await app.failAndRecover()
    clock.advance(MINUTE_MS)
    await app.report({ title: 'Nobody asked', affected_monitor_ids: [elsewhere] })
    await app.report({ title: 'About none' })
    clock.advance(MINUTE_MS)
    const body = { title: 'Orders are late', severity: 'minor', affected_monitor_ids: [apiId, shopId] }
    const { id } = await app.report(body)
    await send('PATCH', `/${id}`, { status_page_update: 'They come through' })
    const { openIncidents, pastIncidents, sections } = await read(app)
    assert.deepEqual(
      openIncidents.map(({ title, impact, status, components }) => [title, impact, status, components]),
      [['Orders are late', 'minor', 'investigating', ['Shop', 'API']]],
    )
    assert.deepEqual(
      openIncidents[0]!.updates.map(({ message }) => message),
      ['They come through'],
    )
    const [past] = pastIncidents
    assert.deepEqual(
      [past!.title, past!.status, past!.resolvedAt],
      ['Shop is disrupted', 'resolved', MONDAY + 10 * MINUTE_MS],
    )
    assert.deepEqual(
      past!.updates.map(({ message }) => message),
      ['We are on it'],
    )
    assert.deepEqual(sections[0]!.components[0]!.days.at(-1)!.incidents, ['Orders are late', 'Shop is disrupted'])
    clock.set(MONDAY + 16 * DAY_MS)
    assert.deepEqual((await read(app)).pastIncidents, [])
  })

  test(`${dialect}: a public page contains no private data`, async (t) => {
    const app = await createPublicPage(t, dialect)
    await app.failAndRecover()
    const shown = (await readPublicStatus(app.context, 'example'))!
    const text = JSON.stringify(shown.status)
    for (const secret of [SECRET, app.shopId, app.apiId, app.pageId, app.alice.projectId, 'timeout', 'eu', 'Alice'])
      assert.ok(!text.includes(secret), `${secret} is in ${text}`)
  })
}

test('reading a page yields to the event loop', async (t) => {
  const app = await createPublicPage(t, 'sqlite')
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  await readPublicStatus(app.context, 'example')
  assert.equal(hadTurn, true)
})

test('a page of 200 components yields to the event loop while its days are computed', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const now = MONDAY + HOUR_MS
  await insertLargePage(store, { slug: 'large', components: 200, outages: 2, now })
  const { result, turns } = await countLoopTurns(() => readPublicStatus({ store, now: () => now }, 'large'))
  assert.ok(result!.status.pastIncidents.length > 0)
  assert.ok(turns >= 5, `${turns} turns`)
})
