import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFormat } from '../../../src/registries/whois/whois-answer.ts'
import { findKnownServer, parseWhoisHost } from '../../../src/registries/whois/whois-directory.ts'

test('a known registry is found by the longest suffix', () => {
  assert.equal(findKnownServer('example.com'), 'whois.verisign-grs.com')
  assert.equal(findKnownServer('example.uk.com'), 'whois.centralnic.com')
  assert.equal(findKnownServer('example.co.uk'), 'whois.nic.uk')
  assert.equal(findKnownServer('example.qq'), null)
})

test('a registry with a special query format gets that format', () => {
  const asked = (domain: string) => findFormat(domain).toQuery?.(domain) ?? domain
  assert.equal(asked('example.com'), 'domain example.com')
  assert.equal(asked('xn--bcher-kva.de'), '-T dn,ace xn--bcher-kva.de')
  assert.equal(asked('example.co.jp'), 'example.co.jp/e')
  assert.equal(asked('example.dk'), '--show-handles example.dk')
  assert.equal(asked('example.fr'), 'example.fr')
})

test('a referral is accepted only if it is a host name', () => {
  assert.equal(parseWhoisHost('Whois.Example.COM'), 'whois.example.com')
  assert.equal(parseWhoisHost('whois://whois.example.com:43/'), 'whois.example.com')
  for (const text of ['', 'none', 'http://example.com/whois', 'whois.example.com:22', 'a b.com', 'x\r\ny.com']) {
    assert.equal(parseWhoisHost(text), null, text)
  }
})
