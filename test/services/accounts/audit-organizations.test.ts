import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRows } from '../../support/database/tables.ts'
import { createPeople, createPerson, type Person } from '../../support/factories/people.ts'

interface Step {
  method: string
  url: string
  body?: object
}

/** Returns the audit entries that a step writes: the action and the changes. */
async function writtenBy(app: TestApp, { session }: Person, { method, url, body }: Step) {
  app.clock.advance(1)
  const answer = await app.call(method, url, { as: session, ...(body && { body }) })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  const entries = await readColumns(
    app.context.store.db,
    'audit_log',
    ['action', 'changes', 'resource_id', 'actor_name'],
    { created_at: app.clock.now() },
  )
  return { data: answer.body.data, entries: entries.map(({ action, changes }) => [action, JSON.parse(changes)]) }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: each change of an organization, project, API key or account writes one audit entry without secrets`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const write = (method: string, url: string, body?: object) =>
      writtenBy(app, alice, { method, url, ...(body && { body }) })

    assert.deepEqual((await write('PATCH', '/api/organization', { name: 'New name' })).entries, [
      ['organization.renamed', { name: { from: 'Alice and Bob', to: 'New name' } }],
    ])
    assert.deepEqual((await write('PATCH', '/api/organization', { name: 'New name' })).entries, [])
    const logo = {
      image:
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    }
    assert.deepEqual((await write('PUT', '/api/organization/logo', logo)).entries, [
      ['organization.logo_changed', { logo: { from: null, to: 'png, 1 KiB' } }],
    ])
    assert.deepEqual((await write('PUT', '/api/organization/logo', logo)).entries, [])
    assert.deepEqual((await write('PUT', '/api/organization/logo', { image: null })).entries, [
      ['organization.logo_changed', { logo: { from: 'png, 1 KiB', to: null } }],
    ])
    assert.deepEqual((await write('PATCH', '/api/auth/me', { name: 'Alicia' })).entries, [
      ['user.renamed', { name: { from: 'Alice', to: 'Alicia' } }],
    ])

    const made = await write('POST', '/api/projects', { name: 'Shop' })
    assert.deepEqual(made.entries, [['project.created', { name: { to: 'Shop' }, slug: { to: 'shop' } }]])
    const project = `/api/projects/${made.data.project.id}`
    assert.deepEqual((await write('PATCH', project, { name: 'Web shop' })).entries, [
      ['project.renamed', { name: { from: 'Shop', to: 'Web shop' } }],
    ])
    assert.deepEqual((await write('PATCH', project, {})).entries, [])
    assert.deepEqual((await write('DELETE', project, {})).entries, [
      ['project.deleted', { name: { from: 'Web shop' }, monitor_count: { from: 0 } }],
    ])

    const key = await write('POST', '/api/auth/api-keys', { name: 'Deploy' })
    assert.equal(key.entries.length, 1)
    assert.deepEqual(key.entries[0]![0], 'api_key.created')
    assert.deepEqual(key.entries[0]![1].name, { to: 'Deploy' })
    const url = `/api/auth/api-keys/${key.data.id}`
    assert.deepEqual((await write('PATCH', url, { is_active: false })).entries, [
      ['api_key.updated', { is_active: { from: true, to: false } }],
    ])
    const rotated = await write('POST', `${url}/rotate`)
    assert.deepEqual(rotated.entries, [
      ['api_key.rotated', { key_preview: { from: key.data.key_preview, to: rotated.data.key_preview } }],
    ])
    assert.equal((await write('DELETE', url)).entries[0]![0], 'api_key.deleted')

    const all = JSON.stringify(await readRows(app.context.store.db, 'audit_log'))
    assert.ok(!all.includes(key.data.key) && !all.includes(rotated.data.key))
  })

  test(`${dialect}: an API key of a former member works again after rotation`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const ada = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    const { data: key } = await writtenBy(app, ada, {
      method: 'POST',
      url: '/api/auth/api-keys',
      body: { name: 'Deploy' },
    })
    const members = `/api/organizations/${alice.organizationId}/members`
    const { data } = (await app.call('GET', members, { as: alice.session })).body
    const { id } = data.find(({ user_id }: { user_id: string }) => user_id === ada.userId)
    await app.call('DELETE', `${members}/${id}`, { as: alice.session })

    const url = `/api/auth/api-keys/${key.id}`
    const switchOn = () => app.call('PATCH', url, { as: alice.session, body: { is_active: true } })
    assert.equal(describeResponse(await switchOn()), '409 CONFLICT')
    assert.equal(describeResponse(await app.call('PATCH', url, { as: alice.session, body: { name: 'Old' } })), '200')
    const rotated = (await app.call('POST', `${url}/rotate`, { as: alice.session })).body.data
    assert.equal(rotated.is_active, false)
    assert.equal(describeResponse(await switchOn()), '200')
    const read = (value: string) => app.call('GET', '/api/projects', { as: { 'x-api-key': value } })
    assert.deepEqual(
      [describeResponse(await read(rotated.key)), describeResponse(await read(key.key))],
      ['200', '401 INVALID_API_KEY'],
    )
  })
}
