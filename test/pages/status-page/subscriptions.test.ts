/** The complete path of a subscriber: form, confirmation email, button, notifications and unsubscription. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows, readRows } from '../../support/database/tables.ts'
import {
  createSubscriberFixture,
  links,
  readSubject,
  type SubscriberFixture,
} from '../../support/factories/subscribers.ts'
import { waitUntil } from '../../support/time/until.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const post = async (
  { api }: SubscriberFixture,
  url: string,
  fields: Record<string, string> = {},
  remoteAddress = '192.0.2.1',
) => {
  const payload = new URLSearchParams(fields).toString()
  const { statusCode, body } = await api.inject({ method: 'POST', url, headers: FORM, payload, remoteAddress })
  return { status: statusCode, body }
}

const plain = (raw: string): string => raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')

/** Returns the one email sent after `act`. */
async function captureEmail(room: SubscriberFixture, act: () => Promise<unknown>): Promise<string> {
  const before = room.mails.mails.length
  await act()
  await waitUntil(() => room.mails.mails.length > before, 'a mail')
  return plain(room.mails.mails.at(-1)!.raw)
}

const pathIn = (mail: string, purpose: 'confirm' | 'end'): string =>
  new RegExp(`http://watchkeeper\\.test(/subscriptions/${purpose}/[\\w.-]+)`).exec(mail)![1]!

for (const dialect of DIALECTS) {
  test(`${dialect}: a reader subscribes with the form, confirms, gets notifications and unsubscribes`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { call, clock, shop, setCondition, deliverDue, takeMails } = room
    const page = await call('GET', '/status/shop', { headers: { accept: 'text/html' } })
    assert.match(page.body, /href="shop\/subscribe"/)
    const form = await call('GET', '/status/shop/subscribe')
    assert.match(form.body, /<form method="post" action="\/status\/shop\/subscribe">/)
    assert.match(form.headers['content-security-policy']!, /default-src 'none'.*form-action 'self'/)

    const asked = await captureEmail(room, async () => {
      const { status, body } = await post(room, '/status/shop/subscribe', { email: ' Ann@Example.test ' })
      assert.equal(status, 200)
      assert.match(body, /Check your inbox/)
    })
    assert.equal(readSubject(asked), 'Confirm your subscription to Shop')
    assert.match(asked, /^List-Unsubscribe:\s+<http/m)
    takeMails()
    // No notification is sent yet, and opening the link changes nothing
    await setCondition(shop, 'down', 'up')
    assert.match((await call('GET', pathIn(asked, 'confirm'))).body, /<button class="button" type="submit">Confirm/)
    await call('HEAD', pathIn(asked, 'confirm'))
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), [])
    for (let click = 0; click < 2; click++)
      assert.match((await post(room, pathIn(asked, 'confirm'))).body, /You are subscribed/)
    assert.match((await call('GET', pathIn(asked, 'confirm'))).body, /You are subscribed/)

    await setCondition(shop, 'up', 'down')
    await setCondition(await room.createMonitor('other'), 'down', 'up')
    clock.advance(10 * MINUTE_MS)
    await setCondition(shop, 'down', 'up')
    const news = await captureEmail(room, async () => {
      clock.advance(MINUTE_MS)
      await deliverDue()
    })
    assert.equal(readSubject(news), 'Shop: New incident: Shop front is disrupted')
    const end = pathIn(news, 'end')
    assert.match((await call('GET', end)).body, /ann@example\.test[\s\S]*Unsubscribe<\/button>/)
    const oneClick = await post(room, end, { 'List-Unsubscribe': 'One-Click' })
    assert.match(oneClick.body, /You are unsubscribed/)
    for (const again of [await post(room, end), await call('GET', end)])
      assert.match(again.body, /You are unsubscribed/)
    assert.match((await post(room, pathIn(asked, 'confirm'))).body, /This link is not valid/)
    takeMails()
    await setCondition(shop, 'up', 'down')
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), [])
  })

  test(`${dialect}: the answer does not reveal existing subscribers, and mailboxes are not flooded`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { call, clock, mails } = room
    await room.subscribe('known@example.test')
    const ask = async (email: string) => {
      const { status, body } = await call('POST', '/api/status/shop/subscribers', { body: { email } })
      return JSON.stringify([status, body])
    }
    const already = await captureEmail(room, async () => {
      assert.equal(await ask('known@example.test'), await ask('new@example.test'))
      await waitUntil(() => mails.mails.length === 2)
    })
    assert.match(mails.mails.map(({ raw }) => readSubject(raw)).join(), /You are already subscribed to Shop/)
    assert.ok(already)
    // A repeated request within minutes sends no second email
    await Promise.all(['new@example.test', 'NEW@example.test', 'new@example.test'].map(ask))
    clock.advance(11 * MINUTE_MS)
    await captureEmail(room, () => ask('new@example.test'))
    assert.equal(mails.mails.length, 3)
    const rows = await readRows(room.context.store.db, 'status_subscribers')
    assert.deepEqual(rows.map(({ email }) => email).sort(), ['known@example.test', 'new@example.test'])
  })
}

test('a link works only for its purpose', async (t) => {
  const room = await createSubscriberFixture(t, 'sqlite')
  const id = await room.subscribe('ann@example.test')
  const [confirm, end] = [links.createToken('confirm', id), links.createToken('end', id)]
  for (const path of [`end/${confirm}`, `confirm/${end}`, `end/${end}x`, `end/${id}`, 'end/nonsense'])
    for (const answer of [await room.call('GET', `/subscriptions/${path}`), await post(room, `/subscriptions/${path}`)])
      assert.deepEqual([answer.status, /This link is not valid/.test(answer.body)], [404, true], path)
  assert.equal(await countRows(room.context.store.db, 'status_subscribers'), 1)
})

test('a refusal is shown beside the form', async (t) => {
  const room = await createSubscriberFixture(t, 'sqlite')
  const refused = async (email: string, from = '192.0.2.1') => {
    const { status, body } = await post(room, '/status/shop/subscribe', { email }, from)
    return `${status} ${/role="alert">([^<]*)</.exec(body)?.[1]}`
  }
  assert.equal(await refused('"><script>'), '400 Enter a valid email address.')
  for (let count = 0; count < 10; count++) await refused(`reader-${count}@example.test`)
  assert.match(await refused('late@example.test'), /^429 Too many requests/)
  assert.match(await refused('other@example.test', '192.0.2.2'), /^200/)
  await room.updatePage({ allows_subscribers: false })
  await waitUntil(async () => !(await room.call('GET', '/status/shop')).body.includes('Subscribe to updates'))
  const { status, body } = await post(room, '/status/shop/subscribe', { email: 'a@example.test' }, '192.0.2.3')
  assert.deepEqual([status, /does not send email updates/.test(body)], [409, true])
})

test('a subscription without a mail server is refused with a reason', async (t) => {
  const room = await createSubscriberFixture(t, 'sqlite')
  const silent = await room.serveAnother({}, { mailer: null })
  const page = await silent.call('GET', '/status/shop')
  assert.doesNotMatch(page.body, /subscribe/)
  const { status, body } = await silent.call('POST', '/api/status/shop/subscribers', {
    body: { email: 'ann@example.test' },
  })
  assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
  assert.match(body.error.message, /no mail server/)
})
