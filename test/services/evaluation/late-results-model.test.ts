/**
 * Random histories of several regions, once with results in time and once with results that arrive late, in random
 * batches, region after region. The status history must be the same. `TEST_SEED` repeats a failure, `TEST_HISTORIES` sets
 * the number of histories.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import type { MonitorFixture } from '../../support/factories/monitors.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { insertModelMonitors, openModelFixture } from './model/fixture.ts'
import { Dice, REGIONS } from './model/histories.ts'
import { readMonitors } from './model/read.ts'
import type { ModelMonitor } from './model/reference.ts'

const SEED = Number(process.env.TEST_SEED ?? 1)
const HISTORIES = Number(process.env.TEST_HISTORIES ?? 15)

const INTERVAL_MS = 30 * SECOND_MS

/** Length of the time whose results arrive late. Before and after it, results arrive in time. */
const AWAY_MS = 5 * MINUTE_MS
const AWAY_FROM = MONDAY + 2 * MINUTE_MS
const AWAY_TO = AWAY_FROM + AWAY_MS
const ENDS_AT = AWAY_TO + 3 * MINUTE_MS

type TimedResult = Omit<CheckResult, 'monitorKey'> & { region: string; endedAt: number }

const createMonitor = (dice: Dice, name: string): ModelMonitor => ({
  ...{ name, createdAt: MONDAY, intervalSeconds: INTERVAL_MS / SECOND_MS, timeoutMs: 10 * SECOND_MS, maintenance: [] },
  ...{ failureThreshold: dice.between(1, 3), recoveryThreshold: dice.between(1, 2) },
  regions: dice.some(REGIONS, dice.between(1, 3)),
})

/** Creates checks every 10 s of a target that is up at first and fails for some time while the probes are away. */
function createResults(dice: Dice, { regions }: ModelMonitor): TimedResult[] {
  const from = AWAY_FROM + dice.between(0, AWAY_MS / 2)
  const to = from + dice.between(10 * SECOND_MS, AWAY_TO - from)
  return regions.flatMap((region) => {
    const isConcerned = dice.happens(0.8)
    const first = MONDAY + dice.between(1, 9_000)
    return Array.from({ length: Math.floor((ENDS_AT - first) / 10_000) }, (_, index): TimedResult => {
      const at = first + index * 10_000
      const isDown = isConcerned && from <= at && at < to
      const isTrouble = dice.happens(0.03)
      const status = isTrouble ? 'inconclusive' : isDown ? 'down' : 'up'
      const responseTimeMs = dice.between(1, 500)
      return {
        ...{
          kind: 'check',
          region,
          scheduledAt: at,
          startedAt: at,
          responseTimeMs,
          endedAt: at + responseTimeMs,
          status,
        },
        ...{ errorType: status === 'down' ? 'timeout' : null, errorMessage: status === 'down' ? 'no answer' : null },
        ...{ statusCode: null, timings: NO_TIMINGS, remoteAddress: null },
      }
    })
  })
}

interface Arrival {
  at: number
  results: TimedResult[]
}

const arriveInTime = (results: readonly TimedResult[]): Arrival[] =>
  results.map((result) => ({ at: result.endedAt, results: [result] }))

/** Results of the time away arrive at its end: each region in order, in batches, and the regions in any order. */
function arriveLate(dice: Dice, results: readonly TimedResult[]): Arrival[] {
  const isAway = ({ endedAt }: TimedResult) => AWAY_FROM <= endedAt && endedAt < AWAY_TO
  const spools = Map.groupBy(results.filter(isAway), ({ region }) => region)
  const queues = [...spools.values()]
  const late: Arrival[] = []
  for (let at = AWAY_TO; queues.some((queue) => queue.length > 0); at += dice.between(1, 400)) {
    const queue = dice.one(queues.filter((one) => one.length > 0))
    late.push({ at, results: queue.splice(0, dice.one([3, 10, 1_000])) })
  }
  return [...arriveInTime(results.filter((result) => !isAway(result))), ...late]
}

async function deliver({ context }: MonitorFixture, arrivals: readonly Arrival[], monitorKey: number): Promise<void> {
  for (const { at, results } of arrivals.toSorted((a, b) => a.at - b.at)) {
    context.setTime(at)
    await markStaleMonitors(context, monitorKey - 1)
    const batch = results.map(({ region: _region, endedAt: _endedAt, ...result }) => ({ ...result, monitorKey }))
    await recordResults(context, results[0]!.region, batch)
  }
}

for (const dialect of ANY_DIALECT)
  test(`${dialect}: a random history is the same whether its results arrive in time or late`, async (t) => {
    const fixture = await openModelFixture(t, dialect)
    const dice = new Dice(createSeededRandom(SEED))
    for (let index = 0; index < HISTORIES; index++) {
      const [watched, again] = [`in-time-${index}`, `late-${index}`].map((name) => createMonitor(dice, name))
      const monitors = [watched!, { ...watched!, name: again!.name }]
      const keys = await insertModelMonitors(fixture.context.store, monitors)
      const results = createResults(dice, watched!)
      await deliver(fixture, arriveInTime(results), keys[0]!)
      await deliver(fixture, arriveLate(dice, results), keys[1]!)
      const [inTime, late] = await readMonitors(fixture.context.store.db, keys)
      assert.deepEqual(late!.history, inTime!.history, `TEST_SEED=${SEED}, history ${index}`)
      assert.ok(late!.history.every(({ startedAt, endedAt }) => startedAt !== endedAt))
    }
  })
