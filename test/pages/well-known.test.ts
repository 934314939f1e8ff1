import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPublicPage } from '../support/api/public-page.ts'
import { MONDAY } from '../support/time/clock.ts'

test('crawlers find the paths that only programs use', async (t) => {
  const { api } = await createPublicPage(t, 'sqlite')
  const { statusCode, body, headers } = await api.inject('/robots.txt')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.equal(body, 'User-agent: *\nDisallow: /api/\nDisallow: /ping/\n')
})

test('the contact for security problems expires within a year', async (t) => {
  const { api } = await createPublicPage(t, 'sqlite')
  const { statusCode, body } = await api.inject('/.well-known/security.txt')
  assert.equal(statusCode, 200)
  const fields = new Map(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  )
  assert.deepEqual([...fields.keys()], ['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  assert.match(fields.get('Contact')!, /^https?:\/\/\S+\/$/)
  const days = (Date.parse(fields.get('Expires')!) - MONDAY) / 86_400_000
  assert.ok(days > 100 && days < 366, String(days))
})
