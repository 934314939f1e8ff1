/** Fifty jobs without retries, during restarts and stalls of the server that receives their pings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Continuity } from '../../src/core/platform/time/continuity.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { createHeartbeatCheck } from '../../src/engine/heartbeat-watch.ts'
import { markStaleMonitors } from '../../src/services/evaluation/stale-monitors.ts'
import { recordPings } from '../../src/services/heartbeats/heartbeats.ts'
import type { IncomingPing } from '../../src/services/heartbeats/ping-batch.ts'
import { createMonitor } from '../../src/services/monitors/monitor-creation.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { ANY_DIALECT, type Cleanup } from '../support/database/stores.ts'
import { readRows } from '../support/database/tables.ts'
import { createMonitorFixture } from '../support/factories/monitors.ts'
import { MONDAY } from '../support/time/clock.ts'

/** `stall`: the process is suspended, and pings wait in its sockets. */
interface Interruption {
  at: number
  seconds: number
  kind: 'restart' | 'stall'
}

const JOBS = 50
const GRACE_SECONDS = 10
const PERIODS_SECONDS = [60, 120, 300]
const WATCH_EVERY_SECONDS = 5
const LASTS_SECONDS = 45 * 60

interface Job {
  token: string
  key: number
  periodSeconds: number
  phaseSeconds: number
}

async function createJobs(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const jobs: Job[] = []
  for (let index = 0; index < JOBS; index++) {
    const periodSeconds = PERIODS_SECONDS[index % PERIODS_SECONDS.length]!
    const settings = {
      expectedIntervalSeconds: periodSeconds,
      gracePeriodSeconds: GRACE_SECONDS,
      schedule: index % 5 === 0 ? `*/${periodSeconds / 60} * * * *` : null,
      timezone: null,
    }
    const draft = { type: 'HEARTBEAT' as const, name: `job ${index}`, target: '', settings, intervalSeconds: 60 }
    const { target, key } = await createMonitor(context, scope, draft)
    // A scheduled job starts at its minute and takes a moment
    const phaseSeconds = settings.schedule ? index % 7 : (index * 37) % periodSeconds
    jobs.push({ token: target, key, periodSeconds, phaseSeconds })
  }
  return { context, jobs }
}

/** Simulates second by second, and returns which jobs were reported down, and when. */
async function play(t: Cleanup, dialect: DialectName, interruptions: readonly Interruption[], deadFrom: number) {
  const { context, jobs } = await createJobs(t, dialect)
  const log = { error: () => {}, warn: () => {} }
  let continuity = new Continuity(context.now(), context.elapsed())
  let check = createHeartbeatCheck({ context, continuity, log })
  let waiting: IncomingPing[] = []
  let wasAway = false
  const dead = jobs[1]!

  for (let second = 0; second < LASTS_SECONDS; second++) {
    const now = MONDAY + second * SECOND_MS
    const away = interruptions.find(({ at, seconds }) => second >= at && second < at + seconds)
    const due = jobs.filter(
      (job) => second % job.periodSeconds === job.phaseSeconds && !(job === dead && second >= deadFrom),
    )
    const pings = due.map(
      ({ token }): IncomingPing => ({
        token,
        kind: 'success',
        at: now,
        exitStatus: null,
        runId: null,
        body: null,
        bodyBytes: 0,
        source: '192.0.2.1',
      }),
    )
    if (away) {
      if (away.kind === 'stall') waiting.push(...pings)
      wasAway = true
      continue
    }
    context.setTime(now)
    const isBack = wasAway
    if (isBack && interruptions.some(({ at, seconds, kind }) => at + seconds === second && kind === 'restart')) {
      continuity = new Continuity(now, now)
      check = createHeartbeatCheck({ context, continuity, log })
    }
    wasAway = false
    const isWatchTime = isBack || second % WATCH_EVERY_SECONDS === 0
    // After a suspension, timers run before sockets
    if (isWatchTime && continuity.unsettledMs(now) === 0) {
      await check()
      await markStaleMonitors(context, 0)
    }
    continuity.tick(now, now)
    continuity.recordWrite(now)
    const arriving = [...waiting.map((ping) => ({ ...ping, at: now })), ...pings]
    waiting = []
    if (arriving.length > 0) await recordPings(context, arriving)
  }
  const changes = await readRows(context.store.db, 'status_changes', { kind: 'runtime', to_status: 'down' })
  const down = changes.map((change) => ({
    key: change.monitor_key,
    second: (change.started_at - MONDAY) / SECOND_MS,
  }))
  return { down, dead }
}

const DEAD_FROM = 31 * 60

for (const dialect of ANY_DIALECT)
  test(`${dialect}: restarts and stalls take no healthy job down, and a dead job is down within period and grace`, async (t) => {
    const interruptions: Interruption[] = [
      { at: 363, seconds: 2, kind: 'restart' },
      { at: 480, seconds: 2, kind: 'restart' },
      { at: 591, seconds: 20, kind: 'restart' },
      { at: 700, seconds: 40, kind: 'stall' },
      { at: 820, seconds: 70, kind: 'restart' },
      { at: 1_000, seconds: 600, kind: 'restart' },
      { at: DEAD_FROM, seconds: 70, kind: 'restart' },
    ]
    const { down, dead } = await play(t, dialect, interruptions, DEAD_FROM)
    assert.deepEqual([...new Set(down.map(({ key }) => key))], [dead.key])
    const [first] = down
    const returned = DEAD_FROM + 70
    assert.ok(first!.second <= returned + dead.periodSeconds + GRACE_SECONDS, `${first!.second - returned} s`)
  })

test('a process that was suspended for ten minutes records the pings in its sockets before it evaluates deadlines', async (t) => {
  const minutes = 10 * (MINUTE_MS / SECOND_MS)
  const { down, dead } = await play(t, 'sqlite', [{ at: 900, seconds: minutes, kind: 'stall' }], DEAD_FROM)
  assert.deepEqual([...new Set(down.map(({ key }) => key))], [dead.key])
})
