import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORM_NAMES } from '../../../../../src/api/forms/form-list.ts'
import { type FieldModel, toFormModel } from '../../../../../web/src/parts/forms/schema-form/model.ts'
import type { Schema } from '../../../../../web/src/parts/forms/schema-form/schema.ts'
import { splitFields } from '../../../../../web/src/parts/forms/schema-form/split-fields.ts'
import { createTestApp } from '../../../../support/api/app.ts'
import { registerAs } from '../../../../support/factories/accounts.ts'
import { SUBMARINE } from './submarine.ts'

const kinds = (fields: readonly FieldModel[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => {
      if (field.kind === 'object') return [field.name, kinds(field.fields)]
      if (field.kind === 'list')
        return [field.name, [field.item.kind === 'object' ? kinds(field.item.fields) : field.item.kind]]
      return [field.name, field.kind === 'text' ? `text ${field.format}` : field.kind]
    }),
  )

test('a form is built for an unknown monitor type', () => {
  assert.deepEqual(kinds(toFormModel(SUBMARINE).fields), {
    type: 'fixed',
    name: 'text line',
    target: 'text url',
    submarine_config: {
      depth_m: 'number',
      crew: [{ callsign: 'text line', rank: 'choice', is_diver: 'boolean' }],
      frequencies: 'words',
      labels: 'map',
      orders: 'text lines',
      passphrase: 'text secret',
      surfacing: { cron: 'text cron', timezone: 'text zone' },
      sister_ids: 'references',
      base_id: 'reference',
      sonar: { enabled: 'boolean', ping_ms: 'number' },
      cargo: 'json',
    },
    notification_target_ids: 'references',
  })
})

test('fields have the constraints of the schema', () => {
  const config = toFormModel(SUBMARINE).fields.find((field) => field.name === 'submarine_config')
  assert.ok(config && 'fields' in config)
  const fields: readonly FieldModel[] = config.fields
  const of = (name: string) => fields.find((field) => field.name === name)!
  const depth = of('depth_m')
  assert.ok(depth.kind === 'number')
  assert.deepEqual(
    [depth.isWhole, depth.minimum, depth.maximum, depth.unit, depth.isRequired],
    [true, 1, 900, null, true],
  )
  assert.deepEqual([of('surfacing').isNullable, of('surfacing').path], [true, 'submarine_config.surfacing'])
  const crew = of('crew')
  assert.ok(crew.kind === 'list' && crew.item.kind === 'object')
  assert.equal(crew.item.fields[0]!.path, 'submarine_config.crew.callsign')
  const rank = crew.item.fields[1]!
  assert.ok(rank.kind === 'choice')
  assert.deepEqual(rank.options, [
    { value: 'captain', title: 'Captain' },
    { value: 'mate', title: 'mate' },
  ])
  assert.deepEqual(of('sonar').unavailable, { code: 'SONAR_NOT_AVAILABLE', message: 'Sonar is not part of the plan' })
})

test('advanced fields leave their object unless the object has a switch', () => {
  const { plain, advanced } = splitFields(toFormModel(SUBMARINE).fields)
  assert.deepEqual(
    plain.map(({ at }) => at.join('.')),
    ['name', 'target', 'submarine_config', 'notification_target_ids'],
  )
  assert.deepEqual(
    advanced.map(({ at }) => at.join('.')),
    ['submarine_config.labels', 'submarine_config.orders'],
  )
  const config = plain.find(({ at }) => at[0] === 'submarine_config')!.field
  assert.ok(config.kind === 'object')
  assert.ok(!config.fields.some(({ name }) => name === 'labels' || name === 'orders'))
})

test('every form of the API is drawn without a raw JSON field', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  for (const name of FORM_NAMES) {
    const { body } = await app.call('GET', `/api/forms/${name}`, { as: alice.session })
    for (const { value, schema } of body.data.variants as { value: string | null; schema: Schema }[]) {
      const drawn = JSON.stringify(kinds(toFormModel(schema).fields))
      assert.ok(!drawn.includes('"json"'), `${name} ${value}: ${drawn}`)
    }
  }
})
