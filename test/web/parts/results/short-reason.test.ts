import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatIncidentReason, formatReason } from '../../../../web/src/parts/results/reason/short-reason.ts'
import { de } from '../../../../web/src/text/de/index.ts'
import { en } from '../../../../web/src/text/en/index.ts'
import { createFormat } from '../../../../web/src/text/format.ts'

const inEnglish = (kind: string, value?: number) =>
  formatReason({ kind, message: 'message', value } as never, en, createFormat('en', en))

test('a reason is shown in a few words with its number', () => {
  assert.equal(inEnglish('status_code', 503), 'HTTP 503')
  assert.equal(inEnglish('timeout', 10_000), 'Timeout after 10 s')
  assert.equal(inEnglish('slow_response', 2410), 'Slow: 2.4 s')
  assert.equal(inEnglish('packet_loss', 100), '100% packet loss')
  assert.equal(inEnglish('exit_status', 3), 'Exit status 3')
})

test('a reason without a number has a text of its own, for example its type', () => {
  assert.equal(inEnglish('connection_refused'), 'Connection refused')
  assert.equal(inEnglish('timeout'), 'Timeout')
  assert.equal(inEnglish('ssl_error'), 'TLS error')
})

test('a reason of an unknown kind shows its message', () => {
  assert.equal(inEnglish('other'), 'message')
  assert.equal(inEnglish('invented later', 3), 'message')
})

test('a reason is shown in German', () =>
  assert.equal(
    formatReason({ kind: 'timeout', message: '', value: 10_000 }, de, createFormat('de', de)),
    'Timeout nach 10 s',
  ))

test('the reason of an incident is the reason of its outage, or the words of its reporter', () => {
  const format = createFormat('en', en)
  const reason = { kind: 'status_code', value: 502, message: 'status 502, expected 2xx' } as const
  const error_message = 'status 502, expected 2xx'
  assert.equal(formatIncidentReason({ reason, error_message }, en, format), 'HTTP 502')
  assert.equal(formatIncidentReason({ error_message: 'Tills are slow' }, en, format), 'Tills are slow')
})
