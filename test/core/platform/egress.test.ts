import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'

const PUBLIC = createEgressPolicy({ mode: 'public' })
const ANY = createEgressPolicy({ mode: 'any' })

const REFUSED_IN_PUBLIC = {
  '127.0.0.1': 'a loopback address',
  '127.255.255.254': 'a loopback address',
  '10.1.2.3': 'a private address',
  '172.31.0.1': 'a private address',
  '192.168.0.1': 'a private address',
  '169.254.1.1': 'a link-local address',
  '100.64.0.1': 'a carrier-grade NAT address',
  '0.0.0.0': 'an unspecified address',
  '224.0.0.251': 'a multicast address',
  '255.255.255.255': 'a broadcast address',
  '240.0.0.1': 'a reserved address',
  '192.0.2.1': 'a reserved address',
  '198.18.0.1': 'a reserved address',
  '198.19.255.255': 'a reserved address',
  '0.1.2.3': 'an unspecified address',
  '192.0.0.1': 'a reserved address',
  '192.88.99.1': 'a reserved address',
  '198.51.100.1': 'a reserved address',
  '203.0.113.1': 'a reserved address',
  '::': 'an unspecified address',
  '::1': 'a loopback address',
  'fe80::1': 'a link-local address',
  'fe80::1%eth0': 'a link-local address',
  'fd12:3456::1': 'a unique-local address',
  'ff02::1': 'a multicast address',
  '2001:db8::1': 'a reserved address',
  '2001::1': 'a reserved address',
  '2001:2::1': 'a reserved address',
  '2001:20::1': 'a reserved address',
  '3fff::1': 'a reserved address',
  '100::1': 'a reserved address',
  '5f00::1': 'a reserved address',
  'fec0::1': 'a reserved address',
  '4000::1': 'a reserved address',
  '64:ff9b:1::8.8.8.8': 'a reserved address',
  '64:ff9b:1:2::10.1.2.3': 'a reserved address',
  '64:ff9b::': 'an unspecified address',
  '::ffff:0.0.0.0': 'an unspecified address',
  '::ffff:127.0.0.1': 'a loopback address',
  '::ffff:a01:203': 'a private address',
  '::10.1.2.3': 'a private address',
  '::ffff:0:10.1.2.3': 'a private address',
  '64:ff9b::10.1.2.3': 'a private address',
  '2002:a01:203::1': 'a private address',
}

for (const [address, reason] of Object.entries(REFUSED_IN_PUBLIC)) {
  test(`the mode public refuses ${address}, ${reason}, and the mode any does not`, () => {
    assert.equal(PUBLIC.refuse(address), reason)
    assert.equal(ANY.refuse(address), null)
  })
}

const PUBLIC_ADDRESSES = ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1']

for (const address of PUBLIC_ADDRESSES) {
  test(`the mode public allows ${address}`, () => assert.equal(PUBLIC.refuse(address), null))
}

const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:0ec2:0::0254',
  '64:ff9b:1::169.254.169.254',
  '64:ff9b:1:96::a9fe:a9fe',
  'fd00:ec2::254%eth0',
  'fd00:c1::a9fe:a9fe',
  'fd00:100::100:200',
  'fd00:a9fe:a9fe::1',
  'fe80::a9fe:a9fe',
  'fe80::a9fe:a9fe%eth0',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  // The same address after prefixes of 48, 56 and 64 bits
  '64:ff9b:1:a9fe:a9:fe00::',
  '64:ff9b:1:12a9:fe:a9fe::',
  '64:ff9b:1:1234:a9:fea9:fe00:0',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
]

for (const address of METADATA) {
  test(`the metadata address ${address} is refused in every mode, even when it is allowed explicitly`, () => {
    const reason = 'a cloud metadata address'
    assert.equal(ANY.refuse(address), reason)
    assert.equal(PUBLIC.refuse(address), reason)
    const generous = createEgressPolicy({ mode: 'any', allow: ['0.0.0.0/0', '::/0'] })
    assert.equal(generous.refuse(address), reason)
  })
}

test('allow overrides the mode, and deny overrides allow', () => {
  const policy = createEgressPolicy({ mode: 'public', allow: ['10.0.0.0/8', 'fd00::/8'], deny: ['10.9.0.0/16'] })
  assert.equal(policy.refuse('10.1.2.3'), null)
  assert.equal(policy.refuse('::ffff:10.1.2.3'), null)
  assert.equal(policy.refuse('fd00::1'), null)
  assert.equal(policy.refuse('10.9.0.1'), 'a denied address')
  assert.equal(policy.refuse('64:ff9b::10.9.0.1'), 'a denied address')
  assert.equal(policy.refuse('192.168.0.1'), 'a private address')
})

test('deny applies in mode any, and a single address is a block', () => {
  const policy = createEgressPolicy({ mode: 'any', deny: ['8.8.8.8', '2001:db8::/32'] })
  assert.equal(policy.refuse('8.8.8.8'), 'a denied address')
  assert.equal(policy.refuse('8.8.4.4'), null)
  assert.equal(policy.refuse('2001:db8::1'), 'a denied address')
})

test('a denied loopback address is also refused as the unspecified address', () => {
  const policy = createEgressPolicy({ mode: 'any', deny: ['127.0.0.0/8', '::1'] })
  for (const address of ['0.0.0.0', '::', '::ffff:0.0.0.0', '::ffff:127.0.0.1', '64:ff9b::127.0.0.1'])
    assert.equal(policy.refuse(address), 'a denied address', address)
  assert.equal(createEgressPolicy({ mode: 'any', deny: ['10.0.0.0/8'] }).refuse('0.0.0.0'), null)
})

test('an address behind a translator of unknown prefix is allowed only if all of its readings are', () => {
  const policy = createEgressPolicy({ mode: 'public', allow: ['10.0.0.0/8'] })
  assert.equal(policy.refuse('64:ff9b:1:a00:1:200:7f00:1'), 'a reserved address')
  assert.equal(policy.refuse('64:ff9b:1:a00:1:200:a00:1'), 'a reserved address')
  const translator = createEgressPolicy({ mode: 'public', allow: ['64:ff9b:1::/48'] })
  assert.equal(translator.refuse('64:ff9b:1::8.8.8.8'), null)
  assert.equal(translator.refuse('64:ff9b:1::169.254.169.254'), 'a cloud metadata address')
})

test('an invalid block is named in the error', () => {
  assert.throws(() => createEgressPolicy({ mode: 'any', deny: ['10.0.0.0/8', '10.0.0.0/40'] }), /"10\.0\.0\.0\/40"/)
  assert.throws(() => createEgressPolicy({ mode: 'any', allow: ['localhost'] }), /"localhost"/)
})

test('a value that is not an address is refused', () => {
  assert.equal(ANY.refuse('example.com'), 'a value that is not an IP address')
})

test('an address is refused in every spelling, and other names are not judged', () => {
  const dotted = ['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '127.0.0.1.', '2130706433.']
  for (const host of [...dotted, '[::1]', '::1', '[::ffff:7f00:1]']) {
    assert.equal(PUBLIC.refuseHost(host), 'a loopback address', host)
  }
  for (const host of ['1.example', 'localhost.example', 'notlocalhost']) assert.equal(PUBLIC.refuseHost(host), null)
  assert.equal(ANY.refuseHost('[::1]'), null)
})

test('localhost is judged by name, and allowed when one of its addresses is', () => {
  for (const host of ['localhost', 'localhost.', 'LOCALHOST', 'db.localhost', 'DB.Localhost.']) {
    assert.equal(PUBLIC.refuseHost(host), 'a loopback address', host)
    assert.equal(ANY.refuseHost(host), null, host)
  }
  for (const allow of ['127.0.0.1', '::1'])
    assert.equal(createEgressPolicy({ mode: 'public', allow: [allow] }).refuseHost('localhost'), null)
})

test('verdicts stay correct when more addresses are judged than cached', () => {
  const policy = createEgressPolicy({ mode: 'public' })
  for (let i = 0; i < 11_000; i++) policy.refuse(`10.0.${i >> 8}.${i & 255}`)
  assert.equal(policy.refuse('10.0.0.0'), 'a private address')
  assert.equal(policy.refuse('8.8.8.8'), null)
})
