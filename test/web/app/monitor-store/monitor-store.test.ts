// @alone: replaces the timers of its process for every test
import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import type { LiveEvent } from '../../../../web/src/api/events.ts'
import { MonitorStore } from '../../../../web/src/app/monitor-store/monitor-store.ts'
import type { MonitorSummary } from '../../../../web/src/app/monitor-store/monitor-summary.ts'

const createSummary = (id: string, over: Partial<MonitorSummary> = {}): MonitorSummary => ({
  id,
  name: id,
  type: 'HTTP',
  target: `https://${id}.example.com/`,
  status: 'active',
  runtime_status: 'up',
  status_since: '2026-01-01T00:00:00.000Z',
  is_flapping: false,
  in_maintenance: false,
  group_id: null,
  tags: [],
  interval_seconds: 60,
  last_check_at: '2026-01-01T00:00:00.000Z',
  last_response_time_ms: 10,
  open_incident: null,
  ...over,
})

const statusEvent = (id: string, to: string, at: string): LiveEvent => ({
  type: 'monitor.status',
  data: { monitor_id: id, to_status: to, reason: 'because', started_at: at },
})

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Creates a store over monitors that the test can change, and counts its reads. */
function createStore(monitors: MonitorSummary[]) {
  const source = { monitors, hasMore: false, reads: 0, hold: null as Promise<void> | null, failure: null as unknown }
  const store = new MonitorStore(async () => {
    source.reads++
    const reading = { monitors: source.monitors, has_more: source.hasMore }
    if (source.hold) await source.hold
    if (source.failure) throw source.failure
    return reading
  })
  return { board: store, source }
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('a live event', () => {
  test('notifies only subscribers of its monitor', async () => {
    const { board: store } = createStore([createSummary('a'), createSummary('b')])
    await store.load()
    const notified: string[] = []
    for (const id of ['a', 'b']) store.watch(id, () => notified.push(id))
    const other = store.findMonitor('a')
    store.handleEvent(statusEvent('b', 'down', '2026-01-01T00:01:00.000Z'))
    assert.deepEqual(notified, ['b'])
    assert.equal(store.findMonitor('b')?.runtime_status, 'down')
    assert.equal(store.findMonitor('a'), other)
  })

  test('for an unknown monitor changes nothing', async () => {
    const { board: store } = createStore([createSummary('a')])
    await store.load()
    store.handleEvent(statusEvent('z', 'down', '2026-01-01T00:01:00.000Z'))
    assert.deepEqual(
      store.listMonitors().map(({ id }) => id),
      ['a'],
    )
  })

  test('removes a deleted monitor', async () => {
    const { board: store } = createStore([createSummary('a'), createSummary('b')])
    await store.load()
    store.handleEvent({ type: 'monitor.deleted', data: { monitor_id: 'a' } })
    assert.deepEqual(
      store.listMonitors().map(({ id }) => id),
      ['b'],
    )
    assert.equal(store.findMonitor('a'), undefined)
  })
})

describe('order listeners', () => {
  test('are notified at once and then once per interval', async () => {
    const { board: store } = createStore(Array.from({ length: 50 }, (_, i) => createSummary(`m${i}`)))
    await store.load()
    mock.timers.tick(1_000)
    let notified = 0
    store.onOrderChange(() => notified++)
    for (let i = 0; i < 50; i++) store.handleEvent(statusEvent(`m${i}`, 'down', '2026-01-01T00:01:00.000Z'))
    assert.equal(notified, 1)
    mock.timers.tick(300)
    assert.equal(notified, 2)
    mock.timers.tick(5_000)
    assert.equal(notified, 2)
  })

  test('are notified when a monitor is silenced, because lists filter by it', async () => {
    const { board: store, source } = createStore([createSummary('a')])
    await store.load()
    mock.timers.tick(1_000)
    let notified = 0
    store.onOrderChange(() => notified++)
    const silence = { since: '', until: '2026-01-01T01:00:00.000Z', by: 'alice', by_name: 'Alice' }
    source.monitors = [{ ...createSummary('a'), silence }]
    await store.load()
    assert.equal(notified, 1)
  })

  test('are not notified of a new response time, which has a separate listener', async () => {
    const { board: store } = createStore([createSummary('a')])
    await store.load()
    mock.timers.tick(10_000)
    let orderChanges = 0
    let measures = 0
    store.onOrderChange(() => orderChanges++)
    store.onResponseTimeChange(() => measures++)
    const result = { checked_at: '2026-01-01T00:01:00.000Z', status: 'up', response_time_ms: 25 }
    store.handleEvent({ type: 'monitor.result', data: { monitor_id: 'a', result } } as LiveEvent)
    assert.deepEqual([orderChanges, measures], [0, 1])
    assert.equal(store.findMonitor('a')?.last_response_time_ms, 25)
  })
})

describe('a read', () => {
  test('keeps the objects of unchanged monitors, so that their rows are not redrawn', async () => {
    const { board: store, source } = createStore([createSummary('a', { tags: ['x'] }), createSummary('b')])
    await store.load()
    const before = store.findMonitor('a')
    source.monitors = [createSummary('a', { tags: ['x'] }), createSummary('b', { name: 'renamed' })]
    await store.load()
    assert.equal(store.findMonitor('a'), before)
    assert.equal(store.findMonitor('b')?.name, 'renamed')
  })

  test('keeps changes from events received while it was running', async () => {
    const { board: store, source } = createStore([createSummary('a'), createSummary('b')])
    await store.load()
    const gate = Promise.withResolvers<void>()
    source.hold = gate.promise
    const reading = store.load()
    store.handleEvent(statusEvent('a', 'down', '2026-01-01T00:01:00.000Z'))
    store.handleEvent({ type: 'monitor.deleted', data: { monitor_id: 'b' } })
    gate.resolve()
    await reading
    assert.equal(store.findMonitor('a')?.runtime_status, 'down')
    assert.deepEqual(
      store.listMonitors().map(({ id }) => id),
      ['a'],
    )
  })

  test('happens once for many changed monitors', async () => {
    const { board: store, source } = createStore([createSummary('a')])
    await store.load()
    for (let i = 0; i < 100; i++) store.handleEvent({ type: 'monitor.updated', data: { monitor_id: 'a' } })
    mock.timers.tick(10_000)
    await settle()
    assert.equal(source.reads, 2)
  })

  test('follows a reset, even during another read', async () => {
    const { board: store, source } = createStore([createSummary('a')])
    const first = store.load()
    store.handleEvent({ type: 'reset', data: {} })
    await first
    await settle()
    assert.equal(source.reads, 2)
  })

  test('keeps the shown data when it fails; only a failed first read is an error', async () => {
    const { board: store, source } = createStore([createSummary('a')])
    source.failure = new Error('away')
    await store.load()
    assert.equal(store.state, 'failed')
    source.failure = null
    store.retry()
    await settle()
    assert.equal(store.state, 'ready')
    source.failure = new Error('away')
    await store.load()
    assert.equal(store.state, 'ready')
    assert.deepEqual(
      store.listMonitors().map(({ id }) => id),
      ['a'],
    )
  })

  test('removes missing monitors and notifies their subscribers', async () => {
    const { board: store, source } = createStore([createSummary('a'), createSummary('b')])
    await store.load()
    let notified = 0
    store.watch('b', () => notified++)
    source.monitors = [createSummary('a')]
    await store.load()
    assert.equal(notified, 1)
    assert.equal(store.findMonitor('b'), undefined)
  })
})

test('a resolved incident triggers a read, since another one may be open', async () => {
  const incident = { id: 'i', status: 'open', severity: 'critical', title: 'down' }
  const { board: store, source } = createStore([createSummary('a', { open_incident: incident })])
  await store.load()
  const data = { incident: { ...incident, status: 'resolved' }, monitor: { id: 'a' } }
  store.handleEvent({ type: 'incident.resolved', data })
  mock.timers.tick(10_000)
  await settle()
  assert.equal(source.reads, 2)
})

test('a closed store does not read again', async () => {
  const { board: store, source } = createStore([createSummary('a')])
  await store.load()
  store.scheduleReload()
  store.close()
  store.handleEvent({ type: 'reset', data: {} })
  mock.timers.tick(10_000)
  await settle()
  assert.equal(source.reads, 1)
})
