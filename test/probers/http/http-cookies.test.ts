/** Cookies that a target sets while it redirects. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listen, onRequest, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { type CheckOptions, check, makeTools, verdictOf } from '../check.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const UP = ['up', null, null]

const redirect = (location: string, ...cookies: string[]): string =>
  `HTTP/1.1 302 Found\r\nLocation: ${location}\r\n${cookies.map((cookie) => `Set-Cookie: ${cookie}\r\n`).join('')}\r\n`

/** Checks a server that redirects from `/` to `/home` with these cookies, and returns the Cookie header of each request. */
async function listSentCookies(t: TestContext, cookies: string[], options: CheckOptions = {}): Promise<string[]> {
  const seen: string[] = []
  const { url } = await listen(
    t,
    onRequest((socket, request) => {
      seen.push(/\r\ncookie: ([^\r]*)/i.exec(request)?.[1] ?? '')
      socket.end(request.startsWith('GET / ') ? redirect('/home', ...cookies) : OK)
    }),
  )
  assert.deepEqual(verdictOf(await check(t, url, options)), UP)
  return seen
}

test('a page that redirects until its cookie is sent back is up', async (t) => {
  const { url } = await listen(
    t,
    onRequest((socket, request) => {
      socket.end(request.includes('consent=yes') ? OK : redirect('/', 'consent=yes; Path=/'))
    }),
  )
  assert.deepEqual(verdictOf(await check(t, url)), UP)
})

test('cookies follow their path and end, and the next check begins without cookies', async (t) => {
  const cookies = ['a=1', 'b=2; Path=/other', 'c=3; Max-Age=0', 'd=4; HttpOnly; SameSite=Strict']
  assert.deepEqual(await listSentCookies(t, cookies), ['', 'a=1; d=4'])
  assert.deepEqual(await listSentCookies(t, []), ['', ''])
})

test('a cookie of the settings stays, and has precedence over one of the same name', async (t) => {
  const settings = { headers: { cookie: 'session=mine; lang=de' } }
  const sent = await listSentCookies(t, ['session=theirs', 'seen=1'], { settings })
  assert.deepEqual(sent, ['session=mine; lang=de', 'session=mine; lang=de; seen=1'])
})

test('cookies that a request cannot carry, and too many or too long ones, are left out', async (t) => {
  const many = Array.from({ length: 80 }, (_, index) => `n${index}=${'x'.repeat(500)}`)
  const [, sent] = await listSentCookies(t, [`big=${'x'.repeat(5_000)}`, 'odd=a\x7fb', 'good=1', ...many])
  assert.ok(sent!.startsWith('good=1; n0='))
  assert.ok(sent!.length > 15 * 1024 && sent!.length <= 16 * 1024, `${sent!.length} bytes`)
})

test('a response sets at most 50 cookies of at most 4096 characters', async (t) => {
  const many = Array.from({ length: 3_000 }, (_, index) => `${index}=`)
  const [, few] = await listSentCookies(t, many)
  assert.equal(few!.split('; ').length, 50)
  const [, whole] = await listSentCookies(t, [
    `a=${'x'.repeat(4_094)}`,
    `b=${'x'.repeat(4_095)}`,
    `c=1; X=${'.'.repeat(4_095)}`,
  ])
  assert.match(whole!, /^a=x{4094}$/)
})

test('a page that sets one more cookie with each redirect ends with the maximum of redirects', async (t) => {
  const seen: number[] = []
  const { url } = await listen(
    t,
    onRequest((socket, request) => {
      const sent = /\r\nCookie: ([^\r]*)/.exec(request)?.[1]?.split('; ') ?? []
      seen.push(sent.length)
      socket.end(redirect('/', `c${sent.length}=1`))
    }),
  )
  assert.match((await check(t, url)).errorMessage!, /^status 302: more than 10 redirects/)
  assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('cookies that a browser refuses are left out', async (t) => {
  const refused = [
    '__Host-a=1; Path=/',
    '__Secure-a=1',
    'foreign=1; Domain=other.example',
    'above=1; Domain=0.1',
    'lost=1; Path=/homework',
    'gone=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'negative=1; Max-Age=-99999999999999999999',
    'na\x01me=1',
    'nameless',
  ]
  const [, sent] = await listSentCookies(t, [...refused, 'cut=1\rX-Injected: 1', '__proto__=2; Path=/home'])
  assert.deepEqual(sent!.split('; ').sort(), ['__proto__=2', 'cut=1'])
})

test('a cookie goes to the host that set it, not to another host', async (t) => {
  const seen: string[] = []
  const { port } = await listen(
    t,
    onRequest((socket, request) => {
      const host = /\r\nHost: ([^:]*)/.exec(request)![1]!
      seen.push(`${host} ${/\r\nCookie: ([^\r]*)/.exec(request)?.[1] ?? 'none'}`)
      const next = {
        'a.shop.example': `http://b.other.example:${port}/`,
        'b.other.example': `http://c.shop.example:${port}/`,
      }[host]
      socket.end(
        next
          ? redirect(
              next,
              'one=1',
              'all=1; Domain=shop.example',
              'top=1; Domain=example',
              'safe=1; Domain=shop.example; Secure',
            )
          : OK,
      )
    }),
  )
  const dns = await startDnsServer(t, ({ name, type }) => ({
    answers: type === 'A' ? [toARecord(name, '127.0.0.1')] : [],
  }))
  const tools = makeTools(t, { dnsServers: [dns.address] })
  assert.deepEqual(verdictOf(await check(t, `http://a.shop.example:${port}/`, { tools })), UP)
  assert.deepEqual(seen, ['a.shop.example none', 'b.other.example none', 'c.shop.example all=1'])
})
