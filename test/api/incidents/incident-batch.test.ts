import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncidentApi, listNotifications } from '../../support/api/incident-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a batch acknowledges and resolves incidents with updates, alerts and audit entries`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    await api.createTarget('ops', { is_default: true })
    const shop = await api.createMonitor('Shop')
    await api.setCondition(shop, 'down', 'up')
    api.clock.set(api.clock.now() + 1_000)
    const reported = await api.report({ title: 'Payment fails' })
    const foreign = (
      await api.call('POST', '/api/incidents', {
        as: api.charlie.session,
        body: { title: 'Foreign', severity: 'minor', type: 'timeout', error_message: 'x' },
      })
    ).body.data.incident
    const { incidents } = await api.list()
    const ids = incidents.map(({ id }: { id: string }) => id)
    const send = (action: string, more: object = {}) =>
      api.send('POST', '/batch', { action, incident_ids: [...ids, foreign.id], ...more })
    const { status, body } = await send('acknowledge')
    assert.equal(status, 200)
    const { results, ...counts } = body.data
    assert.deepEqual(counts, { operation: 'acknowledge', total: 3, succeeded: 2, failed: 1, skipped: 0 })
    assert.deepEqual(results[0], { incident_id: reported.id, title: 'Payment fails', outcome: 'succeeded' })
    assert.deepEqual([results[2].title, results[2].error.code], [null, 'RESOURCE_NOT_FOUND'])
    assert.equal((await send('acknowledge')).body.data.skipped, 2)

    const resolved = await send('resolve', { note: 'The switch is replaced' })
    assert.equal(resolved.body.data.succeeded, 2)
    const after = (await api.list()).incidents
    assert.deepEqual(
      after.map(({ status, acknowledged_by_name, resolution_note }: Record<string, string>) => [
        status,
        acknowledged_by_name,
        resolution_note,
      ]),
      [
        ['resolved', 'Alice', 'The switch is replaced'],
        ['resolved', 'Alice', 'The switch is replaced'],
      ],
    )
    const reopened = await send('reopen')
    assert.equal(reopened.body.data.succeeded, 2)
    const sent = (await listNotifications(api)).map((line) => line.replace('ops incident.', ''))
    const kinds = ['acknowledged', 'opened', 'reopened', 'resolved']
    assert.deepEqual(
      sent.toSorted(),
      kinds.flatMap((kind) => [kind, kind]),
    )
    const { body: log } = await api.call('GET', '/api/audit-log?resource_type=incident', { as: api.alice.session })
    const actions = log.data.entries.map(({ action }: { action: string }) => action)
    assert.deepEqual(
      kinds.map((kind) => actions.filter((action: string) => action === `incident.${kind}`).length),
      [2, 0, 2, 2],
    )
  })

  test(`${dialect}: an incident whose problem is open again is not reopened`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const shop = await api.createMonitor('Shop')
    await api.setCondition(shop, 'down', 'up')
    const [first] = (await api.list()).incidents
    await api.send('POST', '/batch', { action: 'resolve', incident_ids: [first.id] })
    api.clock.set(api.clock.now() + 3_600_000)
    await api.setCondition(shop, 'up', 'down')
    await api.setCondition(shop, 'down', 'up')
    const { body } = await api.send('POST', '/batch', { action: 'reopen', incident_ids: [first.id, first.id] })
    assert.deepEqual([body.data.total, body.data.results[0].error.code], [1, 'CONFLICT'])
  })

  test(`${dialect}: the dashboard lists the most urgent unresolved incidents and counts all`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const read = async (as = api.key) => (await api.call('GET', '/api/dashboard/incidents', { as })).body.data
    assert.deepEqual(await read(), { open: 0, acknowledged: 0, storms: [], incidents: [] })
    const report = async (title: string, severity: string): Promise<string> => {
      api.clock.set(api.clock.now() + 1_000)
      return (await api.report({ title, severity })).id
    }
    const ids = [await report('a', 'minor'), await report('b', 'critical'), await report('c', 'critical')]
    const done = await report('done', 'critical')
    for (const title of ['d', 'e', 'f']) await report(title, 'warning')
    await api.send('POST', '/batch', { action: 'resolve', incident_ids: [done] })
    await api.send('POST', '/batch', { action: 'acknowledge', incident_ids: [ids[1]] })
    const { incidents, ...counts } = await read()
    assert.deepEqual(counts, { open: 5, acknowledged: 1, storms: [] })
    const titlesOf = (listed: { title: string }[]) => listed.map(({ title }) => title)
    assert.deepEqual(titlesOf(incidents), ['c', 'a', 'd', 'e', 'f', 'b'])
    for (let count = 0; count < 25; count++) await report('g', 'warning')
    const { incidents: first, open } = await read()
    assert.deepEqual([titlesOf(first).length, titlesOf(first).includes('b'), open], [30, false, 30])
    assert.equal((await read(api.charlie.session)).open, 0, 'another organization')
  })

  test(`${dialect}: the dashboard states the reason of an outage as the incident states it`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    await api.report({ check_id: await api.createMonitor('Shop'), error_message: 'status 502, expected 2xx' })
    const { incidents } = (await api.call('GET', '/api/dashboard/incidents', { as: api.key })).body.data
    const { reason } = (await api.call('GET', `/api/incidents/${incidents[0].id}`, { as: api.key })).body.data.incident
    assert.equal(typeof reason.kind, 'string')
    assert.deepEqual(incidents[0].reason, reason)
  })
}

test('a batch refuses a note of an acknowledgement, an empty list and an unknown action', async (t) => {
  const api = await createIncidentApi(t, 'sqlite')
  const { id } = await api.report()
  const send = (body: object) => api.send('POST', '/batch', body)
  const refused = await send({ action: 'acknowledge', incident_ids: [id], note: 'x' })
  assert.deepEqual([refused.status, refused.body.error.details.field], [400, 'note'])
  assert.equal((await send({ action: 'resolve', incident_ids: [] })).status, 400)
  assert.equal((await send({ action: 'delete', incident_ids: [id] })).status, 400)
})
