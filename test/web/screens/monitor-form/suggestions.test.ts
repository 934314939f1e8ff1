import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  convertTarget,
  copyName,
  deriveName,
  findOtherScheme,
  isRegistrationExpected,
  isTlsExpected,
} from '../../../../web/src/screens/monitor-form/suggestions.ts'

test('a name is suggested from the target', () => {
  const cases: [string, string, string][] = [
    ['https://www.example.com/', '', 'example.com'],
    ['https://example.com/shop/?a=1#top', '', 'example.com/shop'],
    ['https://me:secret@example.com', '', 'example.com'],
    ['mail.example.com', '25', 'mail.example.com:25'],
    ['', '25', ''],
    [`https://${'a'.repeat(100)}.com`, '', 'a'.repeat(80)],
  ]
  for (const [target, port, name] of cases) assert.equal(deriveName(target, port), name)
})

test('a copy gets a new name', () => {
  assert.deepEqual(['Shop', 'Shop (2)', 'Shop (x)'].map(copyName), ['Shop (2)', 'Shop (3)', 'Shop (x) (2)'])
  assert.ok(copyName('x'.repeat(80)).length <= 80)
})

test('changing the type keeps the host of a URL, or the URL if the type accepts it', () => {
  assert.equal(convertTarget('https://example.com:8443/shop', false), 'example.com')
  assert.equal(convertTarget('https://[2001:db8::1]/', false), '2001:db8::1')
  assert.equal(convertTarget('https://example.com/shop', true), 'https://example.com/shop')
  assert.equal(convertTarget('http://', false), 'http://')
})

test('certificate warnings are suggested for https, typed or added', () => {
  const cases: [string, boolean][] = [
    ['https://example.com/', true],
    ['example.com', true],
    ['http://example.com/', false],
    ['localhost:3000', false],
    ['', false],
  ]
  for (const [target, isSuggested] of cases) assert.equal(isTlsExpected(target), isSuggested, target)
})

test('domain warnings are suggested for hosts under a public suffix only', () => {
  const cases: [string, boolean][] = [
    ['https://www.example.co.uk/shop', true],
    ['example.com', true],
    ['http://example.de:8080/', true],
    ['shop.example.xyz', true],
    ['https://пример.рф', true],
    ['https://_dmarc.example.com', true],
    ['https://co.uk', false],
    ['https://user.github.io/shop', false],
    ['https://shop.vercel.app', false],
    ['https://nas.lo/', false],
    ['https://example.onion', false],
    ['http://2.0.192.in-addr.arpa', false],
    ['https://shop.example.test', false],
    ['https://nas.local/', false],
    ['http://192.0.2.1/', false],
    ['http://[2001:db8::1]/', false],
    ['localhost:3000', false],
    ['intranet', false],
    ['', false],
  ]
  for (const [target, isSuggested] of cases) assert.equal(isRegistrationExpected(target), isSuggested, target)
})

test('the other scheme is offered when the port uses it', () => {
  const notTls = { error_message: 'tls nas:8080: the response is not TLS' }
  const answer = (body: string, status_code = 400) => ({
    status_code,
    error_message: `status ${status_code}, expected 2xx`,
    response: { body, body_bytes: body.length, body_truncated: false, headers: [] } as never,
  })
  const cases: [string, Parameters<typeof findOtherScheme>[1], string | null][] = [
    ['https://nas:8080/a', notTls, 'http://nas:8080/a'],
    ['example.com', notTls, 'http://example.com'],
    ['http://nas:8443', answer('Client sent an HTTP request to an HTTPS server.\n'), 'https://nas:8443'],
    ['http://nas:8443', answer('<h1>The plain HTTP request was sent to HTTPS port</h1>'), 'https://nas:8443'],
    ['http://nas:8443', answer("You're speaking plain HTTP to an SSL-enabled server port."), 'https://nas:8443'],
    ['http://nas:8443', answer('Bad request'), null],
    ['http://nas:8443', answer('HTTPS port', 503), null],
    ['https://nas', { error_message: 'tls nas: certificate expired' }, null],
  ]
  for (const [target, failure, other] of cases) assert.equal(findOtherScheme(target, failure), other, target)
})
