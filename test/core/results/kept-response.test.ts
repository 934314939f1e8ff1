import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MASK } from '../../../src/core/platform/secret-headers.ts'
import {
  keptContentType,
  keptHeaders,
  keptText,
  secretsOf,
  withoutSecrets,
} from '../../../src/core/results/kept-response.ts'

type Line = [name: string, value: string]

const shown = (name: string, value: string, secrets: string[] = []): string =>
  keptHeaders([[name, value]], secrets).headers[0]![1]

test('headers are kept in their order, repeated ones too', () => {
  const lines: Line[] = [
    ['Server', 'nginx'],
    ['Via', 'a'],
    ['via', 'b'],
  ]
  assert.deepEqual(keptHeaders(lines, []), { headers: lines, headersTruncated: false })
})

test('values of cookies and of what sounds like a credential are masked', () => {
  for (const name of ['Set-Cookie', 'set-cookie2', 'Authorization', 'X-Auth-Token', 'X-Api-Key', 'X-Session-Id'])
    assert.equal(shown(name, 'secret'), MASK, name)
})

test('what a 401 asks for is shown', () => {
  for (const name of ['WWW-Authenticate', 'Proxy-Authenticate'])
    assert.equal(shown(name, 'Basic realm="staff"'), 'Basic realm="staff"')
})

for (const [value, kept] of [
  ['/login', '/login'],
  ['/login?next=/&token=abc', `/login?${MASK}`],
  ['https://example.com/#access_token=abc', `https://example.com/#${MASK}`],
  ['https://me:secret@example.com/a?b#c', `https://${MASK}@example.com/a?${MASK}`],
  ['//me:secret@example.com/', `//${MASK}@example.com/`],
  ['https://example.com/@me', 'https://example.com/@me'],
])
  test(`a redirect to ${value} is shown as ${kept}`, () => assert.equal(shown('Location', value!), kept))

test('a refresh hands nothing along either', () => {
  assert.equal(shown('refresh', '0; url=/?token=abc'), `0; url=/?${MASK}`)
})

test('what could not be stored or shown safely gives way to a sign', () => {
  assert.equal(shown('Server', 'a\0b\x1b[31m\x7f\x9bc\td'), 'a\ufffdb\ufffd[31m\ufffd\ufffdc\td')
})

test('names and the type of the content are made harmless too', () => {
  const secrets = ['abcdefghij']
  const lines: Line[] = [['X\0-abcdefghij', 'v']]
  assert.deepEqual(keptHeaders(lines, secrets).headers, [[`X\ufffd-${MASK}`, 'v']])
  assert.equal(keptContentType('text/\x1bhtml; abcdefghij', secrets), `text/\ufffdhtml; ${MASK}`)
  assert.equal(keptContentType('x'.repeat(2_000), [])?.length, 1_024)
  assert.equal(keptContentType(undefined, []), null)
})

test('fifty headers are kept, and 8 KiB of them', () => {
  const many = Array.from({ length: 51 }, (_, at): Line => [`X-${at}`, 'v'])
  assert.deepEqual(keptHeaders(many.slice(1), []).headersTruncated, false)
  const kept = keptHeaders(many, [])
  assert.deepEqual([kept.headers.length, kept.headersTruncated], [50, true])
  const large = keptHeaders(Array(20).fill(['X-Large', 'v'.repeat(1_017)] satisfies Line), [])
  assert.deepEqual([large.headers.length, large.headersTruncated], [8, true])
})

test('one long value is cut and leaves room for the others', () => {
  const { headers, headersTruncated } = keptHeaders(
    [
      ['Content-Security-Policy', 'x'.repeat(20_000)],
      ['Server', 'nginx'],
    ],
    [],
  )
  assert.deepEqual([headers[0]![1].length, headers[1], headersTruncated], [1_024, ['Server', 'nginx'], true])
})

test('text stays as it is, its lines and tabs too', () => {
  const text = '<p>\r\n\tÜber 日本 \u{1f525}</p>'
  assert.equal(keptText(text, false, []), text)
  assert.equal(keptText('', false, []), '')
})

test('a few odd characters are made visible, and many mean that it is no text', () => {
  assert.equal(keptText('no end of string\0', false, []), 'no end of string\ufffd')
  assert.equal(keptText('123456789\0', false, []), '123456789\ufffd')
  assert.equal(keptText('12345678\0', false, []), null)
  assert.equal(keptText('\ufffd', false, []), null)
})

test('the secret parts of request headers are known in whole and in part', () => {
  assert.deepEqual(secretsOf({ Accept: 'application/json', 'X-Trace': 'abcdefghij' }), [])
  assert.deepEqual(secretsOf({ authorization: 'Bearer abcdefghij' }), ['Bearer abcdefghij', 'abcdefghij'])
  assert.deepEqual(secretsOf({ Cookie: 'session_name=abcdefghij; theme=dark' }), [
    'session_name=abcdefghij; theme=dark',
    'abcdefghij',
  ])
  assert.deepEqual(secretsOf({ 'X-Api-Key': 'abc' }), [])
  assert.ok(secretsOf({ Authorization: 'Basic bWU6c2VjcmV0==' }).includes('bWU6c2VjcmV0=='))
})

test('a secret that the target repeats is masked, in headers and body', () => {
  const secrets = secretsOf({ Authorization: 'Bearer abcdefghij' })
  assert.equal(shown('X-Echo', 'got abcdefghij', secrets), `got ${MASK}`)
  assert.equal(
    keptText('{"authorization":"Bearer abcdefghij","key":"abcdefghij"}', false, secrets),
    `{"authorization":"${MASK}","key":"${MASK}"}`,
  )
})

test('a secret that the cut goes through is masked too, and the end of a whole text is left alone', () => {
  const secrets = ['abcdefghij']
  assert.equal(keptText('key: abcdefghi', true, secrets), `key: ${MASK}`)
  assert.equal(keptText('key: abcd', true, secrets), `key: ${MASK}`)
  assert.equal(keptText('key: abc', true, secrets), 'key: abc')
  assert.equal(keptText('key: abcd', false, secrets), 'key: abcd')
})

test('words about an answer are told without the secrets in it, whole or cut off', () => {
  const hide = (words: string) => withoutSecrets(words, ['abcdefghijklmnop'])
  assert.equal(hide('not HTTP, "say abcdefghijklmnop"'), `not HTTP, "say ${MASK}"`)
  assert.equal(hide('not HTTP, "say abcdefghij…" (redirected)'), `not HTTP, "say ${MASK}…" (redirected)`)
  assert.equal(hide('not HTTP, "say hello…", abcd'), 'not HTTP, "say hello…", abcd')
})
