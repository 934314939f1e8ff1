import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { refuseHostTarget, refuseNameTarget } from '../../src/probers/check-target.ts'

const ANY = createEgressPolicy({ mode: 'any' })
const PUBLIC = createEgressPolicy({ mode: 'public' })

for (const target of [
  'example.com',
  'nas',
  'my_host.internal.',
  '192.0.2.7',
  '::1',
  '2001:db8::7',
  '127.0.0.1',
  '4u.example',
])
  test(`${target} can be checked`, () => assert.equal(refuseHostTarget(target, ANY), null))

const BAD: Record<string, string> = {
  '': 'must name a host',
  'exa mple.com': 'must not contain spaces or control characters',
  'example.com\r\n': 'must not contain spaces or control characters',
  'https://example.com/': 'must be a host name or an IP address, not a URL',
  'example.com:25': 'must name a host or an address without a port; "example.com:25" has one',
  'example.com/path': 'must name a host or an address; "example.com/path" is neither',
  '[::1]': 'must be written as ::1',
  '[a.example]': 'must name a host or an address; "[a.example]" is neither',
  '-dash.example': 'must name a host or an address; "-dash.example" is neither',
  'fe80::1%eth0': 'must not name a network interface, because interfaces differ between probes',
  '2130706433': 'must be written as 127.0.0.1',
  '0x7f.1': 'must be written as 127.0.0.1',
  '0177.0.0.1': 'must be written as 127.0.0.1',
  '127.1': 'must be written as 127.0.0.1',
  '192.0.2.7.': 'must be written as 192.0.2.7',
  '256.1.1.1': 'must name a host or an address; "256.1.1.1" is neither',
  '1.2.3.4.5': 'must name a host or an address; "1.2.3.4.5" is neither',
  'example.0x7f': 'must name a host or an address; "example.0x7f" is neither',
  '１２７.０.０.１': 'must be written as 127.0.0.1',
  '169.254.169.254': 'must not point to a cloud metadata address',
  '::ffff:169.254.169.254': 'must not point to a cloud metadata address',
  'bücher.example': 'must be written as xn--bcher-kva.example',
  '0xa9fea9fe': 'must not point to a cloud metadata address',
}

for (const [target, reason] of Object.entries(BAD))
  test(`${JSON.stringify(target)} ${reason}`, () => assert.equal(refuseHostTarget(target, ANY), reason))

const NOT_PUBLIC = [
  '127.0.0.1',
  '10.1.2.3',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '127.0.0.1.',
  'localhost',
  'localhost.',
  '0.0.0.0',
  '::',
]

for (const target of NOT_PUBLIC)
  test(`${target} is refused when only public addresses are allowed`, () =>
    assert.match(refuseHostTarget(target, PUBLIC)!, /^must not point to a/))

const ANY_EGRESS = createEgressPolicy({ mode: 'any' })

for (const name of [
  '.',
  '*.example.com',
  '0/25.2.0.192.in-addr.arpa',
  '_dmarc.example.com.',
  'a\\.b.example.com',
  '192.0.2.7',
])
  test(`the DNS name ${name} is accepted`, () => assert.equal(refuseNameTarget(name, ANY_EGRESS), null))

for (const name of [
  '',
  'a..b',
  'a b',
  'https://example.com',
  'example.com:53',
  '192.0.2.300',
  `${'x'.repeat(64)}.test`,
])
  test(`the DNS name ${JSON.stringify(name)} is refused`, () => assert.ok(refuseNameTarget(name, ANY_EGRESS)))
