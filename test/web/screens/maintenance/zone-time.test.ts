import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLocalTime, parseLocalTime } from '../../../../web/src/screens/maintenance/zone-time.ts'

const isoOf = (wall: string, zone: string): string => new Date(parseLocalTime(wall, zone)!).toISOString()

test('a local time and its moment convert to each other in every zone', () => {
  for (const [wall, zone, iso] of [
    ['2026-01-15T02:00', 'Europe/Berlin', '2026-01-15T01:00:00.000Z'],
    ['2026-07-15T02:00', 'Europe/Berlin', '2026-07-15T00:00:00.000Z'],
    ['2026-07-15T23:45', 'America/St_Johns', '2026-07-16T02:15:00.000Z'],
    ['2026-01-01T00:15', 'Pacific/Kiritimati', '2025-12-31T10:15:00.000Z'],
    ['2026-01-01T05:30', 'Asia/Kathmandu', '2025-12-31T23:45:00.000Z'],
    ['2026-06-01T12:00', 'UTC', '2026-06-01T12:00:00.000Z'],
  ] as const) {
    assert.equal(isoOf(wall, zone), iso)
    assert.equal(formatLocalTime(Date.parse(iso), zone), wall)
  }
})

test('a skipped local time moves past the clock change, and a repeated one means the first', () => {
  assert.equal(isoOf('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
  assert.equal(isoOf('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
  assert.equal(isoOf('2026-10-25T03:00', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z')
})

test('an invalid local time has no moment', () => {
  for (const wall of ['', '2026-01-01', '2026-13-01T00:00', 'soon']) assert.equal(parseLocalTime(wall, 'UTC'), null)
})
