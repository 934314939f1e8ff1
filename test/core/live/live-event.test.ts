import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPosition, parsePosition, toLiveEvent } from '../../../src/core/live/live-event.ts'

test('a formatted position can be parsed', () => {
  const place = { epoch: '0a1b', sequence: 42 }
  assert.deepEqual(parsePosition(formatPosition(place)), place)
})

for (const text of ['', '42', '0a1b-', '-42', '0a1b-4x', '0A1B-4', '0a1b-4-2', ' 0a1b-4', `0a1b-${'9'.repeat(16)}`])
  test(`"${text}" is not a position`, () => assert.equal(parsePosition(text), null))

test('audit actions about monitors and deleted incidents become live events', () => {
  const typeOf = (action: string) => toLiveEvent(action, 'x')?.type ?? null
  assert.equal(typeOf('monitor.created'), 'monitor.created')
  assert.equal(typeOf('monitor.deleted'), 'monitor.deleted')
  assert.equal(typeOf('monitor.paused'), 'monitor.updated')
  assert.equal(typeOf('incident.deleted'), 'incident.deleted')
  assert.equal(typeOf('incident.acknowledged'), null, 'the incident update is sent separately')
  assert.equal(typeOf('monitor_group.created'), null)
})
