import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { PROBERS } from '../../src/probers/index.ts'

const { HTTP, KEYWORD } = PROBERS
const DEFAULTS = Value.Default(HTTP.settings, {}) as Record<string, unknown>
const isGood = (settings: Record<string, unknown>): boolean => Value.Check(HTTP.settings, { ...DEFAULTS, ...settings })

test('empty settings get all defaults', () => {
  assert.deepEqual(DEFAULTS, {
    method: 'GET',
    headers: {},
    body: null,
    followRedirects: true,
    expectedStatus: null,
    slowThresholdMs: null,
    verifyTls: true,
    ipVersion: 'auto',
    readBody: 'auto',
  })
  assert.ok(isGood({}))
})

const BAD: Record<string, Record<string, unknown>> = {
  'an unsupported method': { method: 'TRACE' },
  'a header value that begins another line': { headers: { 'X-A': 'b\r\nX-C: d' } },
  'a header name that is no token': { headers: { 'X A': 'b' } },
  'a header name that begins another line': { headers: { 'X-A: b\r\nX-C': 'd' } },
  'more than 50 headers': { headers: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`X-${i}`, ''])) },
  'a body over 64 KiB': { body: 'x'.repeat(65_537) },
  'a status that cannot be': { expectedStatus: [99] },
  'no status at all': { expectedStatus: [] },
  'a threshold of nothing': { slowThresholdMs: 0 },
  'another version of IP': { ipVersion: '5' },
  'an unknown field': { followRedirect: true },
}

for (const [what, settings] of Object.entries(BAD)) {
  test(`${what} is refused`, () => assert.equal(isGood(settings), false))
}

test('settings at their bounds are accepted', () => {
  const headers = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`X-${i}`, 'é\tb']))
  const settings = {
    method: 'OPTIONS',
    headers,
    body: 'x'.repeat(65_536),
    expectedStatus: [100, 599],
    slowThresholdMs: 60_000,
  }
  assert.ok(isGood({ ...settings, ipVersion: '6' }))
})

for (const [target, ipVersion, refusal] of [
  ['http://[::1]/', '4', 'must be auto or 6: the target is an IPv6 address'],
  ['http://127.0.0.1:8080/', '6', 'must be auto or 4: the target is an IPv4 address'],
  ['http://127.0.0.1/', '4', undefined],
  ['http://[::1]/', '6', undefined],
  ['http://[::1]/', 'auto', undefined],
  ['http://example.com/', '6', undefined],
  ['nonsense', '6', undefined],
] as const)
  test(`${target} over IP version ${ipVersion} is ${refusal ? 'refused' : 'accepted'}`, () => {
    const egress = createEgressPolicy({ mode: 'any' })
    for (const { refuseSettings } of [HTTP, KEYWORD]) {
      const settings = { ...DEFAULTS, keywords: [], ipVersion } as never
      assert.equal(refuseSettings?.(settings, target, egress)?.message, refusal)
    }
  })

test('a keyword check has 1 to 20 keywords of at most 500 characters', () => {
  const isGoodKeyword = (keywords: unknown): boolean =>
    Value.Check(KEYWORD.settings, Value.Default(KEYWORD.settings, { keywords }))
  const rule = { text: 'x', shouldContain: true }
  assert.ok(isGoodKeyword([rule]))
  assert.ok(isGoodKeyword(Array(20).fill({ ...rule, text: 'x'.repeat(500) })))
  for (const bad of [
    undefined,
    [],
    Array(21).fill(rule),
    [{ ...rule, text: '' }],
    [{ ...rule, text: 'x'.repeat(501) }],
    [{ text: 'x' }],
  ]) {
    assert.ok(!isGoodKeyword(bad))
  }
})
