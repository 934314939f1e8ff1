/** A page that is sent from the cache before the usual hooks, over a real connection. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createPublicPage } from '../../support/api/public-page.ts'

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

test('a cached page has the headers and the body of a page that takes the usual way', async (t) => {
  const { api } = await createPublicPage(t, 'sqlite')
  await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const read = async (method: string, headers: Record<string, string>): Promise<Answer> => {
    const sent = request({ port, method, agent, path: '/status/example', headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = Buffer.concat(await response.toArray()).toString('latin1')
    return { status: response.statusCode, headers: { ...response.headers, date: typeof response.headers.date }, body }
  }
  const variants: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip' },
    { connection: 'close' },
  ]
  for (const variant of variants)
    for (const method of ['GET', 'HEAD']) {
      const given = { ...variant, 'x-request-id': 'a' }
      // A client that may have the page takes the usual way
      const usual = await read(method, { ...given, 'if-none-match': '"another"' })
      const cached = await read(method, given)
      const remaining = String(Number(usual.headers['x-ratelimit-remaining']) - 1)
      const expected: Answer = { ...usual, headers: { ...usual.headers, 'x-ratelimit-remaining': remaining } }
      assert.deepEqual(cached, expected)
      assert.equal(cached.status, 200)
      assert.equal(cached.body.length, method === 'GET' ? Number(cached.headers['content-length']) : 0)
    }
})
