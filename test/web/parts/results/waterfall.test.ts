import assert from 'node:assert/strict'
import test from 'node:test'
import { computeBars, type Timings } from '../../../../web/src/parts/results/waterfall.ts'

const compute = (timings: Timings, totalMs: number, error?: string) =>
  computeBars({ timings, response_time_ms: totalMs, error_type: error })

test('bars follow each other and fill the width', () => {
  const bars = compute({ download_ms: 20, dns_ms: 10, first_byte_ms: 50, connect_ms: 20 }, 100)
  assert.deepEqual(
    bars.map(({ phase, left, width }) => [phase, left, width]),
    [
      ['dns', 0, 10],
      ['connect', 10, 20],
      ['first_byte', 30, 50],
      ['download', 80, 20],
    ],
  )
})

test('time outside all phases is shown when it is significant', () => {
  const last = (totalMs: number) => compute({ first_byte_ms: 90 }, totalMs).at(-1)
  assert.deepEqual([last(100)?.phase, last(100)?.ms], ['other', 10])
  assert.equal(last(91)?.phase, 'first_byte')
})

test('the time after the last phase of a timeout is a wait for the response', () => {
  const last = (timings: Timings, error?: string) => compute(timings, 4000, error).at(-1)?.phase
  assert.equal(last({ connect_ms: 1 }, 'timeout'), 'waiting')
  assert.equal(last({ connect_ms: 1 }, 'ssl_error'), 'other')
  assert.equal(last({ connect_ms: 1, first_byte_ms: 9 }, 'timeout'), 'other')
})

test('a very short phase stays visible and within the chart', () => {
  const bars = compute({ dns_ms: 0, first_byte_ms: 1000, download_ms: 0 }, 1000)
  for (const { left, width } of bars) assert.ok(width > 0.5 && left >= 0 && left + width <= 100)
})

test('phases that exceed the total stay within the chart', () => {
  for (const { left, width } of compute({ connect_ms: 60, first_byte_ms: 60 }, 100)) assert.ok(left + width <= 100.001)
})

test('timings without phases give no bars, and a total of zero causes no division by zero', () => {
  assert.deepEqual(compute({}, 12), [])
  assert.deepEqual(
    compute({ dns_ms: 0 }, 0).map(({ left }) => left),
    [0],
  )
})
