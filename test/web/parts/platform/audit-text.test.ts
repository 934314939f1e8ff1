import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAction, describeValue } from '../../../../web/src/parts/platform/audit-text.ts'
import type { Catalogue } from '../../../../web/src/text/catalogue.ts'
import { de as germanFirst } from '../../../../web/src/text/de/index.ts'
import { more as germanMore } from '../../../../web/src/text/de/more.ts'
import { en } from '../../../../web/src/text/en/index.ts'
import { more } from '../../../../web/src/text/en/more.ts'
import { createFormat } from '../../../../web/src/text/format.ts'

const english: Catalogue = { ...en, ...more }
const german: Catalogue = { ...germanFirst, ...germanMore }
const format = createFormat('en-GB', english)
const describe = (field: string, value: unknown) => describeValue(english, format, field, value)

test('an action is described in the language of the reader', () => {
  assert.equal(describeAction(english, 'maintenance_window.created'), 'Maintenance window created')
  assert.equal(describeAction(german, 'maintenance_window.created'), 'Wartungsfenster angelegt')
  assert.equal(describeAction(english, 'status_page.subscriber_removed'), 'Subscriber removed')
  assert.equal(describeAction(english, 'new_thing.turned_around'), 'New thing turned around')
})

test('values of the API are described as in the rest of the dashboard', () => {
  assert.equal(describe('type', 'connection_error'), 'Connection failed')
  assert.equal(describe('scope', 'read_write'), 'Read and write')
  assert.equal(describe('is_active', true), 'Yes')
  assert.equal(describe('timeout_ms', 500), '500\u00a0ms'.replace('\u00a0', ' '))
  assert.equal(describe('interval_seconds', 300), '5\u00a0min')
  assert.equal(describe('tags', ['shop', 'eu']), 'shop and eu')
  assert.equal(describe('tags', []), 'empty')
  assert.match(describe('ends_at', '2026-03-01T12:00:00Z'), /^1 Mar 2026/)
})

test('an object is described by its fields', () => {
  const recurrence = { cron: '0 4 * * 4', duration_minutes: 60, timezone: 'Europe/Berlin', until: null }
  assert.equal(describe('recurrence', recurrence), 'Schedule: 0 4 * * 4; Duration: 1\u00a0h; Time zone: Europe/Berlin')
})

test('a field of an object has the label of this object', () => {
  const title = english.forms.fields['monitor.tcp_config.protocol_validation.enabled'].title
  assert.equal(describe('protocol_validation', { enabled: true }), `${title}: Yes`)
})

test('every verb and field of an escalation has a German text', () => {
  assert.equal(describeAction(german, 'incident.escalated'), 'Vorfall eskaliert')
  assert.equal(describeAction(german, 'incident.unacknowledged'), 'Bestätigung zurückgenommen')
})

test('a name that looks like a field of the API is kept', () => {
  assert.equal(describe('name', 'nightly_backup'), 'nightly_backup')
})
