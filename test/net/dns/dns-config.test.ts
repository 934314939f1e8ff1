import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHosts, parseResolvConf } from '../../../src/net/dns/dns-config.ts'

test('resolv.conf provides servers, search list and options, and unknown lines are skipped', () => {
  const conf = parseResolvConf(`
# by hand
nameserver 192.0.2.53   ; the near one
nameserver 2001:db8::53
nameserver fe80::1%eth0
nameserver dns.example
domain old.example
search Corp.Example. lab.example
sortlist 10.0.0.0
options ndots:3 timeout:2 attempts:9 rotate edns0`)
  assert.deepEqual(conf, {
    nameservers: ['192.0.2.53', '2001:db8::53', 'fe80::1%eth0'],
    search: ['corp.example', 'lab.example'],
    ndots: 3,
    timeoutMs: 2_000,
  })
})

test('an empty resolv.conf selects this machine, as in the C library', () => {
  assert.deepEqual(parseResolvConf(''), { nameservers: ['127.0.0.1'], search: [], ndots: 1, timeoutMs: 5_000 })
})

test('options out of range are clamped, and invalid ones are ignored', () => {
  const { ndots, timeoutMs } = parseResolvConf('options ndots:99 timeout:0')
  assert.deepEqual([ndots, timeoutMs], [15, 1_000])
  const nonsense = parseResolvConf('options ndots:-1 timeout:soon ndots')
  assert.deepEqual([nonsense.ndots, nonsense.timeoutMs], [1, 5_000])
})

test('the hosts file collects addresses by name and family', () => {
  const hosts = parseHosts('192.0.2.1 a.test a # comment\n192.0.2.2\tA.test\n2001:db8::1 a.test\nnonsense b.test\n')
  assert.deepEqual(hosts.get('a.test'), { v4: ['192.0.2.1', '192.0.2.2'], v6: ['2001:db8::1'] })
  assert.deepEqual(hosts.get('a'), { v4: ['192.0.2.1'], v6: [] })
  assert.equal(hosts.get('b.test'), undefined)
})
