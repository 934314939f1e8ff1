import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FIELDS_FILE, renderFields } from '../../scripts/import-fields.ts'
import { IMPORTERS, importConfiguration } from '../../src/importers/index.ts'
import type { ImportKind } from '../../src/importers/kinds.ts'
import { SAMPLES } from '../support/importers/samples.ts'
import { MONDAY } from '../support/time/clock.ts'

/** Objects whose names are free: headers, modules, groups, records by type and the like. */
const FREE = new Set([
  'headers',
  'modules',
  'labels',
  'params',
  'notificationIDList',
  'customHttpHeaders',
  'dnsRecords',
  'request_headers',
  'tags',
])

/** Adds an unknown setting with a number of its own to each object whose fields have meanings. */
function addUnknown(value: unknown, names: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => addUnknown(entry, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, entry]) => [
    name,
    FREE.has(name) ? entry : addUnknown(entry, names),
  ])
  const isNamed = ['name', 'url', 'targets', 'prober', 'friendlyName', 'attributes', 'webhook-url', 'start'].some(
    (name) => name in value,
  )
  if (!isNamed || 'attributes' in value) return Object.fromEntries(entries)
  const name = `unknown_${names.length}`
  names.push(name)
  return { ...Object.fromEntries(entries), [name]: 'on' }
}

test('each setting of a source that no table contains is reported as not read', () => {
  for (const kind of Object.keys(SAMPLES) as ImportKind[]) {
    const names: string[] = []
    const files = SAMPLES[kind].map((content, index) => ({
      name: `${index}.json`,
      bytes: Buffer.from(JSON.stringify(addUnknown(content, names))),
    }))
    const { report } = importConfiguration(kind, files, MONDAY)
    const text = JSON.stringify(report)
    assert.ok(names.length > 0, kind)
    assert.deepEqual(
      names.filter((name) => !text.includes(name)),
      [],
      `${kind}: ${text}`,
    )
  }
})

test('a source without unknown settings has no line about a setting that is not read', () => {
  for (const kind of Object.keys(SAMPLES) as ImportKind[]) {
    const files = SAMPLES[kind].map((content, index) => ({
      name: `${index}.json`,
      bytes: Buffer.from(JSON.stringify(content)),
    }))
    assert.doesNotMatch(JSON.stringify(importConfiguration(kind, files, MONDAY).report), /not known/, kind)
  }
})

test('docs/import-fields.md has the tables of the importers', () => {
  assert.equal(readFileSync(FIELDS_FILE, 'utf8'), renderFields(), 'run: npm run import-fields')
})

test('each field has a counterpart, a loss or the meaning of a field without effect, as sentences', () => {
  for (const [kind, { fields }] of Object.entries(IMPORTERS))
    for (const [object, table] of Object.entries(fields))
      for (const [name, { meaning, loss, advice }] of Object.entries(table)) {
        const place = `${kind}: ${object}: ${name}`
        assert.match(meaning, /^[^\s|][^|\n]*[^.|]$/, place)
        for (const sentence of [loss, advice]) if (sentence !== null) assert.match(sentence, /^[A-Z`][^|\n]*\.$/, place)
      }
})
