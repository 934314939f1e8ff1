import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirect, toNextRequest } from '../../../src/net/http/http.ts'
import { parseHead } from '../../../src/net/http/http-head.ts'
import { formatRequestHead, type HttpMethod, type RequestParts } from '../../../src/net/http/http-request.ts'

const redirect = (status: number, location?: string) =>
  parseHead(`HTTP/1.1 ${status} Moved\r\n${location === undefined ? '' : `Location: ${location}\r\n`}\r\n`)

const request = (parts: Partial<RequestParts> = {}): RequestParts => ({
  method: 'GET',
  url: new URL('http://a.test/one/two?x=1'),
  headers: {},
  body: null,
  acceptsCoding: false,
  ...parts,
})

function follow(status: number, location: string, parts: Partial<RequestParts> = {}): RequestParts {
  const next = toNextRequest(request(parts), redirect(status, location))
  assert.ok(typeof next === 'object', String(next))
  return next
}

test('a redirect requires both its status and a location', () => {
  for (const status of [301, 302, 303, 307, 308]) assert.ok(isRedirect(redirect(status, '/')))
  for (const status of [200, 201, 300, 304, 305]) assert.ok(!isRedirect(redirect(status, '/')))
  assert.ok(!isRedirect(redirect(302)))
})

test('relative locations are resolved against the redirecting URL', () => {
  const places = {
    '/three': 'http://a.test/three',
    three: 'http://a.test/one/three',
    '?y=2': 'http://a.test/one/two?y=2',
    '//b.test/x': 'http://b.test/x',
    'https://a.test/': 'https://a.test/',
    '': 'http://a.test/one/two?x=1',
  }
  for (const [location, url] of Object.entries(places)) assert.equal(follow(302, location).url.href, url)
})

test('bytes above ASCII in a Location are UTF-8', () => {
  const latin1 = Buffer.from('/größe').toString('latin1')
  assert.equal(follow(302, latin1).url.pathname, '/gr%C3%B6%C3%9Fe')
  assert.equal(follow(302, Buffer.from('//bücher.test/').toString('latin1')).url.host, 'xn--bcher-kva.test')
})

test('bytes above ASCII that are not UTF-8 are sent unchanged', () => {
  assert.equal(follow(302, '/gr\xf6\xdfe').url.pathname, '/gr%F6%DFe')
})

test('a repeated Location counts once, and two different ones are ignored', () => {
  const twice = (other: string) => parseHead(`HTTP/1.1 302 X\r\nLocation: /a,%20b\r\nlocation: ${other}\r\n\r\n`)
  assert.equal((toNextRequest(request(), twice('/a,%20b')) as RequestParts).url.pathname, '/a,%20b')
  assert.equal(toNextRequest(request(), twice('/b')), 'several Location headers in one redirect')
})

test('credentials in a Location are not sent', () => {
  const next = follow(302, 'http://sesame:tulip@b.test/')
  assert.doesNotMatch(formatRequestHead(next), /sesame|tulip|authorization/i)
  assert.match(formatRequestHead(next), /\r\nHost: b\.test\r\n/)
})

test('methods change as in browsers', () => {
  const after = (status: number, method: HttpMethod) => follow(status, '/', { method }).method
  for (const status of [301, 302]) {
    assert.deepEqual(
      ['POST', 'PUT', 'HEAD', 'DELETE'].map((method) => after(status, method as HttpMethod)),
      ['GET', 'PUT', 'HEAD', 'DELETE'],
    )
  }
  assert.deepEqual(
    ['POST', 'PUT', 'HEAD', 'GET'].map((method) => after(303, method as HttpMethod)),
    ['GET', 'GET', 'HEAD', 'GET'],
  )
  for (const status of [307, 308]) assert.equal(after(status, 'POST'), 'POST')
})

test('content headers are removed when the body is not sent again', () => {
  const sent = {
    method: 'POST' as const,
    body: Buffer.from('x'),
    headers: { 'Content-Type': 'text/plain', 'X-One': '1' },
  }
  const changed = follow(303, '/', sent)
  assert.deepEqual([changed.body, changed.headers], [null, { 'X-One': '1' }])
  assert.deepEqual(follow(307, '/', sent), { ...request(sent), url: new URL('http://a.test/') })
})

const SECRETS = {
  Authorization: 'Bearer x',
  cookie: 'a=b',
  'Proxy-Authorization': 'x',
  'X-Api-Key': 'x',
  'X-Auth-Token': 'x',
  'X-Client-Secret': 'x',
  Host: 'a.test',
}

test('credentials are only sent to their original origin', () => {
  const headers = { ...SECRETS, Accept: 'text/html', 'User-Agent': 'me', 'X-Tenant': 'y' }
  assert.deepEqual(follow(302, '/elsewhere', { headers }).headers, headers)
  for (const other of ['http://b.test/', 'https://a.test/', 'http://a.test:8080/']) {
    const kept = { Accept: 'text/html', 'User-Agent': 'me', 'X-Tenant': 'y' }
    assert.deepEqual(follow(302, other, { headers }).headers, kept, other)
  }
})

test('a header with a secret is only sent to its original origin, whatever its name', () => {
  const parts = { headers: { 'X-Tenant': 'id hunter2', Accept: '*/*' }, secrets: ['hunter2'] }
  assert.deepEqual(follow(302, '/elsewhere', parts).headers, parts.headers)
  assert.deepEqual(follow(302, 'http://b.test/', parts).headers, { Accept: '*/*' })
})

test('an unusable location is refused', () => {
  const refused = {
    'ftp://a.test/': 'redirected to a ftp: URL',
    'file:///etc/passwd': 'redirected to a file: URL',
    'javascript:alert(1)': 'redirected to a javascript: URL',
    'http://': 'redirected to an invalid URL',
    'http://a b/': 'redirected to an invalid URL',
    'http://a.test:0/': 'redirected to port 0',
  }
  for (const [location, reason] of Object.entries(refused)) {
    assert.equal(toNextRequest(request(), redirect(302, location)), reason)
  }
})

test('a body with a secret is not sent to another origin', () => {
  const secrets = ['s3cret-value']
  const post = (body: string, headers = {}) =>
    request({ method: 'POST', body: Buffer.from(body), headers: { 'Content-Type': 'text/plain', ...headers }, secrets })
  const authorized = { Authorization: 'Bearer abcdefgh1' }
  for (const status of [307, 308]) {
    const to = (place: string, sent: RequestParts) => toNextRequest(sent, redirect(status, place))
    for (const sent of [post('key=s3cret-value'), post('token=abcdefgh1', authorized)]) {
      assert.match(
        String(to('http://b.test/', sent)),
        /^the redirect to another origin would send the body with a secret;/,
      )
      assert.equal((to('/three', sent) as RequestParts).body, sent.body)
    }
    assert.equal(String((to('http://b.test/', post('key=public', authorized)) as RequestParts).body), 'key=public')
  }
  // The method changes to GET, which sends no body
  assert.equal((toNextRequest(post('key=s3cret-value'), redirect(302, 'http://b.test/')) as RequestParts).body, null)
})

test('a header that repeats a secret of another header is not sent to another origin', () => {
  const headers = { Authorization: 'Bearer abcdefgh1', 'X-Copy': 'abcdefgh1', 'X-Other': '1' }
  assert.deepEqual(follow(302, 'http://b.test/', { headers }).headers, { 'X-Other': '1' })
})
