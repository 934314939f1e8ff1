import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { logAudit } from '../../../src/services/platform/audit.ts'
import { createTestApp } from '../../support/api/app.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPeople, type Person } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

const MONITOR = '0198c0de-7a11-7abc-8def-000000000001'
const KEY = '0198c0de-7a11-7abc-8def-000000000002'

const iso = (minute: number) => new Date(MONDAY + minute * MINUTE_MS).toISOString()

async function makeHistory(t: Parameters<typeof createTestApp>[0], dialect: 'sqlite' | 'postgres' = 'sqlite') {
  const app = await createTestApp(t, dialect)
  const people = await createPeople(app.context, app.tokens)
  const write = (minute: number, who: Person, name: string, action: string, id: string, changes = {}) => {
    app.clock.set(MONDAY + minute * MINUTE_MS)
    const resourceType = action.split('.')[0]!
    const entry = { action: action as 'monitor.created', resourceType, resourceId: id, changes }
    const credential = { kind: 'session', sessionId: 'x' } as const
    const actor = {
      userId: who.userId,
      userName: name,
      organizationId: who.organizationId,
      credential,
      ip: '203.0.113.9',
    }
    return app.context.store.transact((tx) => logAudit(tx, app.context, actor, entry))
  }
  await write(1, people.alice, 'Alice', 'monitor.created', MONITOR, { name: { to: 'Shop' } })
  await write(2, people.bob, 'Bob', 'monitor.updated', MONITOR, { name: { from: 'Shop', to: 'Web shop' } })
  await write(3, people.alice, 'Alice', 'api_key.created', KEY)
  await write(4, people.charlie, 'Charlie', 'monitor.created', KEY)
  const list = async (query = '') => {
    const { status, body } = await app.call('GET', `/api/audit-log${query}`, { as: people.alice.session })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  return { ...app, ...people, list }
}

for (const dialect of DIALECTS)
  test(`${dialect}: the audit log lists actions with their actors, newest first`, async (t) => {
    const { list, alice, bob } = await makeHistory(t, dialect)
    const { entries, pagination } = await list()
    assert.deepEqual(pagination, { total_count: 3, limit: 50, offset: 0, has_more: false })
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action),
      ['api_key.created', 'monitor.updated', 'monitor.created'],
    )
    const { id, ...entry } = entries[1]
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(entry, {
      actor: { id: bob.userId, name: 'Bob' },
      action: 'monitor.updated',
      resource_type: 'monitor',
      resource_id: MONITOR,
      changes: { name: { from: 'Shop', to: 'Web shop' } },
      ip: '203.0.113.9',
      created_at: iso(2),
    })
    const page = await list('?limit=1&offset=1')
    assert.equal(page.entries[0].action, 'monitor.updated')
    assert.deepEqual(page.pagination, { total_count: 3, limit: 1, offset: 1, has_more: true })
    for (const [query, actions] of [
      [`?actor_id=${alice.userId}`, ['api_key.created', 'monitor.created']],
      ['?action=monitor.updated', ['monitor.updated']],
      ['?resource_type=monitor', ['monitor.updated', 'monitor.created']],
      [`?resource_id=${KEY.toUpperCase()}`, ['api_key.created']],
      [`?from=${iso(2)}`, ['api_key.created', 'monitor.updated']],
      [`?to=${iso(2)}`, ['monitor.created']],
      [`?resource_type=monitor&actor_id=${alice.userId}&from=${iso(1)}&to=${iso(3)}`, ['monitor.created']],
      ['?action=nothing', []],
    ] as const) {
      const found = await list(query)
      assert.deepEqual(
        found.entries.map(({ action }: { action: string }) => action),
        actions,
        query,
      )
      assert.equal(found.pagination.total_count, actions.length, query)
    }
  })

test('an audit entry keeps the name of its author when the author leaves', async (t) => {
  const { list, context } = await makeHistory(t)
  await updateRows(context.store.db, 'audit_log', { actor_id: null, ip: null })
  const [entry] = (await list()).entries
  assert.deepEqual([entry.actor, 'ip' in entry], [{ id: null, name: 'Alice' }, false])
})

test('only owners and admins read the audit log, and only with a session', async (t) => {
  const { call, context, alice, bob } = await makeHistory(t)
  const code = async (as: Record<string, string>) => (await call('GET', '/api/audit-log', { as })).body.error?.code
  assert.equal(await code(bob.session), 'INSUFFICIENT_PERMISSIONS')
  assert.equal(await code(await createKeyHeaders(context, alice, 'read_write')), 'JWT_REQUIRED')
  assert.equal(await code({}), 'AUTHENTICATION_REQUIRED')
})

for (const [query, field] of [
  ['?actor_id=bob', 'actor_id'],
  ['?resource_id=1', 'resource_id'],
  ['?from=yesterday', 'from'],
  ['?limit=0', 'limit'],
] as const)
  test(`${query} is refused`, async (t) => {
    const { call, alice } = await makeHistory(t)
    const { status, body } = await call('GET', `/api/audit-log${query}`, { as: alice.session })
    assert.deepEqual([status, body.error.code, body.error.details.field], [400, 'VALIDATION_ERROR', field])
  })
