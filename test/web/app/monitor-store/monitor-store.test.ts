// @alone: replaces the timers of its process for every test
import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import type { LiveEvent } from '../../../../web/src/api/events.ts'
import { MonitorStore } from '../../../../web/src/app/monitor-store/monitor-store.ts'
import type { MonitorSummary } from '../../../../web/src/app/monitor-store/monitor-summary.ts'

const lineOf = (id: string, over: Partial<MonitorSummary> = {}): MonitorSummary => ({
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
function makeBoard(monitors: MonitorSummary[]) {
  const source = { monitors, hasMore: false, reads: 0, hold: null as Promise<void> | null, failure: null as unknown }
  const board = new MonitorStore(async () => {
    source.reads++
    const reading = { monitors: source.monitors, has_more: source.hasMore }
    if (source.hold) await source.hold
    if (source.failure) throw source.failure
    return reading
  })
  return { board, source }
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('a live event', () => {
  test('notifies only subscribers of its monitor', async () => {
    const { board } = makeBoard([lineOf('a'), lineOf('b')])
    await board.load()
    const told: string[] = []
    for (const id of ['a', 'b']) board.watch(id, () => told.push(id))
    const other = board.findMonitor('a')
    board.handleEvent(statusEvent('b', 'down', '2026-01-01T00:01:00.000Z'))
    assert.deepEqual(told, ['b'])
    assert.equal(board.findMonitor('b')?.runtime_status, 'down')
    assert.equal(board.findMonitor('a'), other)
  })

  test('for an unknown monitor changes nothing', async () => {
    const { board } = makeBoard([lineOf('a')])
    await board.load()
    board.handleEvent(statusEvent('z', 'down', '2026-01-01T00:01:00.000Z'))
    assert.deepEqual(
      board.listMonitors().map(({ id }) => id),
      ['a'],
    )
  })

  test('removes a deleted monitor', async () => {
    const { board } = makeBoard([lineOf('a'), lineOf('b')])
    await board.load()
    board.handleEvent({ type: 'monitor.deleted', data: { monitor_id: 'a' } })
    assert.deepEqual(
      board.listMonitors().map(({ id }) => id),
      ['b'],
    )
    assert.equal(board.findMonitor('a'), undefined)
  })
})

describe('order listeners', () => {
  test('are notified at once and then once per interval', async () => {
    const { board } = makeBoard(Array.from({ length: 50 }, (_, i) => lineOf(`m${i}`)))
    await board.load()
    mock.timers.tick(1_000)
    let told = 0
    board.onOrderChange(() => told++)
    for (let i = 0; i < 50; i++) board.handleEvent(statusEvent(`m${i}`, 'down', '2026-01-01T00:01:00.000Z'))
    assert.equal(told, 1)
    mock.timers.tick(300)
    assert.equal(told, 2)
    mock.timers.tick(5_000)
    assert.equal(told, 2)
  })

  test('are not notified of a new response time, which has a separate listener', async () => {
    const { board } = makeBoard([lineOf('a')])
    await board.load()
    mock.timers.tick(10_000)
    let moves = 0
    let measures = 0
    board.onOrderChange(() => moves++)
    board.onResponseTimeChange(() => measures++)
    const result = { checked_at: '2026-01-01T00:01:00.000Z', status: 'up', response_time_ms: 25 }
    board.handleEvent({ type: 'monitor.result', data: { monitor_id: 'a', result } } as LiveEvent)
    assert.deepEqual([moves, measures], [0, 1])
    assert.equal(board.findMonitor('a')?.last_response_time_ms, 25)
  })
})

describe('a read', () => {
  test('keeps the objects of unchanged monitors, so that their rows are not redrawn', async () => {
    const { board, source } = makeBoard([lineOf('a', { tags: ['x'] }), lineOf('b')])
    await board.load()
    const before = board.findMonitor('a')
    source.monitors = [lineOf('a', { tags: ['x'] }), lineOf('b', { name: 'renamed' })]
    await board.load()
    assert.equal(board.findMonitor('a'), before)
    assert.equal(board.findMonitor('b')?.name, 'renamed')
  })

  test('keeps changes from events received while it was running', async () => {
    const { board, source } = makeBoard([lineOf('a'), lineOf('b')])
    await board.load()
    const gate = Promise.withResolvers<void>()
    source.hold = gate.promise
    const reading = board.load()
    board.handleEvent(statusEvent('a', 'down', '2026-01-01T00:01:00.000Z'))
    board.handleEvent({ type: 'monitor.deleted', data: { monitor_id: 'b' } })
    gate.resolve()
    await reading
    assert.equal(board.findMonitor('a')?.runtime_status, 'down')
    assert.deepEqual(
      board.listMonitors().map(({ id }) => id),
      ['a'],
    )
  })

  test('happens once for many changed monitors', async () => {
    const { board, source } = makeBoard([lineOf('a')])
    await board.load()
    for (let i = 0; i < 100; i++) board.handleEvent({ type: 'monitor.updated', data: { monitor_id: 'a' } })
    mock.timers.tick(10_000)
    await settle()
    assert.equal(source.reads, 2)
  })

  test('follows a reset, even during another read', async () => {
    const { board, source } = makeBoard([lineOf('a')])
    const first = board.load()
    board.handleEvent({ type: 'reset', data: {} })
    await first
    await settle()
    assert.equal(source.reads, 2)
  })

  test('keeps the shown data when it fails; only a failed first read is an error', async () => {
    const { board, source } = makeBoard([lineOf('a')])
    source.failure = new Error('away')
    await board.load()
    assert.equal(board.state, 'failed')
    source.failure = null
    board.retry()
    await settle()
    assert.equal(board.state, 'ready')
    source.failure = new Error('away')
    await board.load()
    assert.equal(board.state, 'ready')
    assert.deepEqual(
      board.listMonitors().map(({ id }) => id),
      ['a'],
    )
  })

  test('removes missing monitors and notifies their subscribers', async () => {
    const { board, source } = makeBoard([lineOf('a'), lineOf('b')])
    await board.load()
    let told = 0
    board.watch('b', () => told++)
    source.monitors = [lineOf('a')]
    await board.load()
    assert.equal(told, 1)
    assert.equal(board.findMonitor('b'), undefined)
  })
})

test('a resolved incident triggers a read, since another one may be open', async () => {
  const incident = { id: 'i', status: 'open', severity: 'critical', title: 'down' }
  const { board, source } = makeBoard([lineOf('a', { open_incident: incident })])
  await board.load()
  const data = { incident: { ...incident, status: 'resolved' }, monitor: { id: 'a' } }
  board.handleEvent({ type: 'incident.resolved', data })
  mock.timers.tick(10_000)
  await settle()
  assert.equal(source.reads, 2)
})

test('a closed store does not read again', async () => {
  const { board, source } = makeBoard([lineOf('a')])
  await board.load()
  board.scheduleReload()
  board.close()
  board.handleEvent({ type: 'reset', data: {} })
  mock.timers.tick(10_000)
  await settle()
  assert.equal(source.reads, 1)
})
