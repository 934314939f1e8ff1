import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../../src/core/accounts/access.ts'
import { createApiKey, rotateApiKey, updateApiKeySettings } from '../../../src/services/accounts/api-keys.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { insertMember } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readRow, readRows } from '../../support/database/tables.ts'
import { createMailbox, PASSWORD } from '../../support/factories/accounts.ts'
import {
  createKeyHeaders,
  createPeople,
  createPerson,
  createTeam,
  type Person,
} from '../../support/factories/people.ts'

const urlOf = ({ organizationId }: Person, member = ''): string =>
  `/api/organizations/${organizationId}/members${member}`

async function memberIdOf(app: TestApp, { userId, organizationId }: Person): Promise<string> {
  const { id } = await readRow(app.context.store.db, 'members', { user_id: userId, organization_id: organizationId })
  return id
}

/** @param as user who changes the role */
async function setRole(app: TestApp, as: Person, whose: Person, role: string): Promise<string> {
  app.clock.advance(1) // gives the audit entries an order
  const url = urlOf(as, `/${await memberIdOf(app, whose)}`)
  return describeResponse(await app.call('PATCH', url, { as: as.session, body: { role } }))
}

async function remove(app: TestApp, as: Person, whose: Person): Promise<string> {
  return describeResponse(await app.call('DELETE', urlOf(as, `/${await memberIdOf(app, whose)}`), { as: as.session }))
}

/** @returns the token of the invitation link */
async function invite(app: TestApp, as: Person, role: string): Promise<string> {
  const body = { email: `${role}-to-be@example.test`, role }
  const answer = await app.call('POST', `/api/organizations/${as.organizationId}/invitations`, { as: as.session, body })
  return new URL(answer.body.data.invitation.accept_url).searchParams.get('token')!
}

const actionsOf = async ({ context }: TestApp) =>
  (await readRows(context.store.db, 'audit_log', {}, ['created_at'])).map(({ action, changes }) => [
    action,
    JSON.parse(changes),
  ])

for (const dialect of DIALECTS) {
  test(`${dialect}: the list shows the kinds of contact methods without addresses, and their last messages`, async (t) => {
    const app = await createTestApp(t, dialect, {}, { mailer: createMailbox().mailer })
    const { alice, bob } = await createPeople(app.context, app.tokens)
    const add = async (url: string, is_enabled = true) => {
      const body = { name: 'Pager', channel: 'webhook', config: { url }, is_enabled }
      return (await app.call('POST', '/api/auth/contact-methods', { as: alice.session, body })).body.data.contact_method
    }
    const [early, late] = [await add('https://planted.example.com/1'), await add('https://planted.example.com/2')]
    for (const [index, { id }] of [early, late].entries())
      await insertRows(app.context.store.db, 'target_health', {
        target_id: id,
        last_delivered_at: index * 1_000,
        last_failed_at: null,
        last_error: null,
        config_note: null,
      })
    const { body } = await app.call('GET', urlOf(bob), { as: bob.session })
    assert.doesNotMatch(JSON.stringify(body), /planted/)
    const kindsOf = (name: string) => body.data.find((member: { name: string }) => member.name === name).reachable_by
    const email = { channel: 'email', service: null, last_delivered_at: null }
    assert.deepEqual(kindsOf('Alice'), [
      email,
      { channel: 'webhook', service: null, last_delivered_at: '1970-01-01T00:00:01.000Z' },
    ])
    assert.deepEqual(kindsOf('Bob'), [email])
  })

  test(`${dialect}: the list leaves out email while this installation has no mail server`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { bob } = await createPeople(app.context, app.tokens)
    const { body } = await app.call('GET', urlOf(bob), { as: bob.session })
    assert.deepEqual(
      body.data.map((member: { reachable_by: unknown }) => member.reachable_by),
      [[], []],
    )
  })

  test(`${dialect}: a user with any role lists the members by name, page by page`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens)
    await createPerson(app.context, app.tokens, alice, 'viewer', 'anna')
    const { status, body } = await app.call('GET', urlOf(bob, '?pageSize=2'), { as: bob.session })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      body.data.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [
        ['Alice', 'owner'],
        ['anna', 'viewer'],
      ],
    )
    assert.deepEqual(body.data[1].permissions, ['can_view'])
    assert.deepEqual(body.pagination, {
      page: 1,
      pageSize: 2,
      total: 3,
      totalPages: 2,
      hasNext: true,
      hasPrevious: false,
    })
    const second = await app.call('GET', urlOf(bob, '?page=2&pageSize=2'), { as: bob.session })
    assert.deepEqual([second.body.data[0].name, second.body.data[0].email], ['Bob', bob.email])
    assert.deepEqual([second.body.pagination.hasNext, second.body.pagination.hasPrevious], [false, true])
  })

  test(`${dialect}: another organization gets the same answer as an unknown one`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, charlie } = await createPeople(app.context, app.tokens)
    const answers = await Promise.all([
      app.call('GET', urlOf(charlie), { as: alice.session }),
      app.call('PATCH', urlOf(charlie, `/${charlie.userId}`), { as: alice.session, body: { role: 'viewer' } }),
      app.call('DELETE', urlOf(charlie, `/${charlie.userId}`), { as: alice.session }),
      app.call('PATCH', urlOf(alice, `/${await memberIdOf(app, charlie)}`), {
        as: alice.session,
        body: { role: 'viewer' },
      }),
      app.call('DELETE', urlOf(alice, `/${await memberIdOf(app, charlie)}`), { as: alice.session }),
    ])
    assert.deepEqual(answers.map(describeResponse), Array(5).fill('404 RESOURCE_NOT_FOUND'))
  })

  test(`${dialect}: admins change roles, but only owners add and remove owners`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens)
    const admin = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    assert.equal(await setRole(app, bob, alice, 'viewer'), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(await setRole(app, admin, bob, 'responder'), '200')
    assert.equal(await setRole(app, admin, bob, 'owner'), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(await setRole(app, admin, alice, 'viewer'), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(await remove(app, admin, alice), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(await setRole(app, alice, bob, 'owner'), '200')
    assert.equal(await setRole(app, bob, alice, 'viewer'), '200')
    assert.equal(
      await setRole(app, alice, bob, 'viewer'),
      '403 INSUFFICIENT_PERMISSIONS',
      'the former owner lost the permission',
    )
    const actions = await actionsOf(app)
    assert.deepEqual(actions[0], [
      'member.role_changed',
      { role: { from: 'editor', to: 'responder' }, email: { to: bob.email } },
    ])
    assert.equal(actions.length, 3)
  })

  test(`${dialect}: the last owner cannot be demoted, be removed or leave`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    assert.equal(await setRole(app, alice, alice, 'admin'), '409 CONFLICT')
    assert.equal(await remove(app, alice, alice), '409 CONFLICT')
    assert.equal(await setRole(app, alice, alice, 'owner'), '200')
    assert.deepEqual(await actionsOf(app), [])
  })

  test(`${dialect}: when two owners leave at once, one stays`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const anna = await createPerson(app.context, app.tokens, alice, 'owner', 'Anna')
    const leaving = await Promise.all([remove(app, alice, alice), remove(app, anna, anna)])
    assert.deepEqual(leaving.sort(), ['200', '409 CONFLICT'])
    const [left] = await readRows(app.context.store.db, 'members', {
      organization_id: alice.organizationId,
      role: 'owner',
    })
    const stayed = left!.user_id === alice.userId ? alice : anna
    const other = await createPerson(app.context, app.tokens, alice, 'owner', 'Otto')
    const demoting = await Promise.all([setRole(app, stayed, other, 'viewer'), setRole(app, other, stayed, 'viewer')])
    assert.deepEqual(demoting.sort(), ['200', '403 INSUFFICIENT_PERMISSIONS'])
  })

  test(`${dialect}: a removed member loses access at once, with the keys they created`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const admin = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    const key = await createKeyHeaders(app.context, admin, 'read')
    assert.equal((await app.call('GET', '/api/projects', { as: key })).status, 200)
    assert.equal(await remove(app, alice, admin), '200')
    assert.equal(describeResponse(await app.call('GET', '/api/projects', { as: admin.session })), '401 INVALID_TOKEN')
    assert.equal(describeResponse(await app.call('GET', '/api/projects', { as: key })), '401 INVALID_API_KEY')
    const { keys } = (await app.call('GET', '/api/auth/api-keys', { as: alice.session })).body.data
    assert.equal(keys[0].is_active, false)

    await app.context.store.transact((tx) =>
      insertMember(tx, {
        id: app.context.newId(),
        organization_id: alice.organizationId,
        user_id: admin.userId,
        role: 'viewer',
      }),
    )
    assert.equal(
      describeResponse(await app.call('GET', '/api/projects', { as: admin.session })),
      '401 INVALID_TOKEN',
      'back again',
    )
    assert.equal(
      describeResponse(await app.call('GET', '/api/projects', { as: key })),
      '401 INVALID_API_KEY',
      'back again',
    )
  })

  test(`${dialect}: a demoted member keeps no key and no invitation with more permissions`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const owner = await createPerson(app.context, app.tokens, alice, 'owner', 'Olga')
    const [reading, writing] = [
      await createKeyHeaders(app.context, owner, 'read'),
      await createKeyHeaders(app.context, owner, 'read_write'),
    ]
    const accept = (token: string) =>
      app.call('POST', '/api/auth/invitations/accept', { body: { token, name: 'Alter ego', password: PASSWORD } })
    const links = await Promise.all(['owner', 'admin', 'viewer'].map((role) => invite(app, owner, role)))
    assert.equal(await setRole(app, alice, owner, 'admin'), '200')
    assert.equal(
      describeResponse(await accept(links[0]!)),
      '401 INVALID_TOKEN',
      'the invitation would restore the owner role',
    )
    assert.equal(describeResponse(await accept(links[2]!)), '200')
    assert.equal((await app.call('GET', '/api/projects', { as: writing })).status, 200)
    assert.equal(await setRole(app, alice, owner, 'editor'), '200')
    assert.equal(
      describeResponse(await accept(links[1]!)),
      '401 INVALID_TOKEN',
      'the invitation would restore the admin role',
    )
    assert.equal((await app.call('GET', '/api/projects', { as: writing })).status, 200, 'an editor may write')
    assert.equal(await setRole(app, alice, owner, 'viewer'), '200')
    assert.equal(describeResponse(await app.call('GET', '/api/projects', { as: writing })), '401 INVALID_API_KEY')
    assert.equal((await app.call('GET', '/api/projects', { as: reading })).status, 200)
  })

  test(`${dialect}: a member demoted during a request cannot create or change an API key`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const admin = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    const actor: Actor = {
      userId: admin.userId,
      userName: 'Ada',
      organizationId: admin.organizationId,
      role: 'admin',
      isInstanceAdmin: false,
      plan: 'scale',
      credential: { kind: 'session', sessionId: 'admitted before the change' },
      ip: '203.0.113.9',
    }
    const make = () =>
      createApiKey(app.context, actor, { name: 'Key', scope: 'read_write', isActive: true, expiresAt: null })
    const { apiKey } = await make()
    assert.equal(await setRole(app, alice, admin, 'viewer'), '200')
    await assert.rejects(make(), { code: 'INSUFFICIENT_PERMISSIONS' })
    await assert.rejects(rotateApiKey(app.context, actor, apiKey.id), { code: 'INSUFFICIENT_PERMISSIONS' })
    await assert.rejects(updateApiKeySettings(app.context, actor, apiKey.id, { isActive: true }), {
      code: 'INSUFFICIENT_PERMISSIONS',
    })
    assert.equal(await remove(app, alice, admin), '200')
    await assert.rejects(make(), { code: 'INVALID_TOKEN' })
  })

  test(`${dialect}: a viewer leaves the organization, and a second removal finds no member`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const viewer = await createPerson(app.context, app.tokens, alice, 'viewer', 'Vera')
    const id = await memberIdOf(app, viewer)
    assert.equal(await remove(app, viewer, alice), '403 INSUFFICIENT_PERMISSIONS')
    const stranger = await app.call('DELETE', urlOf(viewer, `/${viewer.userId}`), { as: viewer.session })
    assert.equal(
      describeResponse(stranger),
      '403 INSUFFICIENT_PERMISSIONS',
      'a refusal does not reveal whether the member exists',
    )
    assert.equal(await remove(app, viewer, viewer), '200')
    assert.equal(
      describeResponse(await app.call('DELETE', urlOf(alice, `/${id}`), { as: alice.session })),
      '404 RESOURCE_NOT_FOUND',
    )
    assert.deepEqual((await actionsOf(app))[0], [
      'member.left',
      { email: { from: viewer.email }, role: { from: 'viewer' } },
    ])
  })
}

test('an API key neither reads nor changes members', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(app.context, app.tokens)
  const key = await createKeyHeaders(app.context, alice, 'read_write')
  assert.equal(describeResponse(await app.call('GET', urlOf(alice), { as: key })), '403 JWT_REQUIRED')
  assert.equal(
    describeResponse(await app.call('DELETE', urlOf(alice, `/${alice.userId}`), { as: key })),
    '403 JWT_REQUIRED',
  )
})

test('read-only fields are ignored in an update, and an unknown role is refused', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const { alice, bob } = await createPeople(app.context, app.tokens)
  const [, member] = (await app.call('GET', urlOf(alice), { as: alice.session })).body.data
  assert.equal(member.user_id, bob.userId)
  const url = urlOf(alice, `/${member.id}`)
  const same = await app.call('PATCH', url, { as: alice.session, body: { ...member, name: 'Somebody else' } })
  assert.deepEqual(same.body.data.member, member)
  assert.equal(
    describeResponse(await app.call('PATCH', url, { as: alice.session, body: { role: 'king' } })),
    '400 VALIDATION_ERROR role',
  )
})

test('paging through a large organization lists every member once', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const team = await createTeam(app.context)
  const people = []
  for (const role of ['owner', 'viewer', 'viewer', 'viewer', 'viewer'] as const)
    people.push(await createPerson(app.context, app.tokens, team, role, 'Same name'))
  const seen = []
  for (const page of [1, 2, 3])
    seen.push(
      ...(await app.call('GET', urlOf(people[0]!, `?pageSize=2&page=${page}`), { as: people[0]!.session })).body.data,
    )
  assert.equal(new Set(seen.map(({ id }) => id)).size, 5)
})
