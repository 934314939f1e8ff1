import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { createTypedClient, expectErrorCode, expectTypedData } from '../../support/api/typed-client.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPeople } from '../../support/factories/people.ts'

const PNG_LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const JPEG_LOGO = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEBAREA/9k='

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

  test(`${dialect}: an admin replaces the logo, every member reads it, and its removal leaves none`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens)
    const [api, reader] = [createTypedClient(app, alice.session), createTypedClient(app, bob.session)]
    const read = async () => (await expectTypedData(reader.GET('/api/organization/logo'))).logo.image
    const replace = async (image: string | null) =>
      (await expectTypedData(api.PUT('/api/organization/logo', { body: { image } }))).logo.image
    assert.equal(await read(), null)
    assert.equal(await replace(PNG_LOGO.replace('png', 'gif')), PNG_LOGO)
    assert.equal(await read(), PNG_LOGO)
    const large = Buffer.alloc(70_000).toString('base64')
    for (const [image, error] of [
      [`data:image/png;base64,${large}`, '400 VALIDATION_ERROR image'],
      [`data:image/png;base64,${large}${large}`, '413 PAYLOAD_TOO_LARGE'],
      ['data:image/svg+xml,<svg/>', '400 VALIDATION_ERROR image'],
    ] as const)
      assert.equal(await expectErrorCode(api.PUT('/api/organization/logo', { body: { image } })), error)
    assert.equal(await replace(JPEG_LOGO.replace('image/jpeg', '')), JPEG_LOGO)
    assert.equal(await read(), JPEG_LOGO)
    assert.equal(await replace(null), null)
    assert.equal(await read(), null)
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
