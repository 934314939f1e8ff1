import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { createTypedClient, expectErrorCode, expectTypedData } from '../../support/api/typed-client.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPeople } from '../../support/factories/people.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a user with any role reads the organization with its limits and usage`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens, 'pro')
    const key = await createKeyHeaders(app.context, bob, 'read')
    for (const as of [alice.session, bob.session, key]) {
      const { organization } = await expectTypedData(createTypedClient(app, as).GET('/api/organization'))
      assert.deepEqual(
        [organization.id, organization.name, organization.plan],
        [alice.organizationId, 'Alice and Bob', 'pro'],
      )
      assert.deepEqual([organization.limits.active_monitors, organization.limits.min_interval_seconds], [100, 60])
      assert.deepEqual([organization.limits.ssl_monitoring, organization.limits.raw_result_days], [true, 60])
      const { active_monitors, projects, api_keys, members, notification_targets } = organization.usage
      assert.deepEqual([active_monitors, projects, api_keys, members, notification_targets], [0, 1, 1, 2, 0])
      assert.match(organization.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  test(`${dialect}: the owner renames the organization, and read-only fields do not change`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const api = createTypedClient(app, alice.session)
    const { organization: before } = await expectTypedData(api.GET('/api/organization'))
    app.clock.advance(1000)
    const body = { ...before, name: 'Ours', plan: 'free' }
    const { organization } = await expectTypedData(api.PATCH('/api/organization', { body }))
    assert.deepEqual(organization, { ...before, name: 'Ours', updated_at: organization.updated_at })
    assert.ok(organization.updated_at > before.updated_at)
    const refused = api.PATCH('/api/organization', { body: { owner: 'x' } as never })
    assert.equal(await expectErrorCode(refused), '400 VALIDATION_ERROR owner')
  })

  test(`${dialect}: the billing route returns the plan of the organization`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { bob } = await createPeople(app.context, app.tokens, 'free')
    const api = createTypedClient(app, bob.session)
    const billing = await expectTypedData(api.GET('/api/billing'))
    const { organization } = await expectTypedData(api.GET('/api/organization'))
    assert.deepEqual(billing, { plan: 'free', limits: organization.limits, usage: organization.usage })
  })
}
