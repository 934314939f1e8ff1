import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRdapObject } from '../../../src/registries/rdap/rdap.ts'
import { rdapDomain } from '../servers.ts'

const read = (object: unknown, domain = 'example.com') =>
  readRdapObject(typeof object === 'string' ? object : JSON.stringify(object), domain, 'rdap.test')

const registration = (object: unknown, domain?: string) => {
  const result = read(object, domain)
  assert.ok(typeof result === 'object', String(result))
  return result
}

test('a domain object contains registrar, dates, statuses and name servers', () => {
  assert.deepEqual(registration(rdapDomain('example.com')), {
    source: 'rdap',
    server: 'rdap.test',
    registrar: 'Example Registrar, Inc.',
    registeredAt: Date.parse('2004-09-03T12:01:02Z'),
    expiresAt: Date.parse('2026-09-03T12:01:02Z'),
    statuses: ['active', 'client transfer prohibited'],
    nameServers: ['ns1.example.net', 'ns2.example.net'],
  })
})

test('the registrar’s date is used only when the registry has none', () => {
  const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate })
  const both = [event('registrar expiration', '2027-01-01T00:00:00Z'), event('Expiration', '2026-01-01T00:00:00Z')]
  assert.equal(registration(rdapDomain('example.com', { events: both })).expiresAt, Date.UTC(2026, 0, 1))
  const one = both.slice(0, 1)
  assert.equal(registration(rdapDomain('example.com', { events: one })).expiresAt, Date.UTC(2027, 0, 1))
})

test('a registrar without a name is identified by its number', () => {
  const entities = [
    { roles: ['technical'], publicIds: [{ type: 'Other', identifier: '1' }] },
    { roles: ['Registrar'], publicIds: [{ type: 'IANA Registrar ID', identifier: '9999' }] },
  ]
  assert.equal(registration(rdapDomain('example.com', { entities })).registrar, 'IANA Registrar ID 9999')
})

test('a domain name may be in Unicode, in capitals or with a trailing dot', () => {
  assert.ok(typeof read({ objectClassName: 'domain', unicodeName: 'bücher.de' }, 'xn--bcher-kva.de') === 'object')
  assert.ok(typeof read({ objectClassName: 'domain', ldhName: 'EXAMPLE.COM.' }) === 'object')
})

test('an object of another domain is refused with a reason', () => {
  const cases: [unknown, string][] = [
    ['', 'returned an empty response'],
    ['   ', 'returned an empty response'],
    ['<html>', 'returned something other than a JSON object'],
    ['[]', 'returned something other than a JSON object'],
    ['{"ldhName":"example.com"', 'returned something other than a JSON object'],
    [{ errorCode: 404, title: 'Not Found' }, 'returned something other than a domain'],
    [{ objectClassName: 'entity', ldhName: 'example.com' }, 'returned something other than a domain'],
    [{}, 'returned a domain without a name'],
    [rdapDomain('example.net'), 'returned data about EXAMPLE.NET instead'],
    [{ ldhName: `${'x'.repeat(10_000)}\u0000` }, `returned data about ${'x'.repeat(200)} instead`],
  ]
  for (const [body, why] of cases) assert.equal(read(body), why)
})

test('invalid members are skipped without an exception', () => {
  const odd = [null, 7, 'text', [], {}, [[[]]], { a: { b: [] } }]
  for (const value of odd) {
    const members = ['events', 'entities', 'status', 'nameservers', 'unicodeName', 'objectClassName']
    const object = Object.fromEntries(
      members.map((member) => [member, member === 'objectClassName' ? 'domain' : value]),
    )
    assert.ok(registration({ ldhName: 'example.com', ...object }))
    const entities = [{ roles: ['registrar'], vcardArray: value, publicIds: [value] }]
    assert.equal(
      registration(
        rdapDomain('example.com', { entities, events: [value, { eventAction: 'expiration', eventDate: value }] }),
      ).expiresAt,
      null,
    )
  }
})

test('an impossible date is ignored', () => {
  const events = [{ eventAction: 'expiration', eventDate: '2026-02-31T00:00:00Z' }]
  assert.equal(registration(rdapDomain('example.com', { events })).expiresAt, null)
})

test('an array nested a hundred thousand levels deep is ignored', () => {
  const deep = `{"ldhName":"example.com","events":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  assert.ok(registration(deep))
})
