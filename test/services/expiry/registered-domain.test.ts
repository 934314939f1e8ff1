import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRegisteredDomain } from '../../../src/services/expiry/domains.ts'

const cases: Record<string, string | null> = {
  'https://www.example.co.uk/': 'example.co.uk',
  'https://x.example.com:8443/a?b=https://evil.test': 'example.com',
  'somebody.github.io': 'github.io',
  '_dmarc.Example.COM.': 'example.com',
  'https://www.bücher.de/': 'xn--bcher-kva.de',
  'www.xn--bcher-kva.de': 'xn--bcher-kva.de',
  'https://日本語。jp/': 'xn--wgv71a119e.jp',
  'co.uk': null,
  'printer.internal': null,
  localhost: null,
  'https://192.0.2.1/': null,
  '192.0.2.1': null,
  '2001:db8::1': null,
  'https://[2001:db8::1]/': null,
  '1.2.0.192.in-addr.arpa': null,
  '_x.com': null,
  '3b241101-e2bb-4255-8caf-4136c566a962': null,
}

for (const [target, domain] of Object.entries(cases))
  test(`${target} belongs to ${domain ?? 'no registered domain'}`, () => {
    assert.equal(findRegisteredDomain(target), domain)
  })
