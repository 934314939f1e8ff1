import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { packResults, unpackResults } from '../../../src/core/probes/thread-messages.ts'
import { CHECK_STATUSES, ERROR_TYPES, NO_TIMINGS, type StoredExtras } from '../../../src/core/results/verdict.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'
import { createSeenCertificate } from '../../support/targets/tls-site.ts'

const PASSED: CheckResult = {
  monitorKey: 7,
  kind: 'check',
  scheduledAt: 1_769_860_800_123,
  startedAt: 1_769_860_800_124,
  status: 'up',
  responseTimeMs: 12.345_678,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: { dnsMs: 0, connectMs: 1.5, tlsMs: null, firstByteMs: 10.25, downloadMs: 0.5 },
  remoteAddress: '2001:db8::7',
}

test('a packed and unpacked batch is identical, including nulls and zeros', () => {
  const nothing = { responseTimeMs: null, statusCode: null, timings: { ...NO_TIMINGS }, remoteAddress: null }
  const results = [
    PASSED,
    ...CHECK_STATUSES.map((status) => ({ ...PASSED, ...nothing, status })),
    ...ERROR_TYPES.map((errorType) => ({ ...PASSED, errorType, errorMessage: `"quoted" ${errorType}\n\u{1f525}` })),
    { ...PASSED, errorMessage: '', responseTimeMs: 0, monitorKey: 2 ** 40 },
  ]
  assert.deepEqual(unpackResults(packResults(results)), results)
})

test('optional parts stay with their results', () => {
  const ping = { kind: 'ping', packetLossPercent: 100, roundTrip: null } as const
  const dns = { kind: 'dns', answers: [{ recordType: 'A', values: ['192.0.2.7'] }] } satisfies StoredExtras
  const results: CheckResult[] = [
    PASSED,
    { ...PASSED, extras: ping },
    PASSED,
    { ...PASSED, extras: dns, certificate: createSeenCertificate() },
    { ...PASSED, certificate: createSeenCertificate(), response: createFailureResponse() },
  ]
  assert.deepEqual(unpackResults(packResults(results)), results)
  assert.equal(packResults([PASSED]).rare, '')
})

test('an empty batch stays empty', () => {
  assert.deepEqual(unpackResults(packResults([])), [])
})

test('a batch survives a structured clone', () => {
  assert.deepEqual(unpackResults(structuredClone(packResults([PASSED, PASSED]))), [PASSED, PASSED])
})
