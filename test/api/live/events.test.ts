import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { HOUR_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../support/api/app.ts'
import { type EventReader, readEvents } from '../../support/api/event-reader.ts'
import { createMonitorApi, type MonitorApi } from '../../support/api/monitor-api.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

async function listen({ api }: TestApp): Promise<number> {
  await api.listen({ port: 0, host: '127.0.0.1' })
  return (api.server.address() as { port: number }).port
}

/** Opens a stream and closes it at the end of the test. */
async function openEventStream(t: TestContext, app: TestApp, headers: Record<string, string>, query = '') {
  const port = (app.api.server.address() as { port: number } | null)?.port ?? (await listen(app))
  const reader = await readEvents(`http://127.0.0.1:${port}/api/events${query}`, headers)
  t.after(reader.close)
  return reader
}

/** Records one check of the first monitor in the database. */
const check = (app: MonitorApi, minute: number, status: 'up' | 'down') =>
  recordResults(app.context, 'local', [
    {
      monitorKey: 1,
      kind: 'check',
      scheduledAt: MONDAY + minute * 60_000,
      startedAt: MONDAY + minute * 60_000,
      status,
      responseTimeMs: 12,
      statusCode: 200,
      errorType: status === 'down' ? 'timeout' : null,
      errorMessage: null,
      timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 10, downloadMs: 1 },
      remoteAddress: '192.0.2.1',
    },
  ])

const advance = (app: TestApp, minute: number) => app.clock.set(MONDAY + minute * 60_000)

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type)

for (const dialect of DIALECTS)
  test(`${dialect}: a stream sends the events of a project in order as they happen`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const reader = await openEventStream(t, app, app.bob.session)
    assert.equal(reader.status, 200)
    assert.match(reader.headers['content-type']!, /^text\/event-stream/)
    assert.deepEqual([reader.headers['x-api-version'], reader.headers['x-ratelimit-limit']], ['1.0', '1000'])
    assert.match(reader.headers['cache-control']!, /no-store/)
    assert.equal(reader.headers['x-accel-buffering'], 'no')
    const { id } = await app.create({ failure_threshold: 1 })
    await check(app, 0, 'up')
    advance(app, 5)
    await check(app, 5, 'down')
    const { body } = await app.call('GET', '/api/incidents', { as: app.alice.session })
    await app.call('POST', `/api/incidents/${body.data.incidents[0].id}/acknowledge`, { as: app.alice.session })
    await app.send('POST', `/${id}/pause`)
    await app.send('DELETE', `/${id}`)
    const events = await reader.take(11)
    assert.deepEqual(typesOf(events), [
      'monitor.created',
      'monitor.status',
      'monitor.result',
      'monitor.status',
      'incident.opened',
      'monitor.result',
      'incident.acknowledged',
      'monitor.status',
      'incident.updated',
      'monitor.updated',
      'incident.resolved',
      'monitor.deleted',
    ])
    const [created, status, result, down, opened] = events.map(({ data }) => data)
    assert.deepEqual(created, { monitor_id: id })
    assert.deepEqual(
      [result.monitor_id, result.result.status, result.result.response_time_ms, result.result.region],
      [id, 'up', 12, 'local'],
    )
    assert.deepEqual([status.from_status, status.to_status], ['unknown', 'up'])
    assert.equal(status.parsed_reason, undefined)
    assert.equal(down.parsed_reason.kind, 'timeout')
    assert.deepEqual([down.to_status, down.started_at], ['down', new Date(MONDAY + 5 * 60_000).toISOString()])
    assert.deepEqual([opened.incident.check_id, opened.incident.status, opened.update.kind], [id, 'open', 'created'])
    const sequences = events.map((event) => Number(event.id!.split('-')[1]))
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(sequences).size, sequences.length)
  })

for (const dialect of DIALECTS)
  test(`${dialect}: a stream sends the new status of a group, in its own project`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const stranger = await openEventStream(t, app, app.charlie.session)
    const reader = await openEventStream(t, app, app.bob.session)
    const body = { name: 'Shop', condition: { mode: 'all' } }
    const { id } = (await app.call('POST', '/api/groups', { as: app.alice.session, body })).body.data
    await app.create({ failure_threshold: 1, group_id: id })
    await check(app, 0, 'up')
    advance(app, 5)
    await check(app, 5, 'down')
    const changes = (await reader.take(8)).filter(({ type }) => type === 'group.status').map(({ data }) => data)
    assert.deepEqual(changes, [
      {
        group_id: id,
        to_status: 'unknown',
        reason: 'no member counts: each is paused or in maintenance, or the group is empty',
        started_at: new Date(MONDAY).toISOString(),
      },
      {
        group_id: id,
        from_status: 'unknown',
        to_status: 'up',
        reason: '1 of 1 member is up',
        started_at: new Date(MONDAY + 12).toISOString(),
      },
      {
        group_id: id,
        from_status: 'up',
        to_status: 'down',
        reason: '0 of 1 member is up, expected all: Site is down',
        started_at: new Date(MONDAY + 5 * 60_000).toISOString(),
      },
    ])
    assert.deepEqual(stranger.events, [])
  })

test('a rolled-back transaction sends no event', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const reader = await openEventStream(t, app, app.bob.session)
  const refused = app.context.store.transact(async (tx) => {
    const { logAudit } = await import('../../../src/services/platform/audit.ts')
    const actor = { userId: app.alice.userId, userName: 'Alice', organizationId: app.alice.organizationId, ip: '::1' }
    const { id } = await readRow(tx, 'projects')
    await logAudit(
      tx,
      app.context,
      { ...actor, credential: { kind: 'session', sessionId: 'x' } },
      {
        action: 'monitor.updated',
        resourceType: 'monitor',
        resourceId: id,
      },
    )
    throw new Error('no')
  })
  await assert.rejects(refused, /no/)
  await app.create()
  assert.deepEqual(typesOf(await reader.take(1)), ['monitor.created'])
})

test('a stream sends no events of other projects or organizations', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const made = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Other' } })
  const elsewhere = { ...app.bob.session, 'x-project-id': made.body.data.project.id }
  const stranger = await openEventStream(t, app, app.charlie.session)
  const neighbour = await openEventStream(t, app, elsewhere)
  const insider = await openEventStream(t, app, app.bob.session)
  await app.create()
  await check(app, 0, 'up')
  await insider.take(3)
  await app.call('POST', '/api/monitors', {
    as: elsewhere,
    body: { name: 'Elsewhere', type: 'HTTP', target: 'https://www.example.com/' },
  })
  assert.deepEqual(typesOf(await neighbour.take(1)), ['monitor.created'])
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([neighbour.events.length, stranger.events.length, insider.events.length], [1, 0, 3])
})

for (const [how, place] of [
  ['Last-Event-ID', (id: string) => ({ headers: { 'last-event-id': id }, query: '' })],
  ['last_event_id', (id: string) => ({ headers: {}, query: `?last_event_id=${id}` })],
] as const)
  test(`a client that reconnects with ${how} receives each missed event once`, async (t) => {
    const app = await createMonitorApi(t, 'sqlite')
    const first = await openEventStream(t, app, app.bob.session)
    await waitUntil(() => first.lastId(), 'the first event ID')
    await app.create()
    await first.take(1)
    const seen = first.lastId()!
    first.close()
    await app.create({ name: 'While away' })
    await check(app, 0, 'up')
    const { headers, query } = place(seen)
    const second = await openEventStream(t, app, { ...app.bob.session, ...headers }, query)
    assert.deepEqual(typesOf(await second.take(3)), ['monitor.created', 'monitor.status', 'monitor.result'])
  })

test('a connection that breaks before the first event can be resumed', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const first = await openEventStream(t, app, app.bob.session)
  const place = (await waitUntil(() => first.lastId(), 'the first event ID'))!
  first.close()
  await app.create()
  const second = await openEventStream(t, app, { ...app.bob.session, 'last-event-id': place })
  assert.deepEqual(typesOf(await second.take(1)), ['monitor.created'])
})

test('an unknown event ID gets a reset and then later events', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  for (const place of ['nonsense', '0123456789ab-5']) {
    const reader = await openEventStream(t, app, { ...app.bob.session, 'last-event-id': place })
    assert.deepEqual(typesOf(await reader.take(1)), ['reset'])
    await app.create()
    assert.deepEqual(typesOf(await reader.take(2)), ['reset', 'monitor.created'])
    const again = await openEventStream(t, app, { ...app.bob.session, 'last-event-id': reader.events[0]!.id! })
    assert.deepEqual(typesOf(await again.take(1)), ['monitor.created'], 'the ID of a reset can be resumed too')
  }
})

/** Publishes more events for Bob's project than all buffers can hold. */
function publishManyEvents(app: MonitorApi, events: number): void {
  const reason = 'x'.repeat(10_000)
  const change = { from: 'up', to: 'down', reason, at: 0 }
  for (let n = 0; n < events; n++)
    app.context.live.publish(app.bob.projectId, () => ({ type: 'monitor.status', monitorId: String(n), change }))
}

test('a slow client is disconnected instead of filling the memory, and gets a reset when it reconnects', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const slow = await openEventStream(t, app, app.bob.session)
  const quick = await openEventStream(t, app, app.bob.session)
  const place = (await waitUntil(() => slow.lastId(), 'the first event ID'))!
  slow.pause()
  for (let round = 1; round <= 40; round++) {
    publishManyEvents(app, 100)
    await quick.take(round * 100)
  }
  slow.resume()
  await slow.ended
  assert.ok(slow.events.length < 4000)
  assert.deepEqual(
    quick.events.map(({ data }) => Number(data.monitor_id)),
    Array.from({ length: 4000 }, (_, n) => n % 100),
  )
  const back = await openEventStream(t, app, { ...app.bob.session, 'last-event-id': place })
  assert.deepEqual(typesOf(await back.take(1)), ['reset'])
})

test('a client that reads nothing is disconnected after two access checks', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const app = await createMonitorApi(t, 'sqlite')
  const port = await listen(app)
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  const [name, value] = Object.entries(app.bob.session)[0]!
  socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  publishManyEvents(app, 700)
  const count = () => new Promise<number>((resolve) => app.api.server.getConnections((_, n) => resolve(n)))
  assert.equal(await count(), 1)
  await waitUntil(async () => {
    t.mock.timers.tick(15 * SECOND_MS)
    return (await count()) === 0
  }, 'the end of the connection')
})

test('a stream sends a comment every 4 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const app = await createMonitorApi(t, 'sqlite')
  const reader = await openEventStream(t, app, app.bob.session)
  for (const count of [1, 2, 3]) {
    t.mock.timers.tick(4 * SECOND_MS)
    await waitUntil(() => reader.comments() === count, `comment ${count}`)
  }
})

const ENDS: [string, (app: MonitorApi) => Promise<unknown>][] = [
  ['an expired token', async (app) => app.clock.advance(HOUR_MS)],
  ['a removed member', (app) => removeMember(app.context.store.db, app.bob.userId)],
  ['a revoked session', (app) => updateRows(app.context.store.db, 'sessions', { revoked_at: 1 })],
]
for (const [what, end] of ENDS)
  test(`the stream of ${what} ends at the next access check, and other streams continue`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const app = await createMonitorApi(t, 'sqlite')
    const key = await createKeyHeaders(app.context, app.alice, 'read')
    const reader = await openEventStream(t, app, app.bob.session)
    const other = await openEventStream(t, app, key)
    await end(app)
    t.mock.timers.tick(15 * SECOND_MS)
    await reader.ended
    await waitUntil(() => other.comments() === 3, 'the comments on the other stream')
  })

const REFRESH = '/api/auth/refresh'
const PASSWORD = 'a long enough password'

/** Ways in which a credential ends. Each opens a stream and returns a function that ends it. */
const ENDS_AT_ONCE: [string, (app: MonitorApi, open: OpenStream) => Promise<() => Promise<TestResponse>>][] = [
  [
    'a removed member',
    async (app, open) => {
      await open(app.bob.session)
      const id = await findMemberId(app, app.bob.email)
      return () =>
        app.call('DELETE', `/api/organizations/${app.alice.organizationId}/members/${id}`, { as: app.alice.session })
    },
  ],
  [
    'a key of a member with a lower role',
    async (app, open) => {
      await open(await createKeyHeaders(app.context, app.bob, 'read_write'))
      const id = await findMemberId(app, app.bob.email)
      const body = { role: 'viewer' }
      return () =>
        app.call('PATCH', `/api/organizations/${app.alice.organizationId}/members/${id}`, {
          as: app.alice.session,
          body,
        })
    },
  ],
  ...(['DELETE', 'PATCH', 'POST'] as const).map((method): (typeof ENDS_AT_ONCE)[number] => [
    `a key that is ${{ DELETE: 'deleted', PATCH: 'disabled', POST: 'rotated' }[method]}`,
    async (app, open) => {
      await open(await createKeyHeaders(app.context, app.alice, 'read'))
      const { id } = (await readRows(app.context.store.db, 'api_keys', {}, ['id'])).at(-1)! // the newest
      const path = `/api/auth/api-keys/${id}${method === 'POST' ? '/rotate' : ''}`
      const body = method === 'PATCH' ? { is_active: false } : undefined
      return () => app.call(method, path, { as: app.alice.session, ...(body && { body }) })
    },
  ]),
  [
    'a user who signs out',
    async (app, open) => {
      await open(app.bob.session)
      return () => app.call('POST', '/api/auth/logout', { as: app.bob.session, body: {} })
    },
  ],
  [
    'a deleted project',
    async (app, open) => {
      const made = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Other' } })
      const { id } = made.body.data.project
      await open({ ...app.alice.session, 'x-project-id': id })
      return () => app.call('DELETE', `/api/projects/${id}`, { as: app.alice.session })
    },
  ],
  [
    'a deleted organization',
    async (app, open) => {
      await open(app.bob.session)
      return () => app.call('DELETE', '/api/organization', { as: app.alice.session, body: { confirm: true } })
    },
  ],
]

type OpenStream = (headers: Record<string, string>) => Promise<void>

async function findMemberId({ call, alice }: MonitorApi, email: string): Promise<string> {
  const { data: members } = (
    await call('GET', `/api/organizations/${alice.organizationId}/members`, { as: alice.session })
  ).body
  return members.find((member: { email: string }) => member.email === email).id
}

for (const [what, prepare] of ENDS_AT_ONCE)
  test(`the stream of ${what} ends at once, without later events`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] }) // so that no heartbeat can end it
    const app = await createMonitorApi(t, 'sqlite')
    const readers: EventReader[] = []
    const end = await prepare(app, async (headers) => {
      readers.push(await openEventStream(t, app, headers))
    })
    const [reader] = readers
    assert.equal(reader!.status, 200)
    const { status } = await end()
    assert.ok(status === 200 || status === 204, String(status))
    publishResult(app)
    await reader!.ended
    assert.deepEqual(
      typesOf(reader!.events).filter((type) => type === 'monitor.updated'),
      [],
    )
  })

/** Publishes an event of the default project. */
const publishResult = ({ context, alice }: MonitorApi) =>
  context.live.publish(alice.projectId, () => ({ type: 'monitor.updated', monitorId: 'later' }))

test('a second use of a refresh token, and a new password, end the streams of the account', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const app = await createMonitorApi(t, 'sqlite')
  const account = { email: 'dora@example.test', password: PASSWORD, name: 'Dora', organization_name: 'Dora' }
  const registered = await app.call('POST', '/api/auth/register', { body: account })
  const toHeaders = ({ body }: TestResponse) => ({ authorization: `Bearer ${body.data.access_token}` })
  const { refresh_token } = registered.body.data
  const stolen = await openEventStream(t, app, toHeaders(registered))
  for (let count = 0; count < 2; count++) await app.call('POST', REFRESH, { body: { refresh_token } })
  await stolen.ended
  const login = () => app.call('POST', '/api/auth/login', { body: { email: account.email, password: PASSWORD } })
  const [old, current] = [await login(), await login()]
  const [oldStream, currentStream] = [
    await openEventStream(t, app, toHeaders(old)),
    await openEventStream(t, app, toHeaders(current)),
  ]
  const body = { current_password: PASSWORD, new_password: 'another long password' }
  assert.equal((await app.call('POST', '/api/auth/password', { as: toHeaders(current), body })).status, 200)
  await oldStream.ended
  t.mock.timers.tick(4 * SECOND_MS)
  await waitUntil(() => currentStream.comments() === 1, 'the stream of the changing session')
})

test('the streams of a revoked key and of a deleted project end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const app = await createMonitorApi(t, 'sqlite')
  const key = await createKeyHeaders(app.context, app.alice, 'read')
  const made = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Other' } })
  const { id } = made.body.data.project
  const byKey = await openEventStream(t, app, key)
  const ofProject = await openEventStream(t, app, { ...app.alice.session, 'x-project-id': id })
  await updateRows(app.context.store.db, 'api_keys', { is_active: 0 }, { name: 'read' })
  await app.call('DELETE', `/api/projects/${id}`, { as: app.alice.session })
  t.mock.timers.tick(15 * SECOND_MS)
  await Promise.all([byKey.ended, ofProject.ended])
})

test('a server that shuts down ends its streams at once', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] }) // so that no heartbeat can end them
  const app = await createMonitorApi(t, 'sqlite')
  const readers = [await openEventStream(t, app, app.bob.session), await openEventStream(t, app, app.alice.session)]
  await app.create()
  await app.api.close()
  await Promise.all(readers.map(({ ended }) => ended))
  for (const reader of readers) assert.deepEqual(typesOf(reader.events), ['monitor.created'])
})

test('a user holds at most twenty streams at a time', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const key = await createKeyHeaders(app.context, app.alice, 'read')
  await listen(app)
  const readers = await Promise.all(Array.from({ length: 20 }, () => openEventStream(t, app, key)))
  const refused = await app.call('GET', '/api/events', { as: app.alice.session })
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.equal(refused.headers['retry-after'], '30')
  assert.equal((await openEventStream(t, app, app.bob.session)).status, 200)
  readers[0]!.close()
  await waitUntil(async () => {
    const reader = await openEventStream(t, app, key)
    return reader.status === 200
  }, 'a free stream')
})

test('a stream is refused with the usual error codes', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const code = async (headers: Record<string, string>) =>
    (await app.call('GET', '/api/events', { headers })).body.error.code
  assert.equal(await code({}), 'AUTHENTICATION_REQUIRED')
  assert.equal(
    await code({ ...app.bob.session, 'x-project-id': app.charlie.projectId }),
    'PROJECT_ORGANIZATION_MISMATCH',
  )
  const head = await app.call('HEAD', '/api/events', { as: app.bob.session })
  assert.deepEqual([head.status, head.headers['content-type']], [200, 'text/event-stream; charset=utf-8'])
})

test('the API document describes the event stream', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const operation = (await call('GET', '/api/openapi.json')).body.paths['/api/events'].get
  assert.deepEqual(Object.keys(operation.responses['200'].content), ['text/event-stream'])
  assert.match(operation.description, /monitor\.status/)
})
