import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { decideProbeTrouble, type ObservedTrouble, type ProbeTrouble } from '../../../src/core/probes/probe-trouble.ts'

/** Reviews every ten seconds, and returns the actions with their minute. */
function review(minutes: number, observe: (minute: number) => ObservedTrouble | null): string[] {
  let state: ProbeTrouble | null = null
  const actions: string[] = []
  for (let at = 0; at <= minutes * MINUTE_MS; at += 10 * SECOND_MS) {
    const decision = decideProbeTrouble(state, observe(at / MINUTE_MS), at)
    if ('state' in decision) state = decision.state
    if (decision.action === 'delete' || decision.action === 'end') state = null
    if (decision.action !== 'none' && decision.action !== 'save') actions.push(`${decision.action} ${at / MINUTE_MS}`)
  }
  return actions
}

const lost: ObservedTrouble = { reason: 'no_probe', since: 0 }

test('trouble is reported after five minutes, and its end after a minute without trouble', () => {
  assert.deepEqual(
    review(20, (minute) => (minute < 10 ? lost : null)),
    ['report 5', 'end 11'],
  )
})

test('trouble that is over within five minutes is not reported', () => {
  assert.deepEqual(
    review(20, (minute) => (minute < 5 ? lost : null)),
    ['delete 6'],
  )
})

test('trouble with pauses of less than a minute is one trouble', () => {
  assert.deepEqual(
    review(20, (minute) => (minute % 1 < 0.5 ? lost : null)),
    ['report 5'],
  )
})

test('trouble of the connection counts from the last conclusive check, and lasts at least two minutes', () => {
  const failing = (since: number) => review(20, () => ({ reason: 'connection', since: since * MINUTE_MS }))
  assert.deepEqual([failing(-1), failing(-60)], [['report 4'], ['report 2']])
})

test('trouble is confirmed again when no review took place for more than a minute', () => {
  assert.deepEqual(
    decideProbeTrouble(
      { ...lost, dueAt: 5 * MINUTE_MS, observedAt: 4 * MINUTE_MS, clearedAt: null, reportedAt: null },
      lost,
      6 * MINUTE_MS,
    ),
    {
      action: 'save',
      state: { ...lost, dueAt: 11 * MINUTE_MS, observedAt: 6 * MINUTE_MS, clearedAt: null, reportedAt: null },
    },
  )
})
