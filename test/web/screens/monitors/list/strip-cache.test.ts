// @alone: replaces the timers of its process for every test
import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { type Strip, StripCache } from '../../../../../web/src/screens/monitors/list/strip-cache.ts'

const stripOf = (id: string): Strip => ({
  monitor_id: id,
  uptime_30d: 99.5,
  days: [],
  day_uptimes: [],
  response_times_ms: [],
  pulse: null,
  bars: { monitorId: id, startsAt: 0, stepMs: 86_400_000, statuses: [], uptimes: [] },
})

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function makeStrips() {
  const asked: string[][] = []
  const state = { fails: false }
  const strips = new StripCache(async (ids) => {
    asked.push([...ids])
    if (state.fails) throw new Error('away')
    return ids.map(stripOf)
  })
  return { strips, asked, state }
}

const nothing = () => {}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

test('rows that become visible together share requests of at most a hundred', async () => {
  const { strips, asked } = makeStrips()
  for (let i = 0; i < 150; i++) strips.watch(`m${i}`, nothing)
  mock.timers.tick(60)
  await settle()
  mock.timers.tick(60)
  await settle()
  assert.deepEqual(
    asked.map((ids) => ids.length),
    [100, 50],
  )
})

test('a row that scrolled away before the request is not requested', async () => {
  const { strips, asked } = makeStrips()
  const leave = strips.watch('a', nothing)
  strips.watch('b', nothing)
  leave()
  mock.timers.tick(60)
  await settle()
  assert.deepEqual(asked, [['b']])
})

test('a row is notified of its strip and later finds it without a request', async () => {
  const { strips, asked } = makeStrips()
  let notified = 0
  const leave = strips.watch('a', () => notified++)
  mock.timers.tick(60)
  await settle()
  assert.equal(notified, 1)
  assert.equal(strips.findUptime('a'), 99.5)
  leave()
  strips.watch('a', nothing)
  mock.timers.tick(60)
  await settle()
  assert.equal(asked.length, 1)
})

test('a failed request shows nothing and is not repeated at once', async () => {
  const { strips, asked, state } = makeStrips()
  state.fails = true
  strips.watch('a', nothing)
  mock.timers.tick(60)
  await settle()
  assert.equal(strips.findStrip('a'), null)
  assert.equal(asked.length, 1)
  mock.timers.tick(5_000)
  await settle()
  assert.equal(asked.length, 1)
})

test('sorting by uptime loads every strip once', async () => {
  const { strips, asked } = makeStrips()
  const ids = Array.from({ length: 250 }, (_, i) => `m${i}`)
  assert.ok(await strips.fetchAll(ids))
  assert.ok(await strips.fetchAll(ids))
  assert.deepEqual(
    asked.map((some) => some.length),
    [100, 100, 50],
  )
})

test('a refresh requests visible strips again, but not those that have just arrived', async () => {
  const { strips, asked } = makeStrips()
  const now = mock.method(performance, 'now', () => 0)
  strips.watch('a', nothing)
  mock.timers.tick(60)
  await settle()
  now.mock.mockImplementation(() => 900)
  strips.refresh()
  mock.timers.tick(60)
  await settle()
  assert.equal(asked.length, 1)
  now.mock.mockImplementation(() => 2_000)
  strips.refresh()
  mock.timers.tick(2_999)
  await settle()
  assert.equal(asked.length, 1)
  now.mock.mockImplementation(() => 5_000)
  mock.timers.tick(1)
  await settle()
  assert.equal(asked.length, 2)
  now.mock.restore()
})
