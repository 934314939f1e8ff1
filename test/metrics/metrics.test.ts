import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBufferedMeter, createServerMetrics } from '../../src/metrics/metrics.ts'
import { findSample, readExposition } from '../support/api/exposition.ts'
import { openTestStore } from '../support/database/stores.ts'
import { createTestContext } from '../support/factories/context.ts'

test('metrics count from the start of the server, before they can be read', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  const counting = createBufferedMeter()
  const { meter } = counting
  const { render, load } = createServerMetrics(counting, context, { metricsToken: null, metricsMonitors: 0 })
  const labels = { region: 'eu', status: 'up' } as const
  meter.add('results', labels)
  meter.add('results', labels, 4)
  meter.observe('ingestBatch', {}, 5)
  meter.set('eventStreams', {}, 2)
  await load()
  meter.add('results', labels)
  meter.observe('ingestBatch', {}, 1)
  meter.set('eventStreams', {}, 3)
  const found = readExposition((await render()).text)
  assert.equal(findSample(found, 'watchkeeper_results_total', labels), 6)
  assert.equal(findSample(found, 'watchkeeper_ingest_batch_results_count'), 2)
  assert.equal(findSample(found, 'watchkeeper_event_streams_open'), 3)
})

test('an early scrape waits for the library, which is loaded once', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  const counting = createBufferedMeter()
  counting.meter.add('pings', { outcome: 'received' })
  const { render } = createServerMetrics(counting, context, { metricsToken: null, metricsMonitors: 0 })
  const texts = await Promise.all([render(), render()])
  for (const { text } of texts)
    assert.equal(findSample(readExposition(text), 'watchkeeper_heartbeat_pings_total', { outcome: 'received' }), 1)
})
