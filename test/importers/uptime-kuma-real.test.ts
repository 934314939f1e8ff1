/** A database that a running Uptime Kuma 2 wrote, with one monitor of every type. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { ImportResult } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import { type Cleanup, createTestFilePath } from '../support/database/stores.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'

const ROWS = readFileSync(join(import.meta.dirname, 'fixtures/uptime-kuma-2.sql'), 'utf8')
/** The day on which the rows were written. */
const NOW = Date.parse('2026-11-28T09:30:00Z')

function importRows(t: Cleanup): ImportResult {
  const path = createTestFilePath(t, 'kuma.db')
  const db = new DatabaseSync(path)
  db.exec(ROWS)
  db.close()
  return importConfiguration('uptime-kuma', [{ name: 'kuma.db', path, bytes: Buffer.alloc(0) }], NOW)
}

/** Monitor types without a counterpart. Each has one monitor, which has the name of its type. */
const LOST_TYPES = [
  ...['docker', 'gamedig', 'grpc-keyword', 'kafka-producer', 'mongodb', 'mqtt', 'mysql', 'postgres', 'radius'],
  ...['redis', 'sqlserver', 'steam', 'tailscale-ping'],
]

test('a project accepts the configuration of a real database, and each loss has a reason', async (t) => {
  const result = importRows(t)
  const exported = await applyImport(t, result)
  assert.equal(Object.keys(exported.monitors!).length, 26)
  const { items } = result.report
  assert.deepEqual(
    items.filter(({ kind, outcome }) => kind === 'monitor' && outcome === 'dropped').map(({ name }) => name),
    ['http upside down', ...items.map(({ name }) => name).filter((name) => LOST_TYPES.includes(name))],
  )
  for (const { name, outcome, notes } of items) assert.equal(notes.length > 0, outcome !== 'kept', name)
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /SECRET|s3cret/)
})

for (const [name, outcome] of [
  ['Gotify', ['changed', 'The priority is not used.']],
  ['Rocket', ['kept']],
  [
    'Team Slack',
    [
      'changed',
      'Messages go to the channel of the webhook, not to the configured channel.',
      'The sender of the messages is Watchkeeper.',
    ],
  ],
  // The editor of Uptime Kuma has stored its empty rule for CSS
  [
    'Proof status',
    [
      'changed',
      'The page does not show tags.',
      'The footer is not shown.',
      'Left out of the section "Others": 1 (groups and dropped monitors).',
    ],
  ],
  [
    'http mtls',
    ['changed', 'Its TLS options are not used: tls.ca must contain a certificate in PEM: -----BEGIN CERTIFICATE-----.'],
  ],
  [
    'keyword in spaced json',
    ['changed', 'The keyword must match JSON as it is sent; Uptime Kuma removes its spaces and escapes first.'],
  ],
  ['keyword', ['kept']],
] as const)
  test(`the report of a real database states the outcome of ${name}`, (t) => {
    assert.deepEqual(findOutcome(importRows(t), name), outcome)
  })

test('a list of recipients is separated outside of quotes', (t) => {
  const names = importRows(t).report.items.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => name.startsWith('Mail')),
    ['Mail (ops@example.com)', 'Mail (dev@example.com)'],
  )
})
