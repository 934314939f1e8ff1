import assert from 'node:assert/strict'
import test from 'node:test'
import { isRepeatable, parseUnsent } from '../../../web/src/api/unsent.ts'

const HOUR_MS = 60 * 60_000
const REQUEST = { method: 'POST', path: '/api/incidents/1/acknowledge', body: null, projectId: 'p', at: 0 }
const KEPT = JSON.stringify({ ...REQUEST, userId: 'alice' })

test('a change is offered to the same user within twelve hours', () => {
  assert.deepEqual(parseUnsent(KEPT, 'alice', 11 * HOUR_MS), REQUEST)
  assert.equal(parseUnsent(KEPT, 'bob', 0), null)
  assert.equal(parseUnsent(KEPT, 'alice', 12 * HOUR_MS), null)
  assert.equal(parseUnsent(null, 'alice', 0), null)
})

test('only changes without secrets are kept completely', () => {
  const listRepeatable = (method: string, paths: string[]) => paths.filter((path) => isRepeatable({ method, path }))
  const safe = ['/api/incidents/batch', '/api/incidents/1/comments', '/api/monitors/1/pause', '/api/monitors/batch']
  assert.deepEqual(
    listRepeatable('POST', [
      ...safe,
      '/api/monitors',
      '/api/notification-targets',
      '/api/auth/password',
      '/api/auth/api-keys/1/rotate',
    ]),
    safe,
  )
  assert.deepEqual(listRepeatable('PUT', ['/api/monitors/1', '/api/projects/1/variables/1']), [])
})
