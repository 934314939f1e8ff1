import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { insertMaintenanceSpans, readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: past maintenance of a monitor has the names of windows that still exist`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const as = await createKeyHeaders(app.context, app.alice, 'read_write')
    const { id } = await app.create()
    const other = await app.create()
    app.clock.advance(100 * DAY_MS)
    const now = app.clock.now()
    const iso = (at: number) => new Date(at).toISOString()
    const body = {
      name: 'Upgrade',
      starts_at: iso(now + DAY_MS),
      ends_at: iso(now + 2 * DAY_MS),
      monitor_ids: [other.id],
    }
    const made = await app.call('POST', '/api/maintenance-windows', { as, body })
    const windowId = made.body.data.maintenance_window.id
    const { db } = app.context.store
    const key = await readMonitorKey(db, id)
    const span = (window_id: string, starts_at: number, ends_at: number) => ({
      monitor_key: key,
      window_id,
      starts_at,
      ends_at,
    })
    await insertMaintenanceSpans(db, [
      span('gone', now - 40 * DAY_MS, now - 39 * DAY_MS), // too long ago
      span('gone', now - 30 * DAY_MS - HOUR_MS, now - 30 * DAY_MS + HOUR_MS), // overlaps the start of the period
      span(windowId, now - 10 * DAY_MS, now - 4 * DAY_MS), // in two pieces
      span(windowId, now - 4 * DAY_MS, now - 2 * DAY_MS),
      span('gone', now - 5 * DAY_MS, now - 3 * DAY_MS), // overlaps the previous span
      span(windowId, now - HOUR_MS, now + HOUR_MS), // still in progress
    ])
    const read = (query = '', who = as) => app.call('GET', `/api/monitors/${id}/maintenance${query}`, { as: who })
    const shown = async (query = '') =>
      (await read(query)).body.data.maintenance.map((one: Record<string, string | null>) => [
        one.name,
        one.window_id,
        (Date.parse(one.starts_at!) - now) / HOUR_MS,
        (Date.parse(one.ends_at!) - now) / HOUR_MS,
      ])
    const last = [['Upgrade', windowId, -1, 1]]
    const shared = [
      ['Upgrade', windowId, -240, -48],
      [null, null, -120, -72],
    ]
    assert.deepEqual(await shown(), [[null, null, -721, -719], ...shared, ...last])
    assert.deepEqual(await shown(`?from=${iso(now - DAY_MS)}`), last)
    assert.deepEqual(await shown(`?from=${iso(now - 6 * DAY_MS)}&to=${iso(now - HOUR_MS)}`), shared)
    assert.equal(describeResponse(await read(`?from=${iso(now + HOUR_MS)}`)), '400 VALIDATION_ERROR from')
    const foreign = await createKeyHeaders(app.context, app.charlie, 'read')
    assert.equal(describeResponse(await read('', foreign)), '404 MONITOR_NOT_FOUND')
  })

test('the newest spans are returned if there are too many', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const as = await createKeyHeaders(app.context, app.alice, 'read')
  const { id } = await app.create()
  const { db } = app.context.store
  const key = await readMonitorKey(db)
  const begun = app.clock.now()
  app.clock.advance(DAY_MS)
  const starts = Array.from({ length: 1_001 }, (_, number) => begun + number * 10_000)
  const rows = starts.map((at) => ({ monitor_key: key, window_id: 'w', starts_at: at, ends_at: at + 1_000 }))
  await insertMaintenanceSpans(db, rows)
  const { body } = await app.call('GET', `/api/monitors/${id}/maintenance`, { as })
  const { maintenance, has_more } = body.data
  assert.deepEqual([maintenance.length, has_more], [1_000, true])
  assert.equal(maintenance[0].starts_at, new Date(starts[1]!).toISOString())
})
