import assert from 'node:assert/strict'
import test from 'node:test'
import { isServerResponse } from '../../../web/src/api/connection.ts'

const isAnswer = (status: number, headers: Record<string, string>): boolean =>
  isServerResponse({ status, headers: new Headers(headers) })

test('the error page of a proxy and the sign-in page of a guest network are no answers of the server', () => {
  assert.equal(isAnswer(200, { 'content-type': 'text/html' }), false)
  assert.equal(isAnswer(401, { 'content-type': 'text/html' }), false)
  assert.equal(isAnswer(502, { 'content-type': 'application/json' }), false)
  assert.equal(isAnswer(503, { 'x-api-version': '1.0' }), true)
  assert.equal(isAnswer(204, { 'x-api-version': '1.0' }), true)
  assert.equal(isAnswer(200, { 'content-type': 'application/json; charset=utf-8' }), true)
})
