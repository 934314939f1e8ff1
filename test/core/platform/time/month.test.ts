import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLastFullMonth, toDays, toMonth } from '../../../../src/core/platform/time/local-time.ts'
import { HOUR_MS } from '../../../../src/core/platform/time/time.ts'

const iso = ({ from, to }: { from: number; to: number }) => [new Date(from).toISOString(), new Date(to).toISOString()]

test('a month in UTC lasts from midnight to midnight', () => {
  assert.deepEqual(iso(toMonth('2026-10', 'UTC')), ['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
  assert.deepEqual(iso(toMonth('2026-12', 'UTC')), ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
})

test('a month with a clock change is an hour longer or shorter', () => {
  assert.deepEqual(iso(toMonth('2026-10', 'Europe/Berlin')), ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'])
  assert.deepEqual(iso(toMonth('2026-03', 'Europe/Berlin')), ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'])
  assert.deepEqual(iso(toMonth('2026-01', 'Asia/Kathmandu')), ['2025-12-31T18:15:00.000Z', '2026-01-31T18:15:00.000Z'])
})

test('days last from the first midnight to the midnight after the last', () => {
  assert.deepEqual(iso(toDays('2026-02-28', '2026-02-28', 'UTC')), [
    '2026-02-28T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ])
  assert.deepEqual(iso(toDays('2026-10-25', '2026-12-31', 'Europe/Berlin')), [
    '2026-10-24T22:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
  ])
})

test('a month without its midnight begins with its first hour, and one with two midnights begins with the first', () => {
  // Clocks changed from 0:00 to 1:00 on 1 October 2017 in Paraguay, and change from 1:00 to 0:00 on 1 November 2026 in
  // Cuba
  assert.equal(toMonth('2017-10', 'America/Asuncion').from, Date.UTC(2017, 9, 1, 4))
  assert.equal(toMonth('2026-11', 'America/Havana').from, Date.UTC(2026, 10, 1, 4))
})

test('a month ends where the next one begins, in every zone', () => {
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Apia', 'Pacific/Pago_Pago', 'Australia/Lord_Howe', 'UTC'])
    for (const [name, next] of [
      ['2011-11', '2011-12'],
      ['2011-12', '2012-01'],
      ['2026-03', '2026-04'],
    ] as const)
      assert.equal(toMonth(name, timezone).to, toMonth(next, timezone).from, `${timezone} ${name}`)
})

test('the last full month precedes the current month of the time zone', () => {
  const newYear = Date.UTC(2026, 0, 1)
  assert.equal(getLastFullMonth(newYear, 'UTC').name, '2025-12')
  assert.equal(getLastFullMonth(newYear - 1, 'UTC').name, '2025-11')
  assert.equal(getLastFullMonth(newYear - HOUR_MS, 'Europe/Berlin').name, '2025-12')
  assert.equal(getLastFullMonth(newYear, 'America/New_York').name, '2025-11')
})
