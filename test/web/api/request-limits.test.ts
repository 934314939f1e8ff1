import assert from 'node:assert/strict'
import test from 'node:test'
import { getRequestRule } from '../../../web/src/api/request-limits.ts'

test('a change has ten seconds, and requests that take longer have their own limits', () => {
  const change = { limitMs: 10_000, isChange: true }
  assert.deepEqual(getRequestRule('POST', '/api/incidents/1/acknowledge'), change)
  assert.deepEqual(getRequestRule('DELETE', '/api/monitors/1'), change)
  assert.deepEqual(getRequestRule('POST', '/api/monitors/1/check'), { limitMs: 120_000, isChange: true })
  assert.deepEqual(getRequestRule('POST', '/api/projects/1/config/apply'), { limitMs: 300_000, isChange: true })
})

test('a read, a preview and a plan change nothing', () => {
  const posts = ['/api/on-call-schedules/preview', '/api/projects/1/config/plan', '/api/monitors/1/replay']
  assert.deepEqual(
    [getRequestRule('GET', '/api/monitors'), ...posts.map((path) => getRequestRule('POST', path))].map(
      ({ isChange }) => isChange,
    ),
    [false, false, false, false],
  )
})
