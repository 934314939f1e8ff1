import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { readColumns } from '../../support/database/tables.ts'
import { registerAs } from '../../support/factories/accounts.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: only the instance admin lists organizations and changes their plans`, async (t) => {
    const app = await createTestApp(t, dialect)
    const root = await registerAs(app, 'Root')
    app.clock.advance(1000)
    const charlie = await registerAs(app, 'Charlie')
    const listed = await app.call('GET', '/api/admin/organizations?limit=1', { as: root.session })
    assert.equal(listed.status, 200, JSON.stringify(listed.body))
    const [first] = listed.body.data.organizations
    assert.deepEqual([first.id, first.plan, first.member_count], [charlie.organizationId, 'free', 1])
    assert.deepEqual([listed.body.data.pagination.total_count, listed.body.data.pagination.has_more], [2, true])

    const url = `/api/admin/organizations/${charlie.organizationId}/plan`
    const changed = await app.call('PUT', url, { as: root.session, body: { plan: 'pro' } })
    assert.deepEqual([changed.status, changed.body.data.organization.plan], [200, 'pro'])
    const { body } = await app.call('GET', '/api/billing', { as: charlie.session })
    assert.deepEqual([body.data.plan, body.data.limits.members], ['pro', 20])
    const entries = await readColumns(app.context.store.db, 'audit_log', ['organization_id', 'actor_name', 'changes'], {
      action: 'organization.plan_changed',
    })
    assert.deepEqual(
      entries.map(({ organization_id, actor_name, changes }) => [organization_id, actor_name, JSON.parse(changes)]),
      [[charlie.organizationId, 'Root', { plan: { from: 'free', to: 'pro' } }]],
    )

    const wrong = await app.call('PUT', url, { as: root.session, body: { plan: 'gold' } })
    assert.equal(describeResponse(wrong), '400 VALIDATION_ERROR plan')
    const nowhere = `/api/admin/organizations/${root.userId}/plan`
    assert.equal(
      describeResponse(await app.call('PUT', nowhere, { as: root.session, body: { plan: 'pro' } })),
      '404 RESOURCE_NOT_FOUND',
    )
    const key = await createKeyHeaders(app.context, { ...root, projectId: '' }, 'read_write')
    assert.equal(describeResponse(await app.call('PUT', url, { as: key, body: { plan: 'pro' } })), '403 JWT_REQUIRED')
  })

  test(`${dialect}: admin routes refuse other users before any other check`, async (t) => {
    const app = await createTestApp(t, dialect)
    const root = await registerAs(app, 'Root')
    const owner = await createPerson(app.context, app.tokens, { ...root, projectId: '' }, 'owner')
    assert.equal(
      describeResponse(await app.call('GET', '/api/admin/organizations', { as: owner.session })),
      '403 INSUFFICIENT_PERMISSIONS',
    )
    const put = await app.call('PUT', '/api/admin/organizations/nonsense/plan', {
      as: owner.session,
      body: { plan: 1 },
    })
    assert.equal(describeResponse(put), '403 INSUFFICIENT_PERMISSIONS')
  })
}
