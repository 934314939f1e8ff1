import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFormModel } from '../../../../web/src/parts/forms/schema-form/model.ts'
import { splitFields } from '../../../../web/src/parts/forms/schema-form/split-fields.ts'
import { groupFields } from '../../../../web/src/screens/monitor-form/sections.ts'
import { SUBMARINE } from '../../parts/forms/schema-form/submarine.ts'

test('the target comes first, then the name, then the fields of the type', () => {
  const sections = groupFields(splitFields(toFormModel(SUBMARINE).fields).plain)
  const names = sections.essentials.map(({ at }) => at.join('.'))
  assert.deepEqual(names.slice(0, 4), ['target', 'name', 'submarine_config.depth_m', 'submarine_config.crew'])
  // Alerts must not depend on a collapsed section
  assert.ok(names.includes('notification_target_ids'))
  assert.deepEqual([sections.alerting, sections.expiry, sections.place], [[], [], []])
})
