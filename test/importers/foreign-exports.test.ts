import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConfiguration } from '../../src/importers/index.ts'
import { MONDAY } from '../support/time/clock.ts'

for (const kind of ['healthchecks', 'uptimerobot', 'better-stack', 'statuspage'] as const)
  test(`${kind}: a truncated or foreign file is refused with one sentence`, () => {
    for (const text of ['{"data": [', '{"error": "not found"}', '[]', '12', '{"monitors": {"__proto__": 1}}'])
      assert.throws(
        () => importConfiguration(kind, [{ name: 'a.json', bytes: Buffer.from(text) }], MONDAY),
        /^StartError: [^\n]+: [^\n]+\.$/,
        text,
      )
  })
