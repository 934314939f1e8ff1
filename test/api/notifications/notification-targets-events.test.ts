import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TARGET_EVENTS } from '../../../src/core/notifications/target-events.ts'
import { createTestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createPeople } from '../../support/factories/people.ts'

const BASE = '/api/notification-targets'
const HOOK = { name: 'Ops', channel: 'webhook', config: { url: 'https://ops.example.test/hook' } }

for (const dialect of DIALECTS) {
  test(`${dialect}: a target has all events until a list of events limits it`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const send = (method: string, path: string, body?: object) =>
      app.call(method, `${BASE}${path}`, { as: alice.session, ...(body && { body }) })
    const { target } = (await send('POST', '', HOOK)).body.data
    assert.deepEqual(target.events, TARGET_EVENTS)
    const change = async (events: unknown) => (await send('PATCH', `/${target.id}`, { events })).body.data.target.events
    assert.deepEqual(await change(['recovered', 'down']), ['down', 'recovered'])
    await send('PATCH', `/${target.id}`, { name: 'On-call' })
    assert.deepEqual((await send('GET', `/${target.id}`)).body.data.target.events, ['down', 'recovered'])
    assert.deepEqual(await change([...TARGET_EVENTS]), TARGET_EVENTS)
    assert.deepEqual(await change(['domain']), ['domain'])
    assert.deepEqual(await change(null), TARGET_EVENTS)
    assert.equal((await readRow(app.context.store.db, 'notification_targets', { id: target.id })).events, null)
    const entries = await readRows(app.context.store.db, 'audit_log', { resource_id: target.id }, ['created_at', 'id'])
    assert.deepEqual(
      entries.flatMap((entry) => JSON.parse(entry.changes!).events ?? []),
      [{ to: ['down', 'recovered'] }, { from: ['down', 'recovered'] }, { to: ['domain'] }, { from: ['domain'] }],
    )
    for (const events of [[], ['down', 'down'], ['up']]) {
      const refused = await send('POST', '', { ...HOOK, events })
      assert.equal(describeResponse(refused).replace(/\.\d$/, ''), '400 VALIDATION_ERROR events')
    }
    const { error } = (await send('POST', '', { ...HOOK, events: [] })).body
    assert.match(JSON.stringify(error), /at least one event \(down, degraded, /)
  })
}
