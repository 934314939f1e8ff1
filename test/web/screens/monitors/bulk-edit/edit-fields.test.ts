import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from '../../../../../web/src/parts/forms/schema-form/draft.ts'
import { withValueAt } from '../../../../../web/src/parts/forms/schema-form/draft.ts'
import type { Schema, Variant } from '../../../../../web/src/parts/forms/schema-form/schema.ts'
import {
  addToDraft,
  buildEdits,
  checkFields,
  listEditFields,
  toFieldPath,
} from '../../../../../web/src/screens/monitors/bulk-edit/edit-fields.ts'

const INTERVAL: Schema = { type: 'integer', minimum: 30, maximum: 86_400, default: 300 }
const TAGS: Schema = { type: 'array', items: { type: 'string' }, 'x-source': 'tags' }
const HTTP: Schema = {
  type: 'object',
  properties: {
    verify_ssl: { type: 'boolean', default: true, 'x-advanced': true },
    method: { type: 'string', enum: ['GET', 'HEAD'], default: 'GET' },
  },
}

const createVariant = (value: string, properties: Record<string, Schema>): Variant => ({
  ...{ value, service: null, title: value, description: '', docs_url: null },
  ...{ is_available: true, reason: null, warning: null },
  schema: {
    type: 'object',
    properties: { type: { const: value }, name: { type: 'string' }, target: { type: 'string' }, ...properties },
  },
})

const VARIANTS = [
  createVariant('HTTP', { http_config: HTTP, interval_seconds: INTERVAL, tags: TAGS, status: { type: 'string' } }),
  createVariant('TCP', { interval_seconds: INTERVAL, tags: TAGS }),
  createVariant('HEARTBEAT', { tags: TAGS }),
]

const listFields = (...types: string[]) => listEditFields(VARIANTS, new Set(types))
const choose = (...keys: string[]) => {
  const all = listFields('HTTP', 'TCP', 'HEARTBEAT')
  return keys.map((key) => all.find((field) => field.key === key)!)
}

test('the selected types determine the fields, without name, target, type and status', () => {
  const keysOf = (...types: string[]) => listFields(...types).map(({ key, types }) => `${key} ${[...types].join()}`)
  assert.deepEqual(keysOf('HTTP', 'HEARTBEAT'), [
    'http_config.method HTTP',
    'interval_seconds HTTP',
    'tags HTTP,HEARTBEAT',
    'http_config.verify_ssl HTTP',
  ])
  assert.deepEqual(keysOf('HEARTBEAT'), ['tags HEARTBEAT'])
})

const MONITORS = [
  { id: 'a', type: 'HTTP' },
  { id: 'b', type: 'TCP' },
  { id: 'c', type: 'TCP' },
  { id: 'd', type: 'HEARTBEAT' },
]

test('monitors of several types share an edit when the same fields apply, and others are counted', () => {
  const chosen = choose('interval_seconds')
  const draft = chosen.reduce<Draft>(addToDraft, {})
  assert.deepEqual(buildEdits(MONITORS, chosen, draft, {}), {
    edits: [{ monitor_ids: ['a', 'b', 'c'], set: { interval_seconds: 300 } }],
    otherTypeCount: 1,
  })
})

test('each type gets its own fields, and lists are added unless another mode is selected', () => {
  const chosen = choose('http_config.method', 'tags')
  const draft = withValueAt(chosen.reduce<Draft>(addToDraft, {}), ['tags'], ['shop'])
  const change = { set: { http_config: { method: 'GET' } } }
  assert.deepEqual(buildEdits(MONITORS, chosen, draft, {}).edits, [
    { monitor_ids: ['a'], add_tags: ['shop'], ...change },
    { monitor_ids: ['b', 'c', 'd'], add_tags: ['shop'] },
  ])
  assert.deepEqual(buildEdits(MONITORS.slice(1), chosen, draft, { tags: 'replace' }).edits, [
    { monitor_ids: ['b', 'c', 'd'], set: { tags: ['shop'] } },
  ])
  assert.deepEqual(buildEdits(MONITORS.slice(1), chosen, draft, { tags: 'remove' }).edits, [
    { monitor_ids: ['b', 'c', 'd'], remove_tags: ['shop'] },
  ])
})

test('an empty or out-of-bounds value is reported before the request', () => {
  const chosen = choose('interval_seconds')
  const violationsOf = (text: string) =>
    checkFields(chosen, { interval_seconds: text }).map(({ field, violation }) => [field, violation].flat().join(' '))
  assert.deepEqual(violationsOf(''), ['interval_seconds required'])
  assert.deepEqual(violationsOf('5'), ['interval_seconds tooSmall 30'])
  assert.deepEqual(violationsOf('60'), [])
})

test('the path of a refusal becomes the path of the field', () => {
  assert.equal(toFieldPath('edits.0.set.http_config.method'), 'http_config.method')
  assert.equal(toFieldPath('edits.12.add_tags.1'), 'tags.1')
  assert.equal(toFieldPath('edits.0.remove_notification_target_ids'), 'notification_target_ids')
})
