/**
 * Results that arrive late, because a probe could not reach the server. They enter the status history at their own
 * times, and an outage that has ended alerts no recipient.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertRows, readColumns } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'

const T0 = Date.UTC(2026, 0, 10)

const REGIONS = ['r1', 'r2', 'r3'] as const
type RegionCode = (typeof REGIONS)[number]

const STATUSES = { u: 'up', d: 'down', '?': 'inconclusive' } as const

/** A check every 30 s from each region; all times are seconds since `T0`. */
async function watch(t: Cleanup, dialect: DialectName, regions: readonly RegionCode[] = REGIONS) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  await store.transact(async (tx) => {
    for (const code of regions) await saveRegion(tx, { code, name: code, isDefault: false }, 0)
  })
  const pinned = JSON.stringify(regions)
  const [monitorKey] = (await insertMonitors(store, 1, {
    at: T0 - 60 * SECOND_MS,
    regions: pinned,
    interval_seconds: 30,
  })) as [number]
  await store.transact(async (tx) => {
    await insertRows(tx, 'notification_targets', [TARGET])
    await insertRows(tx, 'monitor_targets', [{ monitor_key: monitorKey, target_id: 'ops', position: 0 }])
  })
  const context = createTestContext(store, T0)
  /** Creates results of checks: `u` passes, `d` fails, `?` is inconclusive. */
  const checks = (word: string, ...times: number[]): CheckResult[] =>
    times.map((second, index) => {
      const status = STATUSES[(word[index] ?? word.at(-1)) as keyof typeof STATUSES]
      const at = T0 + second * SECOND_MS
      return {
        monitorKey,
        kind: 'check',
        scheduledAt: at,
        startedAt: at,
        status,
        responseTimeMs: 0,
        statusCode: null,
        errorType: status === 'down' ? 'timeout' : null,
        errorMessage: status === 'down' ? 'no answer' : null,
        timings: NO_TIMINGS,
        remoteAddress: null,
      }
    })
  /** Records results that arrive together. */
  const arrive = async (second: number, region: RegionCode, results: CheckResult[]) => {
    context.setTime(T0 + second * SECOND_MS)
    await recordResults(context, region, results)
  }
  /** Records results that arrive at the end of their checks, in the order of time. */
  const live = async (byRegion: Partial<Record<RegionCode, CheckResult[]>>) => {
    const all = Object.entries(byRegion).flatMap(([region, results]) => results.map((result) => ({ region, result })))
    for (const { region, result } of all.sort((a, b) => a.result.startedAt - b.result.startedAt))
      await arrive((result.startedAt - T0) / SECOND_MS, region as RegionCode, [result])
  }
  /** Marks the monitor as unknown if its results are stale. */
  const sweep = async (second: number) => {
    context.setTime(T0 + second * SECOND_MS)
    await markStaleMonitors(context, 0)
  }
  const toSeconds = (at: number | null) => (at === null ? null : (at - T0) / SECOND_MS)
  /** Lists entries such as `up 5-20`. */
  const history = async () => {
    const rows = await readColumns(
      store.db,
      'status_changes',
      ['from_status', 'to_status', 'started_at', 'ended_at'],
      { kind: 'runtime' },
      ['started_at', 'id'],
    )
    for (const [index, row] of rows.entries()) {
      assert.equal(row.from_status, rows[index - 1]?.to_status ?? null)
      assert.equal(row.started_at, rows[index - 1]?.ended_at ?? row.started_at)
    }
    const [monitor] = await readColumns(store.db, 'monitors', ['runtime_status', 'status_since'])
    assert.deepEqual(
      [monitor!.runtime_status, monitor!.status_since],
      [rows.at(-1)!.to_status, rows.at(-1)!.started_at],
    )
    return rows.map((row) => `${row.to_status} ${toSeconds(row.started_at)}-${toSeconds(row.ended_at) ?? ''}`)
  }
  /** Lists incidents such as `resolved 20-68`. */
  const incidents = async () => {
    const rows = await readColumns(store.db, 'incidents', ['status', 'started_at', 'resolved_at'], {}, ['started_at'])
    return rows.map((row) => `${row.status} ${toSeconds(row.started_at)}-${toSeconds(row.resolved_at) ?? ''}`)
  }
  /** Lists the messages to the recipients. */
  const messages = async () =>
    (await readColumns(store.db, 'deliveries', ['event_type'], {}, ['created_at', 'id'])).map((row) => row.event_type)
  return { store, context, monitorKey, checks, arrive, live, sweep, history, incidents, messages }
}

const TARGET = {
  id: 'ops',
  organization_id: 'alice',
  project_id: 'alice',
  name: 'ops',
  channel: 'webhook',
  config: JSON.stringify({ url: 'http://127.0.0.1/', secret: 'whsec_c2VjcmV0' }),
  is_default: 0 as const,
  is_enabled: 1 as const,
  created_at: 0,
  updated_at: 0,
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an outage while no probe reaches the server is recorded at its own time, and alerts no recipient`, async (t) => {
    const { checks, arrive, live, sweep, history, incidents, messages } = await watch(t, dialect)
    await live({ r1: checks('u', 0, 30), r2: checks('u', 5, 35), r3: checks('u', 10, 40) })
    await sweep(135)
    // The target fails from 65 to 130, and the server returns at 200
    await arrive(200, 'r1', checks('uddduuu', 60, 90, 100, 120, 150, 160, 180))
    await arrive(201, 'r2', checks('dddduuu', 65, 75, 95, 125, 155, 165, 185))
    await arrive(202, 'r3', checks('dddduuu', 70, 80, 100, 130, 160, 170, 190))
    assert.deepEqual(await history(), [
      'unknown -60-0',
      'up 0-65',
      'degraded 65-70',
      'down 70-155',
      'degraded 155-160',
      'up 160-',
    ])
    assert.deepEqual(await incidents(), ['resolved 70-160'])
    assert.deepEqual(await messages(), [])
  })

  test(`${dialect}: an outage that ended before two probes returned is recorded, and alerts no recipient`, async (t) => {
    const { checks, arrive, live, history, incidents, messages } = await watch(t, dialect)
    await live({ r1: checks('u', 0), r2: checks('u', 5), r3: checks('udddu', 10, 40, 50, 70, 99) })
    await arrive(100, 'r1', checks('uddduu', 30, 60, 70, 80, 90, 100))
    await live({ r3: checks('u', 109) })
    await arrive(110, 'r2', checks('dddduu', 35, 45, 65, 75, 95, 105))
    assert.deepEqual((await history()).slice(-1), ['up 99-'])
    assert.deepEqual(await incidents(), ['resolved 40-99'])
    assert.deepEqual(await messages(), [])
  })

  test(`${dialect}: a region that fell silent after it passed still contradicts a region that fails`, async (t) => {
    const { checks, live, history, incidents } = await watch(t, dialect)
    const every30 = (from: number, to: number) => Array.from({ length: (to - from) / 30 }, (_, n) => from + n * 30)
    await live({
      r1: checks('d', ...every30(0, 600)),
      r2: checks('u', ...every30(5, 95)),
      r3: checks('u', ...every30(10, 100)),
    })
    assert.match((await history()).at(-1)!, /^degraded /)
    assert.deepEqual(await incidents(), [])
  })

  test(`${dialect}: a late result withdraws the unknown status without an empty entry`, async (t) => {
    const { checks, arrive, live, sweep, history } = await watch(t, dialect, ['r1'])
    await live({ r1: checks('u', 0, 30) })
    await sweep(121)
    await arrive(122, 'r1', checks('u', 60, 90, 120))
    assert.deepEqual(await history(), ['unknown -60-0', 'up 0-'])
  })

  test(`${dialect}: results of hours ago are merged after the recent ones, and the history after them stays`, async (t) => {
    const { checks, arrive, live, sweep, history, incidents } = await watch(t, dialect, ['r1'])
    const every30 = (from: number, to: number) => Array.from({ length: (to - from) / 30 }, (_, n) => from + n * 30)
    await live({ r1: checks('u', 0, 30) })
    await sweep(121)
    await arrive(6_000, 'r1', checks('u', ...every30(5_400, 6_000)))
    const gap = ['unknown -60-0', 'up 0-120', 'unknown 120-5400', 'up 5400-']
    assert.deepEqual(await history(), gap)
    // The target fails from 300 to 400
    await arrive(6_001, 'r1', checks('uuuuuuuudddduuuu', ...every30(60, 540)))
    const outage = ['unknown -60-0', 'up 0-300', 'down 300-420']
    assert.deepEqual(await history(), [...outage, 'up 420-600', 'unknown 600-5400', 'up 5400-'])
    await arrive(6_002, 'r1', checks('u', ...every30(540, 5_400)))
    assert.deepEqual(await history(), [...outage, 'up 420-'])
    assert.deepEqual(await incidents(), ['resolved 300-420'])
  })

  test(`${dialect}: late results that still count after hours change the later history`, async (t) => {
    const { checks, arrive, live, history, incidents, messages } = await watch(t, dialect, ['r1', 'r2'])
    const every30 = (from: number, to: number) => Array.from({ length: (to - from) / 30 }, (_, n) => from + n * 30)
    await live({ r2: checks('d', ...every30(0, 3_000)) })
    const before = await messages()
    await arrive(3_000, 'r1', checks('u', ...every30(2_405, 3_000)))
    await arrive(3_001, 'r1', checks('u', ...every30(5, 600)))
    await arrive(3_002, 'r1', checks('u', ...every30(605, 2_400)))
    assert.deepEqual(await history(), ['unknown -60-0', 'down 0-5', 'degraded 5-'])
    assert.deepEqual([(await incidents()).length, (await messages()).length], [1, before.length])
  })
}
