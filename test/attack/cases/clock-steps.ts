import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { type Received, startSink } from '../../support/targets/sink.ts'
import { waitUntil } from '../../support/time/until.ts'
import { DATABASES, defineAttack } from '../attack.ts'
import { createHeartbeat, createKey, signUp } from '../stage/accounts.ts'
import { createSender, repeat } from '../stage/load.ts'
import type { Stage } from '../stage/stage.ts'

const HOUR_MS = 3_600_000
const JOBS = 20

/** Includes the grouping of alerts and the retry of a failed delivery, both within a minute. */
const MOST_ALERT_MS = 60_000

const EXPECTED_SECONDS = 60
const LATE_MS = 30_000
const OUTAGE_MS = 2_000

/** A first delivery attempt ends within this time. */
const FIRST_ATTEMPT_MS = 2_000

export const clockSteps = defineAttack({
  name: 'clock-steps',
  title: 'a clock that steps back by an hour while incidents open, and one that steps ahead',
  bar: `all ${JOBS} alerts arrive within ${MOST_ALERT_MS / 1_000} s, a missed heartbeat is noticed at most ${LATE_MS / 1_000} s late. An outage keeps its length, and a step ahead causes no alert`,
  databases: DATABASES,
  isWaiting: true,
  async run(stage) {
    await Promise.all([stepBack(stage), stepAhead(stage)])
  },
})

async function startWithClock(stage: Stage) {
  const file = join(stage.folder(), 'shift')
  // Before the step the receiver refuses requests, so alerts are waiting for a retry when the clock steps
  let isRefusing = true
  /** Written by a rename, so the server never reads a partial file. */
  const step = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms))
    renameSync(`${file}.new`, file)
    isRefusing = ms === 0
  }
  step(0)
  const preload = `--import=${new URL('../stage/shifted-clock.ts', import.meta.url).href}`
  const env = { ...(await stage.environment()), NODE_OPTIONS: preload, SHIFTED_CLOCK_FILE: file }
  const server = await stage.start({ env })
  const accepted: Received[] = []
  const sink = await startSink(stage, (message) => {
    if (!isRefusing) accepted.push(message)
    return { status: isRefusing ? 503 : 204 }
  })
  // A session expires by the server's clock, and an API key does not
  const owner = await signUp(server.url, 'owner')
  const call = createTestClient(server.url, await createKey(owner, 'read_write'))
  const target = { name: 'All', channel: 'webhook', config: { url: sink.url }, is_default: true }
  await expectData(call('POST', '/api/notification-targets', target))
  return { step, accepted, call, send: createSender(server.url) }
}

async function stepBack(stage: Stage): Promise<void> {
  const { step, accepted, call, send } = await startWithClock(stage)
  const config = { heartbeat_config: { expected_interval_seconds: EXPECTED_SECONDS, grace_period_seconds: 0 } }
  const quiet = await createHeartbeat(call, 'Quiet job', config)
  const outage = await createHeartbeat(call, 'Outage', { recovery_threshold: 1 })
  const jobs = await repeat(JOBS, 2, (number) => createHeartbeat(call, `Alert ${number}.`))
  const ping = (token: string, signal = '') => send({ method: 'POST', path: `/ping/${token}${signal}` })

  await ping(quiet.heartbeat_token)
  const pingedAt = performance.now()
  await ping(outage.heartbeat_token, '/fail')
  const failedAt = performance.now()
  await delay(OUTAGE_MS)
  await repeat(JOBS / 2, 2, (number) => ping(jobs[number]!.heartbeat_token, '/fail'))
  await delay(FIRST_ATTEMPT_MS)
  step(-HOUR_MS)
  await repeat(JOBS / 2, 2, (number) => ping(jobs[JOBS / 2 + number]!.heartbeat_token, '/fail'))
  const steppedAt = performance.now()
  await ping(outage.heartbeat_token)
  const outageSeconds = (performance.now() - failedAt) / 1_000

  const countMissing = () => {
    const texts = accepted.map(({ body }) => body).join('\n')
    return jobs.filter((_, number) => !texts.includes(`Alert ${number}.`)).length
  }
  await waitUntil(() => countMissing() === 0, 'all alerts', MOST_ALERT_MS).catch(() => {})
  stage.record('step back: alerts missing', countMissing())
  stage.record('step back: the last alert, s', (performance.now() - steppedAt) / 1_000)
  stage.expect(countMissing() === 0, `${countMissing()} of ${JOBS} alerts did not arrive`)

  const { incidents } = await expectData(call('GET', `/api/incidents?monitor_id=${outage.id}`))
  const shown: number = incidents[0]?.duration_seconds ?? 0
  stage.record('step back: an outage', `${outageSeconds.toFixed(1)} s, shown as ${shown} s`)
  stage.expect(
    shown >= Math.floor(outageSeconds) - 1,
    `an outage of ${outageSeconds.toFixed(1)} s is shown as ${shown} s`,
  )

  const statusOf = async () => (await expectData(call('GET', `/api/monitors/${quiet.id}`))).monitor.runtimeStatus
  const left = EXPECTED_SECONDS * 1_000 + LATE_MS - (performance.now() - pingedAt)
  await waitUntil(async () => (await statusOf()) === 'down', 'a missed heartbeat', Math.max(left, 1_000)).catch(
    () => {},
  )
  const isNoticed = (await statusOf()) === 'down'
  const noticed = `${Math.round((performance.now() - pingedAt) / 1_000)} s after its ping`
  stage.record('step back: a missed heartbeat', isNoticed ? noticed : 'not noticed')
  stage.expect(isNoticed, 'a missed heartbeat is not noticed')
}

/** A heartbeat that pings on time must not become overdue when the clock is set ahead. */
async function stepAhead(stage: Stage): Promise<void> {
  const { step, call, send } = await startWithClock(stage)
  const config = { heartbeat_config: { expected_interval_seconds: EXPECTED_SECONDS, grace_period_seconds: 60 } }
  const { id, heartbeat_token: token } = await createHeartbeat(call, 'Punctual job', config)
  await send({ method: 'POST', path: `/ping/${token}` })
  step(HOUR_MS)
  let alarms = 0
  for (let second = 0; second < EXPECTED_SECONDS; second += 3) {
    await delay(3_000)
    if (second % 30 === 27) await send({ method: 'POST', path: `/ping/${token}` })
    const session = await call('GET', `/api/monitors/${id}`)
    if (session.status === 200 && session.body.data.monitor.runtimeStatus === 'down') alarms++
  }
  stage.record('step ahead: looks that found a punctual job down', alarms)
  stage.expect(alarms === 0, 'a step ahead takes a punctual job for late')
}
