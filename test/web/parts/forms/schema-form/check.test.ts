import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForm } from '../../../../../web/src/parts/forms/schema-form/check.ts'
import { type Draft, toDraft, withValueAt } from '../../../../../web/src/parts/forms/schema-form/draft.ts'
import { toFormModel } from '../../../../../web/src/parts/forms/schema-form/model.ts'
import { SUBMARINE } from './submarine.ts'

const MODEL = toFormModel(SUBMARINE)
const found = (draft: Draft) => checkForm(MODEL, draft).map(({ field, violation }) => [field, violation])
const set = (draft: Draft, path: (string | number)[], value: Draft) => withValueAt(draft, path, value)

test('an empty form reports missing required values, also in list entries', () => {
  assert.deepEqual(found(toDraft(MODEL, undefined)), [
    ['name', 'required'],
    ['target', 'required'],
    ['submarine_config.depth_m', 'required'],
    ['submarine_config.crew.0.callsign', 'required'],
  ])
})

const GOOD = toDraft(MODEL, {
  name: 'Nautilus',
  target: 'https://example.com/',
  submarine_config: { depth_m: 40, crew: [{ callsign: 'Nemo' }] },
})

test('values outside their bounds are reported', () => {
  assert.deepEqual(found(GOOD), [])
  const cases: [(string | number)[], Draft, unknown][] = [
    [['submarine_config', 'depth_m'], '0', ['tooSmall', 1]],
    [['submarine_config', 'depth_m'], 901, ['tooLarge', 900]],
    [['submarine_config', 'depth_m'], 'deep', 'notNumber'],
    [['submarine_config', 'depth_m'], '1.5', 'notWhole'],
    [['submarine_config', 'crew'], [], 'required'],
    [['submarine_config', 'frequencies'], ['0'], ['tooSmall', 1]],
    [['submarine_config', 'frequencies'], ['5-7', 'x'], 'notRange'],
    [
      ['submarine_config', 'sister_ids'],
      ['a', 'b'],
      ['tooMany', 1],
    ],
    [['submarine_config', 'cargo'], '{', 'notJson'],
    [['name'], 'x'.repeat(81), ['tooLong', 80]],
  ]
  for (const [path, value, fault] of cases)
    assert.deepEqual(found(set(GOOD, path, value)), [[path.join('.'), fault]], JSON.stringify(value))
  const short = set(GOOD, ['submarine_config', 'crew', 0, 'callsign'], 'N')
  assert.deepEqual(found(short), [['submarine_config.crew.0.callsign', ['tooShort', 2]]])
})

test('switched-off and missing objects are not checked', () => {
  const off = set(GOOD, ['submarine_config', 'sonar', 'ping_ms'], 1)
  assert.deepEqual(found(off), [])
  const on = set(off, ['submarine_config', 'sonar', 'enabled'], true)
  assert.deepEqual(checkForm(MODEL, on), [
    { field: 'submarine_config.sonar.ping_ms', violation: ['tooSmall', 100], unit: 'milliseconds' },
  ])
  const surfacing = set(GOOD, ['submarine_config', 'surfacing'], { cron: '', timezone: '' })
  assert.deepEqual(found(surfacing), [['submarine_config.surfacing.cron', 'required']])
})
