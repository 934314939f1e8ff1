import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { createPeople } from '../../support/factories/people.ts'
import { waitUntil } from '../../support/time/until.ts'

/** Creates a log that records its lines. */
function makeLog() {
  const lines: Record<string, unknown>[] = []
  const note = (details: Record<string, unknown>, msg: string) => lines.push({ ...details, msg })
  const log = {
    debug: note,
    info: note,
    warn: note,
    error: note,
    fatal: note,
    trace: note,
    silent: note,
    level: 'debug',
  }
  return { lines, log: { ...log, child: () => log } as never }
}

test('every request is logged with its request ID and without credentials', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(app.context, app.tokens)
  const { lines: all, log } = makeLog()
  const { api } = await app.serveAnother({}, { log })
  const token = 'f3a9c5be-7d14-4826-8c0f-0123456789ab'
  const urls = ['/api/monitors?search=hunter2', `/api/heartbeat/${token}`, `/api/heartbeat/${token}/a/b`, '/nothing']
  const ids: unknown[] = []
  for (const url of urls) {
    const answer = await api.inject({ url, headers: alice.session })
    ids.push(answer.headers['x-request-id'])
  }
  // Excludes requests for the document, with which the test client validates all answers
  const answered = () => all.filter(({ msg, url }) => msg === 'answered' && url !== '/api/openapi.json')
  await waitUntil(() => answered().length === urls.length, 'a line for every request')
  const lines = answered()
  assert.deepEqual(
    lines.map(({ requestId }) => requestId),
    ids,
  )
  assert.deepEqual(
    lines.map(({ method, url, status }) => `${method} ${url} ${status}`),
    ['GET /api/monitors 200', 'GET /api/heartbeat/:token 404', 'GET /api/heartbeat/…/a/b 404', 'GET /nothing 404'],
  )
  assert.equal(lines[0]!.user, alice.userId)
  for (const secret of ['hunter2', token, alice.session.authorization])
    assert.ok(!JSON.stringify(lines).includes(secret))
})
