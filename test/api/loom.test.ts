import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfHour } from '../../src/core/platform/time/time.ts'
import { CELL_MS, computeTypicalMs, DAY_CELLS } from '../../src/core/results/day-cells.ts'
import { recordResults } from '../../src/services/evaluation/record-results.ts'
import { LoomReader } from '../../src/services/loom.ts'
import { createMonitorApi, type MonitorApi } from '../support/api/monitor-api.ts'
import { readMonitorKey } from '../support/database/monitor-rows.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { insertRows } from '../support/database/tables.ts'
import { createKeyHeaders, createTeam } from '../support/factories/people.ts'

interface Row {
  id: string
  name: string
  uptime_24h: number | null
  typical_response_time_ms: number | null
  cells: string
}

interface Loom {
  starts_at: string
  rows: Row[]
  has_more: boolean
  uptime_24h: number | null
  incidents: { id: string; title: string; monitor_id: string | null; started_at: string }[]
  unresolved_incidents: number
  on_call: { name: string; user_name: string | null }[]
}

interface StatusChange {
  to_status: string
  started_at: string
  ended_at: string | null
}

const FUTURE = '2999-01-01T00:00:00Z'

/** Longer than a picture is cached. */
const FRESH_MS = 6_000

async function makeLoom(...[t, dialect]: Parameters<typeof createMonitorApi>) {
  const app = await createMonitorApi(t, dialect)
  const as = await createKeyHeaders(app.context, app.alice, 'read')
  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await app.call('GET', path, { as })
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body.data as T
  }
  const read = (query = '') => get<Loom>(`/api/dashboard/loom${query}`)
  return { ...app, get, read }
}

const FACTS = {
  kind: 'check',
  statusCode: null,
  errorMessage: null,
  remoteAddress: null,
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
} as const

/** Checks every two minutes for 26 hours: each hour has another response time, and the hours 10 and 25 an outage. */
async function checkDay(app: MonitorApi, id: string, begun: number, onHour: (hour: number) => Promise<void>) {
  const monitorKey = await readMonitorKey(app.context.store.db, id)
  for (let hour = 0; hour < 26; hour++) {
    const results = Array.from({ length: 30 }, (_, index) => {
      const at = begun + hour * HOUR_MS + index * 2 * MINUTE_MS
      const verdict =
        (hour === 10 || hour === 25) && index >= 10
          ? ({ status: 'down', errorType: 'timeout' } as const)
          : ({ status: 'up', errorType: null } as const)
      return {
        ...FACTS,
        ...verdict,
        monitorKey,
        scheduledAt: at,
        startedAt: at,
        responseTimeMs: 50 + hour * 20 + index,
      }
    })
    app.clock.set(results.at(-1)!.startedAt)
    await recordResults(app.context, 'local', results)
    await onHour(hour)
  }
}

/** Compares the picture with the routes of the monitor. */
async function assertEqualFigures(app: Awaited<ReturnType<typeof makeLoom>>, id: string) {
  const loom = await app.read()
  const row = loom.rows.find((one) => one.id === id)!
  assert.equal(row.cells.length, DAY_CELLS)
  const from = new Date(app.clock.now() - DAY_MS).toISOString()
  const uptime = await app.get<{ uptime_percentage: number }>(`/api/monitors/${id}/uptime?from=${from}`)
  assert.equal(row.uptime_24h, uptime.uptime_percentage)
  const { series } = await app.get<{ series: { timestamp: string; avg_ms: number }[] }>(
    `/api/monitors/${id}/response-times?period=24h`,
  )
  const first = Date.parse(loom.starts_at)
  const cellsMs = new Float64Array(DAY_CELLS).fill(Number.NaN)
  for (const { timestamp, avg_ms } of series) cellsMs[(Date.parse(timestamp) - first) / CELL_MS] = avg_ms
  for (const [cell, character] of [...row.cells].entries()) {
    if (Number.isNaN(cellsMs[cell]) || !/[a-z]/.test(character)) continue
    const distance = Math.log2(cellsMs[cell]! / row.typical_response_time_ms!) * 4
    assert.ok(Math.abs(character.charCodeAt(0) - 105 - distance) <= 0.51, `cell ${cell}: ${character} for ${distance}`)
  }
  return { loom, row, typicalMs: computeTypicalMs(cellsMs)! }
}

for (const dialect of DIALECTS)
  test(`${dialect}: an organization with many projects does not keep another one from its picture`, async (t) => {
    const { context, alice } = await createMonitorApi(t, dialect)
    const other = await createTeam(context)
    const times = { created_at: 0, updated_at: 0 }
    const ids = Array.from({ length: 25 }, () => context.newId())
    for (const id of ids) {
      const project = { id, organization_id: alice.organizationId, name: id, slug: id, is_default: 0 as const }
      await insertRows(context.store.db, 'projects', { ...project, ...times })
    }
    const reader = new LoomReader(context)
    const reads = Promise.allSettled(ids.map((id) => reader.read(id)))
    assert.deepEqual((await reader.read(other.projectId)).rows, [])
    const refused = (await reads).filter((read) => read.status === 'rejected')
    assert.ok(refused.length > 0 && refused.every(({ reason }) => reason.code === 'RATE_LIMIT_EXCEEDED'))
  })

for (const dialect of DIALECTS)
  test(`${dialect}: the picture has the figures of the other routes, read at once or along the day`, async (t) => {
    const app = await makeLoom(t, dialect)
    const begun = startOfHour(app.clock.now()) + DAY_MS
    app.clock.set(begun)
    const { id } = await app.create({
      name: 'Shop',
      failure_threshold: 1,
      recovery_threshold: 1,
      interval_seconds: 120,
    })
    await app.create({ name: 'Idle', status: 'paused' })
    await checkDay(app, id, begun, async (hour) => {
      if (hour % 5 === 4) await app.read()
      app.clock.advance(FRESH_MS)
    })
    const along = await assertEqualFigures(app, id)
    // Without the cells before the first full hour, which the chart leaves out
    assert.ok(Math.abs(along.row.typical_response_time_ms! / along.typicalMs - 1) < 0.05)
    const { loom, row } = along
    assert.deepEqual(
      loom.rows.map(({ name }) => name),
      ['Idle', 'Shop'],
    )
    assert.equal(loom.rows[0]!.cells, 'P'.repeat(DAY_CELLS))
    assert.match(row.cells, /^[a-z]+D+[a-z]+D{8}$/)
    const { history } = await app.get<{ history: StatusChange[] }>(`/api/monitors/${id}/status-history`)
    const outages = history.filter((change) => change.to_status === 'down')
    const isDown = (_: unknown, cell: number) => {
      const at = Date.parse(loom.starts_at) + cell * CELL_MS
      return outages.some((one) => Date.parse(one.started_at) < at + CELL_MS && Date.parse(one.ended_at ?? FUTURE) > at)
    }
    assert.deepEqual(
      Array.from(row.cells, (one) => one === 'D'),
      Array.from(row.cells, isDown),
    )
    const { incidents } = await app.get<{ incidents: Loom['incidents'] }>('/api/incidents?status=open')
    assert.deepEqual(
      loom.incidents.map((one) => [one.id, one.title, one.started_at]),
      incidents.map((one) => [one.id, one.title, one.started_at]),
    )
    assert.deepEqual([loom.incidents[0]!.monitor_id, loom.unresolved_incidents], [id, 1])
    const atOnce = await new LoomReader(app.context).read(app.alice.projectId)
    assert.deepEqual(
      atOnce.rows.map(({ cells }) => cells),
      loom.rows.map(({ cells }) => cells),
    )
  })
