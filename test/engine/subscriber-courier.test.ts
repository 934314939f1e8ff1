import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortenId } from '../../src/channels/email-parts.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { processDueWindows } from '../../src/services/maintenance/maintenance-spans.ts'
import { claimEmails, LEASE_MS, saveEmailOutcomes } from '../../src/services/status-pages/subscriber-emails.ts'
import { queueDueUpdates } from '../../src/services/status-pages/subscriber-updates.ts'
import { releaseEmailClaims } from '../../src/store/status-pages/subscriber-emails.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { countRows, deleteRows, insertRows, readColumns, readRows } from '../support/database/tables.ts'
import { createSubscriberFixture, links } from '../support/factories/subscribers.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: subscribers receive the start, each public update and the end of an incident once`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, shop, deliverDue, takeMails, setCondition, send, list } = fixture
    await fixture.subscribe('Ann@Example.test')
    await fixture.subscribe('bob@example.test')
    await setCondition(shop, 'down', 'up')
    await deliverDue()
    assert.deepEqual(takeMails(), [])
    clock.advance(30 * SECOND_MS)
    await deliverDue()
    await deliverDue()
    const opened = 'Shop: New incident: Shop front is disrupted'
    assert.deepEqual(takeMails(), [`ann@example.test: ${opened}`, `bob@example.test: ${opened}`])

    const [{ id }] = (await list()).incidents
    await send('POST', `/${id}/updates`, { message: 'The disk of db-7 is full' })
    await send('POST', `/${id}/updates`, { message: 'We are on it', is_public: true })
    await send('POST', `/${id}/acknowledge`)
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), [
      'ann@example.test: Shop: Update: Shop front is disrupted',
      'bob@example.test: Shop: Update: Shop front is disrupted',
    ])
    assert.match(fixture.mails.mails.at(-1)!.raw, /We are on it/)

    await setCondition(shop, 'up', 'down')
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), [
      'ann@example.test: Shop: Resolved: Shop front is disrupted',
      'bob@example.test: Shop: Resolved: Shop front is disrupted',
    ])
    const { db } = fixture.context.store
    for (const table of ['subscriber_updates', 'subscriber_emails', 'notified_incidents'] as const)
      assert.equal(await countRows(db, table), 0, table)
    const all = fixture.mails.mails.map(({ raw }) => raw).join('\n')
    assert.doesNotMatch(all, /secret-shop|example\.com|shop\.example\.test|disk of db|confirmed by|Alice/i)
    assert.equal(new Set(fixture.mails.mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])).size, 6)
  })

  test(`${dialect}: an incident that ends within half a minute, or is not on the page, sends no email`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, shop, deliverDue, takeMails, setCondition } = fixture
    await fixture.subscribe('ann@example.test')
    await setCondition(shop, 'down', 'up')
    clock.advance(5 * SECOND_MS)
    await setCondition(shop, 'up', 'down')
    await setCondition(await fixture.createMonitor('elsewhere'), 'down', 'up')
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), [])
    assert.deepEqual(await readRows(fixture.context.store.db, 'subscriber_updates'), [])
  })

  test(`${dialect}: an update is stored only when the page has subscribers`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { updatePage, shop, setCondition } = fixture
    const written = () => readRows(fixture.context.store.db, 'subscriber_updates')
    await setCondition(shop, 'down', 'up')
    await setCondition(shop, 'up', 'down')
    assert.deepEqual(await written(), [])
    await fixture.subscribe('ann@example.test')
    await updatePage({ allows_subscribers: false })
    await setCondition(shop, 'down', 'up')
    await setCondition(shop, 'up', 'down')
    await updatePage({ allows_subscribers: true, is_published: false })
    await setCondition(shop, 'down', 'up')
    assert.deepEqual(await written(), [])
    await updatePage({ is_published: true })
    await setCondition(shop, 'up', 'down')
    assert.equal((await written()).length, 1)
  })

  test(`${dialect}: updates within half a minute are sent in one email`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, deliverDue, takeMails, report, shop } = fixture
    await fixture.subscribe('ann@example.test')
    for (const title of ['Checkout', 'Search'])
      await report({ title, source: 'manual', check_id: shop, status_page_update: `${title} is slow` })
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: 2 updates'])
    assert.match(fixture.mails.mails[0]!.raw, /New incident: Checkout .* Checkout is slow/)
  })

  test(`${dialect}: a change of an incident's text for status pages is sent`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, deliverDue, takeMails, report, send, shop } = fixture
    await fixture.subscribe('ann@example.test')
    const { id } = await report({ title: 'Checkout', source: 'manual', affected_monitor_ids: [shop] })
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: New incident: Checkout'])
    for (const change of [
      { status_page_update: 'A supplier is down' },
      { severity: 'critical' },
      { public_title: 'Orders are late' },
    ]) {
      await send('PATCH', `/${id}`, change)
      clock.advance(MINUTE_MS)
      await deliverDue()
    }
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: Update: Checkout'])
    assert.match(fixture.mails.mails.at(-1)!.raw, /A supplier is down/)
    await send('POST', `/${id}/status`, { status: 'resolved' })
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: Resolved: Orders are late'])
    await send('DELETE', `/${id}`)
  })

  test(`${dialect}: subscribers are notified when maintenance is planned, moved, started, ended or cancelled`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { key, call, clock, context, deliverDue, takeMails, shop } = fixture
    await fixture.subscribe('ann@example.test')
    const iso = (minutes: number) => new Date(clock.now() + minutes * MINUTE_MS).toISOString()
    const plan = { name: 'New disks', description: 'For more room', monitor_ids: [shop], group_ids: [] }
    const request = async (method: string, path: string, body?: object) => {
      const answer = await call(method, `/api/maintenance-windows${path}`, {
        as: key,
        ...(body && { body }),
      })
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return answer.body.data.maintenance_window
    }
    const takeNewEmails = async () => {
      clock.advance(MINUTE_MS)
      await deliverDue()
      return takeMails().map((line) => line.replace('ann@example.test: Shop: ', ''))
    }
    const { id } = await request('POST', '', { ...plan, starts_at: iso(60), ends_at: iso(120) })
    assert.deepEqual(await takeNewEmails(), ['Maintenance scheduled: New disks'])
    assert.match(fixture.mails.mails[0]!.raw, /For more room[\s\S]*From: 2026-01-05 01:00:00 UTC/)
    await fixture.updatePage({ timezone: 'Asia/Kolkata' })
    await request('PUT', `/${id}`, { description: 'For a lot more room' })
    assert.deepEqual(await takeNewEmails(), [])
    await request('PUT', `/${id}`, { starts_at: iso(58), ends_at: iso(90) })
    assert.deepEqual(await takeNewEmails(), ['Maintenance rescheduled: New disks'])
    assert.match(fixture.mails.mails[1]!.raw, /From: 2026-01-05 06:30:00 Asia\/Kolkata/)
    clock.advance(57 * MINUTE_MS)
    await processDueWindows(context)
    assert.deepEqual(await takeNewEmails(), ['Maintenance started: New disks'])
    clock.advance(HOUR_MS)
    await processDueWindows(context)
    assert.deepEqual(await takeNewEmails(), ['Maintenance completed: New disks'])
    const other = await request('POST', '', { ...plan, starts_at: iso(60), ends_at: iso(120) })
    assert.deepEqual(await takeNewEmails(), ['Maintenance scheduled: New disks'])
    await request('DELETE', `/${other.id}`)
    assert.deepEqual(await takeNewEmails(), ['Maintenance cancelled: New disks'])
  })

  test(`${dialect}: an incident during maintenance is sent at its end, if it is still open`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { key, call, clock, context, deliverDue, takeMails, report, send, shop, mails } = fixture
    await fixture.subscribe('ann@example.test')
    const iso = (minutes: number) => new Date(clock.now() + minutes * MINUTE_MS).toISOString()
    const body = { name: 'Disks', monitor_ids: [shop], group_ids: [], starts_at: iso(0), ends_at: iso(30) }
    await call('POST', '/api/maintenance-windows', { as: key, body })
    await report({ title: 'Lasting', source: 'manual', check_id: shop })
    const short = await report({ title: 'Short', source: 'manual', check_id: shop })
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: Maintenance started: Disks'])
    await send('POST', `/${short.id}/status`, { status: 'resolved' })
    for (const minutes of [10, 10, 10, 10]) {
      clock.advance(minutes * MINUTE_MS)
      await processDueWindows(context)
      await deliverDue()
    }
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: 2 updates'])
    assert.match(mails.mails.at(-1)!.raw, /New incident: Lasting[\s\S]*Maintenance completed: Disks/)
  })

  test(`${dialect}: an email that a crash left unsettled is sent again under its id, without other updates`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, context, deliverDue, shop, setCondition, mails } = fixture
    await fixture.subscribe('ann@example.test')
    await setCondition(shop, 'down', 'up')
    clock.advance(MINUTE_MS)
    await queueDueUpdates(context)
    const [claimed] = await claimEmails(context, 10)
    assert.deepEqual(await claimEmails(context, 10), [])
    // The email was sent, and then the server died. In the meantime the monitor recovered
    await setCondition(shop, 'up', 'down')
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.equal(mails.mails.length, 0)
    clock.advance(LEASE_MS)
    await deliverDue()
    const ids = mails.mails.map(({ raw }) => /^Message-ID: <(.*)@/im.exec(raw)?.[1])
    assert.deepEqual([ids.length, ids[0]], [2, shortenId(claimed!.id)])
    assert.match(mails.mails[0]!.raw, /New incident/)
    assert.match(mails.mails[1]!.raw, /Resolved/)
    // The claim of the dead server has expired
    await saveEmailOutcomes(context, [{ mail: claimed!, outcome: { delivered: true } }], () => 0.5)
    await deliverDue()
    assert.equal(mails.mails.length, 2)
  })

  test(`${dialect}: a restarted server sends the emails that its crash left unsettled`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, context, deliverDue, shop, setCondition, mails } = fixture
    await fixture.subscribe('ann@example.test')
    await setCondition(shop, 'down', 'up')
    clock.advance(MINUTE_MS)
    await queueDueUpdates(context)
    await claimEmails(context, 10)
    clock.advance(SECOND_MS)
    const sentAfterStartOf = async (server: string | null) => {
      await context.store.transact((tx) => releaseEmailClaims(tx, server, context.now()))
      await deliverDue()
      return mails.mails.length
    }
    assert.equal(await sentAfterStartOf('another server'), 0)
    assert.equal(await sentAfterStartOf(context.serverId), 1)
    assert.equal(await sentAfterStartOf(null), 1)
  })

  test(`${dialect}: concurrent servers send each email once, a batch of subscribers at a time`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, context, page, deliverDue, shop, setCondition, mails } = fixture
    const many = Array.from({ length: 1_100 }, (_, index) => `reader-${index}@example.test`)
    await context.store.transact(async (tx) => {
      for (let from = 0; from < many.length; from += 100)
        await insertRows(
          tx,
          'status_subscribers',
          many.slice(from, from + 100).map((email) => ({
            id: context.newId(),
            page_id: page.id,
            email,
            confirmed_at: 1,
            asked_at: 1,
            created_at: 1,
            mail_due_at: null,
            mail_attempts: 0,
          })),
        )
    })
    await setCondition(shop, 'down', 'up')
    clock.advance(MINUTE_MS)
    for (let next: number | null = 0; next !== null; ) {
      const rounds = await Promise.all([queueDueUpdates(context), queueDueUpdates(context), queueDueUpdates(context)])
      next = rounds.includes(null) ? null : context.now()
    }
    assert.equal(await countRows(context.store.db, 'subscriber_emails'), many.length)
    const kept = many.slice(0, 40)
    await context.store.transact(async (tx) => {
      for (const email of many.slice(kept.length)) await deleteRows(tx, 'status_subscribers', { email })
    })
    await Promise.all([deliverDue(), deliverDue(), deliverDue()])
    assert.deepEqual(mails.mails.map(({ to }) => to[0]).sort(), kept.toSorted())
  })

  test(`${dialect}: a temporarily unreachable subscriber is retried, and a missing mailbox ends the subscription`, async (t) => {
    const refused = new Map([
      ['gone@example.test', 550],
      ['full@example.test', 452],
    ])
    const fixture = await createSubscriberFixture(t, dialect, {
      onRcptTo({ address }, _session, callback) {
        const responseCode = refused.get(address)
        const content = responseCode === 550 ? '5.1.1 no such user' : '4.2.2 full'
        callback(responseCode === undefined ? null : Object.assign(new Error(content), { responseCode }))
      },
    })
    const { clock, context, deliverDue, takeMails, shop, setCondition } = fixture
    for (const email of ['gone@example.test', 'full@example.test', 'ann@example.test']) await fixture.subscribe(email)
    await setCondition(shop, 'down', 'up')
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), ['ann@example.test: Shop: New incident: Shop front is disrupted'])
    const left = await readColumns(context.store.db, 'status_subscribers', ['email', 'mail_attempts'])
    assert.deepEqual(left.map(({ email, mail_attempts }) => `${email} ${mail_attempts}`).sort(), [
      'ann@example.test 0',
      'full@example.test 1',
    ])
    refused.clear()
    clock.advance(MINUTE_MS)
    await deliverDue()
    assert.deepEqual(takeMails(), ['full@example.test: Shop: New incident: Shop front is disrupted'])
  })

  test(`${dialect}: a mail server that was away for 70 s is tried every 10 s, and gets all emails when it is back`, async (t) => {
    let isAway = true
    let refused = 0
    const fixture = await createSubscriberFixture(t, dialect, {
      onConnect: (_session, callback) => {
        if (isAway) refused++
        callback(isAway ? Object.assign(new Error('4.3.2 starting'), { responseCode: 421 }) : null)
      },
    })
    const { clock, context, deliverDue, takeMails, shop, setCondition } = fixture
    for (const name of ['ann', 'bob', 'eve']) await fixture.subscribe(`${name}@example.test`)
    await setCondition(shop, 'down', 'up')
    clock.advance(30 * SECOND_MS)
    await deliverDue()
    // After the retries at 10 s and 30 s, before the retry at two minutes
    for (const seconds of [11, 31]) {
      clock.advance(seconds * SECOND_MS)
      await deliverDue()
    }
    const before = refused
    clock.advance(9 * SECOND_MS)
    await deliverDue()
    assert.equal(refused, before)
    clock.advance(SECOND_MS)
    await deliverDue()
    assert.ok(refused > before, 'one mail was tried')
    const left = await readRows(context.store.db, 'status_subscribers')
    assert.deepEqual(
      left.map((row) => row.mail_attempts),
      [3, 3, 3],
      'unchanged attempts',
    )
    isAway = false
    clock.advance(10 * SECOND_MS)
    await deliverDue()
    assert.equal(takeMails().length, 3)
  })

  test(`${dialect}: every email has an unsubscribe link, with one click if the page uses https`, async (t) => {
    const fixture = await createSubscriberFixture(t, dialect)
    const { clock, deliverDue, updatePage, shop, setCondition, mails } = fixture
    const id = await fixture.subscribe('ann@example.test')
    await updatePage({ custom_domain: 'status.example.com' })
    await setCondition(shop, 'down', 'up')
    clock.advance(MINUTE_MS)
    await deliverDue()
    const raw = mails.mails[0]!.raw.replace(/\r\n[ \t]/g, ' ').replace(/=\r\n/g, '')
    const url = `http://status.example.com/subscriptions/end/${links.createToken('end', id)}`
    assert.ok(raw.includes(`List-Unsubscribe: <${url}>`), raw)
    assert.match(raw, /because you subscribed to the status page Shop\./)
    assert.doesNotMatch(raw, /watchkeeper\.test/)
  })
}
