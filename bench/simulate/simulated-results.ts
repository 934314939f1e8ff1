/** Generated outcomes of checks, equal in every run: most pass, some fail once, a few targets go down for minutes. */

import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../src/core/probes/protocol.ts'

/** One in this number of targets goes down per half hour, which is once a week for each target. */
const OUTAGE_ONE_IN = 336
const OUTAGE_EVERY_MS = 30 * MINUTE_MS
const SHORTEST_OUTAGE_MS = MINUTE_MS
const LONGEST_OUTAGE_MS = 9 * MINUTE_MS

/** One in this number of checks fails on its own. */
const BLIP_ONE_IN = 2_000

const LONGEST_RESPONSE_MS = 300

/** Returns 32 pseudo-random bits. Source: the finalizer of MurmurHash3 */
export function hashPair(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function isInOutage(key: number, at: number): boolean {
  const span = Math.floor(at / OUTAGE_EVERY_MS)
  const hash = hashPair(key, span)
  if (hash % OUTAGE_ONE_IN !== 0) return false
  const length = SHORTEST_OUTAGE_MS + (hashPair(key, span + 1) % (LONGEST_OUTAGE_MS - SHORTEST_OUTAGE_MS))
  const begins = span * OUTAGE_EVERY_MS + (hashPair(span, key) % (OUTAGE_EVERY_MS - length))
  return at >= begins && at < begins + length
}

const isBlip = (key: number, at: number): boolean => hashPair(key, Math.floor(at / 1_000)) % BLIP_ONE_IN === 0

/** @param dueAt Unix ms */
export function createSimulatedResult(monitorKey: number, dueAt: number): CheckResult {
  const fails = isInOutage(monitorKey, dueAt) || isBlip(monitorKey, dueAt)
  const hash = hashPair(monitorKey, dueAt)
  const responseTimeMs = 40 + (hash % (LONGEST_RESPONSE_MS - 40)) + (hash % 97) / 97
  const firstByteMs = responseTimeMs - 30.5
  return {
    monitorKey,
    kind: 'check',
    scheduledAt: dueAt,
    startedAt: dueAt + (hash & 3),
    status: fails ? 'down' : 'up',
    responseTimeMs,
    statusCode: fails ? 503 : 200,
    errorType: fails ? 'status_code' : null,
    errorMessage: fails ? 'status 503, expected 200-299' : null,
    timings: { dnsMs: 1.2, connectMs: 9.3, tlsMs: 18.7, firstByteMs, downloadMs: 1.3 },
    remoteAddress: `192.0.2.${monitorKey % 250}`,
  }
}
