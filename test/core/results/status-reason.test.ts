import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeMonitorStatus } from '../../../src/core/monitors/monitor-change.ts'
import { judgeMonitor, type RegionVote } from '../../../src/core/results/state.ts'
import { parseStatusReason } from '../../../src/core/results/status-reason.ts'

/** Messages as the probers, the network code and the heartbeats write them. */
const MESSAGES: [message: string, kind: string, value: number | null][] = [
  ['status 503, expected 2xx', 'status_code', 503],
  ['status 404 after 2 redirects, expected 200 or 204', 'status_code', 404],
  ['answered in 2410 ms, slower than 1500 ms', 'slow_response', 2410],
  ['connect 192.0.2.7:443: no answer in 10000 ms', 'timeout', 10_000],
  ['read 192.0.2.7:443: no answer in 5000 ms (redirected to https://a.example)', 'timeout', 5_000],
  ['connect 192.0.2.7:443: ETIMEDOUT', 'timeout', null],
  ['connect 192.0.2.7:443: ECONNREFUSED', 'connection_refused', null],
  ['read [2001:db8::1]:443: ECONNRESET', 'connection_reset', null],
  ['connect 192.0.2.7:443: EHOSTUNREACH', 'host_unreachable', null],
  ['read 192.0.2.7:25: connection closed, no greeting', 'connection_closed', null],
  ['read 192.0.2.7:80: closed after 300 of 5000 bytes', 'connection_closed', null],
  ['read 192.0.2.7:80: not an HTTP/1.1 response', 'connection_error', null],
  ['connect 127.0.0.1:80: refused by the egress policy, a loopback address', 'connection_error', null],
  ['tls 192.0.2.7:443: certificate expired on 2026-01-31', 'certificate_expired', null],
  ['tls 192.0.2.7:443: authority "Old Authority" expired on 2026-01-31', 'certificate_expired', null],
  ['tls 192.0.2.7:443: certificate not valid before 2026-01-31', 'certificate_not_yet_valid', null],
  ['tls 192.0.2.7:443: certificate is for b.example, not for a.example', 'certificate_wrong_host', null],
  ['tls 192.0.2.7:443: self-signed certificate', 'certificate_untrusted', null],
  ['tls 192.0.2.7:443: certificate from an unknown authority, "Test CA"', 'certificate_untrusted', null],
  ['tls 192.0.2.7:443: alert: no application protocol', 'ssl_error', null],
  ['resolve shop.example at 192.0.2.53: NXDOMAIN', 'name_not_found', null],
  ['resolve shop.example: SERVFAIL', 'dns_error', null],
  ['resolve MX shop.example: the name has no MX record', 'dns_error', null],
  ['resolve MX zone.test: wanted exactly 20 mail.zone.test, got 10 mail.zone.test', 'dns_validation_error', null],
  ['ping 192.0.2.7: 3 of 3 packets lost, 100 %', 'packet_loss', 100],
  ['ping 192.0.2.7: 2 of 3 packets lost, 66.67 %, where 50 % are allowed', 'packet_loss', 66.67],
  [
    'ping 192.0.2.7: EHOSTUNREACH, host unreachable, reported by 192.0.2.1; 3 of 3 packets lost, 100 %',
    'host_unreachable',
    null,
  ],
  ['$.queue.depth is 180, expected less than 100', 'assertion', null],
  ['$.a is "x`, y" (2. of 3 values), expected "UP"; $.b is missing, expected to exist', 'assertion', null],
  ['$.a is missing, expected to exist', 'assertion', null],
  ['$.a cannot be read: the body is not JSON, it begins with "<html>: ECONNREFUSED"', 'assertion', null],
  ['header x-cache is "status 503", expected "HIT"', 'assertion', null],
  ['body is "maintenance", expected to contain "OK"', 'assertion', null],
  ['body size is 5 bytes, expected greater than 10', 'assertion', null],
  ['response time is 1230 ms, expected less than 1000', 'assertion', null],
  ['"welcome" not found in 1,204 characters', 'keyword_missing', null],
  ['"status 503" found but not allowed', 'keyword_missing', null],
  ['no ping arrived in time; expected every 60 s with a grace period of 60 s', 'ping_overdue', null],
  ['the run that started at 2026-01-31T12:00:00.000Z has not ended; expected every 60 s', 'run_overdue', null],
  ['the job reported exit status 3', 'exit_status', 3],
  ['the job reported exit status -1: disk full', 'exit_status', -1],
  ['the job reported a failure', 'job_failed', null],
  ['something new', 'other', null],
]

const vote = (errorMessage: string | null, counters: object = {}): RegionVote => ({
  region: 'eu-1',
  counters: { opinion: 'down', failures: 2, passes: 0, slow: 0, ...counters },
  freshUntil: 2,
  errorType: 'timeout',
  errorMessage,
})

describe('the reason of a confirmed failure', () => {
  for (const [message, kind, value] of MESSAGES)
    test(`"${message}" is of kind ${kind}`, () =>
      assert.deepEqual(parseStatusReason(judgeMonitor([vote(message)], 1).reason), { kind, value, message }))

  test('is its type when the check has no message', () => {
    const { reason } = judgeMonitor([vote(null)], 1)
    assert.deepEqual(parseStatusReason(reason), { kind: 'timeout', value: null, message: 'timeout' })
  })

  test('is the failure of the region that is down when other regions see it up', () => {
    const up = { ...vote(null, { opinion: 'up', failures: 0, passes: 3 }), region: 'us-1' }
    const { status, reason } = judgeMonitor([vote('connect 192.0.2.7:443: ECONNREFUSED'), up], 1)
    assert.equal(status, 'degraded')
    assert.equal(parseStatusReason(reason).kind, 'connection_refused')
  })

  test('is found before remarks about maintenance', () => {
    const { reason } = judgeMonitor([vote('status 500, expected `2xx`', { passes: 1 })], 1)
    assert.deepEqual(parseStatusReason(`${reason}; after maintenance`), {
      kind: 'status_code',
      value: 500,
      message: 'status 500, expected `2xx`',
    })
  })
})

test('each reason of a monitor without results has its own kind', () => {
  const kindOf = (text: string) => parseStatusReason(text).kind
  assert.equal(kindOf(judgeMonitor([], 1).reason), 'no_results')
  assert.equal(kindOf('unknown: no result arrived in time (in maintenance)'), 'no_results')
  assert.equal(kindOf('the monitor was created'), 'no_results_yet')
  const changeFrom = (status: 'active' | 'paused', to: 'active' | 'paused' | 'disabled') =>
    kindOf(
      changeMonitorStatus({ status, runtimeStatus: 'up', pausedUntil: null }, { status: to, pausedUntil: null })!.config
        .reason,
    )
  assert.equal(changeFrom('active', 'paused'), 'paused')
  assert.equal(changeFrom('active', 'disabled'), 'disabled')
  assert.equal(changeFrom('paused', 'active'), 'no_results_yet')
})
