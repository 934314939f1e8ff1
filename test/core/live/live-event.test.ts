import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPosition, parsePosition, toLiveEvent } from '../../../src/core/live/live-event.ts'

test('a place is text that can be read back', () => {
  const place = { epoch: '0a1b', sequence: 42 }
  assert.deepEqual(parsePosition(formatPosition(place)), place)
})

for (const text of ['', '42', '0a1b-', '-42', '0a1b-4x', '0A1B-4', '0a1b-4-2', ' 0a1b-4', `0a1b-${'9'.repeat(16)}`])
  test(`"${text}" is no place`, () => assert.equal(parsePosition(text), null))

test('of what people write, a dashboard hears about monitors and deleted incidents', () => {
  const typeOf = (action: string) => toLiveEvent(action, 'x')?.type ?? null
  assert.equal(typeOf('monitor.created'), 'monitor.created')
  assert.equal(typeOf('monitor.deleted'), 'monitor.deleted')
  assert.equal(typeOf('monitor.paused'), 'monitor.updated')
  assert.equal(typeOf('incident.deleted'), 'incident.deleted')
  assert.equal(typeOf('incident.acknowledged'), null, 'that is told with what it did')
  assert.equal(typeOf('monitor_group.created'), null)
})
