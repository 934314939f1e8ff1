import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '../../../../../web/src/parts/forms/schema-form/schema.ts'
import {
  toConfigDraft,
  toConfigModel,
  toServiceConfig,
} from '../../../../../web/src/parts/notifications/target-form/service-config.ts'

const MASK = '********'

const CONFIG: Schema = {
  type: 'object',
  required: ['token', 'urls'],
  properties: {
    token: { type: 'string', minLength: 1, 'x-secret': true },
    room: { type: 'string' },
    server: { type: 'string', examples: ['https://example.com'] },
    urls: { type: 'array', items: { type: 'string' } },
    headers: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
    repeats: { type: 'boolean' },
  },
}
const SCHEMA: Schema = { type: 'object', properties: { config: CONFIG } }
const STORED = { token: MASK, room: 'a', server: 'https://x.test', urls: ['https://y.test'], headers: { a: MASK } }

test('a new service sends the entered fields and leaves out empty texts', () => {
  const model = toConfigModel(SCHEMA, null)
  const draft = toConfigDraft(
    model,
    {},
    { token: 'abc', urls: ['https://y.test'], headers: [['a', 'b']], repeats: true },
  )
  assert.deepEqual(toServiceConfig(model, {}, draft), {
    ...{ token: 'abc', urls: ['https://y.test'], headers: { a: 'b' }, repeats: true },
  })
})

test('a stored secret is empty in the form and not sent; masked headers are sent back', () => {
  const model = toConfigModel(SCHEMA, 'Unchanged')
  const draft = toConfigDraft(model, STORED, {})
  assert.equal(draft.token, '')
  const { token: _, ...others } = STORED
  assert.deepEqual(toServiceConfig(model, STORED, draft), { ...others, repeats: false })
  const { isRequired, example } = model.fields[0]!
  assert.deepEqual({ isRequired, example }, { isRequired: false, example: 'Unchanged' })
})

test('an emptied text clears the stored value, also of a URL', () => {
  const model = toConfigModel(SCHEMA, 'Unchanged')
  const sent = toServiceConfig(model, STORED, toConfigDraft(model, STORED, { room: '', server: '' }))
  assert.deepEqual([sent.room, sent.server], ['', ''])
})
