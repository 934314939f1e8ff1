/** Answers that come from a replica. The replica is an empty database here, so its data is missing in answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { openTestStore } from '../../support/database/stores.ts'

test('statistics come from the replica, and the current status from the primary', async (t) => {
  const api = await createMonitorApi(t, 'sqlite')
  const monitor = await api.create({ interval_seconds: 60 })
  const { db } = api.context.store
  const key = await readMonitorKey(db)
  const at = api.context.now()
  await recordResults(api.context, 'local', [
    {
      monitorKey: key,
      kind: 'check',
      scheduledAt: at,
      startedAt: at,
      responseTimeMs: 20,
      timings: NO_TIMINGS,
      remoteAddress: null,
      status: 'up',
      statusCode: 200,
      errorType: null,
      errorMessage: null,
    },
  ])
  api.clock.advance(60_000)
  const { db: history } = await openTestStore(t, 'sqlite')
  const server = await api.serveAnother({}, { context: { ...api.context, store: { ...api.context.store, history } } })
  const get = (path: string, app = server) =>
    app.call('GET', `/api/monitors/${monitor.id}${path}`, { as: api.alice.session })

  assert.equal(describeResponse(await get('/stats', api)), '200')
  assert.equal(describeResponse(await get('/stats')), '404 STATS_NOT_FOUND')
  const points = async (app = server) => (await get('/response-times', app)).body.data.series.length
  assert.deepEqual([await points(api), await points()], [1, 0])
  const results = async (query: string) => (await get(`/results${query}`)).body.data.pagination.total_count
  assert.equal(await results(''), 1)
  assert.equal(await results('?offset=1'), 0)
  assert.equal(await results(`?to=${new Date(at + 1).toISOString()}`), 0)
  assert.equal((await get('')).body.data.monitor.runtimeStatus, 'up')
  assert.equal((await get('/status-history')).body.data.history[0].to_status, 'up')
  const strips = await server.call('GET', `/api/dashboard/strips?monitor_ids=${monitor.id}`, { as: api.alice.session })
  assert.deepEqual(strips.body.data.strips[0].uptime_30d, null)
})
