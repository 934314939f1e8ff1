import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailure } from '../../../src/channels/send-attempt.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createPeople, type Person } from '../../support/factories/people.ts'

const BASE = '/api/notification-targets'
const HOOK = { channel: 'webhook', config: { url: 'https://ops.example.test/hook' } }

async function prepare(t: Cleanup, dialect: DialectName) {
  const answers = [toFailure('the receiver answered 500'), { delivered: true } as const]
  const app = await createTestApp(t, dialect, {}, { sendAttempt: async () => answers.shift()! })
  const people = await createPeople(app.context, app.tokens)
  const send = (method: string, path: string, body?: object, by: Person = people.alice) =>
    app.call(method, `${BASE}${path}`, { as: by.session, ...(body && { body }) })
  const make = async (name: string, over: object = {}, by: Person = people.alice) => {
    const { status, body } = await send('POST', '', { name, ...HOOK, ...over }, by)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.target
  }
  const fallbackOf = async (id: string) => (await send('GET', `/${id}`)).body.data.target.fallback_target_id
  return { ...app, ...people, send, make, fallbackOf }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a fallback is set at creation or in an update, and null removes it`, async (t) => {
    const { send, make, fallbackOf } = await prepare(t, dialect)
    const boss = await make('Boss')
    const ops = await make('Ops', { fallback_target_id: boss.id })
    assert.deepEqual([ops.fallback_target_id, boss.fallback_target_id], [boss.id, null])
    assert.equal(
      describeResponse(await send('PATCH', `/${boss.id}`, { fallback_target_id: ops.id })),
      '200',
      'cycles are allowed',
    )
    assert.equal(describeResponse(await send('PATCH', `/${ops.id}`, { name: 'On-call' })), '200')
    assert.equal(await fallbackOf(ops.id), boss.id)
    const read = (await send('GET', `/${ops.id}`)).body.data.target
    assert.equal(
      describeResponse(await send('PATCH', `/${ops.id}`, read)),
      '200',
      'the representation can be sent back',
    )
    const cleared = await send('PATCH', `/${ops.id}`, { fallback_target_id: null })
    assert.equal(cleared.body.data.target.fallback_target_id, null)
    assert.equal(await fallbackOf(ops.id), null)
    const { targets } = (await send('GET', '')).body.data
    assert.deepEqual(
      new Set(targets.map((target: { fallback_target_id: string }) => target.fallback_target_id)),
      new Set([null, ops.id]),
    )
  })

  test(`${dialect}: a fallback must be another target of the project`, async (t) => {
    const { send, make, charlie, fallbackOf } = await prepare(t, dialect)
    const ops = await make('Ops')
    const foreign = await make('Foreign', {}, charlie)
    const unknown = '0198c0de-7a11-7abc-8def-0123456789af'
    for (const id of [foreign.id, unknown]) {
      const refused = await send('PATCH', `/${ops.id}`, { fallback_target_id: id })
      assert.equal(describeResponse(refused), '404 RESOURCE_NOT_FOUND fallback_target_id')
      assert.equal(
        describeResponse(await send('POST', '', { name: 'New', ...HOOK, fallback_target_id: id })),
        '404 RESOURCE_NOT_FOUND fallback_target_id',
      )
    }
    const itself = await send('PATCH', `/${ops.id}`, { fallback_target_id: ops.id })
    assert.equal(describeResponse(itself), '400 VALIDATION_ERROR fallback_target_id')
    assert.equal(
      describeResponse(await send('PATCH', `/${ops.id}`, { fallback_target_id: 'boss' })),
      '400 VALIDATION_ERROR fallback_target_id',
    )
    assert.equal(await fallbackOf(ops.id), null)
    assert.equal((await send('GET', '')).body.data.targets.length, 1, 'no target was created')
  })

  test(`${dialect}: a deleted fallback is removed from other targets`, async (t) => {
    const { send, make, fallbackOf } = await prepare(t, dialect)
    const boss = await make('Boss')
    const ops = await make('Ops', { fallback_target_id: boss.id })
    assert.equal(describeResponse(await send('DELETE', `/${boss.id}`)), '200')
    assert.equal(await fallbackOf(ops.id), null)
  })

  test(`${dialect}: concurrent cyclic fallbacks and deletions cause no error`, async (t) => {
    const { send, make } = await prepare(t, dialect)
    const [a, b] = [await make('A'), await make('B')]
    const answers = await Promise.all([
      send('PATCH', `/${a.id}`, { fallback_target_id: b.id }),
      send('PATCH', `/${b.id}`, { fallback_target_id: a.id }),
      send('PATCH', `/${a.id}`, { fallback_target_id: b.id }),
      send('DELETE', `/${b.id}`),
    ])
    for (const answer of answers) assert.ok([200, 404].includes(answer.status), describeResponse(answer))
    assert.equal((await send('GET', `/${a.id}`)).body.data.target.fallback_target_id, null)
  })

  test(`${dialect}: a changed fallback is recorded in the audit log`, async (t) => {
    const { send, make, call, alice } = await prepare(t, dialect)
    const boss = await make('Boss')
    const ops = await make('Ops')
    await send('PATCH', `/${ops.id}`, { fallback_target_id: boss.id })
    const { entries } = (await call('GET', '/api/audit-log', { as: alice.session })).body.data
    const updated = entries.find(({ action }: { action: string }) => action === 'notification_target.updated')
    assert.deepEqual(updated.changes, { fallback_target_id: { to: boss.id } })
  })

  test(`${dialect}: a target shows the outcome of its last attempts`, async (t) => {
    const { send, make } = await prepare(t, dialect)
    const { id } = await make('Ops')
    await send('POST', `/${id}/test`)
    const { last_failed_at, last_error, last_delivered_at } = (await send('GET', `/${id}`)).body.data.target
    assert.deepEqual([last_error, last_delivered_at], ['the receiver answered 500', null])
    assert.match(last_failed_at, /^2026-01-05T00:00:/)
    await send('POST', `/${id}/test`)
    const after = (await send('GET', `/${id}`)).body.data.target
    assert.match(after.last_delivered_at, /^2026-01-05T00:00:/)
    assert.equal(after.last_error, 'the receiver answered 500')
  })
}
