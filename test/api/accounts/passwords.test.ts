import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows, readRows } from '../../support/database/tables.ts'
import { createMailbox, logIn, PASSWORD, readToken, registerAs, toAccount } from '../../support/factories/accounts.ts'
import { waitUntil } from '../../support/time/until.ts'

const NEXT = 'copper walnut harbour'
const ALICE = 'alice@example.test'

const forgot = (app: TestApp, email = ALICE) => app.call('POST', '/api/auth/password/forgot', { body: { email } })
const reset = (app: TestApp, token: string, password = NEXT) =>
  app.call('POST', '/api/auth/password/reset', { body: { token, password } })
const change = (app: TestApp, as: Record<string, string>, current: string, next = NEXT) =>
  app.call('POST', '/api/auth/password', { as, body: { current_password: current, new_password: next } })
const works = async (app: TestApp, as: Record<string, string>) =>
  (await app.call('GET', '/api/auth/me', { as })).status === 200

const actionsOf = async ({ context }: TestApp) =>
  (await readRows(context.store.db, 'audit_log')).map(({ action }) => action)

for (const dialect of DIALECTS) {
  test(`${dialect}: a password change ends all other sessions`, async (t) => {
    const app = await createTestApp(t, dialect)
    const here = await registerAs(app, 'Alice')
    const elsewhere = toAccount(await logIn(app, ALICE))
    const answer = await change(app, here.session, PASSWORD)
    assert.deepEqual([answer.status, answer.body.data], [200, { success: true }])
    assert.deepEqual([await works(app, here.session), await works(app, elsewhere.session)], [true, false])
    const refreshed = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: elsewhere.refreshToken } })
    assert.equal(describeResponse(refreshed), '401 INVALID_TOKEN')
    assert.equal(describeResponse(await logIn(app, ALICE)), '401 INVALID_CREDENTIALS')
    assert.equal((await logIn(app, ALICE, { password: NEXT })).status, 200)
    assert.ok((await actionsOf(app)).includes('password.changed'))
  })

  test(`${dialect}: of two concurrent password changes, one succeeds`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { session } = await registerAs(app, 'Alice')
    const both = await Promise.all(
      ['first walnut harbour', 'second walnut harbour'].map((next) => change(app, session, PASSWORD, next)),
    )
    assert.deepEqual(both.map(describeResponse).sort(), ['200', '401 INVALID_CREDENTIALS'])
  })

  test(`${dialect}: a reset link changes the password once and ends all sessions`, async (t) => {
    const { mails, mailer } = createMailbox()
    const app = await createTestApp(t, dialect, {}, { mailer })
    const alice = await registerAs(app, 'Alice')
    const asked = await forgot(app, 'Alice@Example.test')
    assert.deepEqual([asked.status, asked.body.data], [200, { success: true }])
    const mail = (await waitUntil(() => mails[0], 'the mail'))!
    assert.deepEqual([mail.to, mail.isPatient], [ALICE, true])
    assert.match(mail.text, /http:\/\/watchkeeper\.test\/reset-password\?token=[\w-]{43}$/m)
    const token = readToken(mail)
    const rows = JSON.stringify(await readRows(app.context.store.db, 'password_resets'))
    assert.ok(!rows.includes(token), 'stored as a hash')

    assert.equal(describeResponse(await reset(app, token, 'password123')), '400 VALIDATION_ERROR password')
    assert.equal((await reset(app, token)).status, 200)
    assert.equal(await works(app, alice.session), false)
    assert.equal((await logIn(app, ALICE, { password: NEXT })).status, 200)
    assert.equal(describeResponse(await reset(app, token, 'one more password')), '401 INVALID_TOKEN')
    assert.ok((await actionsOf(app)).includes('password.reset'))
    const notice = (await waitUntil(() => mails[1], 'the notice'))!
    assert.equal(notice.subject, 'Your password was changed')
  })

  test(`${dialect}: a reset link works once when two requests use it at the same time`, async (t) => {
    const { mails, mailer } = createMailbox()
    const app = await createTestApp(t, dialect, {}, { mailer })
    await registerAs(app, 'Alice')
    await forgot(app)
    const token = readToken((await waitUntil(() => mails[0], 'the mail'))!)
    const both = await Promise.all([
      reset(app, token, 'first walnut harbour'),
      reset(app, token, 'second walnut harbour'),
    ])
    assert.deepEqual(both.map(describeResponse).sort(), ['200', '401 INVALID_TOKEN'])
  })

  test(`${dialect}: a reset link expires after an hour or with the next password change`, async (t) => {
    const { mails, mailer } = createMailbox()
    const app = await createTestApp(t, dialect, {}, { mailer })
    const { session } = await registerAs(app, 'Alice')
    await forgot(app)
    const old = readToken((await waitUntil(() => mails[0], 'the mail'))!)
    assert.equal((await change(app, session, PASSWORD)).status, 200)
    assert.equal(describeResponse(await reset(app, old)), '401 INVALID_TOKEN')

    await forgot(app)
    const late = readToken(
      (await waitUntil(
        () => mails.findLast(({ text }) => text.includes('?token=') && !text.includes(old)),
        'the mail',
      ))!,
    )
    app.clock.advance(HOUR_MS)
    assert.equal(describeResponse(await reset(app, late)), '401 INVALID_TOKEN')
  })
}

test('a reset request gets the same answer without an account, and then sends no email', async (t) => {
  const { mails, mailer } = createMailbox()
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  await registerAs(app, 'Alice')
  const [unknown, known] = [await forgot(app, 'nobody@example.test'), await forgot(app)]
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
  await waitUntil(() => mails.length > 0, 'the mail')
  assert.deepEqual(
    mails.map(({ to }) => to),
    [ALICE],
  )
})

test('a reset request writes nothing before the answer, so its duration does not reveal an account', async (t) => {
  const { mailer } = createMailbox()
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  await registerAs(app, 'Alice')
  let begun = 0
  const { transact } = app.context.store
  app.context.store.transact = (work) => {
    begun++
    return transact(work)
  }
  await forgot(app)
  assert.equal(begun, 0)
  await waitUntil(() => begun === 1, 'the link')
})

test('repeated reset requests do not flood a mailbox', async (t) => {
  const { mailer } = createMailbox()
  const app = await createTestApp(t, 'sqlite', {}, { mailer })
  for (const email of [ALICE, 'nobody@example.test']) {
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(describeResponse(await forgot(app, email)))
    assert.deepEqual(answers, ['200', '200', '200', '429 RATE_LIMIT_EXCEEDED'], email)
  }
  const others = []
  for (let n = 0; n < 4; n++) others.push(describeResponse(await forgot(app, `other-${n}@example.test`)))
  assert.equal(others.at(-1), '429 RATE_LIMIT_EXCEEDED', 'one address cannot request links for many accounts')
  app.clock.advance(15 * MINUTE_MS)
  assert.equal((await forgot(app)).status, 200)
})

test('a reset request is refused without a mail server', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  await registerAs(app, 'Alice')
  assert.equal((await forgot(app)).status, 200)
  assert.equal(await countRows(app.context.store.db, 'password_resets'), 0)
})

test('a password change requires the current password, within five attempts, and a good new one', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const { session } = await registerAs(app, 'Alice')
  assert.equal(
    describeResponse(await change(app, session, PASSWORD, 'password123')),
    '400 VALIDATION_ERROR new_password',
  )
  const guesses = []
  for (let n = 0; n < 5; n++) guesses.push(describeResponse(await change(app, session, `guess number ${n}`)))
  assert.deepEqual(guesses, [...Array(4).fill('401 INVALID_CREDENTIALS'), '429 RATE_LIMIT_EXCEEDED'])
})
