import assert from 'node:assert/strict'
import test from 'node:test'
import { describeNeverNotified, describeSuppressed } from '../../../../src/core/incidents/suppression.ts'
import { describeStep } from '../../../../src/core/notifications/escalation-policy.ts'
import { judgeMonitor, type RegionVote } from '../../../../src/core/results/state.ts'
import { parseReason } from '../../../../web/src/parts/results/reason/reason.ts'

const NOW = 1_000

const region = (
  code: string,
  opinion: 'up' | 'down',
  runs: Partial<RegionVote['counters']>,
  message: string | null,
) => ({
  region: code,
  counters: { opinion, failures: 0, passes: 0, slow: 0, ...runs } as RegionVote['counters'],
  freshUntil: NOW + 1,
  errorType: message === null ? null : ('timeout' as const),
  errorMessage: message,
})

const reasonOf = (...regions: RegionVote[]) => parseReason(judgeMonitor(regions, NOW).reason)

test('a failure reason is parsed whatever its message contains', () => {
  const message = 'returned `no`, 3 checks in a row\nand more'
  assert.deepEqual(reasonOf(region('eu', 'down', { failures: 3 }, message), region('us', 'up', { passes: 2 }, null)), {
    kind: 'trouble',
    seen: 1,
    regions: 2,
    message,
    inARow: 3,
    dissent: ['us'],
  })
  const recovering = reasonOf(region('eu', 'down', { passes: 1 }, 'gone'))
  assert.deepEqual([recovering.kind, 'inARow' in recovering && recovering.inARow], ['trouble', null])
})

test('reasons of healthy and unknown monitors are parsed', () => {
  assert.deepEqual(reasonOf(region('eu', 'up', { passes: 1 }, null)), { kind: 'well', regions: 1, inARow: 1 })
  assert.deepEqual(reasonOf(region('eu', 'up', { failures: 1 }, null)), { kind: 'well', regions: 1, inARow: null })
  assert.deepEqual(reasonOf(), { kind: 'stale' })
})

test("any other reason keeps the server's text", () => {
  assert.deepEqual(parseReason('maintenance ended'), { kind: 'other', text: 'maintenance ended' })
})

test('reasons about a pause are parsed, from the status history and from incidents', () => {
  const at = '2026-01-31T09:00:00.000Z'
  const kept = 'The incident stays open, and no notifications are sent'
  for (const [text, what, until] of [
    ['checks were paused', 'paused', null],
    [`checks were paused until ${at}`, 'paused', at],
    [`Monitoring is paused until ${at}. ${kept}`, 'paused', at],
    [`Monitoring is disabled. ${kept}`, 'disabled', null],
    ['Monitoring has resumed', 'resumed', null],
    ['checks were resumed', 'resumed', null],
    ['Monitoring has resumed: the pause ended', 'ended', null],
    ['the pause ended', 'ended', null],
    [`Monitoring is paused: the pause ended, but checks stay paused: the plan allows 2. ${kept}`, 'full', null],
  ] as const)
    assert.deepEqual(parseReason(text), { kind: 'pause', what, until }, text)
})

test('notes about held alerts and escalations are parsed', () => {
  const shop = { parentKey: 1, parentName: 'Shop "EU"' }
  const group = { parentKey: 'g', parentName: 'Edge' }
  assert.deepEqual(parseReason(describeSuppressed(shop)), { kind: 'held', isGroup: false, name: 'Shop "EU"' })
  assert.deepEqual(parseReason(describeSuppressed(group)), { kind: 'held', isGroup: true, name: 'Edge' })
  const neverSent = describeNeverNotified({ ...group, phase: 'down' })
  assert.deepEqual(parseReason(neverSent), { kind: 'never_sent', isGroup: true, name: 'Edge' })
  const escalated = { kind: 'escalated', step: '2', round: null, recipients: 'Ann, Ben' }
  const parseStep = (round: number, names: string[], isEarly = false) =>
    parseReason(describeStep({ round, step: 2, isEarly }, names, []))
  assert.deepEqual(parseStep(1, ['Ann', 'Ben']), escalated)
  assert.deepEqual(parseStep(3, ['Ann', 'Ben']), { ...escalated, round: '3' })
  assert.deepEqual(parseStep(1, ['Ann', 'Ben'], true), escalated)
  assert.equal(parseStep(1, []).kind, 'other')
})
