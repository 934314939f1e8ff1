import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, type MonitorApi } from '../../support/api/monitor-api.ts'
import { insertMaintenanceSpans, readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readRow } from '../../support/database/tables.ts'

async function list(app: MonitorApi, who: Record<string, string>) {
  const { status, body } = await app.call('GET', '/api/dashboard/monitors', { as: who })
  assert.equal(status, 200)
  return body.data as { monitors: Record<string, unknown>[]; has_more: boolean }
}

const keyOf = async (app: MonitorApi, id: string): Promise<number> => {
  const { db } = app.context.store
  return await readMonitorKey(db, id)
}

async function check(
  app: MonitorApi,
  id: string,
  at: number,
  status: 'up' | 'down',
  responseTimeMs: number | null,
  errorMessage: string | null = null,
) {
  const monitorKey = await keyOf(app, id)
  app.clock.set(at)
  await recordResults(app.context, 'local', [
    {
      monitorKey,
      kind: 'check',
      scheduledAt: at,
      startedAt: at,
      status,
      responseTimeMs,
      statusCode: null,
      errorType: status === 'down' ? 'timeout' : null,
      errorMessage,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
      remoteAddress: null,
    },
  ])
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the list contains every monitor of the project by name, with its status`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const group = await app.call('POST', '/api/groups', { as: app.alice.session, body: { name: 'Shop' } })
    const groupId = group.body.data.id
    const b = await app.create({ name: 'bravo', tags: ['x', 'a'], group_id: groupId, interval_seconds: 60 })
    const a = await app.create({ name: 'Alpha', status: 'paused' })
    const gone = await app.create({ name: 'Gone' })
    await app.send('DELETE', `/${gone.id}`)
    const begun = app.clock.now()
    await check(app, b.id, begun + MINUTE_MS, 'up', 90)
    await check(app, b.id, begun + 2 * MINUTE_MS, 'up', 123.456)
    const { monitors, has_more } = await list(app, app.alice.session)
    const shared = { type: 'HTTP', target: 'https://www.example.com/', is_flapping: false, in_maintenance: false }
    assert.equal(has_more, false)
    assert.deepEqual(monitors, [
      {
        ...shared,
        id: a.id,
        name: 'Alpha',
        status: 'paused',
        runtime_status: 'paused',
        reason: { kind: 'no_results_yet', message: 'the monitor was created', actor_name: 'Alice' },
        status_since: new Date(begun).toISOString(),
        group_id: null,
        tags: [],
        interval_seconds: 300,
        last_check_at: null,
        last_response_time_ms: null,
        open_incident: null,
      },
      {
        ...shared,
        id: b.id,
        name: 'bravo',
        status: 'active',
        runtime_status: 'up',
        status_since: new Date(begun + MINUTE_MS + 90).toISOString(), // end of that check
        group_id: groupId,
        tags: ['a', 'x'],
        interval_seconds: 60,
        last_check_at: new Date(begun + 2 * MINUTE_MS + 123).toISOString(), // end of the check
        last_response_time_ms: 123.46,
        open_incident: null,
      },
    ])
  })

  test(`${dialect}: the list names the own policy of a monitor, but not the policy of its group`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const post = async (path: string, body: object) =>
      (await app.call('POST', path, { as: app.alice.session, body })).body.data
    const mailbox = { name: 'Chat', channel: 'email', config: { address: 'alice@example.com' } }
    const { target } = await post('/api/notification-targets', mailbox)
    const steps = [{ after_minutes: 0, target_ids: [target.id] }]
    const { escalation_policy: policy } = await post('/api/escalation-policies', { name: 'Night', steps })
    const group = await post('/api/groups', { name: 'Shop', escalation_policy_id: policy.id })
    await app.create({ name: 'Alpha', escalation_policy_id: policy.id })
    await app.create({ name: 'Bravo', group_id: group.id })
    const { monitors } = await list(app, app.alice.session)
    assert.deepEqual(
      monitors.map((monitor) => monitor.escalation_policy_id),
      [policy.id, undefined],
    )
  })

  test(`${dialect}: the list, the monitor and its events show a change that waits for confirmation`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { id } = await app.create({ failure_threshold: 2, recovery_threshold: 3, interval_seconds: 60 })
    await app.create({ name: 'Never checked' })
    const { watch } = app.context.live.subscribe(app.alice.projectId, () => {}, null)
    const begun = app.clock.now()
    const steps = ['up', 'down', 'down', 'up', 'up', 'down', 'up', 'up', 'up'] as const
    const shown: unknown[] = []
    for (const [minute, status] of steps.entries()) {
      await check(app, id, begun + minute * MINUTE_MS, status, status === 'up' ? 20 : null)
      const { confirming = null } = (await list(app, app.alice.session)).monitors.find((one) => one.id === id)!
      const { monitor } = (await app.send('GET', `/${id}`)).body.data
      const event = watch
        .read(1e6)!
        .split('\n')
        .findLast((line) => line.includes('"confirming"'))!
      assert.deepEqual([monitor.confirming ?? null, JSON.parse(event.slice(6)).confirming], [confirming, confirming])
      const { direction, count, threshold, since = '', regions } = (confirming ?? {}) as Record<string, string>
      shown.push(
        direction ? `${direction} ${count}/${threshold} ${(Date.parse(since) - begun) / MINUTE_MS} ${regions}` : null,
      )
    }
    watch.close()
    assert.deepEqual(shown, [
      null,
      'down 1/2 1 local',
      null,
      `up 1/3 ${3 + 20 / MINUTE_MS} local`, // the end of the first passing check
      `up 2/3 ${3 + 20 / MINUTE_MS} local`,
      null,
      `up 1/3 ${6 + 20 / MINUTE_MS} local`,
      `up 2/3 ${6 + 20 / MINUTE_MS} local`,
      null,
    ])
  })

  test(`${dialect}: the list shows the worst incident, flapping and maintenance of each monitor`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { id } = await app.create({ name: 'A' })
    await app.create({ name: 'B' })
    const report = (severity: string) =>
      app.call('POST', '/api/incidents', {
        as: app.alice.session,
        body: { title: severity, severity, type: 'timeout', error_message: 'x', check_id: id, source: 'manual' },
      })
    await report('minor')
    const worst = (await report('critical')).body.data.incident
    const resolved = (await report('critical')).body.data.incident
    await app.call('POST', `/api/incidents/${resolved.id}/status`, {
      as: app.alice.session,
      body: { status: 'resolved' },
    })
    const monitorKey = await keyOf(app, id)
    const now = app.clock.now()
    const { db } = app.context.store
    await insertRows(db, 'flaps', {
      monitor_key: monitorKey,
      since: now,
      stable_at: now + HOUR_MS,
      interval_ms: MINUTE_MS,
    })
    const span = { monitor_key: monitorKey, window_id: 'w', starts_at: now - MINUTE_MS, ends_at: now + MINUTE_MS }
    await insertMaintenanceSpans(db, span)
    await check(app, id, now, 'down', null)
    const shown = ({ monitors }: Awaited<ReturnType<typeof list>>) =>
      monitors.map((one) => [
        one.name,
        one.is_flapping,
        one.in_maintenance,
        one.last_response_time_ms,
        one.open_incident,
      ])
    const incident = { id: worst.id, status: 'open', severity: 'critical', title: 'critical' }
    assert.deepEqual(shown(await list(app, app.alice.session)), [
      ['A', true, true, null, incident],
      ['B', false, false, null, null],
    ])
    await app.call('POST', `/api/incidents/${worst.id}/acknowledge`, { as: app.alice.session, body: {} })
    const [acknowledged] = (await list(app, app.alice.session)).monitors
    assert.deepEqual(acknowledged!.open_incident, {
      ...incident,
      status: 'acknowledged',
      acknowledged_by_name: 'Alice',
    })
    app.clock.set(now + MINUTE_MS)
    const [first] = (await list(app, app.alice.session)).monitors
    assert.equal(first!.in_maintenance, false, 'the maintenance has ended')
  })

  test(`${dialect}: the list shows why a monitor is not up, and nothing for a monitor that is up`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const make = (name: string) => app.create({ name, failure_threshold: 1 })
    const [down, paused, disabled, , up] = [
      await make('A'),
      await make('B'),
      await make('C'),
      await make('D'),
      await make('E'),
    ]
    const at = app.clock.now() + MINUTE_MS
    await check(app, up.id, at, 'up', 10)
    await check(app, down.id, at, 'up', 10)
    await check(app, down.id, at + MINUTE_MS, 'down', null, 'status 503, expected 2xx')
    await app.send('POST', `/${paused.id}/pause`)
    await app.send('POST', `/${disabled.id}/pause`)
    await app.send('PUT', `/${disabled.id}`, { status: 'disabled' })
    const ends = app.clock.now() + HOUR_MS
    const span = { monitor_key: await keyOf(app, up.id), starts_at: app.clock.now(), ends_at: ends }
    await insertMaintenanceSpans(app.context.store.db, { ...span, window_id: 'w' })
    await insertMaintenanceSpans(app.context.store.db, { ...span, window_id: 'v', ends_at: ends - MINUTE_MS })
    const { monitors } = await list(app, app.alice.session)
    assert.deepEqual(
      monitors.map(({ name, reason, maintenance_until }) => [name, reason, maintenance_until]),
      [
        ['A', { kind: 'status_code', value: 503, message: 'status 503, expected 2xx' }, undefined],
        ['B', { kind: 'paused', message: 'checks were paused', actor_name: 'Alice' }, undefined],
        ['C', { kind: 'disabled', message: 'checks were disabled', actor_name: 'Alice' }, undefined],
        ['D', { kind: 'no_results_yet', message: 'the monitor was created' }, undefined],
        ['E', undefined, new Date(ends).toISOString()],
      ],
    )
  })

  test(`${dialect}: the list shows the time of the last check in any region`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { id } = await app.create()
    await check(app, id, app.clock.now() + MINUTE_MS, 'up', 10)
    const { db } = app.context.store
    const state = await readRow(db, 'check_states')
    const later = { ...state, region: state.region + 1, last_check_at: state.last_check_at + 5_000 }
    await insertRows(db, 'check_states', later)
    const [line] = (await list(app, app.alice.session)).monitors
    assert.equal(line!.last_check_at, new Date(later.last_check_at).toISOString())
    assert.equal(line!.last_response_time_ms, null, 'that region has no result')
  })
}

test('the list of a project contains nothing of other projects', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  await app.create({ tags: ['secret'] })
  assert.deepEqual(await list(app, app.charlie.session), { monitors: [], has_more: false })
})

test('a large list is compressed for clients that accept it, with a Vary header', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const ask = (headers: Record<string, string>) =>
    app.api.inject({ url: '/api/dashboard/monitors', headers: { ...app.alice.session, ...headers } })
  await app.create()
  const small = await ask({ 'accept-encoding': 'gzip' })
  assert.deepEqual([small.headers['content-encoding'], small.headers.vary], [undefined, undefined])
  for (let count = 0; count < 12; count++) await app.create({ name: `Site ${count}` })
  const plain = await ask({})
  const squeezed = await ask({ 'accept-encoding': 'br, gzip;q=0.5' })
  assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'Accept-Encoding'])
  assert.deepEqual([squeezed.headers['content-encoding'], squeezed.headers.vary], ['gzip', 'Accept-Encoding'])
  assert.equal(gunzipSync(squeezed.rawPayload).toString(), plain.body)
  assert.equal(Number(squeezed.headers['content-length']), squeezed.rawPayload.length)
  assert.ok(squeezed.rawPayload.length * 4 < plain.rawPayload.length)
  assert.equal((await ask({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'], undefined)
})

test('the list contains no heartbeat token, which would allow pings', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const beat = await app.create({
    type: 'HEARTBEAT',
    target: undefined,
    name: 'Backup',
    heartbeat_config: { expected_interval_seconds: 3600, grace_period_seconds: 60 },
  })
  const answer = await app.call('GET', '/api/dashboard/monitors', { as: app.alice.session })
  assert.equal(answer.body.data.monitors[0].target, '')
  assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(String(beat.heartbeat_token)))
})
