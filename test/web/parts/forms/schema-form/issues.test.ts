import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignIssues } from '../../../../../web/src/parts/forms/schema-form/issues.ts'
import { toFormModel } from '../../../../../web/src/parts/forms/schema-form/model.ts'
import { SUBMARINE } from './submarine.ts'

const MODEL = toFormModel(SUBMARINE)
const placeOf = (field: string): string => assignIssues(MODEL, [{ field, message: 'is wrong' }])[0]!.field

test('an issue keeps the path of its field, also in list entries', () => {
  for (const field of [
    'name',
    'submarine_config.depth_m',
    'submarine_config.crew.1.callsign',
    'submarine_config.sonar',
  ])
    assert.equal(placeOf(field), field)
})

test('an issue is found by its last path segment, and moves to the parent when its field is hidden', () => {
  assert.equal(placeOf('depth_m'), 'submarine_config.depth_m')
  assert.equal(placeOf('submarine_config.labels.X-Name'), 'submarine_config.labels')
  assert.equal(placeOf('notification_target_ids.3'), 'notification_target_ids.3')
  assert.equal(placeOf('submarine_config.sonar.other'), 'submarine_config.sonar')
  assert.equal(placeOf('nowhere'), 'nowhere')
})
