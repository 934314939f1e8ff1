import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatExplanation } from '../../../src/core/incidents/explanation.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'

const START = Date.UTC(2026, 0, 5, 23, 10, 31)
const NOW = START + 12 * MINUTE_MS
const incident = { errorMessage: 'status 503, expected 2xx', startedAt: START, reopenedAt: null, resolvedAt: null }

test('the explanation names the cause, the last good check and the nearest related incident', () => {
  const facts = {
    lastGood: { at: START - 30 * SECOND_MS, responseTimeMs: 36.4 },
    nearest: { monitorName: 'Payments', startedAt: START + 14 * SECOND_MS, shared: ['address', 'group'] as const },
  }
  assert.equal(
    formatExplanation(incident, facts, NOW),
    'status 503, expected 2xx since 23:10:31 UTC (12 min). Last good check: 23:10:01 UTC in 36 ms. ' +
      'Payments failed 14 s later (same address, same group).',
  )
})

test('unknown facts are left out, and a resolved incident has its end', () => {
  const facts = { lastGood: null, nearest: null }
  assert.equal(
    formatExplanation({ ...incident, resolvedAt: NOW }, facts, NOW + MINUTE_MS),
    'status 503, expected 2xx from 23:10:31 UTC to 23:22:31 UTC (12 min).',
  )
})

test('the explanation of a reopened incident is about its last outage', () => {
  const reopenedAt = NOW - MINUTE_MS
  const nearest = { monitorName: 'Payments', startedAt: NOW, shared: ['address'] as const }
  assert.equal(
    formatExplanation({ ...incident, reopenedAt }, { lastGood: null, nearest }, NOW),
    'status 503, expected 2xx since 23:21:31 UTC (1 min). Payments failed 1 min later (same address).',
  )
})

test('keys and line breaks of an error are not part of the explanation', () => {
  const errorMessage = 'GET https://x.test/?token=abc\nfailed'
  const text = formatExplanation({ ...incident, errorMessage }, { lastGood: null, nearest: null }, NOW)
  assert.doesNotMatch(text, /abc|\n/)
})
