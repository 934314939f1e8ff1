import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeField, toPlainMessage } from '../../../web/src/text/api-names/api-names.ts'
import type { Catalogue } from '../../../web/src/text/catalogue.ts'
import { more as de } from '../../../web/src/text/de/more.ts'
import { more } from '../../../web/src/text/en/more.ts'

const english = more as unknown as Catalogue
const german = de as Catalogue

test('a field has the label of its form', () => {
  assert.equal(describeField(english, 'interval_seconds'), 'Check interval')
  assert.equal(describeField(german, 'interval_seconds'), 'Prüfintervall')
  assert.equal(describeField(english, 'keyword_config.keywords.0.text'), 'Keyword')
  assert.equal(describeField(english, 'verify_ssl'), 'Fail on an invalid SSL certificate')
  assert.equal(describeField(english, 'recurrence.until'), 'Recurrence: Until')
  assert.equal(describeField(english, 'config.webhook_url'), 'Webhook URL')
})

test('a field without a label is shown as words', () => {
  assert.equal(describeField(english, 'last_used_at'), 'Last used at')
  assert.equal(describeField(english, 'headers.X-Api-Key'), 'Request headers: X-Api-Key')
})

test('a message names fields by their labels and keeps data', () => {
  assert.equal(toPlainMessage(english, 'must be later than starts_at'), 'must be later than “Start”')
  assert.equal(toPlainMessage(english, 'set the port in tcp_config.port'), 'set the port in “Port”')
  assert.equal(toPlainMessage(english, 'Set `timeout_ms` and `GET`'), 'Set “Timeout” and “GET”')
  assert.equal(toPlainMessage(english, 'monitor nightly_backup is down'), 'monitor nightly_backup is down')
})

test('a missing value is reported in the language of the user', () => {
  assert.equal(toPlainMessage(german, 'Is required: token of the bot'), 'Dieses Feld ist erforderlich')
  assert.equal(toPlainMessage(english, 'is required'), 'This field is required')
  assert.equal(toPlainMessage(english, 'is required together with a password'), 'is required together with a password')
})

test('a message has no marks before the names are loaded', () => {
  assert.equal(toPlainMessage({}, 'Use `starts_at`'), 'Use “starts_at”')
})
