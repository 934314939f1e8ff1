import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { type PageDocument, sendCached } from '../../src/pages/send-cached.ts'
import type { ShownPage } from '../../src/services/status-pages/public-status.ts'

/** Starts a server with one page, rendered by `make`. */
function serve(t: TestContext, make: () => PageDocument | Promise<PageDocument>) {
  const server = Fastify()
  const page = { facts: { passwordHash: null } } as ShownPage
  server.get('/', (_request, reply) => sendCached(reply, page, 'html', make))
  t.after(() => server.close())
  return { read: () => server.inject('/') }
}

const form = (body: string): PageDocument => ({ type: 'text/plain', body })

test('concurrent requests for a page share one rendering', async (t) => {
  const rendered = Promise.withResolvers<PageDocument>()
  let made = 0
  const { read } = serve(t, () => {
    made++
    return rendered.promise
  })
  const readers = [read(), read()]
  await new Promise(setImmediate)
  rendered.resolve(form('page'))
  const answers = await Promise.all(readers)
  assert.deepEqual(
    answers.map(({ body }) => body),
    ['page', 'page'],
  )
  assert.equal((await read()).body, 'page')
  assert.equal(made, 1)
})

test('a page is rendered again after a failure', async (t) => {
  const forms = [Promise.reject(new Error('no')), form('page')]
  const { read } = serve(t, () => forms.shift()!)
  assert.equal((await read()).statusCode, 500)
  assert.equal((await read()).body, 'page')
})
