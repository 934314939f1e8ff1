import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listServers, parseBootstrap, toDomainUrl } from '../../../src/registries/rdap/bootstrap-list.ts'

const SHIPPED = readFileSync(join(import.meta.dirname, '../../../src/registries/rdap/rdap-dns.json'), 'utf8')

const hrefs = (domain: string, json: object | string): string[] =>
  listServers(domain, parseBootstrap(typeof json === 'string' ? json : JSON.stringify(json))).map(({ href }) => href)

test('the bundled list is the list of IANA with all large registries', () => {
  const list = parseBootstrap(SHIPPED)
  assert.equal(list.publication, '2026-06-26T18:00:02Z')
  assert.equal(list.servers.size, 1_199)
  assert.deepEqual(hrefs('example.com', SHIPPED), ['https://rdap.verisign.com/com/v1/'])
  assert.deepEqual(hrefs('example.co.uk', SHIPPED), ['https://rdap.nominet.uk/uk/'])
  assert.deepEqual(hrefs('xn--e1afmkfd.xn--80adxhks', SHIPPED), ['https://rdap.flexireg.net/'])
  assert.deepEqual(hrefs('example.de', SHIPPED), [])
})

test('the longest suffix in any case selects the server', () => {
  const services = [
    [['UK'], ['https://uk.test/']],
    [['co.uk'], ['https://co-uk.test/']],
  ]
  assert.deepEqual(hrefs('example.co.uk', { services }), ['https://co-uk.test/'])
  assert.deepEqual(hrefs('example.org.uk', { services }), ['https://uk.test/'])
  assert.deepEqual(hrefs('uk.com', { services }), [])
})

test('all servers of a service are used, http after https, and invalid URLs are skipped', () => {
  const urls = ['http://a.test/', 'https://b.test/rdap/', 'ftp://c.test/', 'nonsense', 7, 'https://d.test']
  assert.deepEqual(hrefs('example.test', { services: [[['test'], urls]] }), [
    'https://b.test/rdap/',
    'https://d.test/',
    'http://a.test/',
  ])
})

test('an invalid list is refused with a reason', () => {
  for (const json of [
    '',
    '{',
    '[]',
    'null',
    '7',
    '{}',
    '{"services":{}}',
    '{"services":[]}',
    '{"services":[[["test"],[]]]}',
  ]) {
    assert.throws(() => parseBootstrap(json), Error, json)
  }
})

test('invalid entries do not affect valid ones', () => {
  const services = [null, 7, [], [null, null], [[7], ['https://x.test/']], [['test'], ['https://ok.test/']]]
  assert.deepEqual(hrefs('example.test', { services }), ['https://ok.test/'])
})

test('a query URL appends the domain to the base, with or without a trailing slash', () => {
  const ask = (base: string) => toDomainUrl(new URL(base), 'example.com').href
  assert.equal(ask('https://a.test/rdap/'), 'https://a.test/rdap/domain/example.com')
  assert.equal(ask('https://a.test/rdap'), 'https://a.test/rdap/domain/example.com')
  assert.equal(ask('https://a.test'), 'https://a.test/domain/example.com')
})
