import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { removeLostSecondFactor } from '../../../src/services/accounts/password-changes.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { type Account, logIn, PASSWORD, registerAs, toAccount } from '../../support/factories/accounts.ts'

const STEP_MS = 30_000

/**
 * Returns the code of an authenticator app.
 *
 * @param steps offset of its clock
 */
const codeOf = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() + steps * STEP_MS })

const send = (app: TestApp, as: Account, what: string, body?: object) =>
  app.call('POST', `/api/auth/totp/${what}`, { as: as.session, ...(body && { body }) })

async function enable(app: TestApp, as: Account): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await send(app, as, 'setup')).body.data
  const { status, body } = await send(app, as, 'enable', { code: codeOf(app, secret) })
  assert.equal(status, 200, JSON.stringify(body))
  app.clock.advance(STEP_MS) // the code that enabled it is used up
  return { secret, recoveryCodes: body.data.recovery_codes }
}

const needsCode = { totp_required: true }

for (const dialect of DIALECTS) {
  test(`${dialect}: signing in requires the password and a code once the second factor is enabled`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const begun = (await send(app, alice, 'setup')).body.data
    assert.match(begun.secret, /^[A-Z2-7]{32}$/)
    assert.equal(
      begun.otpauth_uri,
      `otpauth://totp/Watchkeeper:alice%40example.test?issuer=Watchkeeper&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    assert.equal((await logIn(app, alice.email)).status, 200, 'an unconfirmed secret has no effect')

    const { secret } = await enable(app, alice)
    const stored = JSON.stringify(await readRows(app.context.store.db, 'second_factors'))
    assert.ok(!stored.includes(secret))
    const missing = await logIn(app, alice.email)
    assert.deepEqual([describeResponse(missing), missing.body.error.details], ['401 INVALID_CREDENTIALS', needsCode])
    const wrong = await logIn(app, alice.email, { totp: '000000' })
    assert.deepEqual([describeResponse(wrong), wrong.body.error.details], ['401 INVALID_CREDENTIALS', needsCode])
    const entered = await logIn(app, alice.email, { totp: codeOf(app, secret).replace(/^.../, '$& ') })
    assert.equal(entered.status, 200, JSON.stringify(entered.body))
    const state = await app.call('GET', '/api/auth/totp', { as: alice.session })
    assert.deepEqual(state.body.data.totp, { is_enabled: true, recovery_codes_left: 10 })
  })

  test(`${dialect}: a code works once, even with concurrent requests`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const { secret } = await enable(app, alice)
    const totp = codeOf(app, secret)
    const both = await Promise.all([logIn(app, alice.email, { totp }), logIn(app, alice.email, { totp })])
    assert.deepEqual(both.map(describeResponse).sort(), ['200', '401 INVALID_CREDENTIALS'])
    assert.equal(describeResponse(await logIn(app, alice.email, { totp })), '401 INVALID_CREDENTIALS')
    assert.equal(
      describeResponse(await logIn(app, alice.email, { totp: codeOf(app, secret, -1) })),
      '401 INVALID_CREDENTIALS',
      'an earlier code is refused too',
    )
  })

  test(`${dialect}: a recovery code replaces the authenticator code once`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const { recoveryCodes } = await enable(app, alice)
    assert.equal(new Set(recoveryCodes).size, 10)
    const stored = JSON.stringify(await readRows(app.context.store.db, 'recovery_codes'))
    assert.ok(!stored.includes(recoveryCodes[0]!) && !stored.includes(recoveryCodes[0]!.replaceAll('-', '')))
    const totp = recoveryCodes[0]!.toLowerCase()
    const both = await Promise.all([logIn(app, alice.email, { totp }), logIn(app, alice.email, { totp })])
    assert.deepEqual(both.map(describeResponse).sort(), ['200', '401 INVALID_CREDENTIALS'])
    assert.equal(describeResponse(await logIn(app, alice.email, { totp })), '401 INVALID_CREDENTIALS')
    assert.equal((await logIn(app, alice.email, { totp: recoveryCodes[1]! })).status, 200)
  })

  test(`${dialect}: only the password or a code disables the second factor`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    assert.equal(describeResponse(await send(app, alice, 'disable', { password: PASSWORD })), '409 CONFLICT')
    const { secret } = await enable(app, alice)
    assert.equal(describeResponse(await send(app, alice, 'disable', {})), '400 VALIDATION_ERROR password')
    assert.equal(describeResponse(await send(app, alice, 'disable', { password: 'wrong' })), '401 INVALID_CREDENTIALS')
    assert.equal(describeResponse(await send(app, alice, 'disable', { code: '000000' })), '401 INVALID_CREDENTIALS')
    assert.equal((await send(app, alice, 'disable', { code: codeOf(app, secret) })).status, 200)
    assert.equal((await logIn(app, alice.email)).status, 200)
    const codes = await readRows(app.context.store.db, 'recovery_codes')
    assert.equal(codes.length, 0)
    app.clock.advance(15 * 60_000)
    const again = toAccount(await logIn(app, alice.email))
    await enable(app, again)
    assert.equal((await send(app, again, 'disable', { password: PASSWORD })).status, 200)
    const actions = (await readRows(app.context.store.db, 'audit_log')).map(({ action }) => action)
    assert.deepEqual(actions.filter((action) => action.startsWith('second_factor')).sort(), [
      'second_factor.disabled',
      'second_factor.disabled',
      'second_factor.enabled',
      'second_factor.enabled',
    ])
  })

  test(`${dialect}: the second factor is enabled once, with the most recent secret`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    assert.equal(describeResponse(await send(app, alice, 'enable', { code: '123456' })), '409 CONFLICT')
    const first = (await send(app, alice, 'setup')).body.data.secret
    const { secret } = (await send(app, alice, 'setup')).body.data
    assert.equal(
      describeResponse(await send(app, alice, 'enable', { code: codeOf(app, first) })),
      '400 VALIDATION_ERROR code',
    )
    const both = await Promise.all([1, 2].map(() => send(app, alice, 'enable', { code: codeOf(app, secret) })))
    assert.deepEqual(both.map(describeResponse).sort(), ['200', '409 CONFLICT'])
    assert.equal(describeResponse(await send(app, alice, 'setup')), '409 CONFLICT')
  })
}

test('the clock of an authenticator may be off by one step, but not by two', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const { secret } = await enable(app, alice)
  app.clock.advance(10 * STEP_MS)
  assert.equal(
    describeResponse(await logIn(app, alice.email, { totp: codeOf(app, secret, -2) })),
    '401 INVALID_CREDENTIALS',
  )
  assert.equal(
    describeResponse(await logIn(app, alice.email, { totp: codeOf(app, secret, 2) })),
    '401 INVALID_CREDENTIALS',
  )
  assert.equal((await logIn(app, alice.email, { totp: codeOf(app, secret, -1) })).status, 200)
  assert.equal((await logIn(app, alice.email, { totp: codeOf(app, secret, 1) })).status, 200)
})

test('a wrong password neither reveals a second factor nor uses up a code', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const [alice, bob] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
  const { secret } = await enable(app, alice)
  const totp = codeOf(app, secret)
  const [guarded, plain] = [
    await logIn(app, alice.email, { password: 'wrong password', totp }),
    await logIn(app, bob.email, { password: 'wrong password', totp }),
  ]
  assert.deepEqual(guarded.body, plain.body)
  assert.equal((await logIn(app, alice.email, { totp })).status, 200)
})

test('wrong codes count as sign-in attempts, together with wrong passwords', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const { secret } = await enable(app, alice)
  const guesses = []
  for (let n = 0; n < 5; n++) guesses.push(describeResponse(await logIn(app, alice.email, { totp: `00000${n}` })))
  assert.deepEqual(guesses, Array(5).fill('401 INVALID_CREDENTIALS'))
  assert.equal((await logIn(app, alice.email, { totp: codeOf(app, secret) })).status, 429)
  assert.equal(describeResponse(await send(app, alice, 'disable', { code: '000000' })), '429 RATE_LIMIT_EXCEEDED')
})

test('accepting an invitation requires the second factor', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const [alice, bob] = [await registerAs(app, 'Alice'), await registerAs(app, 'Bob')]
  const { secret } = await enable(app, bob)
  const body = { email: bob.email, role: 'viewer' }
  const url = `/api/organizations/${alice.organizationId}/invitations`
  const { invitation } = (await app.call('POST', url, { as: alice.session, body })).body.data
  const token = new URL(invitation.accept_url).searchParams.get('token')
  const accept = (more: object) =>
    app.call('POST', '/api/auth/invitations/accept', { body: { token, password: PASSWORD, ...more } })
  const without = await accept({})
  assert.deepEqual([describeResponse(without), without.body.error.details], ['401 INVALID_CREDENTIALS', needsCode])
  assert.equal((await accept({ totp: codeOf(app, secret) })).status, 200)
})

for (const dialect of DIALECTS)
  test(`${dialect}: a second factor reports a changed service secret and can then be removed`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = await registerAs(app, 'Alice')
    const { secret, recoveryCodes } = await enable(app, alice)
    const changed = await app.serveAnother({ secret: Buffer.alloc(32, 8) })
    for (const totp of [undefined, codeOf(app, secret), recoveryCodes[0]]) {
      const refused = await logIn(changed, alice.email, { ...(totp && { totp }) })
      assert.equal(describeResponse(refused), '401 INVALID_CREDENTIALS')
      assert.match(refused.body.error.message, /watchkeeper reset-second-factor/)
    }
    const wrong = await logIn(changed, alice.email, { password: 'wrong password' })
    assert.doesNotMatch(wrong.body.error.message, /second factor/)
    assert.equal(
      (await logIn(app, 'alice@example.test', { totp: codeOf(app, secret) })).status,
      200,
      'the code is still valid',
    )

    await removeLostSecondFactor(app.context, ' ALICE@example.test')
    app.clock.advance(15 * 60_000) // the sign-in attempts are used up
    const entered = await logIn(changed, alice.email)
    assert.equal(entered.status, 200)
    const log = await changed.call('GET', '/api/audit-log', { as: toAccount(entered).session })
    const [newest] = log.body.data.entries
    assert.deepEqual([newest.action, newest.actor.name], ['second_factor.disabled', 'operator of this server'])
    await assert.rejects(removeLostSecondFactor(app.context, alice.email), { code: 'CONFLICT' })
  })

test('a setup started before a change of the service secret must be started again', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const { secret } = (await send(app, alice, 'setup')).body.data
  const changed = await app.serveAnother({ secret: Buffer.alloc(32, 8) })
  const again = toAccount(await logIn(changed, alice.email))
  assert.equal(describeResponse(await send(changed, again, 'enable', { code: codeOf(app, secret) })), '409 CONFLICT')
  await enable(changed, again)
})
