/** Results that vary like real ones, since the size of stored results depends on it. */
import type { CheckResult } from '../../src/core/probes/protocol.ts'
import { createSeededRandom } from '../../test/support/factories/random.ts'

const random = createSeededRandom(1)

/** @param at Unix ms, on the monitor's grid */
export function createResult(monitorKey: number, at: number, fails = false): CheckResult {
  const connectMs = 1 + random() * 2
  const firstByteMs = 15 + random() * 10
  return {
    monitorKey,
    kind: 'check',
    scheduledAt: at,
    startedAt: at + Math.round(random() * 2),
    status: fails ? 'down' : 'up',
    responseTimeMs: connectMs + firstByteMs + 0.3,
    statusCode: fails ? 500 : 200,
    errorType: fails ? 'status_code' : null,
    errorMessage: fails ? 'status 500, expected 200-299' : null,
    timings: { dnsMs: 0, connectMs, tlsMs: null, firstByteMs, downloadMs: 0.3 },
    remoteAddress: '192.0.2.7',
  }
}
