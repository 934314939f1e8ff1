import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CauseFacts,
  compareFacts,
  findCommonCauses,
  getHost,
  getNetwork,
  groupIncidents,
  NO_FACTS,
} from '../../../src/core/incidents/cause.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const facts = (over: Partial<CauseFacts> = {}): CauseFacts => ({ ...NO_FACTS, ...over })

test('a cause is reported when three monitors share it, or a third of fewer monitors', () => {
  const many = Array.from({ length: 100 }, (_, n) =>
    facts({ host: `h${n}`, group: n < 3 ? 'EU' : n < 5 ? 'US' : null }),
  )
  assert.deepEqual(findCommonCauses(many), [{ kind: 'group', value: 'EU', count: 3 }])
  const few = [facts({ host: 'a', address: '192.0.2.1' }), facts({ host: 'b', address: '192.0.2.1' })]
  assert.deepEqual(findCommonCauses(few), [{ kind: 'address', value: '192.0.2.1', count: 2 }])
  assert.deepEqual(findCommonCauses([facts({ host: 'a' })]), [])
  assert.deepEqual(findCommonCauses([]), [])
})

test('the most shared cause comes first, and at most five causes are reported', () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    facts({ host: `h${n % 10}`, certificate: 'AA:BB', group: n < 40 ? 'EU' : null }),
  )
  const causes = findCommonCauses(many)
  assert.deepEqual(
    causes.slice(0, 2).map(({ kind, count }) => [kind, count]),
    [
      ['certificate', 60],
      ['group', 40],
    ],
  )
  assert.equal(causes.length, 5)
})

test('a target given as an address counts as one cause', () => {
  const many = Array.from({ length: 4 }, () => facts({ host: '192.0.2.1', address: '192.0.2.1' }))
  assert.deepEqual(findCommonCauses(many), [{ kind: 'address', value: '192.0.2.1', count: 4 }])
})

test('the host of a target is its name without scheme, port and path', () => {
  const hosts = [
    ['HTTP', 'https://Shop.example.test:8443/a?b'],
    ['TCP', 'db.example.test'],
    ['HTTP', 'http://[2001:db8::1]/'],
    ['ICMP', '2001:db8::1'],
    ['HEARTBEAT', '2f1c'],
  ] as const
  assert.deepEqual(
    hosts.map(([type, target]) => getHost({ type, target })),
    ['shop.example.test', 'db.example.test', '2001:db8::1', '2001:db8::1', null],
  )
})

test('a network is a /24 or a /48, and is not reported together with an address that all monitors share', () => {
  const networks = ['203.0.113.7', '2001:db8:7::1', '2001:db8::1', '127.0.0.9', '::1', null].map(getNetwork)
  assert.deepEqual(networks, ['203.0.113.0/24', '2001:db8:7::/48', '2001:db8:0::/48', null, null, null])
  const at = (address: string) => facts({ address, network: getNetwork(address) })
  const causes = (...addresses: string[]) => findCommonCauses(addresses.map(at)).map(({ kind, count }) => [kind, count])
  assert.deepEqual(causes('203.0.113.7', '203.0.113.7', '203.0.113.7'), [['address', 3]])
  assert.deepEqual(causes('203.0.113.7', '203.0.113.8', '203.0.113.9'), [['network', 3]])
})

test('unresolved incidents are folded by the kind that explains most, if they began at about the same time', () => {
  const failing = (id: string, minute: number, facts: Partial<CauseFacts>) => ({
    id,
    monitor: id.charCodeAt(0),
    startedAt: minute * MINUTE_MS,
    facts: { ...NO_FACTS, ...facts },
  })
  const shared = { address: '192.0.2.7', group: 'Shop' }
  const folded = groupIncidents([
    failing('a', 1, shared),
    failing('b', 3, shared),
    failing('c', 0, { address: '192.0.2.7' }),
    failing('d', 60, shared),
    failing('e', 61, { host: 'h' }),
    failing('f', 61, { host: 'h' }),
    failing('g', 61, {}),
  ])
  assert.deepEqual(
    folded.map(({ kind, value, incidents }) => [kind, value, incidents.map(({ id }) => id).join('')]),
    [['address', '192.0.2.7', 'cab']],
  )
})

test('properties that two failing monitors share leave out those that follow from the address', () => {
  const one = { ...NO_FACTS, address: '192.0.2.7', host: '192.0.2.7', network: '192.0.2.0/24', group: 'Shop' }
  assert.deepEqual(compareFacts(one, { ...one }), ['address', 'group'])
  assert.deepEqual(compareFacts(one, { ...one, address: '192.0.2.8', host: '192.0.2.8' }), ['network', 'group'])
  assert.deepEqual(compareFacts(NO_FACTS, NO_FACTS), [])
})
