import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { type Layout, renderStep, renderVerdict } from '../../../src/cli/check/report.ts'
import type { RecordedStep } from '../../../src/core/results/trace-step.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import type { ProberOutcome } from '../../../src/probers/run-check.ts'
import { createSeenCertificate } from '../../support/targets/tls-site.ts'

const PLAIN: Layout = { width: 80, hasColours: false }
const COLOURED: Layout = { width: 80, hasColours: true }

const outcome = (over: Partial<ProberOutcome>): ProberOutcome => ({
  status: 'up',
  responseTimeMs: 12.34,
  statusCode: null,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: null,
  ...over,
})

const NOW = Date.UTC(2026, 0, 3)

const handshake: RecordedStep = {
  atMs: 0,
  step: {
    kind: 'tls',
    serverName: 'www.example.com',
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    keyExchange: 'X25519',
    alpn: null,
    certificate: createSeenCertificate({
      validFrom: Date.UTC(2025, 11, 1),
      validTo: Date.UTC(2026, 0, 1),
      errors: [{ code: 'CERT_HAS_EXPIRED', message: 'expired on 2026-01-01' }],
    }),
    isVerified: true,
    error: null,
    ms: 35.21,
  },
}

test('a step is shown in columns, and an expired certificate in plain words', () => {
  assert.equal(
    renderStep(handshake, NOW, PLAIN),
    `   35.2 ms  tls       TLSv1.3, TLS_AES_256_GCM_SHA384, X25519
                      server name www.example.com
                      CN=www.example.com
                      expired on 2026-01-01
                      2025-12-01 to 2026-01-01, expired 2 days ago
                      for www.example.com
                      by C=US, O=Some Authority, CN=R1
                      SHA-256 A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A1:A…`,
  )
})

test('a colored report has the same text', () => {
  const coloured = renderStep(handshake, NOW, COLOURED)
  assert.ok(coloured.includes('\x1b[31mexpired on 2026-01-01\x1b[0m'))
  assert.equal(stripVTControlCharacters(coloured), renderStep(handshake, NOW, PLAIN))
})

test('a long reason is wrapped and never cut', () => {
  const errorMessage = `${'word '.repeat(40)}end`
  const text = renderVerdict(outcome({ status: 'down', errorType: 'timeout', errorMessage }), PLAIN)
  assert.equal(text.replace(/\s+/g, ' '), ` 12.3 ms DOWN timeout: ${errorMessage}`)
  for (const line of text.split('\n')) assert.ok(line.length <= 80)
})

test('a local problem is reported as an unknown state of the target', () => {
  const text = renderVerdict(outcome({ status: 'inconclusive', responseTimeMs: null, errorMessage: 'no route' }), PLAIN)
  assert.equal(
    text,
    `            UNKNOWN   no route
                      a local problem, so the state of the target is unknown`,
  )
})
