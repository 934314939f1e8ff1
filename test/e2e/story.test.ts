/**
 * The main story of the program, as users start it. A web site goes down and up again; one alert is sent for each
 * change; and a power cut in between changes nothing.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Call, createTestClient, expectData } from '../support/api/client.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import { type Program, startProgram } from '../support/programs/program.ts'
import { type Received, type Sink, startSink } from '../support/targets/sink.ts'
import { startWebServer } from '../support/targets/web-server.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

/** The shortest interval of scheduled checks. */
const INTERVAL_MS = 30_000

/** Long enough to show in an uptime percentage. */
const OUTAGE_MS = 4_000

/** Largest difference between reported and real times. */
const TOLERANCE_MS = 1_000

/** An event happened within this range; Unix ms. On a busy machine a response may take longer. */
interface Moment {
  from: number
  to: number
}

async function during(work: () => Promise<void>): Promise<Moment> {
  const from = Date.now()
  await work()
  return { from, to: Date.now() }
}

const environmentIn = (folder: string): Record<string, string> => ({ WK_DATA_DIR: join(folder, 'data') })

const serveIn = (t: Cleanup, folder: string): Promise<Program> =>
  startProgram(t, { env: environmentIn(folder), byNpm: true })

async function makeKey(url: string): Promise<string> {
  const { access_token } = await expectData(createTestClient(url)('POST', '/api/auth/register', ACCOUNT))
  const session = createTestClient(url, { authorization: `Bearer ${access_token}` })
  const { key } = await expectData(session('POST', '/api/auth/api-keys', { name: 'Story', scope: 'read_write' }))
  return key
}

/** @returns the status of the monitor after a check now */
async function check(call: Call, id: string): Promise<string> {
  await expectData(call('POST', `/api/monitors/${id}/check`))
  return (await expectData(call('GET', `/api/monitors/${id}`))).monitor.runtimeStatus
}

const typesOf = (sink: Sink): string[] => sink.received.map(({ event }) => event.type)

const arrival = (sink: Sink, type: string): Promise<Received> =>
  waitUntil(() => sink.received.find(({ event }) => event.type === type)!, `the webhook ${type}`)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('a web site goes down and up again through a power cut, and each change sends one notification', async (t) => {
  const folder = createTestFolder(t)
  const site = await startWebServer(t)
  const sink = await startSink(t)
  let program = await serveIn(t, folder)
  const key = await makeKey(program.url)
  let call = createTestClient(program.url, { 'x-api-key': key })

  const hook = { name: 'On call', channel: 'webhook', config: { url: sink.url }, is_default: true }
  const { secret } = (await expectData(call('POST', '/api/notification-targets', hook))).target.config
  let id = ''
  const draft = {
    name: 'Shop',
    type: 'HTTP',
    target: site.url,
    interval_seconds: INTERVAL_MS / 1000,
    timeout_ms: 20_000,
  }
  const statusNow = async () => (await expectData(call('GET', `/api/monitors/${id}`))).monitor.runtimeStatus
  // One failure does not confirm down, and one pass does not confirm up
  const checkUntil = async (status: string) =>
    void (await waitUntil(async () => (await check(call, id)) === status, status))
  const up = await during(async () => {
    id = (await expectData(call('POST', '/api/monitors', draft))).monitor.id
    await waitUntil(async () => (await statusNow()) === 'up', 'up')
  })

  // A scheduled check may detect it at any moment
  const down = await during(async () => {
    await site.stop()
    await checkUntil('down')
  })
  const opened = await arrival(sink, 'incident.opened')
  sink.verify(opened, secret)
  const incidentId = opened.event.data.incident!.id
  assert.equal(opened.event.data.incident!.type, 'connection_error')
  assert.equal(opened.event.data.monitor!.runtimeStatus, 'down')

  // A webhook that a crash leaves unconfirmed is sent again after a minute with the same id; this test avoids that
  const incident = async () => (await expectData(call('GET', `/api/incidents/${incidentId}`))).incident
  await waitUntil(async () => (await incident()).notification_sent, 'the confirmation of the webhook')
  await program.kill()
  program = await serveIn(t, folder)
  call = createTestClient(program.url, { 'x-api-key': key })
  assert.equal((await incident()).status, 'open')
  assert.equal(await statusNow(), 'down')
  assert.equal(await check(call, id), 'down')

  const acknowledged = await expectData(call('POST', `/api/incidents/${incidentId}/acknowledge`))
  assert.equal(acknowledged.incident.status, 'acknowledged')
  await arrival(sink, 'incident.acknowledged')
  await pause(Math.max(0, down.to + OUTAGE_MS - Date.now()))

  const upAgain = await during(async () => {
    await site.start()
    await checkUntil('up')
  })
  const resolved = await arrival(sink, 'incident.resolved')
  sink.verify(resolved, secret)
  assert.equal(resolved.event.data.incident!.id, incidentId)
  assert.throws(() => sink.verify({ ...resolved, body: `${resolved.body} ` }, secret), 'a changed body must not verify')

  assert.deepEqual(typesOf(sink), ['incident.opened', 'incident.acknowledged', 'incident.resolved'])
  await assertHistoryMatches(call, id, [up, down, upAgain])
  const ended = await incident()
  assert.equal(ended.status, 'resolved')
  near(ended.duration_seconds * 1000, outageOf(down, upAgain), 'the duration of the incident')
})

/** The possible duration of the outage between two events. */
const outageOf = (down: Moment, up: Moment): Moment => ({ from: up.from - down.to, to: up.to - down.from })

/** Asserts that the history, the statistics and the daily strip agree with this test's observations. */
async function assertHistoryMatches(call: Call, id: string, [up, down, upAgain]: Moment[]): Promise<void> {
  const { history } = await expectData(call('GET', `/api/monitors/${id}/status-history`))
  const runtime = history.filter(({ kind }: { kind: string }) => kind === 'runtime').reverse()
  const moves: { to_status: string; started_at: string }[] = runtime.slice(-3)
  assert.deepEqual(
    moves.map(({ to_status }) => to_status),
    ['up', 'down', 'up'],
  )
  for (const [index, { to_status, started_at }] of moves.entries())
    near(Date.parse(started_at), [up!, down!, upAgain!][index]!, to_status)

  const askedFrom = Date.now()
  const stats = await expectData(call('GET', `/api/monitors/${id}/stats?period=7d`))
  const outage = outageOf(down!, upAgain!)
  const measured = { from: askedFrom - up!.to, to: Date.now() - up!.from }
  const outageMs = (1 - stats.uptime_percentage / 100) * measured.to
  near(outageMs, { from: (outage.from * measured.from) / measured.to, to: outage.to }, 'the downtime')
  assert.equal(stats.runtime_status, 'up')
  assert.equal(stats.current_incident ?? null, null)
  near(stats.last_success_at, { from: upAgain!.from, to: Date.now() }, 'the last success')

  const { sparkline } = await expectData(call('GET', `/api/monitors/${id}/sparkline`))
  const later = await expectData(call('GET', `/api/monitors/${id}/stats?period=7d`))
  // Two entries when midnight passes during the test
  const counts = sparkline.reduce((sum: number, day: Day) => sum + day.successCount + day.failureCount, 0)
  const failures = sparkline.reduce((sum: number, day: Day) => sum + day.failureCount, 0)
  // A scheduled check may run in between
  assert.ok(counts >= stats.total_checks && counts <= later.total_checks, `${counts} of ${stats.total_checks}`)
  assert.ok(failures >= 3, `${failures} failures`)
  assert.ok(counts - failures >= 3, `${counts - failures} successes`)
}

interface Day {
  successCount: number
  failureCount: number
}

function near(actual: number, { from, to }: Moment, what: string): void {
  const isNear = actual > from - TOLERANCE_MS && actual < to + TOLERANCE_MS
  assert.ok(isNear, `${what}: ${actual} is not near ${from} to ${to}`)
}
