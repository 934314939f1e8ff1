import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailer } from '../../../src/channels/mailer.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import {
  type Account,
  createMailbox,
  logIn,
  PASSWORD,
  readToken,
  registerAs,
  toAccount,
} from '../../support/factories/accounts.ts'
import { createKeyHeaders, createPeople, createPerson, createTeam } from '../../support/factories/people.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { waitUntil } from '../../support/time/until.ts'

const BOB = 'bob@example.test'

type Inviter = Pick<Account, 'organizationId' | 'session'>

const urlOf = ({ organizationId }: Inviter, rest = ''): string =>
  `/api/organizations/${organizationId}/invitations${rest}`

const inviteAs = (app: TestApp, as: Inviter, email: string, role = 'editor'): Promise<TestResponse> =>
  app.call('POST', urlOf(as), { as: as.session, body: { email, role } })

async function tokenFor(app: TestApp, as: Inviter, email: string, role = 'editor'): Promise<string> {
  const { body } = await inviteAs(app, as, email, role)
  return new URL(body.data.invitation.accept_url).searchParams.get('token')!
}

const accept = (app: TestApp, body: object, as?: Account): Promise<TestResponse> =>
  app.call('POST', '/api/auth/invitations/accept', { body, ...(as && { as: as.session }) })

const NEWCOMER = { name: 'Bob', password: PASSWORD }

for (const dialect of DIALECTS) {
  test(`${dialect}: a new user accepts an invitation, creates an account and joins the organization`, async (t) => {
    const app = await createTestApp(t, dialect, { registration: 'invite' })
    const alice = await registerAs(app, 'Alice')
    const { status, body } = await inviteAs(app, alice, 'Bob@Example.test')
    assert.equal(status, 201, JSON.stringify(body))
    const { invitation } = body.data
    assert.deepEqual([invitation.email, invitation.role, invitation.invited_by_name], [BOB, 'editor', 'Alice'])
    assert.equal(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at), 7 * DAY_MS)
    assert.match(invitation.accept_url, /^http:\/\/watchkeeper\.test\/invite\?token=[\w-]{43}$/)
    const listed = (await app.call('GET', urlOf(alice), { as: alice.session })).body.data
    const { accept_url: _, email_status: mailed, ...shown } = invitation
    assert.equal(mailed, 'not_configured')
    assert.deepEqual([listed.invitations, listed.pagination.total_count], [[shown], 1])

    const token = new URL(invitation.accept_url).searchParams.get('token')
    const joined = await accept(app, { token, ...NEWCOMER })
    assert.equal(joined.status, 200, JSON.stringify(joined.body))
    assert.deepEqual(
      [joined.body.data.user.role, joined.body.data.organization.id, joined.body.data.user.is_instance_admin],
      ['editor', alice.organizationId, false],
    )
    const bob = toAccount(joined)
    assert.equal((await app.call('GET', '/api/projects', { as: bob.session })).status, 200)
    assert.equal((await logIn(app, BOB)).status, 200)
    assert.equal(describeResponse(await accept(app, { token, ...NEWCOMER })), '401 INVALID_TOKEN')
    assert.equal((await app.call('GET', urlOf(alice), { as: alice.session })).body.data.pagination.total_count, 0)
    const stored = JSON.stringify(await readRows(app.context.store.db, 'audit_log'))
    assert.match(stored, /invitation\.created[\s\S]*member\.joined|member\.joined[\s\S]*invitation\.created/)
    assert.ok(!stored.includes(token!))
  })

  test(`${dialect}: a user with an account must sign in to accept, because the inviting user also has the link`, async (t) => {
    const app = await createTestApp(t, dialect)
    const [alice, bob] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
    const charlie = await registerAs(app, 'Charlie')
    app.clock.advance(1000)
    const token = await tokenFor(app, alice, BOB, 'admin')
    const without = await accept(app, { token })
    assert.equal(describeResponse(without), '401 INVALID_CREDENTIALS')
    assert.equal(without.body.error.details.account_exists, true)
    assert.equal(
      describeResponse(await accept(app, { token, name: 'Mallory', password: 'another password' })),
      '401 INVALID_CREDENTIALS',
    )
    assert.equal(describeResponse(await accept(app, { token }, charlie)), '401 INVALID_CREDENTIALS')
    const joined = await accept(app, { token }, bob)
    assert.equal(joined.status, 200, JSON.stringify(joined.body))
    assert.deepEqual(
      [joined.body.data.user.id, joined.body.data.user.role, joined.body.data.organization.id],
      [bob.userId, 'admin', alice.organizationId],
    )

    const second = await tokenFor(app, charlie, BOB)
    const byPassword = await accept(app, { token: second, password: PASSWORD })
    assert.equal(byPassword.body.data?.organization.id, charlie.organizationId)
    assert.equal(
      (await logIn(app, BOB)).body.data.organization.id,
      bob.organizationId,
      'the first organization of the user',
    )
  })

  test(`${dialect}: concurrent requests accept an invitation only once`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const token = await tokenFor(app, alice, BOB)
    const both = await Promise.all([1, 2].map(() => accept(app, { token, ...NEWCOMER })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  })

  test(`${dialect}: an account created during the acceptance is not taken over`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const token = await tokenFor(app, alice, BOB)
    const [accepted, registered] = await Promise.all([
      accept(app, { token, ...NEWCOMER }),
      registerAs(app, 'Bob').catch(() => null),
    ])
    assert.ok(
      (accepted.status === 200) !== (registered !== null),
      `${describeResponse(accepted)} and ${registered?.email}`,
    )
  })

  test(`${dialect}: a withdrawn or expired invitation cannot be accepted`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const { invitation } = (await inviteAs(app, alice, BOB)).body.data
    const withdraw = () => app.call('DELETE', urlOf(alice, `/${invitation.id}`), { as: alice.session })
    assert.deepEqual(
      [describeResponse(await withdraw()), describeResponse(await withdraw())],
      ['200', '404 RESOURCE_NOT_FOUND'],
    )
    const withdrawn = new URL(invitation.accept_url).searchParams.get('token')
    assert.equal(describeResponse(await accept(app, { token: withdrawn, ...NEWCOMER })), '401 INVALID_TOKEN')

    const token = await tokenFor(app, alice, BOB)
    app.clock.advance(7 * DAY_MS)
    assert.equal(describeResponse(await accept(app, { token, ...NEWCOMER })), '401 INVALID_TOKEN')
    const fresh = toAccount(await logIn(app, alice.email))
    assert.equal((await app.call('GET', urlOf(fresh), { as: fresh.session })).body.data.invitations.length, 0)
    assert.equal((await inviteAs(app, fresh, BOB)).status, 201, 'the expired invitation does not prevent a new one')
  })

  test(`${dialect}: a second invitation of an address or an invitation of a member is refused`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens)
    assert.equal(describeResponse(await inviteAs(app, alice, bob.email.toUpperCase())), '409 CONFLICT email')
    const both = await Promise.all([1, 2].map(() => inviteAs(app, alice, 'new@example.test')))
    assert.deepEqual(both.map(describeResponse).sort(), ['201', '409 CONFLICT email'])
  })

  test(`${dialect}: the plan limit counts members and open invitations, even with concurrent requests`, async (t) => {
    const app = await createTestApp(t, dialect)
    const team = await createTeam(app.context, 'Small', 'free')
    const owner = await createPerson(app.context, app.tokens, team, 'owner')
    await inviteAs(app, owner, 'one@example.test')
    const last = await Promise.all(['two', 'three'].map((name) => inviteAs(app, owner, `${name}@example.test`)))
    assert.deepEqual(last.map(describeResponse).sort(), ['201', '403 PLAN_LIMIT_REACHED'])
  })

  test(`${dialect}: only owners invite owners, and only owners and admins invite users`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens)
    const admin = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    assert.equal(describeResponse(await inviteAs(app, bob, 'new@example.test')), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(
      describeResponse(await inviteAs(app, admin, 'new@example.test', 'owner')),
      '403 INSUFFICIENT_PERMISSIONS',
    )
    assert.equal(describeResponse(await inviteAs(app, admin, 'new@example.test', 'admin')), '201')
    assert.equal(describeResponse(await inviteAs(app, alice, 'newer@example.test', 'owner')), '201')
  })

  test(`${dialect}: another organization gets the same answer as an unknown one`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, charlie } = await createPeople(app.context, app.tokens)
    const { invitation } = (await inviteAs(app, charlie, BOB)).body.data
    const answers = await Promise.all([
      app.call('GET', urlOf(charlie), { as: alice.session }),
      app.call('POST', urlOf(charlie), { as: alice.session, body: { email: BOB, role: 'viewer' } }),
      app.call('DELETE', urlOf(charlie, `/${invitation.id}`), { as: alice.session }),
      app.call('DELETE', urlOf(alice, `/${invitation.id}`), { as: alice.session }),
    ])
    assert.deepEqual(answers.map(describeResponse), Array(4).fill('404 RESOURCE_NOT_FOUND'))
  })

  test(`${dialect}: removing a member deletes their invitations`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const admin = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    const token = await tokenFor(app, admin, BOB)
    const members = `/api/organizations/${alice.organizationId}/members`
    const { data } = (await app.call('GET', members, { as: alice.session })).body
    const { id } = data.find(({ user_id }: { user_id: string }) => user_id === admin.userId)
    await app.call('DELETE', `${members}/${id}`, { as: alice.session })
    assert.equal(describeResponse(await accept(app, { token, ...NEWCOMER })), '401 INVALID_TOKEN')
  })
}

test('accepting requires a name and a good password, and a closed server refuses new accounts', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const token = await tokenFor(app, alice, BOB)
  const missing = await accept(app, { token })
  assert.equal(describeResponse(missing), '400 VALIDATION_ERROR name')
  assert.equal(missing.body.error.details.issues.length, 2)
  assert.equal(
    describeResponse(await accept(app, { token, name: 'Bob', password: 'password123' })),
    '400 VALIDATION_ERROR password',
  )
  assert.equal((await accept(app, { token, ...NEWCOMER })).status, 200, 'the link still works')

  const closed = await createTestApp(t, 'sqlite', { registration: 'closed' })
  const { alice: owner } = await createPeople(closed.context, closed.tokens)
  const refused = await accept(closed, { token: await tokenFor(closed, owner, BOB), ...NEWCOMER })
  assert.equal(describeResponse(refused), '403 REGISTRATION_CLOSED')
})

test('a client with the link reads the invitation until it is accepted', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const token = await tokenFor(app, alice, BOB)
  const lookUp = (body: object) => app.call('POST', '/api/auth/invitations/look-up', { body })
  const { expires_at: expiresAt, ...sent } = (await lookUp({ token })).body.data.invitation
  assert.deepEqual(sent, {
    organization_name: (await app.call('GET', '/api/organization', { as: alice.session })).body.data.organization.name,
    email: BOB,
    role: 'editor',
    invited_by_name: 'Alice',
    account_exists: false,
  })
  await registerAs(app, 'Bob')
  assert.equal((await lookUp({ token })).body.data.invitation.account_exists, true)
  app.clock.advance(Date.parse(expiresAt) - app.context.now())
  assert.equal(describeResponse(await lookUp({ token })), '401 INVALID_TOKEN')
})

test('password guesses on an invitation count like sign-in attempts', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const [alice] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
  const token = await tokenFor(app, alice, BOB)
  const guesses = []
  for (let n = 0; n < 6; n++)
    guesses.push(describeResponse(await accept(app, { token, password: `guess number ${n}` })))
  assert.deepEqual(guesses, [...Array(5).fill('401 INVALID_CREDENTIALS'), '429 RATE_LIMIT_EXCEEDED'])
  assert.equal((await logIn(app, BOB)).status, 429)
})

test('an expired session is refused as such when it accepts an invitation', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const [alice, bob] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
  await app.call('POST', '/api/auth/logout', { as: bob.session, body: {} })
  const token = await tokenFor(app, alice, BOB)
  assert.equal(describeResponse(await accept(app, { token }, bob)), '401 INVALID_TOKEN')
  const headers = { authorization: 'Basic Ym9iOmJvYg==' }
  const basic = await app.call('POST', '/api/auth/invitations/accept', { body: { token }, headers })
  assert.equal(describeResponse(basic), '401 MISSING_AUTH')
})

test('an API key cannot access invitations', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(app.context, app.tokens)
  const key = await createKeyHeaders(app.context, alice, 'read_write')
  assert.equal(describeResponse(await app.call('GET', urlOf(alice), { as: key })), '403 JWT_REQUIRED')
})

test('the invited user gets an email with the link, and names in it are escaped', async (t) => {
  const { url, mails } = await openMailServer(t)
  const mailer = createMailer({ url, from: 'Watchkeeper <alerts@example.test>', timeoutMs: 60_000 })
  t.after(() => mailer.close())
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  const name = 'Al <b>ice</b>\n\nhttps://evil.test'
  const body = { email: 'alice@example.test', name, password: PASSWORD, organization_name: 'Bits & Co' }
  const alice = toAccount(await app.call('POST', '/api/auth/register', { body }))
  const { invitation } = (await inviteAs(app, alice, BOB)).body.data
  assert.equal(invitation.email_status, 'queued')
  const { to, raw } = (await waitUntil(() => mails[0], 'the mail'))!
  const text = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  assert.deepEqual(to, [BOB])
  assert.ok(text.split(invitation.accept_url).length === 3, text)
  assert.ok(
    text.includes('Al &lt;b&gt;ice&lt;/b&gt; https://evil.test invited you to join the organization Bits &amp; Co'),
    text,
  )
  assert.doesNotMatch(text, /^https:\/\/evil/m)
})

test('an invitation succeeds when the mail server fails', async (t) => {
  const mailer = createMailer({ url: `smtp://127.0.0.1:${await findFreePort()}`, from: 'alerts@example.test' })
  t.after(() => mailer.close())
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  const alice = await registerAs(app, 'Alice')
  const { status, body } = await inviteAs(app, alice, BOB)
  assert.equal(status, 201)
  const token = new URL(body.data.invitation.accept_url).searchParams.get('token')
  assert.equal((await accept(app, { token, ...NEWCOMER })).status, 200)
})

test('repeated invitations and withdrawals do not flood a mailbox', async (t) => {
  const { mails, mailer } = createMailbox()
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  const alice = await registerAs(app, 'Alice')
  for (let n = 0; n < 7; n++) {
    const { invitation } = (await inviteAs(app, alice, BOB)).body.data
    await app.call('DELETE', urlOf(alice, `/${invitation.id}`), { as: alice.session })
  }
  await inviteAs(app, alice, 'other@example.test')
  await waitUntil(() => mails.some(({ to }) => to === 'other@example.test'), 'the email to another address')
  assert.equal(mails.filter(({ to }) => to === BOB).length, 5)
  assert.ok(readToken(mails[0]!))
})

test('repeated invitations do not block account emails to the same mailbox', async (t) => {
  const { mails, mailer } = createMailbox()
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  const [alice, bob] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
  for (let n = 0; n < 6; n++) {
    const { invitation } = (await inviteAs(app, alice, bob.email)).body.data
    await app.call('DELETE', urlOf(alice, `/${invitation.id}`), { as: alice.session })
  }
  await app.call('POST', '/api/auth/password/forgot', { body: { email: bob.email } })
  await waitUntil(() => mails.some(({ subject }) => subject === 'Reset your password'), 'the link')
})
