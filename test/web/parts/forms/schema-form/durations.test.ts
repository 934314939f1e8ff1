import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseUnit, listUnits } from '../../../../../web/src/parts/forms/schema-form/durations.ts'

test('a duration is shown in the largest unit that gives a whole number', () => {
  const cases: [number, string, string][] = [
    [300, 'seconds', 'min'],
    [90, 'seconds', 's'],
    [86_400, 'seconds', 'd'],
    [0, 'minutes', 'min'],
    [1_440, 'minutes', 'd'],
    [1_500, 'milliseconds', 'ms'],
    [10_000, 'milliseconds', 's'],
  ]
  for (const [value, unit, expected] of cases) assert.equal(chooseUnit(value, unit), expected, `${value} ${unit}`)
})

test('a value that is no duration has no units', () => {
  assert.deepEqual([listUnits('percent'), listUnits(null)], [[], []])
})
