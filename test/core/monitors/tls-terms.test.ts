import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MONITOR_TYPES, type SslMonitoring, toTlsTerms } from '../../../src/core/monitors/monitor.ts'

const watch = (over: Partial<SslMonitoring> = {}): SslMonitoring => ({
  enabled: true,
  checkExpiry: true,
  checkValidity: true,
  expiryWarningDays: [30],
  ignoreSelfSigned: false,
  ...over,
})

test('checks are unchanged without certificate monitoring, or when it is off', () => {
  for (const type of MONITOR_TYPES)
    for (const ssl of [null, watch({ enabled: false, ignoreSelfSigned: true })])
      assert.equal(toTlsTerms(type, ssl), undefined)
})

test('a TCP check performs a TLS handshake with certificate monitoring, and verifies when validity is monitored', () => {
  assert.deepEqual(toTlsTerms('TCP', watch()), { handshake: true, verify: true, acceptSelfSigned: false })
  const lenient = watch({ checkValidity: false, ignoreSelfSigned: true })
  assert.deepEqual(toTlsTerms('TCP', lenient), { handshake: true, verify: false, acceptSelfSigned: true })
})

test('other checks over TLS change only when self-signed certificates are accepted', () => {
  for (const type of ['HTTP', 'KEYWORD'] as const) {
    assert.equal(toTlsTerms(type, watch({ checkValidity: false })), undefined)
    assert.deepEqual(toTlsTerms(type, watch({ ignoreSelfSigned: true })), { acceptSelfSigned: true })
  }
  for (const type of ['DNS', 'ICMP', 'HEARTBEAT'] as const)
    assert.equal(toTlsTerms(type, watch({ ignoreSelfSigned: true })), undefined)
})
