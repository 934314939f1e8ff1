import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorApi } from '../../support/api/monitor-api.ts'

const BASE = '/api/maintenance-windows/occurrences'

/** The clock of the service shows 2026-01-05T00:00:00Z. */
const TONIGHT = { starts_at: '2026-01-05T22:00:00.000Z', ends_at: '2026-01-05T23:30:00.000Z' }

async function prepare(t: Parameters<typeof createMonitorApi>[0]) {
  const app = await createMonitorApi(t, 'sqlite')
  const ask = (query: Record<string, string>) =>
    app.call('GET', `${BASE}?${new URLSearchParams(query)}`, { as: app.alice.session })
  const starts = async (query: Record<string, string>): Promise<string[]> =>
    (await ask(query)).body.data.occurrences.map(({ starts_at }: { starts_at: string }) => starts_at)
  return { ask, starts }
}

test('a preview lists the occurrences of an unsaved window across a daylight saving change', async (t) => {
  const { ask, starts } = await prepare(t)
  assert.deepEqual((await ask(TONIGHT)).body.data, { occurrences: [TONIGHT] })
  const sundays = { ...TONIGHT, cron: '30 2 * * 0', duration_minutes: '60', timezone: 'Europe/Berlin' }
  const first = { starts_at: '2026-03-21T20:00:00.000Z', ends_at: '2026-03-21T21:00:00.000Z' }
  assert.deepEqual(await starts({ ...sundays, ...first, limit: '4' }), [
    '2026-03-21T20:00:00.000Z',
    '2026-03-22T01:30:00.000Z',
    '2026-03-29T01:00:00.000Z', // 02:30 is skipped, so the occurrence starts right after the gap
    '2026-04-05T00:30:00.000Z',
  ])
  assert.deepEqual(await starts({ ...sundays, until: '2026-01-12T00:00:00.000Z' }), [
    TONIGHT.starts_at,
    '2026-01-11T01:30:00.000Z',
  ])
})

test('the current occurrence comes first, and past occurrences are omitted', async (t) => {
  const { starts } = await prepare(t)
  const yesterday = { starts_at: '2026-01-04T23:30:00.000Z', ends_at: '2026-01-05T00:30:00.000Z' }
  const nightly = { cron: '30 23 * * *', duration_minutes: '60', limit: '2' }
  assert.deepEqual(await starts({ ...yesterday, ...nightly }), [yesterday.starts_at, '2026-01-05T23:30:00.000Z'])
  assert.deepEqual(await starts({ starts_at: '2026-01-03T00:00:00.000Z', ends_at: '2026-01-03T01:00:00.000Z' }), [])
})

test('an invalid parameter is refused by name', async (t) => {
  const { ask } = await prepare(t)
  const fieldOf = async (query: Record<string, string>) => {
    const answer = await ask({ ...TONIGHT, ...query })
    assert.equal(answer.status, 400)
    return JSON.stringify(answer.body.error.details).match(/"field":"(\w+)"/)?.[1]
  }
  assert.equal(await fieldOf({ cron: '61 2 * * *', duration_minutes: '5' }), 'cron')
  assert.equal(await fieldOf({ cron: '1 2 * * *' }), 'duration_minutes')
  assert.equal(await fieldOf({ ends_at: TONIGHT.starts_at }), 'ends_at')
  assert.equal(await fieldOf({ cron: '1 2 * * *', duration_minutes: '5', timezone: 'Mars/Base' }), 'timezone')
})
