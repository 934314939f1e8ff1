import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Findings, isMassFailure } from '../../src/probe/mass-failure.ts'
import { hostOf, isLoopback } from '../../src/probe/target-host.ts'

/** `f` fails, `p` passes; the latest first. */
const read = (word: string): boolean[] => [...word].map((letter) => letter === 'f')

const CASES: [word: string, isMass: boolean][] = [
  ['', false],
  ['f', false],
  ['fp', false],
  ['ff', true],
  ['fff', true],
  ['ffp', false],
  ['ffff', true],
  ['fffp', false],
  ['fffff', true],
  ['ffffp', false],
  ['fffffp', true],
  ['ffffffpppp', true],
  ['pfffff', true],
  ['pffff', false],
  ['fpffff', true],
  ['fpfpffffff', false],
  ['fffpffffff', true],
  ['pppppfffff', false],
]
for (const [word, isMass] of CASES)
  test(`the hosts tried last, ${word || 'none'}: ${isMass ? 'looks like our own trouble' : 'is theirs'}`, () => {
    assert.equal(isMassFailure(read(word)), isMass)
  })

const TARGET = (host: string) => `https://${host}/`
const note = (findings: Findings, host: string, isFailing: boolean, at: number, remoteAddress: string | null = null) =>
  findings.note({ target: TARGET(host), remoteAddress, isFailing, at })

test('many monitors of one host are one host', () => {
  const findings = new Findings()
  for (let at = 0; at < 20; at++) note(findings, 'a.example.com', true, at)
  assert.equal(findings.lookLikeOurs(20), false)
  note(findings, 'b.example.com', true, 20)
  assert.equal(findings.lookLikeOurs(20), true)
})

test('what a host did last counts, not what it did before', () => {
  const findings = new Findings()
  for (const host of ['a', 'b', 'c', 'd', 'e']) note(findings, `${host}.example.com`, false, 1)
  for (const host of ['a', 'b', 'c', 'd', 'e']) note(findings, `${host}.example.com`, true, 2)
  assert.equal(findings.lookLikeOurs(2), true)
  note(findings, 'a.example.com', false, 3)
  note(findings, 'b.example.com', false, 3)
  assert.equal(findings.lookLikeOurs(3), false)
})

test('passes from before the trouble do not outweigh it, however many', () => {
  const findings = new Findings()
  for (let i = 0; i < 1_000; i++) note(findings, `host-${i}.example.com`, false, i)
  for (let i = 0; i < 4; i++) note(findings, `host-${i}.example.com`, true, 2_000 + i)
  assert.equal(findings.lookLikeOurs(2_004), false)
  note(findings, 'host-4.example.com', true, 2_004)
  assert.equal(findings.lookLikeOurs(2_004), true)
})

test('this machine is no witness, neither by name nor by address', () => {
  const findings = new Findings()
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:443', 'app.localhost']) note(findings, host, true, 1)
  for (const host of ['a.test', 'b.test', 'c.test']) note(findings, host, true, 1, '127.0.0.1')
  assert.equal(findings.lookLikeOurs(1), false)
})

test('what was found more than ten minutes ago is no evidence', () => {
  const findings = new Findings()
  note(findings, 'daily.example.com', false, 0)
  for (const host of ['a', 'b', 'c', 'd']) note(findings, `${host}.example.com`, true, 600_000)
  assert.equal(findings.lookLikeOurs(600_000), false)
  assert.equal(findings.lookLikeOurs(600_001), true)
})

const HOSTS: [target: string, host: string][] = [
  ['https://example.com/', 'example.com'],
  ['http://example.com', 'example.com'],
  ['https://example.com:8443/path?x=https://other.example', 'example.com'],
  ['https://example.com?query', 'example.com'],
  ['https://example.com#part', 'example.com'],
  ['http://[2001:db8::7]:8080/', '2001:db8::7'],
  ['http://192.0.2.7/', '192.0.2.7'],
  ['example.com', 'example.com'],
  ['2001:db8::7', '2001:db8::7'],
  // One host that hangs or is down must not pass for many
  ...[
    'https:example.com/1',
    'https:\\\\example.com',
    'http://:@example.com/',
    'http:///example.com/',
    'HTTP://EXAMPLE.com',
  ].map((target): [string, string] => [target, 'example.com']),
  ['https://example.com./', 'example.com'],
  ['https://ex%61mple.com\\path', 'example.com'],
  ['EXAMPLE.com.', 'example.com'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433', '127.0.0.1'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
]
for (const [target, host] of HOSTS)
  test(`the host of ${target}`, () => {
    assert.equal(hostOf(target), host)
  })

test('loopback is told from the rest', () => {
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '127.255.0.3', '::1'])
    assert.equal(isLoopback(host), true, host)
  for (const host of ['localhost.example.com', 'mylocalhost', '127.example.com', '128.0.0.1', '::2', '10.0.0.1'])
    assert.equal(isLoopback(host), false, host)
})
