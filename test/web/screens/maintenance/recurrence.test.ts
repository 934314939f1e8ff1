import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCron, type Rule, toCron } from '../../../../web/src/screens/maintenance/recurrence.ts'

const RULES: [string, Rule][] = [
  ['30 2 * * *', { kind: 'daily', hour: 2, minute: 30 }],
  ['0 2 * * 0', { kind: 'weekly', hour: 2, minute: 0, days: [0] }],
  ['0 22 * * 1,3,5', { kind: 'weekly', hour: 22, minute: 0, days: [1, 3, 5] }],
  ['15 4 31 * *', { kind: 'monthly', hour: 4, minute: 15, day: 31 }],
  ['15 4 L * *', { kind: 'monthly', hour: 4, minute: 15, day: 'last' }],
]

test('a rule and its cron expression convert to each other', () => {
  for (const [cron, rule] of RULES) {
    assert.equal(toCron(rule), cron)
    assert.deepEqual(parseCron(cron), rule)
  }
})

test('Sunday has two numbers, and weekdays are sorted', () => {
  assert.deepEqual(parseCron('0 2 * * 7'), parseCron('0 2 * * 0'))
  assert.equal(toCron({ kind: 'weekly', hour: 1, minute: 0, days: [5, 1] }), '0 1 * * 1,5')
})

test('an expression without a simple rule stays an expression', () => {
  for (const expression of ['*/5 2 * * *', '0 2 1 1 *', '0 2 1 * 0', '0 2 * * MON', '0 2 32 * *', '0 25 * * *', '0 2'])
    assert.deepEqual(parseCron(expression), { kind: 'cron', expression })
})
