import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeApp } from '../support/app.ts'
import { makeKey, makePeople } from '../support/make.ts'
import { DIALECTS } from '../support/stores.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: anyone in the organization reads it, with its limits and what is used of them`, async (t) => {
    const { call, context, tokens } = await makeApp(t, dialect)
    const { alice, bob } = await makePeople(context, tokens, 'pro')
    const key = await makeKey(context, bob, 'read')
    for (const as of [alice.session, bob.session, key]) {
      const { status, body } = await call('GET', '/api/organization', { as })
      assert.equal(status, 200, JSON.stringify(body))
      const { organization } = body.data
      assert.deepEqual(
        [organization.id, organization.name, organization.plan],
        [alice.organizationId, 'Alice and Bob', 'pro'],
      )
      assert.deepEqual([organization.limits.active_monitors, organization.limits.min_interval_seconds], [100, 60])
      assert.deepEqual([organization.limits.ssl_monitoring, organization.limits.raw_result_days], [true, 60])
      assert.deepEqual(organization.usage, {
        active_monitors: 0,
        projects: 1,
        api_keys: 1,
        members: 2,
        notification_targets: 0,
      })
      assert.match(organization.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  test(`${dialect}: its owner renames it, and what is read-only stays`, async (t) => {
    const { call, clock, context, tokens } = await makeApp(t, dialect)
    const { alice } = await makePeople(context, tokens)
    const as = alice.session
    const before = (await call('GET', '/api/organization', { as })).body.data.organization
    clock.advance(1000)
    const { body } = await call('PATCH', '/api/organization', { as, body: { ...before, name: 'Ours', plan: 'free' } })
    const { organization } = body.data
    assert.deepEqual(organization, { ...before, name: 'Ours', updated_at: organization.updated_at })
    assert.ok(organization.updated_at > before.updated_at)
    const refused = await call('PATCH', '/api/organization', { as, body: { owner: 'x' } })
    assert.deepEqual([refused.status, refused.body.error.details.field], [400, 'owner'])
  })

  test(`${dialect}: billing shows the plan of the organization`, async (t) => {
    const { call, context, tokens } = await makeApp(t, dialect)
    const { bob } = await makePeople(context, tokens, 'free')
    const { data } = (await call('GET', '/api/billing', { as: bob.session })).body
    const { organization } = (await call('GET', '/api/organization', { as: bob.session })).body.data
    assert.deepEqual(data, { plan: 'free', limits: organization.limits, usage: organization.usage })
  })
}
