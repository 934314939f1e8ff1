import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChannels } from '../../../../src/channels/index.ts'
import { CHANNEL_NAMES } from '../../../../src/core/notifications/delivery.ts'
import { DESCRIPTION_KEY, NAMES_KEY } from '../../../../src/core/platform/validation/schema-words.ts'
import { PROBERS } from '../../../../src/probers/index.ts'
import { createTestApp } from '../../../support/api/app.ts'

/** Pattern of texts that are not blank, which messages describe. */
const NOT_BLANK = '\\S'

test('every schema with a pattern has a description, so that no message contains a regular expression', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const schemas = {
    document: (await call('GET', '/api/openapi.json')).body,
    configuration: (await call('GET', '/api/schemas/config.json')).body,
    probers: PROBERS,
    channels: CHANNEL_NAMES.map(listChannels),
  }
  let found = 0
  const search = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return
    const { pattern, patternProperties, ...others } = value as Record<string, unknown>
    if (typeof pattern === 'string' && pattern !== NOT_BLANK) {
      found++
      assert.equal(typeof others[DESCRIPTION_KEY], 'string', path.join('.'))
    }
    if (typeof patternProperties === 'object')
      for (const [name, inner] of Object.entries(patternProperties as object)) {
        if (name !== '^.*$') assert.equal(typeof others[NAMES_KEY], 'string', path.join('.'))
        search(inner, [...path, name])
      }
    for (const [name, inner] of Object.entries(others)) search(inner, [...path, name])
  }
  for (const [name, schema] of Object.entries(schemas)) search(schema, [name])
  assert.ok(found > 40, String(found))
})
