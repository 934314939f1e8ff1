import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiProblem } from '../../../web/src/api/problem.ts'
import { retryDelayMs } from '../../../web/src/api/query-client.ts'

const problem = (status: number, retryAfter?: number) =>
  new ApiProblem(status, { code: 'X', message: '', ...(retryAfter !== undefined && { retryAfter }) })

test('a request is retried when the problem ends within seconds', () => {
  assert.deepEqual(
    [problem(0), problem(503), problem(429, 2), problem(429, 600), problem(429), problem(404)].map(
      ({ isTransient }) => isTransient,
    ),
    [true, true, true, false, false, false],
  )
})

test('a retry waits at least as long as the server states, and longer after each failure', () => {
  assert.equal(retryDelayMs(0, 0, 0), 500)
  assert.equal(retryDelayMs(0, 2, 0), 2_000)
  assert.equal(retryDelayMs(3, 2, 0), 4_000)
  assert.equal(retryDelayMs(9, 0, 1), 12_000)
})

test('an address without a valid id is missing like a deleted resource, but an invalid field is not', () => {
  const isMissing = (status: number, details = {}) =>
    new ApiProblem(status, { code: 'VALIDATION_ERROR', message: '', details }).isMissing
  assert.equal(isMissing(404), true)
  assert.equal(isMissing(400, { issues: [{ field: 'id', message: 'must be a UUID' }] }), true)
  assert.equal(isMissing(400, { field: 'pageId' }), true)
  assert.equal(isMissing(400, { field: 'group_id' }), false)
  assert.equal(isMissing(500, { field: 'id' }), false)
})
