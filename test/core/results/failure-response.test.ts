import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MASK } from '../../../src/core/platform/sealing/sealed-fields.ts'
import {
  listRequestSecrets,
  removeSecrets,
  sanitizeBody,
  sanitizeContentType,
  sanitizeHeaders,
} from '../../../src/core/results/failure-response.ts'

type Line = [name: string, value: string]

const shown = (name: string, value: string, secrets: string[] = []): string =>
  sanitizeHeaders([[name, value]], secrets).headers[0]![1]

test('headers are stored in order, including repeated ones', () => {
  const lines: Line[] = [
    ['Server', 'nginx'],
    ['Via', 'a'],
    ['via', 'b'],
  ]
  assert.deepEqual(sanitizeHeaders(lines, []), { headers: lines, headersTruncated: false })
})

test('values of cookies and of headers that look like credentials are masked', () => {
  for (const name of ['Set-Cookie', 'set-cookie2', 'Authorization', 'X-Auth-Token', 'X-Api-Key', 'X-Session-Id'])
    assert.equal(shown(name, 'secret'), MASK, name)
})

test('the challenge of a 401 response is shown', () => {
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

test('the query of a refresh header is masked', () => {
  assert.equal(shown('refresh', '0; url=/?token=abc'), `0; url=/?${MASK}`)
})

test('unsafe characters are replaced by the replacement character', () => {
  assert.equal(shown('Server', 'a\0b\x1b[31m\x7f\x9bc\td'), 'a\ufffdb\ufffd[31m\ufffd\ufffdc\td')
})

test('header names and the content type are sanitized too', () => {
  const secrets = ['abcdefghij']
  const lines: Line[] = [['X\0-abcdefghij', 'v']]
  assert.deepEqual(sanitizeHeaders(lines, secrets).headers, [[`X\ufffd-${MASK}`, 'v']])
  assert.equal(sanitizeContentType('text/\x1bhtml; abcdefghij', secrets), `text/\ufffdhtml; ${MASK}`)
  assert.equal(sanitizeContentType('x'.repeat(2_000), [])?.length, 1_024)
  assert.equal(sanitizeContentType(undefined, []), null)
})

test('at most fifty headers and 8 KiB of headers are stored', () => {
  const many = Array.from({ length: 51 }, (_, at): Line => [`X-${at}`, 'v'])
  assert.deepEqual(sanitizeHeaders(many.slice(1), []).headersTruncated, false)
  const kept = sanitizeHeaders(many, [])
  assert.deepEqual([kept.headers.length, kept.headersTruncated], [50, true])
  const large = sanitizeHeaders(Array(20).fill(['X-Large', 'v'.repeat(1_017)] satisfies Line), [])
  assert.deepEqual([large.headers.length, large.headersTruncated], [8, true])
})

test('one long value is cut and leaves room for further headers', () => {
  const { headers, headersTruncated } = sanitizeHeaders(
    [
      ['Content-Security-Policy', 'x'.repeat(20_000)],
      ['Server', 'nginx'],
    ],
    [],
  )
  assert.deepEqual([headers[0]![1].length, headers[1], headersTruncated], [1_024, ['Server', 'nginx'], true])
})

test('text stays unchanged, including line breaks and tabs', () => {
  const text = '<p>\r\n\tÜber 日本 \u{1f525}</p>'
  assert.equal(sanitizeBody(text, false, []), text)
  assert.equal(sanitizeBody('', false, []), '')
})

test('few control characters are replaced, and many mean that the body is not text', () => {
  assert.equal(sanitizeBody('no end of string\0', false, []), 'no end of string\ufffd')
  assert.equal(sanitizeBody('123456789\0', false, []), '123456789\ufffd')
  assert.equal(sanitizeBody('12345678\0', false, []), null)
  assert.equal(sanitizeBody('\ufffd', false, []), null)
})

test('the secrets of request headers are found as whole values and as parts', () => {
  assert.deepEqual(listRequestSecrets({ Accept: 'application/json', 'X-Trace': 'abcdefghij' }), [])
  assert.deepEqual(listRequestSecrets({ authorization: 'Bearer abcdefghij' }), ['Bearer abcdefghij', 'abcdefghij'])
  assert.deepEqual(listRequestSecrets({ Cookie: 'session_name=abcdefghij; theme=dark' }), [
    'session_name=abcdefghij; theme=dark',
    'abcdefghij',
  ])
  assert.deepEqual(listRequestSecrets({ 'X-Api-Key': 'abc' }), [])
  assert.ok(listRequestSecrets({ Authorization: 'Basic bWU6c2VjcmV0==' }).includes('bWU6c2VjcmV0=='))
})

test('a secret with thousands of lines or words costs no more than its longest lines and words', () => {
  const key = Array.from({ length: 100 }, (_, index) => String(index).padStart(64, 'k'))
  const junk = Array.from({ length: 10_000 }, (_, index) => `<'"/${index}`)
  const secrets = listRequestSecrets({ Cookie: junk.join('; ').padEnd(90_000, '=') }, [[...junk, ...key].join('\n')])
  assert.ok(
    key.every((line) => secrets.includes(line)),
    'every line of a large key is hidden',
  )
  assert.ok(secrets.length < 4_000, `${secrets.length} texts are searched`)
})

test('values of secret variables are found in the forms in which targets repeat them', () => {
  const secrets = listRequestSecrets({}, ['pa"ss <\u00e4>', 'one\r\ntwo three'])
  const forms = ['pa"ss <\u00e4>', 'pa\\"ss <\u00e4>', 'pa%22ss%20%3C%C3%A4%3E', 'pa&quot;ss &lt;\u00e4&gt;']
  for (const form of [...forms, 'one\\r\\ntwo three', 'two three'])
    assert.equal(removeSecrets(`a ${form} b`, secrets), `a ${MASK} b`, form)
  assert.equal(removeSecrets('one', secrets), 'one', 'a short line is no secret')
})

test('a secret is masked in the forms of the JSON encoders, URLs and HTML of common programs', () => {
  const secrets = listRequestSecrets({ Authorization: 'Basic bWU6/WNy+XQx==' }, ['a/b "c\' <\u00e4>+!'])
  for (const form of [
    String.raw`a\/b \"c' <\u00e4>+!`, // PHP
    String.raw`a/b \"c' <\u00e4>+!`, // Python, Java
    String.raw`a/b \"c' \u003c${'\u00e4'}\u003e+!`, // Go
    String.raw`a/b \u0022c\u0027 \u003C\u00E4\u003E\u002B!`, // .NET
    "a/b%20%22c'%20%3C%C3%A4%3E+!", // a path
    'a%2fb+%22c%27+%3c%c3%a4%3e%2b%21', // a form
    'a/b &#34;c&#39; &lt;\u00e4&gt;+!', // Go
    'a/b &quot;c&#x27; &lt;\u00e4&gt;+!', // Python
    'a/b &quot;c&#039; &lt;\u00e4&gt;+!', // PHP
    'a/b "c\' &lt;\u00e4&gt;+!', // a text node
    String.raw`bWU6\/WNy+XQx==`,
    'bWU6%2FWNy%2BXQx%3D%3D',
  ])
    assert.equal(sanitizeBody(`[${form}]`, false, secrets), `[${MASK}]`, form)
})

test('a secret that the target repeats is masked in headers and body', () => {
  const secrets = listRequestSecrets({ Authorization: 'Bearer abcdefghij' })
  assert.equal(shown('X-Echo', 'got abcdefghij', secrets), `got ${MASK}`)
  assert.equal(
    sanitizeBody('{"authorization":"Bearer abcdefghij","key":"abcdefghij"}', false, secrets),
    `{"authorization":"${MASK}","key":"${MASK}"}`,
  )
})

test('a secret cut at the end is masked too, and the end of a complete text is not', () => {
  const secrets = ['abcdefghij']
  assert.equal(sanitizeBody('key: abcdefghi', true, secrets), `key: ${MASK}`)
  assert.equal(sanitizeBody('key: abcd', true, secrets), `key: ${MASK}`)
  assert.equal(sanitizeBody('key: abc', true, secrets), 'key: abc')
  assert.equal(sanitizeBody('key: abcd', false, secrets), 'key: abcd')
})

test('messages about a response contain no complete or partial secrets', () => {
  const hide = (words: string) => removeSecrets(words, ['abcdefghijklmnop'])
  assert.equal(hide('not HTTP, "say abcdefghijklmnop"'), `not HTTP, "say ${MASK}"`)
  assert.equal(hide('not HTTP, "say abcdefghij…" (redirected)'), `not HTTP, "say ${MASK}…" (redirected)`)
  assert.equal(hide('not HTTP, "say hello…", abcd'), 'not HTTP, "say hello…", abcd')
})
