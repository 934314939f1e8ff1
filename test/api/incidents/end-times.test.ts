/** Ends and ranges in requests: every request takes them in the same shape. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a pause, a silence and a snooze end after minutes or at a time`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const { context, key, alice } = api
    const id = await api.createMonitor('Shop')
    await api.setCondition(id, 'down', 'up')
    const [incident] = (await api.list()).incidents
    const { body: made } = await api.call('POST', '/api/groups', { as: key, body: { name: 'Shops' } })
    const until = new Date(context.now() + HOUR_MS).toISOString()
    const requests: [path: string, body: object, as?: Record<string, string>][] = [
      [`/api/monitors/${id}/silence`, {}],
      [`/api/incidents/${incident.id}/silence`, {}],
      [`/api/incidents/${incident.id}/snooze`, {}],
      ['/api/incidents/batch', { action: 'snooze', incident_ids: [incident.id] }],
      ['/api/monitors/batch', { action: 'silence', monitor_ids: [id] }],
      [`/api/monitors/${id}/pause`, {}],
      ['/api/monitors/batch', { action: 'pause', monitor_ids: [id] }],
      [`/api/groups/${made.data.id}/bulk-pause`, {}, alice.session],
    ]
    for (const [path, body, as = key] of requests) {
      const send = async (end: object) => {
        const { status, body: response } = await api.call('POST', path, { as, body: { ...body, ...end } })
        return [status, response.error?.details.field]
      }
      assert.deepEqual(await send({ minutes: 60 }), [200, undefined], path)
      assert.deepEqual(await send({ until }), [200, undefined], path)
      assert.deepEqual(await send({ minutes: 60, until }), [400, 'until'], path)
      assert.deepEqual(await send({ minutes: 0 }), [400, 'minutes'], path)
    }
    const { monitor } = (await api.call('GET', `/api/monitors/${id}`, { as: key })).body.data
    assert.deepEqual([monitor.paused_until, monitor.silence.until], [until, until])
  })

  test(`${dialect}: a window and an override take a range as from and to, and as starts_at and ends_at`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const { alice, context } = api
    const id = await api.createMonitor('Shop')
    const [from, to] = [1, 2].map((hours) => new Date(context.now() + hours * HOUR_MS).toISOString())
    const plan = { name: 'Platform', timezone: 'UTC', layers: [] }
    const schedule = await api.call('POST', '/api/on-call-schedules', { as: alice.session, body: plan })
    const overrides = `/api/on-call-schedules/${schedule.body.data.on_call_schedule.id}/overrides`
    const requests: [path: string, body: object, name: string][] = [
      ['/api/maintenance-windows', { name: 'Upgrade', monitor_ids: [id] }, 'maintenance_window'],
      [overrides, { user_id: alice.userId }, 'override'],
    ]
    for (const [path, body, name] of requests) {
      const send = async (range: object) => {
        const { body: answer } = await api.call('POST', path, { as: alice.session, body: { ...body, ...range } })
        const made = answer.data?.[name]
        return made ? [made.starts_at, made.ends_at] : answer.error.details.issues.map((issue: Issue) => issue.field)
      }
      assert.deepEqual(await send({ from, to }), [from, to], path)
      assert.deepEqual(await send({ starts_at: from, ends_at: to }), [from, to], path)
      assert.deepEqual(await send({ starts_at: from, from, to }), ['from'], path)
      assert.deepEqual(await send({}), ['starts_at', 'ends_at'], path)
    }
  })
}

interface Issue {
  field: string
}
