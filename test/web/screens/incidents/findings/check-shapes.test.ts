import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCheckShapes } from '../../../../../web/src/screens/incidents/findings/check-shapes.ts'

const START = Date.UTC(2026, 0, 31, 12)
const check = (minute: number, status: 'up' | 'down', ms?: number) => ({
  id: String(minute),
  region: 'local',
  checked_at: new Date(START + minute * 60_000).toISOString(),
  status,
  ...(ms !== undefined && { response_time_ms: ms }),
})

test('the checks keep their distance, the line has a gap where nothing was measured, and the start is marked', () => {
  const { line, marks, start } = buildCheckShapes([check(-10, 'up', 50), check(0, 'down'), check(10, 'up', 100)], START)
  assert.deepEqual(
    marks.map(([status, path]) => [status, path.match(/M/g)?.length]),
    [
      ['up', 2],
      ['down', 1],
    ],
  )
  assert.equal(start, 500)
  assert.equal(line.match(/M/g)?.length, 2)
  assert.equal(line.includes('L'), false)
})
