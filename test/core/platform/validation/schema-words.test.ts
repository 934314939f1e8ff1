import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESCRIPTION_KEY, describe, type JsonSchema } from '../../../../src/core/platform/validation/schema-words.ts'

const CASES: [JsonSchema, string][] = [
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'a whole number from 1 to 100'],
  [{ type: 'integer', minimum: 0 }, 'a whole number of at least 0'],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 5 }, 'a number of at most 5 above 0'],
  [{ type: 'integer', multipleOf: 5 }, 'a whole number that is a multiple of 5'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', minLength: 1, maxLength: 80, pattern: '\\S' }, 'text of 1 to 80 characters, not blank'],
  [{ type: 'string', maxLength: 1 }, 'text of at most 1 character'],
  [{ type: 'string', minLength: 2 }, 'text of at least 2 characters'],
  [{ type: 'string', pattern: '^[a-z]+$' }, 'text in the documented form'],
  [{ type: 'string', pattern: '^[a-z]+$', examples: ['eu'] }, 'text, such as eu'],
  [{ type: 'string', format: 'uuid' }, 'a UUID'],
  [{ type: 'string', format: 'email', maxLength: 254 }, 'an email address of at most 254 characters'],
  [
    { type: ['string', 'null'], format: 'date-time' },
    'a time with a UTC offset, such as 2026-01-31T12:00:00Z, or null',
  ],
  [{ type: ['array', 'null'], items: { type: 'integer' } }, 'a list, each a whole number, or null'],
  [{ type: 'string', enum: ['a', 'b', 'c'] }, 'one of a, b or c'],
  [{ const: true }, 'true'],
  [{ type: 'array', minItems: 1, maxItems: 20 }, 'a list of 1 to 20 entries'],
  [
    { type: 'array', maxItems: 5, items: { type: 'string', format: 'uuid' } },
    'a list of at most 5 entries, each a UUID',
  ],
  [{ type: 'object' }, 'an object'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'a whole number or null'],
  [{ type: 'string', pattern: '^x', [DESCRIPTION_KEY]: 'a host name' }, 'a host name'],
]

for (const [schema, words] of CASES)
  test(`${JSON.stringify(schema)} is described as ${words}`, () => assert.equal(describe(schema), words))
