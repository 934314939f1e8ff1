import assert from 'node:assert/strict'
import { test } from 'node:test'
import pkg from '../../../package.json' with { type: 'json' }
import {
  formatRequestHead,
  HEADER_NAME,
  HEADER_VALUE,
  type HttpMethod,
  type RequestParts,
  UnsafeRequest,
} from '../../../src/net/http/http-request.ts'

function head(parts: Partial<Omit<RequestParts, 'url'>> & { url?: string }): string[] {
  const url = new URL(parts.url ?? 'http://example.test/')
  const text = formatRequestHead({ method: 'GET', headers: {}, body: null, acceptsCoding: false, ...parts, url })
  assert.ok(text.endsWith('\r\n\r\n'))
  return text.slice(0, -4).split('\r\n')
}

test('a request identifies the client and closes the connection', () => {
  assert.deepEqual(head({ url: 'http://example.test/a%20b?c=d#e' }), [
    'GET /a%20b?c=d HTTP/1.1',
    'Host: example.test',
    `User-Agent: Watchkeeper/${pkg.version}`,
    'Accept: */*',
    'Connection: close',
  ])
})

test('the Host header contains the port only when it is unusual, and keeps the brackets of IPv6', () => {
  const hosts = {
    'http://example.test:80/': 'example.test',
    'https://example.test:443/': 'example.test',
    'https://example.test:80/': 'example.test:80',
    'http://[2001:db8::1]:8080/': '[2001:db8::1]:8080',
    'http://bücher.test/': 'xn--bcher-kva.test',
  }
  for (const [url, host] of Object.entries(hosts)) assert.equal(head({ url })[1], `Host: ${host}`)
})

test('given headers override default headers, whatever their case', () => {
  const headers = { host: 'other.test', 'USER-AGENT': 'me', accept: 'text/html', Connection: 'Upgrade', 'X-One': '1' }
  const lines = head({ headers, acceptsCoding: true })
  assert.deepEqual(lines.slice(1).toSorted(), [
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Connection: Upgrade',
    'USER-AGENT: me',
    'X-One: 1',
    'accept: text/html',
    'host: other.test',
  ])
})

test('compression is requested only when the body is read, and not against a header of the user', () => {
  assert.ok(!head({}).some((line) => line.startsWith('Accept-Encoding')))
  const lines = head({ acceptsCoding: true, headers: { 'accept-encoding': 'identity' } })
  assert.deepEqual(
    lines.filter((line) => /^accept-encoding/i.test(line)),
    ['accept-encoding: identity'],
  )
})

test('the client always sets the length of the body', () => {
  const headers = { 'content-length': '999', 'Transfer-Encoding': 'chunked' }
  const lines = head({ method: 'POST', body: Buffer.from('hé'), headers })
  assert.ok(lines.includes('Content-Length: 3'))
  assert.ok(!lines.some((line) => /999|chunked/.test(line)))
  assert.ok(head({ method: 'POST' }).includes('Content-Length: 0'))
  assert.ok(!head({ method: 'DELETE' }).some((line) => line.startsWith('Content-Length')))
})

test('header values cannot contain line breaks, and header names are tokens', () => {
  const [name, value] = [new RegExp(HEADER_NAME, 'u'), new RegExp(HEADER_VALUE, 'u')]
  for (const bad of ['a\r\nb: c', 'a\nb', 'a\rb', 'a\0', 'snow☃']) assert.doesNotMatch(bad, value)
  for (const good of ['', 'Bearer a.b-c=', 'a\tb', 'é']) assert.match(good, value)
  for (const bad of ['', 'a b', 'a:', 'a\r\n', 'ä']) assert.doesNotMatch(bad, name)
  for (const good of ['X-Api-Key', "!#$%&'*+-.^_`|~0"]) assert.match(good, name)
})

const UNSAFE: [part: string, parts: Parameters<typeof head>[0]][] = [
  ['a line break in a value', { headers: { Authorization: 'Bearer x\r\nX-Injected: 1' } }],
  ['a line feed in a value', { headers: { 'X-Key': 'x\nX-Injected: 1' } }],
  ['a carriage return in a value', { headers: { 'X-Key': 'x\rX-Injected: 1' } }],
  ['NUL in a value', { headers: { 'X-Key': 'x\0' } }],
  ['characters whose low bytes are CR and LF', { headers: { 'X-Key': 'x\u010d\u010aX-Injected: 1' } }],
  ['a line break in a name', { headers: { 'A\r\nX-Injected': '1' } }],
  ['a space in a name', { headers: { 'X Y': '1' } }],
  ['a colon in a name', { headers: { 'X:': '1' } }],
  ['a letter above ASCII in a name', { headers: { é: '1' } }],
  ['an empty name', { headers: { '': '1' } }],
  ['a value that is no text', { headers: { 'X-Key': { toString: 1 } as never } }],
  ['a line break in the method', { method: 'GET / HTTP/1.1\r\nX:' as HttpMethod }],
]
for (const [part, parts] of UNSAFE)
  test(`a head with ${part} is refused, and the error contains no value`, () => {
    assert.throws(
      () => head(parts),
      (error) => {
        assert.ok(error instanceof UnsafeRequest)
        assert.doesNotMatch(error.message, /[\r\n]|Bearer|: 1/)
        return true
      },
    )
  })
