import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { insertMember } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { registerAs, toAccount } from '../../support/factories/accounts.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: an account acts in several organizations, with one session per organization`, async (t) => {
    const app = await createTestApp(t, dialect)
    const [alice, bob] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
    const switchTo = (organization_id: string) =>
      app.call('POST', '/api/auth/switch-organization', { as: bob.session, body: { organization_id } })
    assert.equal(describeResponse(await switchTo(alice.organizationId)), '404 RESOURCE_NOT_FOUND')
    assert.equal(describeResponse(await switchTo(alice.userId)), '404 RESOURCE_NOT_FOUND')

    app.clock.advance(1000)
    await app.context.store.transact((tx) =>
      insertMember(tx, {
        id: app.context.newId(),
        organization_id: alice.organizationId,
        user_id: bob.userId,
        role: 'viewer',
        joined_at: app.clock.now(),
      }),
    )
    const listed = (await app.call('GET', '/api/organizations', { as: bob.session })).body.data
    assert.deepEqual(
      listed.organizations.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [
        [bob.organizationId, 'owner'],
        [alice.organizationId, 'viewer'],
      ],
    )
    const switched = await switchTo(alice.organizationId)
    assert.equal(switched.status, 200, JSON.stringify(switched.body))
    const { data } = switched.body
    assert.deepEqual(
      [data.organization.id, data.project.organization_id, data.user.role],
      [alice.organizationId, alice.organizationId, 'viewer'],
    )
    const there = toAccount(switched)
    const read = async (as: Record<string, string>) =>
      (await app.call('GET', '/api/organization', { as })).body.data.organization.id
    assert.deepEqual([await read(there.session), await read(bob.session)], [alice.organizationId, bob.organizationId])
    const refreshed = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: there.refreshToken } })
    assert.equal(await read({ authorization: `Bearer ${refreshed.body.data.access_token}` }), alice.organizationId)
  })
}

test('an API key cannot switch to another organization', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const as = await createKeyHeaders(app.context, { ...alice, projectId: '' }, 'read_write')
  const body = { organization_id: alice.organizationId }
  assert.equal(
    describeResponse(await app.call('POST', '/api/auth/switch-organization', { as, body })),
    '403 JWT_REQUIRED',
  )
})
