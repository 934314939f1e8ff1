/**
 * The story that the whole program is for, told on the program as people start it: a web site goes up, down and up
 * again; somebody is told, once; and a power cut in the middle changes nothing of it.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Call, dataOf, makeClient } from '../support/client.ts'
import { type Program, startProgram } from '../support/program.ts'
import { type Received, type Sink, startSink } from '../support/sink.ts'
import { type Cleanup, testFolder } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { startWebServer } from '../support/web-server.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

/** Long enough for a share of it to show in a percentage. */
const OUTAGE_MS = 4_000

/** What is reported may differ from what happened by this much. */
const TOLERANCE_MS = 1_000

function environmentIn(folder: string): Record<string, string> {
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify({ scale: { min_interval_seconds: 30 } }))
  return { WK_DATA_DIR: join(folder, 'data'), WK_PLANS_FILE: plans }
}

const serveIn = (t: Cleanup, folder: string): Promise<Program> =>
  startProgram(t, { env: environmentIn(folder), byNpm: true })

async function makeKey(url: string): Promise<string> {
  const { access_token } = await dataOf(makeClient(url)('POST', '/api/auth/register', ACCOUNT))
  const session = makeClient(url, { authorization: `Bearer ${access_token}` })
  const { key } = await dataOf(session('POST', '/api/auth/api-keys', { name: 'Story', scope: 'read_write' }))
  return key
}

/** @returns the status that the monitor has after a check now */
async function check(call: Call, id: string): Promise<string> {
  await dataOf(call('POST', `/api/monitors/${id}/check`))
  return (await dataOf(call('GET', `/api/monitors/${id}`))).monitor.runtimeStatus
}

const typesOf = (sink: Sink): string[] => sink.received.map(({ event }) => event.type)

const arrival = (sink: Sink, type: string): Promise<Received> =>
  until(() => sink.received.find(({ event }) => event.type === type)!, `the webhook ${type}`)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('a web site goes down and up again, through a power cut, and everybody is told once', async (t) => {
  const folder = testFolder(t)
  const site = await startWebServer(t)
  const sink = await startSink(t)
  let program = await serveIn(t, folder)
  const key = await makeKey(program.url)
  let call = makeClient(program.url, { 'x-api-key': key })

  const hook = { name: 'On call', channel: 'webhook', config: { url: sink.url }, is_default: true }
  const { secret } = (await dataOf(call('POST', '/api/notification-targets', hook))).target.config
  const draft = { name: 'Shop', type: 'HTTP', target: site.url, interval_seconds: 30, timeout_ms: 2_000 }
  const { monitor } = await dataOf(call('POST', '/api/monitors', draft))
  const { id } = monitor
  const upSince = Date.now()
  await until(async () => (await dataOf(call('GET', `/api/monitors/${id}`))).monitor.runtimeStatus === 'up', 'up')

  await site.stop()
  assert.equal(await check(call, id), 'up', 'one failure is not believed yet')
  assert.equal(await check(call, id), 'down')
  const downSince = Date.now()
  const opened = await arrival(sink, 'incident.opened')
  sink.verify(opened, secret)
  const incidentId = opened.event.data.incident!.id
  assert.equal(opened.event.data.incident!.type, 'connection_error')
  assert.equal(opened.event.data.monitor!.runtimeStatus, 'down')

  // A webhook that a crash leaves unconfirmed is sent again, under the same id, a minute later: not part of this story
  const incident = async () => (await dataOf(call('GET', `/api/incidents/${incidentId}`))).incident
  await until(async () => (await incident()).notification_sent, 'the confirmation of the webhook')
  await program.kill()
  program = await serveIn(t, folder)
  call = makeClient(program.url, { 'x-api-key': key })
  assert.equal((await incident()).status, 'open')
  assert.equal((await dataOf(call('GET', `/api/monitors/${id}`))).monitor.runtimeStatus, 'down')
  assert.equal(await check(call, id), 'down')

  const acknowledged = await dataOf(call('POST', `/api/incidents/${incidentId}/acknowledge`))
  assert.equal(acknowledged.incident.status, 'acknowledged')
  await arrival(sink, 'incident.acknowledged')
  await pause(Math.max(0, downSince + OUTAGE_MS - Date.now()))

  await site.start()
  assert.equal(await check(call, id), 'down', 'one pass is not believed yet')
  assert.equal(await check(call, id), 'up')
  const upAgainSince = Date.now()
  const resolved = await arrival(sink, 'incident.resolved')
  sink.verify(resolved, secret)
  assert.equal(resolved.event.data.incident!.id, incidentId)
  assert.throws(() => sink.verify({ ...resolved, body: `${resolved.body} ` }, secret), 'a changed body must not verify')

  assert.deepEqual(typesOf(sink), ['incident.opened', 'incident.acknowledged', 'incident.resolved'])
  await tellsWhatHappened(call, id, { upSince, downSince, upAgainSince })
  const ended = await incident()
  assert.equal(ended.status, 'resolved')
  near(ended.duration_seconds * 1000, upAgainSince - downSince, 'the duration of the incident')
})

interface Times {
  upSince: number
  downSince: number
  upAgainSince: number
}

/** The history, the statistics and the daily strip agree with what this test has seen. */
async function tellsWhatHappened(call: Call, id: string, { upSince, downSince, upAgainSince }: Times): Promise<void> {
  const { history } = await dataOf(call('GET', `/api/monitors/${id}/status-history`))
  const runtime = history.filter(({ kind }: { kind: string }) => kind === 'runtime').reverse()
  const moves: { to_status: string; started_at: string }[] = runtime.slice(-3)
  assert.deepEqual(
    moves.map(({ to_status }) => to_status),
    ['up', 'down', 'up'],
  )
  const expected = [upSince, downSince, upAgainSince]
  for (const [index, { to_status, started_at }] of moves.entries())
    near(Date.parse(started_at), expected[index]!, to_status)

  const stats = await dataOf(call('GET', `/api/monitors/${id}/stats?period=7d`))
  const now = Date.now()
  const share = 100 * (1 - (upAgainSince - downSince) / (now - upSince))
  const tolerance = (100 * TOLERANCE_MS) / (now - upSince)
  assert.ok(Math.abs(stats.uptime_percentage - share) < tolerance, `${stats.uptime_percentage} %, expected ${share} %`)
  assert.equal(stats.runtime_status, 'up')
  assert.equal(stats.current_incident ?? null, null)
  near(stats.last_success_at, upAgainSince, 'the last success')

  const { sparkline } = await dataOf(call('GET', `/api/monitors/${id}/sparkline`))
  // Two entries when midnight passes during the test
  const counts = sparkline.reduce((sum: number, day: Day) => sum + day.successCount + day.failureCount, 0)
  const failures = sparkline.reduce((sum: number, day: Day) => sum + day.failureCount, 0)
  assert.equal(counts, stats.total_checks)
  assert.ok(failures >= 3, `${failures} failures`)
  assert.ok(counts - failures >= 3, `${counts - failures} successes`)
}

interface Day {
  successCount: number
  failureCount: number
}

const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) < TOLERANCE_MS, `${what}: ${actual} is not near ${expected}`)
