import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { refuseUrl } from '../../src/probers/check-target.ts'
import { PROBERS } from '../../src/probers/index.ts'

const ANY = createEgressPolicy({ mode: 'any' })
const PUBLIC = createEgressPolicy({ mode: 'public', deny: ['8.8.8.8'] })

const GOOD = [
  'http://example.com',
  'https://example.com:8443/path?query#fragment',
  'https://bücher.example/',
  'http://nas/',
  'http://my_service.internal./',
  'http://192.0.2.7:8080/',
  'http://[2001:db8::7]/',
  `https://example.com/${'x'.repeat(2_000)}`,
]

for (const target of GOOD) {
  test(`${target.slice(0, 60)} can be checked`, () => {
    assert.equal(refuseUrl(target, ANY), null)
    for (const prober of [PROBERS.HTTP, PROBERS.KEYWORD]) assert.equal(prober.refuseTarget(target, ANY), null)
  })
}

const BAD: Record<string, string> = {
  'example.com': 'must be a URL such as https://example.com/',
  '': 'must be a URL such as https://example.com/',
  'http://': 'must be a URL such as https://example.com/',
  'http://1.2.3.400/': 'must be a URL such as https://example.com/',
  'ftp://example.com/': 'must begin with http:// or https://',
  'javascript:alert(1)': 'must begin with http:// or https://',
  'https://user@example.com/': 'must not contain a user name or password; use a header',
  'https://:secret@example.com/': 'must not contain a user name or password; use a header',
  'http://example.com:0/': 'must not name port 0',
  'http://exa mple.com/': 'must not contain spaces or control characters',
  'http://example.com/\r\nX: y': 'must not contain spaces or control characters',
  'http://exam\tple.com/': 'must not contain spaces or control characters',
  'http://a..b/': 'must name a host or an address; "a..b" is neither',
  'http://-a.example/': 'must name a host or an address; "-a.example" is neither',
  'http://a$b/': 'must name a host or an address; "a$b" is neither',
  'http://./': 'must name a host',
  'http://169.254.169.254/latest/': 'must not point to a cloud metadata address',
  'http://2852039166/': 'must not point to a cloud metadata address',
}

for (const [target, reason] of Object.entries(BAD)) {
  test(`${JSON.stringify(target)} ${reason}`, () => assert.equal(refuseUrl(target, ANY), reason))
}

test('a URL over 2,048 characters is refused', () => {
  assert.equal(refuseUrl(`https://example.com/${'x'.repeat(2_029)}`, ANY), 'must not be longer than 2048 characters')
})

test('a host name with a long label or a long total is refused', () => {
  assert.match(refuseUrl(`http://${'x'.repeat(64)}.test/`, ANY) ?? '', /is neither$/)
  assert.equal(refuseUrl(`http://${'x.'.repeat(127)}test/`, ANY), 'must not have a host name over 253 characters')
})

test('the egress policy is applied to literal addresses in any spelling', () => {
  const numbers = ['127.0.0.1', '0x7f.1', '0177.1', '2130706433', '0x7f000001', '127.1', '127.0.0.1.', '[::1]']
  const disguises = ['[::ffff:127.0.0.1]', '１２７.０.０.１', '127。0。0。1', '%31%32%37.0.0.1']
  for (const host of [...numbers, ...disguises, 'localhost', 'LOCALHOST.', 'ⓛocalhost', '%6cocalhost', 'a.localhost']) {
    assert.equal(refuseUrl(`http://${host}/`, PUBLIC), 'must not point to a loopback address', host)
    assert.equal(refuseUrl(`http://${host}/`, ANY), null, host)
  }
  assert.equal(refuseUrl('http://8.8.8.8/', PUBLIC), 'must not point to a denied address')
  for (const host of ['0', '0.0.0.0', '[::]'])
    assert.equal(refuseUrl(`http://${host}/`, PUBLIC), 'must not point to an unspecified address')
  assert.equal(refuseUrl('http://localhost.example/', PUBLIC), null)
})
