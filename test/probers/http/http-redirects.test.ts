/** Redirects: followed or not, their limits, times and credentials. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedPort, type Handler, listen, onRequest, replyWith } from '../../support/targets/targets.ts'
import { withDeadlines } from '../../support/time/loop-turn-deadline.ts'
import { waitUntil } from '../../support/time/until.ts'
import { check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]
const down = (cause: string, message: string) => ['down', cause, message]

/** A response without a body. */
const status = (code: number, headers = ''): string => `HTTP/1.1 ${code} X\r\nContent-Length: 0\r\n${headers}\r\n`

const redirect = (location: string, code = 302): string => status(code, `Location: ${location}\r\n`)

/** A site of paths with one response each; the connection then closes or stays open. */
const site = (pages: Record<string, string>, { staysOpen = false } = {}): Handler =>
  onRequest((socket, request) => {
    socket.write(pages[request.split(' ')[1]!] ?? status(404))
    if (!staysOpen) socket.end()
  })

test('redirects are followed to the end, and their times add up', async (t) => {
  const target = await listen(t, site({ '/': redirect('/a'), '/a': redirect('b?x=1'), '/b?x=1': OK }))
  const outcome = await check(t, target.url)
  assert.deepEqual(verdictOf(outcome), UP)
  assert.equal(target.accepted, 3)
  assert.ok(outcome.timings.connectMs! <= outcome.responseTimeMs!)
})

test('a connection whose body was not read to its end is not reset', async (t) => {
  const errors: string[] = []
  const long = 'x'.repeat(200 * 1024)
  const target = await listen(t, (socket) => {
    socket.on('error', ({ message }) => errors.push(message))
    socket.once('data', (request) => {
      const isFirst = request.toString().startsWith('GET / ')
      const head = isFirst ? 'HTTP/1.1 302 Found\r\nLocation: /a\r\n' : 'HTTP/1.1 200 OK\r\n'
      socket.end(`${head}Content-Length: ${isFirst ? long.length : 0}\r\n\r\n${isFirst ? long : ''}`)
    })
  })
  assert.deepEqual(verdictOf(await check(t, target.url)), UP)
  await waitUntil(() => target.open.size === 0, 'the end of the connections')
  assert.deepEqual(errors, [])
})

test('a redirect is judged by its status when redirects are not followed', async (t) => {
  const target = await listen(t, site({ '/': redirect('/a'), '/a': status(500) }))
  const outcome = await check(t, target.url, { settings: { followRedirects: false } })
  assert.deepEqual([verdictOf(outcome), outcome.statusCode, target.accepted], [UP, 302, 1])
})

test('a check does not wait for the body of a redirect', async (t) => {
  const target = await listen(t, (socket) =>
    socket.on('data', (chunk: Buffer) =>
      socket.write(chunk.includes('GET /a') ? OK : 'HTTP/1.1 302 X\r\nLocation: /a\r\nContent-Length: 99\r\n\r\n'),
    ),
  )
  // Waiting for the body would be a timeout
  assert.deepEqual(verdictOf(await check(t, target.url)), UP)
})

test('ten redirects are followed, and an eleventh is too many', async (t) => {
  const hops = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`/${i}`, redirect(`/${i + 1}`)]))
  const ten = await listen(t, site({ ...hops(10), '/10': OK }))
  assert.deepEqual(verdictOf(await check(t, `${ten.url}/0`)), UP)
  const eleven = await listen(t, site({ ...hops(11), '/11': OK }))
  const outcome = await check(t, `${eleven.url}/0`)
  assert.deepEqual(
    verdictOf(outcome),
    down('status_code', `status 302: more than 10 redirects (redirected to ${eleven.url})`),
  )
  assert.equal(outcome.statusCode, 302)
})

test('a redirect that cannot be followed is a status_code failure', async (t) => {
  const places = { 'ftp://a.test/': 'redirected to a ftp: URL', 'http://': 'redirected to an invalid URL' }
  for (const [location, expectedMessage] of Object.entries(places)) {
    const target = await listen(t, replyWith(redirect(location)))
    assert.deepEqual(verdictOf(await check(t, target.url)), down('status_code', `status 302: ${expectedMessage}`))
  }
})

test('a failure after a redirect names the origin but not the path', async (t) => {
  const port = await closedPort()
  const target = await listen(t, replyWith(redirect(`http://127.0.0.1:${port}/?token=secret`)))
  const message = `connect 127.0.0.1:${port}: ECONNREFUSED (redirected to http://127.0.0.1:${port})`
  assert.deepEqual(verdictOf(await check(t, target.url)), down('connection_error', message))
})

test('a wrong status after redirects reports the number of redirects', async (t) => {
  const target = await listen(t, site({ '/': redirect('/a'), '/a': status(503) }))
  assert.deepEqual(
    verdictOf(await check(t, target.url)),
    down('status_code', 'status 503 after 1 redirect, expected 2xx'),
  )
})

test('credentials are not sent to another origin after a redirect', async (t) => {
  let seen = ''
  const other = await listen(
    t,
    onRequest((socket, request) => {
      seen = request
      socket.end(OK)
    }),
  )
  const target = await listen(t, replyWith(redirect(`${other.url}/`)))
  const headers = { Authorization: 'Bearer secret', Cookie: 'a=secret', 'X-Api-Key': 'secret', 'X-Tenant': 'blue' }
  await check(t, target.url, { settings: { headers } })
  assert.match(seen, /X-Tenant: blue/)
  assert.doesNotMatch(seen, /secret/)
})

test('redirects share one deadline', async (t) => {
  const target = await listen(t, site({ '/': redirect('/a'), '/a': redirect('/b'), '/b': '' }, { staysOpen: true }))
  const { tools, deadlines } = withDeadlines(makeTools(t))
  const outcome = await check(t, target.url, { timeoutMs: 300, tools })
  assert.deepEqual([outcome.errorType, target.accepted, deadlines.length], ['timeout', 3, 1])
})
