import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Region } from '../../../../../web/src/parts/probes/regions.ts'
import { listRegionStatuses } from '../../../../../web/src/screens/monitor/cards/region-statuses.ts'
import type { Result } from '../../../../../web/src/screens/monitor/live-patch.ts'

const region = (code: string, is_active = true) =>
  ({ code, name: code.toUpperCase(), is_default: true, is_active }) as Region

const result = (code: string, minute: number, status: Result['status'] = 'up') =>
  ({ region: code, status, checked_at: new Date(Date.UTC(2026, 2, 2, 12, minute)).toISOString() }) as Result

const MINUTE = 60

const seen = (...args: Parameters<typeof listRegionStatuses>) =>
  listRegionStatuses(...args).map(({ code, isActive, result: one }) => `${code} ${isActive} ${one?.status ?? '-'}`)

test('each region shows its newest result, or none when it has no recent one', () => {
  const results = [result('us', 9), result('eu', 8, 'down'), result('us', 8, 'down'), result('eu', 7)]
  assert.deepEqual(seen([region('eu'), region('us'), region('ap', false)], [], results, MINUTE), [
    'eu true down',
    'us true up',
  ])
  assert.deepEqual(seen([region('eu'), region('us')], [], [result('us', 9)], MINUTE), ['eu true -', 'us true up'])
})

test('a monitor with pinned regions shows exactly these regions, with or without a probe', () => {
  const results = [result('us', 9), result('eu', 8)]
  assert.deepEqual(seen([region('eu'), region('us'), region('ap', false)], ['ap', 'gone', 'eu'], results, MINUTE), [
    'ap false -',
    'gone false -',
    'eu true up',
  ])
})

test('of many automatic regions only regions with recent results are shown', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((code) => region(code))
  const results = [result('b', 20), result('e', 19), result('a', 17), result('c', 16)]
  assert.deepEqual(seen(all, [], results, MINUTE), ['a true up', 'b true up', 'e true up'])
  assert.deepEqual(seen(all, [], [], MINUTE), [])
})
