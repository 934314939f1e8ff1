import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'

async function makeShop(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const api = await createIncidentApi(t, dialect)
  const id = await api.createMonitor('Shop')
  const { context } = api
  const until = new Date(context.now() + HOUR_MS).toISOString()
  const call = (method: string, path: string, body?: unknown, as: Record<string, string> = api.key) =>
    api.call(method, path, { as, ...(body !== undefined && { body }) })
  return { ...api, call, id, until }
}

type Shop = Awaited<ReturnType<typeof makeShop>>

const readAudit = async ({ call, alice }: Shop, action: string) => {
  const { body } = await call('GET', '/api/audit-log', undefined, alice.session)
  return body.data.entries.find((entry: { action: string }) => entry.action === action)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a silence is shown with the monitor, in the lists and with its incident, until it ends`, async (t) => {
    const api = await makeShop(t, dialect)
    const { id, until, call } = api
    await api.setCondition(id, 'down', 'up')
    const incident = (await api.list()).incidents[0]
    const { status, body } = await call('POST', `/api/monitors/${id}/silence`, { until, note: ' New switch ' })
    assert.equal(status, 200, JSON.stringify(body))
    const { silence } = body.data.monitor
    const since = new Date(api.context.now()).toISOString()
    assert.deepEqual(silence, { since, until, by_name: 'Alice', note: 'New switch' })

    const [listed] = (await call('GET', '/api/monitors')).body.data.monitors
    const [row] = (await call('GET', '/api/dashboard/monitors')).body.data.monitors
    const shown = (await call('GET', `/api/incidents/${incident.id}`)).body.data.incident
    assert.deepEqual([listed.silence, row.silence, shown.silence], [silence, silence, silence])
    const updates = (await call('GET', `/api/incidents/${incident.id}/updates`)).body.data.updates
    assert.match(
      updates.at(-1).message,
      /^Alerts silenced by Alice until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: New switch$/,
    )
    assert.deepEqual((await readAudit(api, 'monitor.silenced')).changes, {
      silence: { to: { until, note: 'New switch' } },
    })
    assert.equal((await call('PUT', `/api/monitors/${id}`, body.data.monitor)).status, 200, 'it may be sent back')

    const ended = await call('DELETE', `/api/incidents/${incident.id}/silence`)
    assert.equal(ended.status, 200)
    assert.equal('silence' in ended.body.data.incident, false)
    assert.equal('silence' in (await call('GET', `/api/monitors/${id}`)).body.data.monitor, false)
    assert.deepEqual((await readAudit(api, 'monitor.unsilenced')).changes, {
      silence: { from: { until, note: 'New switch' } },
    })
  })

  test(`${dialect}: silencing again changes the end, also through the incident`, async (t) => {
    const { id, until, call, report } = await makeShop(t, dialect)
    const incident = await report({ check_id: id })
    const first = await call('POST', `/api/monitors/${id}/silence`, { until })
    const later = new Date(Date.parse(until) + MINUTE_MS).toISOString()
    const { body } = await call('POST', `/api/incidents/${incident.id}/silence`, { until: later })
    const since = first.body.data.monitor.silence.since
    assert.deepEqual(body.data.incident.silence, { since, until: later, by_name: 'Alice' })
  })

  test(`${dialect}: a silence without a valid end or without a monitor is refused`, async (t) => {
    const { id, call, report, context, until } = await makeShop(t, dialect)
    const bare = await report({ title: 'Office', source: 'manual' })
    const at = (ms: number) => new Date(context.now() + ms).toISOString()
    const cases: [path: string, body: object, field: string][] = [
      [`/api/monitors/${id}/silence`, {}, 'minutes'],
      [`/api/monitors/${id}/silence`, { minutes: 5, until }, 'until'],
      [`/api/monitors/${id}/silence`, { minutes: 0 }, 'minutes'],
      [`/api/monitors/${id}/silence`, { until: at(-1) }, 'until'],
      [`/api/monitors/${id}/silence`, { until: at(370 * 24 * HOUR_MS) }, 'until'],
      [`/api/monitors/${id}/silence`, { until, note: 'x'.repeat(501) }, 'note'],
      [`/api/incidents/${bare.id}/silence`, { until }, 'id'],
      ['/api/monitors/batch', { action: 'silence', monitor_ids: [id] }, 'minutes'],
      ['/api/monitors/batch', { action: 'resume', monitor_ids: [id], minutes: 5 }, 'minutes'],
      ['/api/monitors/batch', { action: 'silence', monitor_ids: [id], until, group_id: id }, 'group_id'],
    ]
    for (const [path, body, field] of cases) {
      const answer = await call('POST', path, body)
      assert.deepEqual([answer.status, answer.body.error.details?.field], [400, field], JSON.stringify(answer.body))
    }
    const { body } = await call('DELETE', `/api/incidents/${bare.id}/silence`)
    assert.match(body.error.message, /the incident has no monitor, and only monitors can be silenced/)
  })

  test(`${dialect}: a batch silences monitors and ends silences, and responders may do it`, async (t) => {
    const api = await makeShop(t, dialect)
    const { id, until, call, context, tokens } = api
    const other = await api.createMonitor('Blog')
    const responder = await createPerson(context, tokens, api.alice, 'responder')
    const unknown = '0198c0de-7a11-7abc-8def-0123456789ab'
    const batch = (body: object, as: Record<string, string> = responder.session) =>
      call('POST', '/api/monitors/batch', body, as)
    const silenced = await batch({ action: 'silence', monitor_ids: [id, unknown], until })
    const outcomes = ({ body }: typeof silenced) =>
      body.data.results.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome])
    assert.deepEqual(outcomes(silenced), [
      ['Shop', 'succeeded'],
      [null, 'failed'],
    ])
    const ended = await batch({ action: 'unsilence', monitor_ids: [id, other] })
    assert.deepEqual(outcomes(ended), [
      ['Shop', 'succeeded'],
      ['Blog', 'skipped'],
    ])
    const paused = await batch({ action: 'pause', monitor_ids: [id] })
    assert.deepEqual([paused.status, paused.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
    const reader = await createKeyHeaders(context, api.alice, 'read')
    assert.equal(
      (await batch({ action: 'silence', monitor_ids: [id], until }, reader)).body.error.code,
      'READ_ONLY_API_KEY',
    )
  })
}
