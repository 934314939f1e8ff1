import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { createAcknowledgeLinks } from '../../../src/channels/signed-links.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { TEST_SECRET, unsubscribe } from '../../support/api/unsubscribe.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import {
  createPress,
  listButtons,
  type SlackPost,
  signAsSlack,
  startSlack,
} from '../../support/targets/slack-server.ts'

const SECRET = '8f742231b10e8888abcd99e0b5a1c2d3'
const URL = '/slack/actions'

/** A monitor that is down, whose Slack target has a signing secret. */
async function prepare(t: Cleanup, dialect: DialectName, config: object = { signing_secret: SECRET }) {
  const slack = await startSlack(t)
  const app = await createIncidentApi(t, dialect)
  const { context, api, alice, call, createTarget, createMonitor, setCondition, send, clock } = app
  const createBot = (name: string, over: object = config) =>
    createTarget(name, {
      channel: 'slack',
      config: { bot_token: 'xoxb-key', channel: 'C1', server_url: slack.url, ...over },
    })
  const targetId = await createBot('ops')
  const monitorId = await createMonitor('Shop', { notification_target_ids: [targetId] })
  await setCondition(monitorId, 'down', 'up')
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const acknowledge = createAcknowledgeLinks(TEST_SECRET)
  const tools = { net, now: context.now, mailer: null, baseUrl: 'https://w.test', unsubscribe, acknowledge }
  const attempt = createSendAttempt(tools, (error) => assert.fail(String(error)))
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const deliver = async () => {
    for (let round = 0; round < 4; round++) await startCourier({ context, attempt, log, random: () => 0.5 }).stop()
  }
  const request = async (body: string, headers: Record<string, string>) =>
    (await api.inject({ method: 'POST', url: URL, headers, payload: body })).statusCode
  await deliver()
  return {
    ...app,
    slack,
    targetId,
    monitorId,
    createBot,
    deliver,
    request,
    /** Presses a button of a message, and returns the status. */
    press: (action: string, post: SlackPost = slack.posts[0]!, over: object = {}, secret = SECRET) => {
      const body = createPress(action, listButtons(post).get(action)!.value, over)
      return request(body, signAsSlack(secret, body, clock.now()))
    },
    readIncident: async () => (await send('GET', '')).body.data.incidents[0],
    listMessages: async (id: string): Promise<string[]> =>
      (await send('GET', `/${id}/updates`)).body.data.updates.map((one: { message: string }) => one.message),
    listAudited: async () =>
      (await call('GET', '/api/audit-log', { as: alice.session })).body.data.entries
        .filter(({ action }: { action: string }) => /^incident\.(ack|snooz)/.test(action))
        .map(({ action, actor, ip }: { action: string; actor: { name: string }; ip?: string }) => [
          action,
          actor.name,
          ip,
        ]),
  }
}

const noteOf = (post: SlackPost | undefined): string | undefined =>
  post?.blocks.map(({ text }) => text?.text ?? '').find((text) => /^\*[^*\n]+\*$/.test(text))

for (const dialect of DIALECTS) {
  test(`${dialect}: a button acknowledges its incident, and the message shows who pressed it`, async (t) => {
    const site = await prepare(t, dialect)
    const { slack, press, deliver, readIncident, listMessages, listAudited, context } = site
    const buttons = listButtons(slack.posts[0]!)
    assert.deepEqual(
      [...buttons.values()].map(({ label }) => label),
      ['Acknowledge', 'Snooze for 1 h'],
    )
    assert.doesNotMatch(JSON.stringify(slack.posts[0]), /w\.test\/acknowledge/)
    context.woken.length = 0
    assert.equal(await press('acknowledge'), 200)
    assert.ok(context.woken.includes('deliveries'))
    const { id, status, acknowledged_via, acknowledged_by_name } = await readIncident()
    assert.deepEqual([status, acknowledged_via, acknowledged_by_name], ['acknowledged', 'Slack: ops (ann)', null])
    assert.ok((await listMessages(id)).includes('Acknowledged via the notification target "Slack: ops (ann)"'))
    assert.deepEqual(await listAudited(), [
      ['incident.acknowledged', 'notification target "Slack: ops (ann)"', undefined],
    ])
    await deliver()
    const [update] = slack.updates
    assert.deepEqual([update!.channel, update!.ts, noteOf(update)], ['C1', '100.1', '*Acknowledged by ann*'])
    assert.deepEqual(update!.blocks[0], slack.posts[0]!.blocks[0])
    assert.equal(listButtons(update!).size, 0)
    assert.doesNotMatch(JSON.stringify(update), /w\.test\/acknowledge/)
    assert.deepEqual(
      slack.posts.map(({ thread_ts }) => thread_ts),
      [undefined, '100.1'],
    )
    const log = (await site.send('GET', `/${id}/notifications`, undefined, site.alice.session)).body.data.notifications
    assert.equal(log.length, 2, 'the notification log contains no change of a message')
  })

  test(`${dialect}: a repeated press changes nothing, and shows the acknowledgement again`, async (t) => {
    const { slack, press, deliver, listAudited, clock } = await prepare(t, dialect)
    assert.equal(await press('acknowledge'), 200)
    clock.advance(SECOND_MS)
    const user = { user: { id: 'U2', username: 'bob' } }
    assert.deepEqual(
      [await press('acknowledge', slack.posts[0], user), await press('snooze_60', slack.posts[0], user)],
      [200, 200],
    )
    await deliver()
    assert.equal((await listAudited()).length, 1)
    const known = '*Acknowledged via the notification target "Slack: ops (ann)" at 2026-01-05 00:00:00 UTC.*'
    assert.deepEqual(slack.updates.map(noteOf).sort(), ['*Acknowledged by ann*', known, known])
  })

  test(`${dialect}: a button snoozes its incident for an hour, and the message keeps its buttons`, async (t) => {
    const { slack, press, deliver, readIncident, clock } = await prepare(t, dialect)
    assert.equal(await press('snooze_60'), 200)
    await deliver()
    const { status, snoozed_until, snoozed_via } = await readIncident()
    const until = new Date(clock.now() + HOUR_MS).toISOString()
    assert.deepEqual([status, snoozed_until, snoozed_via], ['open', until, 'Slack: ops (ann)'])
    assert.match(noteOf(slack.updates[0])!, /^\*Snoozed by ann until 2026-01-05 01:00/)
    assert.equal(await press('acknowledge', slack.updates[0]), 200)
    await deliver()
    assert.deepEqual(
      [(await readIncident()).status, noteOf(slack.updates[1])],
      ['acknowledged', '*Acknowledged by ann*'],
    )
    assert.equal(listButtons(slack.updates[1]!).size, 0)
  })

  test(`${dialect}: a replayed request changes nothing`, async (t) => {
    const { slack, request, deliver, send, readIncident, listAudited, clock } = await prepare(t, dialect)
    const body = createPress('snooze_60', listButtons(slack.posts[0]!).get('snooze_60')!.value)
    const headers = signAsSlack(SECRET, body, clock.now())
    assert.deepEqual(await Promise.all([request(body, headers), request(body, headers)]), [200, 200])
    const { id } = await readIncident()
    await send('DELETE', `/${id}/snooze`)
    clock.advance(MINUTE_MS)
    assert.equal(await request(body, headers), 200)
    await deliver()
    assert.equal((await readIncident()).snoozed_until, undefined)
    assert.deepEqual((await listAudited()).filter(([action]: string[]) => action === 'incident.snoozed').length, 1)
    assert.equal(slack.updates.length, 1)
    clock.advance(4 * MINUTE_MS + SECOND_MS)
    assert.equal(await request(body, headers), 401)
  })

  test(`${dialect}: a press after the end, the deletion or the expiry of an incident changes only the message`, async (t) => {
    const { slack, press, deliver, send, readIncident, setCondition, monitorId, call, alice, clock } = await prepare(
      t,
      dialect,
    )
    clock.advance(SECOND_MS)
    await setCondition(monitorId, 'up', 'down')
    assert.equal(await press('acknowledge'), 200)
    clock.advance(SECOND_MS)
    await setCondition(monitorId, 'down', 'up')
    assert.equal(await press('acknowledge'), 200)
    const { id, status } = await readIncident()
    assert.equal(status, 'open')
    await send('POST', `/${id}/acknowledge`)
    await call('DELETE', `/api/incidents/${id}`, { as: alice.session })
    clock.advance(SECOND_MS)
    assert.equal(await press('acknowledge'), 200)
    clock.advance(7 * DAY_MS)
    assert.equal(await press('acknowledge'), 200)
    await deliver()
    assert.deepEqual(slack.updates.map(noteOf).sort(), [
      '*Resolved at 2026-01-05 00:00:01 UTC.*',
      '*The buttons of this message have expired. Use a newer message, or the dashboard.*',
      '*The incident was deleted.*',
      '*The incident was reopened. Use the message about the current outage.*',
    ])
    assert.deepEqual(
      slack.updates.map((update) => listButtons(update).size),
      [0, 0, 0, 0],
    )
  })

  test(`${dialect}: a button of another target is refused unless the app of that target signed the request`, async (t) => {
    const site = await prepare(t, dialect)
    const {
      slack,
      press,
      createBot,
      createMonitor,
      setCondition,
      deliver,
      list,
      targetId,
      call,
      alice,
      request,
      clock,
    } = site
    const other = await createBot('other', { signing_secret: 'f'.repeat(32) })
    await setCondition(await createMonitor('Blog', { notification_target_ids: [other] }), 'down', 'up')
    const plain = await createBot('plain', {})
    await setCondition(await createMonitor('Wiki', { notification_target_ids: [plain] }), 'down', 'up')
    await deliver()
    const blog = slack.posts.find(({ text }) => /Blog/.test(text))!
    const wiki = slack.posts.find(({ text }) => /Wiki/.test(text))!
    assert.equal(listButtons(wiki).size, 0, 'a target without a signing secret has a link')
    const token = /w\.test\/acknowledge\/([^|]+)/.exec(JSON.stringify(wiki))![1]!
    const body = createPress('acknowledge', token)
    assert.deepEqual(
      [await press('acknowledge', blog), await request(body, signAsSlack(SECRET, body, clock.now()))],
      [401, 404],
    )
    assert.equal((await list('?status=open')).pagination.total_count, 3)
    await call('PATCH', `/api/notification-targets/${targetId}`, { as: alice.session, body: { is_enabled: false } })
    assert.equal(await press('acknowledge'), 404)
    assert.equal(await press('acknowledge', blog, {}, 'f'.repeat(32)), 200)
  })

  test(`${dialect}: a change of a message is retried, and never sent to the fallback`, async (t) => {
    const site = await prepare(t, dialect)
    const { slack, press, deliver, context, clock, targetId, createTarget, call, alice, setCondition, monitorId } = site
    const fallback = await createTarget('mail')
    const body = { fallback_target_id: fallback }
    await call('PATCH', `/api/notification-targets/${targetId}`, { as: alice.session, body })
    await press('acknowledge')
    slack.next.push({ status: 429, headers: { 'retry-after': '30' }, body: '' }, { status: 503, body: '' })
    await deliver()
    clock.advance(2 * MINUTE_MS)
    await setCondition(monitorId, 'up', 'down') // its message waits behind the acknowledgement
    await deliver()
    assert.deepEqual(slack.updates[0]!.blocks[0], slack.posts[0]!.blocks[0])
    assert.equal(noteOf(slack.updates[0]), '*Acknowledged by ann*')
    slack.deleted.add('100.1')
    await press('acknowledge')
    await deliver()
    const rows = await readRows(context.store.db, 'deliveries')
    const changes = rows.filter(({ incident_id }) => incident_id === null)
    assert.deepEqual(
      changes.map(({ status }) => status),
      ['delivered', 'delivered'],
    )
    clock.advance(SECOND_MS)
    await press('acknowledge')
    slack.next.push(slack.fail('not_in_channel'))
    await deliver()
    const after = await readRows(context.store.db, 'deliveries')
    assert.equal(after.filter(({ status }) => status === 'failed').length, 1)
    assert.deepEqual(
      after.filter(({ target_id }) => target_id === fallback),
      [],
    )
  })
}

test('a request without a valid signature, or with a malformed body, changes nothing', async (t) => {
  const { slack, request, readIncident, clock } = await prepare(t, 'sqlite')
  const { value } = listButtons(slack.posts[0]!).get('acknowledge')!
  const body = createPress('acknowledge', value)
  const sign = (text: string, at = clock.now(), secret = SECRET) => signAsSlack(secret, text, at)
  const now = clock.now()
  const withSignature = (signature: string) => ({ ...sign(body), 'x-slack-signature': signature })
  const good = sign(body)['x-slack-signature']!
  const cases: [name: string, sent: string, headers: Record<string, string>, status: number][] = [
    ['a wrong secret', body, sign(body, now, 'f'.repeat(32)), 401],
    ['another body', createPress('acknowledge', value, { user: { id: 'U9' } }), sign(body), 401],
    ['a shorter signature', body, withSignature(good.slice(0, -1)), 401],
    ['another version', body, withSignature(good.replace('v0', 'v1')), 401],
    ['no signature', body, { 'content-type': 'application/x-www-form-urlencoded' }, 401],
    ['a later timestamp', body, { ...sign(body), 'x-slack-request-timestamp': String(now / 1000 + 1) }, 401],
    ['an expired signature', body, sign(body, now - 5 * MINUTE_MS - SECOND_MS), 401],
    ['a signature of the future', body, sign(body, now + 5 * MINUTE_MS + SECOND_MS), 401],
    ['half a body', body.slice(0, body.length / 2), sign(body.slice(0, body.length / 2)), 400],
    ['no body', '', sign(''), 400],
    ['no object', 'payload=7', sign('payload=7'), 400],
    ...(
      [
        ['another kind', createPress('acknowledge', value, { type: 'view_submission' }), 400],
        ['another button', createPress('open', value), 400],
        ['another snooze', createPress('snooze_61', value), 400],
        ['no message', createPress('acknowledge', value, { container: {} }), 400],
        ['no user', createPress('acknowledge', value, { user: null }), 400],
        ['no action', createPress('acknowledge', value, { actions: [] }), 400],
        ['an action that is null', createPress('acknowledge', value, { actions: [null] }), 400],
        ['a forged token', createPress('acknowledge', `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`), 404],
        ['no token', createPress('acknowledge', 'x'), 404],
      ] as const
    ).map(([name, text, status]): (typeof cases)[number] => [name, text, sign(text), status]),
  ]
  for (const [name, text, headers, status] of cases) assert.equal(await request(text, headers), status, name)
  assert.equal(await request(body, { ...sign(body), 'content-type': 'application/json' }), 400)
  assert.equal(await request(`${body}&x=${'y'.repeat(262_144)}`, sign(body)), 413)
  assert.equal((await readIncident()).status, 'open')
  assert.equal(await request(body, sign(body, now - 5 * MINUTE_MS)), 200)
})

test('a body whose connection ends halfway changes nothing', async (t) => {
  const { slack, api, readIncident, clock, press } = await prepare(t, 'sqlite')
  await api.listen({ port: 0, host: '127.0.0.1' })
  const body = createPress('acknowledge', listButtons(slack.posts[0]!).get('acknowledge')!.value)
  const headers = Object.entries({ ...signAsSlack(SECRET, body, clock.now()), 'content-length': String(body.length) })
  const socket = connect((api.server.address() as { port: number }).port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('close', resolve).resume())
  const head = ['POST /slack/actions HTTP/1.1', 'host: w.test', ...headers.map((pair) => pair.join(': '))].join('\r\n')
  socket.end(`${head}\r\n\r\n${body.slice(0, body.length / 2)}`)
  await closed
  assert.equal((await readIncident()).status, 'open')
  assert.equal(await press('acknowledge'), 200)
})

test('a press is counted by the rate limit, and refused when links are turned off', async (t) => {
  const { slack, serveAnother, clock, readIncident } = await prepare(t, 'sqlite')
  const body = createPress('acknowledge', listButtons(slack.posts[0]!).get('acknowledge')!.value)
  const pressAt = async (over: object) => {
    const { api } = await serveAnother(over)
    const headers = signAsSlack(SECRET, body, clock.now())
    return () => api.inject({ method: 'POST', url: URL, headers, payload: body })
  }
  assert.equal((await (await pressAt({ acknowledgeLinks: false }))()).statusCode, 404)
  assert.equal((await readIncident()).status, 'open')
  const press = await pressAt({ rateLimit: 1 })
  assert.deepEqual([(await press()).statusCode, (await press()).statusCode], [200, 429])
})

test('one button acknowledges all incidents of a grouped message', async (t) => {
  const { slack, press, deliver, createMonitor, setCondition, targetId, list, clock } = await prepare(t, 'sqlite')
  for (const name of ['Blog', 'API', 'Wiki'])
    await setCondition(await createMonitor(name, { notification_target_ids: [targetId] }), 'down', 'up')
  clock.advance(MINUTE_MS)
  await deliver()
  const group = slack.posts.find((post) => listButtons(post).get('acknowledge')?.label === 'Acknowledge all')!
  assert.equal(await press('acknowledge', group), 200)
  await deliver()
  assert.match(noteOf(slack.updates[0])!, /^\*\d incidents acknowledged by ann\*$/)
  assert.equal(listButtons(slack.updates[0]!).size, 0)
  assert.equal((await list('?status=open')).pagination.total_count, 1)
})
