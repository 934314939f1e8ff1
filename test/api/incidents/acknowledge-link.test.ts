import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addLinks } from '../../../src/channels/links.ts'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import { createAcknowledgeLinks } from '../../../src/channels/signed-links.ts'
import { NO_HEALTH } from '../../../src/core/notifications/delivery.ts'
import type { ServiceSecret } from '../../../src/core/platform/sealing/service-secret.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { insertContactMethods } from '../../../src/store/notifications/contact-methods.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { TestResponse } from '../../support/api/app.ts'
import { createIncidentApi, listNotifications } from '../../support/api/incident-api.ts'
import { TEST_SECRET, unsubscribe } from '../../support/api/unsubscribe.ts'
import { listAuditEntries, setRole } from '../../support/database/account-rows.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { sendAll } from '../../support/factories/manual-courier.ts'
import type { Person } from '../../support/factories/people.ts'

const OTHER_SECRET = Buffer.alloc(32, 9)

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createIncidentApi(t, dialect)
  const { call, alice, context, send, createTarget, createMonitor, setCondition } = app
  const targetId = await createTarget('phone', { name: 'On-call <phone>' })
  const monitorId = await createMonitor('Shop', { notification_target_ids: [targetId] })
  /** Sends all due messages, and returns the path of the link in the last one. */
  const receive = async (secret: ServiceSecret = TEST_SECRET): Promise<string | undefined> => {
    const message = (await sendAll(context)).at(-1)!.delivery
    const { links } = addLinks(message, createAcknowledgeLinks(secret), '').event.data
    return links?.acknowledge
  }
  const readIncident = async () => (await send('GET', '')).body.data.incidents[0]
  await setCondition(monitorId, 'down', 'up')
  return {
    ...app,
    targetId,
    monitorId,
    receive,
    readIncident,
    open: async (secret?: ServiceSecret) => (await receive(secret))!,
    timeline: async (id: string) => (await send('GET', `/${id}/updates`)).body.data.updates,
    listAudit: async (wanted = 'incident.acknowledged') =>
      (await call('GET', '/api/audit-log', { as: alice.session })).body.data.entries.filter(
        ({ action }: { action: string }) => action === wanted,
      ),
  }
}

/** Makes a contact method of the user the recipient of all deliveries. */
async function sendTo({ context }: Awaited<ReturnType<typeof prepare>>, { userId }: Person, name: string) {
  const method = { id: userId, userId, name: 'My phone', channel: 'email', isEnabled: true } as const
  const rest = { config: { address: 'a@example.test' }, delayMinutes: 0, createdAt: 0, updatedAt: 0, ...NO_HEALTH }
  await context.store.transact((tx) => insertContactMethods(tx, [{ ...method, ...rest }]))
  await updateDeliveries(context.store.db, { target_id: userId, recipient: name })
}

const titleOf = ({ status, body }: TestResponse): string => `${status} ${/<h1>(.*)<\/h1>/.exec(body)![1]}`

for (const dialect of DIALECTS) {
  test(`${dialect}: a link acknowledges its incident once, and the timeline and the audit log name the target`, async (t) => {
    const { call, open, readIncident, timeline, listAudit, context } = await prepare(t, dialect)
    const link = await open()
    context.woken.length = 0
    const page = await call('GET', link)
    assert.equal(titleOf(page), '200 Acknowledge this incident?')
    assert.match(
      page.body,
      /<strong>&quot;Shop&quot; is down<\/strong>[\s\S]*On-call &lt;phone&gt;[\s\S]*<form method="post">/,
    )

    assert.equal(titleOf(await call('POST', link)), '200 Acknowledged')
    const { id, status, acknowledged_by_name, acknowledged_via } = await readIncident()
    assert.deepEqual([status, acknowledged_by_name, acknowledged_via], ['acknowledged', null, 'On-call <phone>'])
    const entry = (await timeline(id)).find(({ kind }: { kind: string }) => kind === 'acknowledged')
    assert.equal(entry.message, 'Acknowledged via the notification target "On-call <phone>"')
    assert.equal(entry.user_name ?? null, null)
    const [audited, ...others] = await listAudit()
    assert.deepEqual(
      [audited.actor.name, audited.actor.id ?? null, audited.resource_id, audited.ip, others],
      ['notification target "On-call <phone>"', null, id, undefined, []],
    )
    assert.ok(context.woken.includes('deliveries'))
    assert.deepEqual((await listNotifications({ context })).slice(1), ['phone incident.acknowledged'])

    const titleOnly = await call('POST', link, { headers: { accept: 'application/json' } })
    assert.deepEqual([titleOnly.status, titleOnly.body], [200, { title: 'Already acknowledged' }])
    for (const method of ['POST', 'GET']) assert.equal(titleOf(await call(method, link)), '200 Already acknowledged')
    assert.equal((await listAudit()).length, 1)
  })

  test(`${dialect}: a link snoozes its incident, and the timeline and the audit log name the target`, async (t) => {
    const { call, open, readIncident, timeline, listAudit, context, clock } = await prepare(t, dialect)
    const link = await open()
    const page = (await call('GET', link)).body
    const offered = [...page.matchAll(/action="(.*?)".*?>(Snooze.*?)</g)].map(([, action, label]) => [action, label])
    assert.deepEqual(offered, [
      ['?snooze=30', 'Snooze for 30 min'],
      ['?snooze=60', 'Snooze for 1 h'],
      ['?snooze=240', 'Snooze for 4 h'],
    ])
    for (const [method, query] of [
      ['GET', '30'],
      ['POST', '31'],
      ['POST', ''],
      ['POST', '30&snooze=60'],
    ])
      assert.equal(titleOf(await call(method!, `${link}?snooze=${query}`)), '200 Acknowledge this incident?')
    assert.equal((await readIncident()).snoozed_until, undefined)

    assert.equal(titleOf(await call('POST', `${link}?snooze=30`)), '200 Snoozed for 30 min')
    assert.equal(titleOf(await call('POST', `${link}?snooze=240`)), '200 Snoozed for 4 h')
    const { id, status, snoozed_until, snoozed_by_name, snoozed_via } = await readIncident()
    const until = new Date(clock.now() + 240 * MINUTE_MS).toISOString()
    assert.deepEqual(
      [status, snoozed_until, snoozed_by_name, snoozed_via],
      ['open', until, undefined, 'On-call <phone>'],
    )
    const entry = (await timeline(id)).at(-1)
    assert.match(entry.message, /^Snoozed via the notification target "On-call <phone>" until 2026-01-05 04:00/)
    const [audited] = await listAudit('incident.snoozed')
    assert.deepEqual([audited.actor.name, audited.ip], ['notification target "On-call <phone>"', undefined])
    assert.match(
      (await call('GET', link)).body,
      /snoozed via the notification target &quot;On-call &lt;phone&gt;&quot; until/,
    )
    assert.deepEqual((await listNotifications({ context })).slice(1), [])

    assert.equal(titleOf(await call('POST', link)), '200 Acknowledged')
    assert.equal((await readIncident()).snoozed_until, undefined)
    assert.equal(titleOf(await call('POST', `${link}?snooze=30`)), '200 Already acknowledged')
  })

  test(`${dialect}: reading a link changes nothing, also for scanners and prefetching browsers`, async (t) => {
    const { api, open, readIncident } = await prepare(t, dialect)
    const url = await open()
    const before = await readIncident()
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of [{}, { 'sec-purpose': 'prefetch;prerender' }, { 'user-agent': 'LinkScanner/1.0' }])
        assert.equal((await api.inject({ method, url, headers })).statusCode, 200)
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      assert.equal((await api.inject({ method, url })).statusCode, 405)
    assert.deepEqual(await readIncident(), before)
  })

  test(`${dialect}: an incident is acknowledged once when several readers use its link at the same time`, async (t) => {
    const { call, open, listAudit } = await prepare(t, dialect)
    const link = await open()
    const titles = (await Promise.all([1, 2, 3].map(() => call('POST', link)))).map(titleOf)
    assert.deepEqual(titles.sort(), ['200 Acknowledged', '200 Already acknowledged', '200 Already acknowledged'])
    assert.equal((await listAudit()).length, 1)
  })

  test(`${dialect}: a link to an incident that a user acknowledged, resolved or deleted changes nothing`, async (t) => {
    const { call, alice, open, send, readIncident } = await prepare(t, dialect)
    const link = await open()
    const { id } = await readIncident()
    await send('POST', `/${id}/acknowledge`)
    const again = await call('POST', link)
    assert.equal(titleOf(again), '200 Already acknowledged')
    assert.match(again.body, /Acknowledged by Alice at 2026-01-05 00:00/)
    await send('POST', `/${id}/status`, { status: 'resolved' })
    const resolved = await readIncident()
    assert.equal(titleOf(await call('POST', link)), '200 Already resolved')
    assert.deepEqual(await readIncident(), resolved)
    await call('DELETE', `/api/incidents/${id}`, { as: alice.session })
    assert.equal(titleOf(await call('POST', link)), '404 This link is not valid')
  })

  test(`${dialect}: a link is valid for one outage, and a reopened incident has a new link`, async (t) => {
    const { call, open, receive, readIncident, setCondition, monitorId, clock } = await prepare(t, dialect)
    const first = await open()
    await call('POST', first)
    clock.advance(SECOND_MS)
    await setCondition(monitorId, 'up', 'down')
    assert.equal(await receive(), undefined, 'the message of the end has no link')
    clock.advance(SECOND_MS)
    await setCondition(monitorId, 'down', 'up')
    const second = await open()
    const { status, acknowledged_via } = await readIncident()
    assert.deepEqual([status, acknowledged_via], ['open', undefined])
    for (const method of ['GET', 'POST'])
      assert.equal(titleOf(await call(method, first)), '200 This link is for an earlier outage')
    assert.equal((await readIncident()).status, 'open')
    assert.equal(titleOf(await call('POST', second)), '200 Acknowledged')
  })

  test(`${dialect}: a link expires after seven days`, async (t) => {
    const { call, open, readIncident, clock } = await prepare(t, dialect)
    const link = await open()
    clock.advance(7 * DAY_MS - SECOND_MS)
    assert.equal((await call('GET', link)).status, 200)
    clock.advance(SECOND_MS)
    for (const method of ['GET', 'POST']) assert.equal(titleOf(await call(method, link)), '410 This link has expired')
    assert.equal((await readIncident()).status, 'open')
  })

  test(`${dialect}: a forged link, a link with the signature of another one, or of another purpose is not valid`, async (t) => {
    const { call, open, createMonitor, createTarget, setCondition, list, targetId } = await prepare(t, dialect)
    const link = await open()
    const other = await createMonitor('Blog', { target: 'https://b.example.org/', notification_target_ids: [targetId] })
    await setCondition(other, 'down', 'up')
    const otherIncident = await open()
    const third = await createMonitor('API', {
      target: 'https://c.example.net/',
      notification_target_ids: [await createTarget('chat')],
    })
    await setCondition(third, 'down', 'up')
    const otherTarget = await open()
    const [id, signature] = link.split('/')[2]!.split('.')
    const signatures = [otherIncident, otherTarget].map((one) => one.split('.')[1])
    const forged = [...signatures.map((one) => `${id}.${one}`), `${id}.${signature}x`, `${id}.`, id!, `.${signature}`]
    for (const token of [
      ...forged,
      unsubscribe.createToken(id!, targetId),
      `${targetId}.${signature}`,
      'x'.repeat(600),
    ])
      for (const method of ['GET', 'POST'])
        assert.ok([400, 404].includes((await call(method, `/acknowledge/${token}`)).status), token)
    assert.equal((await list('?status=open')).pagination.total_count, 3)
    assert.equal(titleOf(await call('POST', otherIncident)), '200 Acknowledged')
    assert.equal((await list('?status=acknowledged')).incidents[0].monitor_name, 'Blog')
  })

  test(`${dialect}: a target that is disabled or deleted has no valid links`, async (t) => {
    const { call, alice, open, targetId } = await prepare(t, dialect)
    const link = await open()
    const path = `/api/notification-targets/${targetId}`
    const enable = (is_enabled: boolean) => call('PATCH', path, { as: alice.session, body: { is_enabled } })
    await enable(false)
    assert.equal(titleOf(await call('POST', link)), '404 This link is not valid')
    await enable(true)
    assert.equal((await call('GET', link)).status, 200)
    await call('DELETE', path, { as: alice.session })
    assert.equal(titleOf(await call('POST', link)), '404 This link is not valid')
  })

  test(`${dialect}: a link in an alert to a contact method of a user acknowledges its incident`, async (t) => {
    const app = await prepare(t, dialect)
    const { call, open, context } = app
    await sendTo(app, app.alice, 'Alice')
    const done = await call('POST', await open())
    assert.equal(titleOf(done), '200 Acknowledged')
    assert.match(done.body, /<strong>Alice<\/strong>/)
    const messages = (await readRows(context.store.db, 'incident_updates')).map(({ message }) => message)
    assert.equal(messages.at(-1), 'Acknowledged via a contact method of Alice')
    const [entry] = await listAuditEntries(context.store.db, { action: 'incident.acknowledged' })
    assert.equal(entry?.actor_name, 'contact method of Alice')
  })

  test(`${dialect}: a link of a former member shows and changes nothing`, async (t) => {
    const app = await prepare(t, dialect)
    const { call, open, context, bob, alice, readIncident } = app
    await sendTo(app, bob, 'Bob')
    const link = await open()
    assert.equal(titleOf(await call('GET', link)), '200 Acknowledge this incident?')
    const { data: members } = (
      await call('GET', `/api/organizations/${alice.organizationId}/members`, { as: alice.session })
    ).body
    const { id } = members.find(({ email }: { email: string }) => email === bob.email)
    assert.equal(
      (await call('DELETE', `/api/organizations/${alice.organizationId}/members/${id}`, { as: alice.session })).status,
      200,
    )
    for (const [method, query] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '?snooze=60'],
    ] as const) {
      const page = await call(method, `${link}${query}`)
      assert.equal(titleOf(page), '404 This link is not valid')
      assert.doesNotMatch(page.body, /Shop/)
    }
    const { status, snoozed_until } = await readIncident()
    assert.deepEqual([status, snoozed_until ?? null], ['open', null])
    assert.deepEqual(await listAuditEntries(context.store.db, { action: 'incident.acknowledged' }), [])
  })

  test(`${dialect}: a link of a user whose role only reads shows the incident and changes nothing`, async (t) => {
    const app = await prepare(t, dialect)
    const { call, open, context, bob, readIncident } = app
    await sendTo(app, bob, 'Bob')
    const link = await open()
    await setRole(context.store.db, 'viewer', bob.userId)
    for (const [method, query] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '?snooze=60'],
    ] as const) {
      const page = await call(method, `${link}${query}`)
      assert.equal(titleOf(page), '403 Your role cannot acknowledge incidents')
      assert.doesNotMatch(page.body, /<form/)
    }
    assert.equal((await readIncident()).status, 'open')
    await setRole(context.store.db, 'responder', bob.userId)
    assert.equal(titleOf(await call('POST', link)), '200 Acknowledged')
  })

  test(`${dialect}: one link acknowledges the incidents of a grouped alert that are still open`, async (t) => {
    const { call, send, open, context, createMonitor, setCondition, list, targetId } = await prepare(t, dialect)
    for (const name of ['Blog', 'API', 'Wiki'])
      await setCondition(await createMonitor(name, { notification_target_ids: [targetId] }), 'down', 'up')
    const link = await open()
    const idOf = async (name: string) =>
      (await list()).incidents.find((one: { monitor_name: string }) => one.monitor_name === name).id
    await send('POST', `/${await idOf('Blog')}/acknowledge`)
    await send('POST', `/${await idOf('Wiki')}/status`, { status: 'resolved' })
    const page = await call('GET', link)
    assert.equal(titleOf(page), '200 Acknowledge 2 incidents?')
    assert.match(page.body, /2 of 4 incidents of this alert need no acknowledgement/)
    await sendAll(context)
    assert.equal(titleOf(await call('POST', link)), '200 2 incidents acknowledged')
    const messages = await sendAll(context)
    assert.deepEqual(
      messages.map(({ delivery: { event } }) => [event.type, event.data.alert_group?.count]),
      [['incident.acknowledged', 2]],
    )
    const { title } = toNotice(messages[0]!.delivery.event, '')
    assert.equal(title, '2 incidents acknowledged via "On-call <phone>": all share shop.example.test')
    const { incidents } = await list()
    const states = incidents.map((one: Record<string, string>) => [one.monitor_name, one.status, one.acknowledged_via])
    assert.deepEqual(states.sort(), [
      ['API', 'acknowledged', 'On-call <phone>'],
      ['Blog', 'acknowledged', undefined],
      ['Shop', 'acknowledged', 'On-call <phone>'],
      ['Wiki', 'resolved', undefined],
    ])
    assert.equal(titleOf(await call('POST', link)), '200 No incident is left to acknowledge')
  })
}

test('a link stays valid while its secret is the previous one', async (t) => {
  const { serveAnother, open } = await prepare(t, 'sqlite')
  const link = await open()
  const statusWith = async (secret: ServiceSecret) => (await (await serveAnother({ secret })).call('GET', link)).status
  assert.deepEqual([await statusWith([OTHER_SECRET, TEST_SECRET]), await statusWith(OTHER_SECRET)], [200, 404])
})

test('a link is not valid when the links are turned off', async (t) => {
  const { serveAnother, open, readIncident } = await prepare(t, 'sqlite')
  const link = await open()
  const { call } = await serveAnother({ acknowledgeLinks: false })
  for (const method of ['GET', 'POST']) assert.equal((await call(method, link)).status, 404)
  assert.equal((await readIncident()).status, 'open')
})

test('the page of a link cannot be framed, cached, indexed or followed back, and loads nothing', async (t) => {
  const { call, open } = await prepare(t, 'sqlite')
  const { headers, body } = await call('GET', await open())
  assert.match(headers['content-security-policy']!, /^default-src 'none';.*frame-ancestors 'none'$/)
  assert.deepEqual(
    [headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']],
    ['no-store', 'noindex', 'no-referrer'],
  )
  assert.doesNotMatch(body, /<script|src=|<link|\bstyle=/)
  assert.ok(headers['x-ratelimit-remaining'])
})
