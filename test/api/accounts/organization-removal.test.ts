import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMonitor } from '../../../src/store/monitors/monitors.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readRevision } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'
import { logIn, registerAs, toAccount } from '../../support/factories/accounts.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: deleting an organization deletes all of its data at once`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { alice, bob, charlie, context } = app
    const { id } = await app.create()
    const body = { email: 'new@example.test', role: 'viewer' }
    const url = `/api/organizations/${alice.organizationId}/invitations`
    const { accept_url } = (await app.call('POST', url, { as: alice.session, body })).body.data.invitation
    const key = await createKeyHeaders(context, alice, 'read')
    const remove = (as: Record<string, string>, sent: object = { confirm: true }) =>
      app.call('DELETE', '/api/organization', { as, body: sent })

    assert.equal(describeResponse(await remove(bob.session)), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(describeResponse(await remove(alice.session, {})), '400 CONFIRMATION_REQUIRED')
    assert.equal(describeResponse(await app.call('GET', '/api/projects', { as: alice.session })), '200')
    const revision = await readRevision(context.store.db)
    const removed = await remove(alice.session)
    assert.deepEqual([removed.status, removed.body.data], [200, { deleted: true }])

    for (const as of [alice.session, bob.session])
      assert.equal(describeResponse(await app.call('GET', '/api/projects', { as })), '401 INVALID_TOKEN')
    assert.equal(describeResponse(await app.call('GET', '/api/projects', { as: key })), '401 INVALID_API_KEY')
    const token = new URL(accept_url).searchParams.get('token')
    const joining = { token, name: 'New', password: 'plum lantern orbit' }
    assert.equal(
      describeResponse(await app.call('POST', '/api/auth/invitations/accept', { body: joining })),
      '401 INVALID_TOKEN',
    )
    assert.equal(await findMonitor(context.store.db, alice.projectId, id), null)
    const buried = await readRow(context.store.db, 'monitors', { id })
    assert.ok(buried.deleted_at !== null && buried.revision > revision, 'probes receive the removal')
    assert.ok(context.woken.includes('assignments'))
    assert.equal(
      (await app.call('GET', '/api/projects', { as: charlie.session })).status,
      200,
      'other organizations continue',
    )
  })

  test(`${dialect}: members of a deleted organization keep their other organizations`, async (t) => {
    const app = await createTestApp(t, dialect)
    await registerAs(app, 'Root')
    const alice = await registerAs(app, 'Alice')
    assert.equal(
      (await app.call('DELETE', '/api/organization', { as: alice.session, body: { confirm: true } })).status,
      200,
    )
    assert.equal(describeResponse(await logIn(app, alice.email)), '403 INSUFFICIENT_PERMISSIONS')
    const listed = await app.call('GET', '/api/admin/organizations', {
      as: toAccount(await logIn(app, 'root@example.test')).session,
    })
    assert.equal(listed.body.data.organizations.length, 1)
  })
}

test('the instance admin cannot delete their organization', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const root = await registerAs(app, 'Root')
  assert.equal(
    describeResponse(await app.call('DELETE', '/api/organization', { as: root.session, body: { confirm: true } })),
    '409 CONFLICT',
  )
})

test('an organization admin cannot delete the organization', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const root = await registerAs(app, 'Root')
  const { session } = await createPerson(app.context, app.tokens, { ...root, projectId: '' }, 'admin')
  assert.equal(
    describeResponse(await app.call('DELETE', '/api/organization', { as: session, body: { confirm: true } })),
    '403 INSUFFICIENT_PERMISSIONS',
  )
})
