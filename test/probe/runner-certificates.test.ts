import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import type { Assignment } from '../../src/core/probes/protocol.ts'
import { hashSeenCertificate, type SeenCertificate } from '../../src/core/results/certificate.ts'
import type { CheckRequest, ProberOutcome } from '../../src/probers/run-check.ts'
import { createSeenCertificate } from '../support/targets/tls-site.ts'
import { makeAssignment, PASS, startRunner } from './make.ts'

const RENEWED = createSeenCertificate({ fingerprint256: Array(32).fill('B2').join(':') })

/** A runner whose targets all present the same certificate, and report it like probers. */
async function startSite(t: TestContext, ...assignments: Assignment[]) {
  const site = { shows: createSeenCertificate(), checks: 0 }
  const runCheck = async ({ certificateHash = null }: CheckRequest): Promise<ProberOutcome> => {
    site.checks += 1
    const isKnown = hashSeenCertificate(site.shows) === certificateHash
    return isKnown ? PASS : { ...PASS, certificate: site.shows }
  }
  const world = await startRunner(t, assignments, { runCheck })
  /** Lets time pass, and returns the certificates reported in it. */
  const reportedIn = async (ms: number): Promise<SeenCertificate[]> => {
    const before = world.link.results.length
    await world.clock.pass(ms)
    await world.runner.flush()
    return world.link.results.slice(before).flatMap(({ certificate }) => certificate ?? [])
  }
  return { ...world, site, toldIn: reportedIn }
}

test('a certificate is reported with the first result, and then only when it changes', async (t) => {
  const { site, toldIn: reportedIn } = await startSite(t, makeAssignment(1))
  assert.deepEqual(await reportedIn(MINUTE_MS), [site.shows])
  assert.deepEqual(await reportedIn(10 * MINUTE_MS), [])
  assert.equal(site.checks, 11)
  site.shows = RENEWED
  assert.deepEqual(await reportedIn(10 * MINUTE_MS), [RENEWED])
})

test('TLS requirements of a certificate watch are part of every check, also on demand', async (t) => {
  const asked: CheckRequest['tls'][] = []
  const runCheck = async ({ tls }: CheckRequest): Promise<ProberOutcome> => {
    asked.push(tls)
    return PASS
  }
  const terms = { acceptSelfSigned: true }
  const { clock, link } = await startRunner(t, [makeAssignment(1), makeAssignment(2, { tls: terms })], { runCheck })
  await clock.pass(MINUTE_MS)
  assert.deepEqual(new Set(asked), new Set([undefined, terms]))
  await link.runNow(makeAssignment(9, { tls: { handshake: true } }))
  assert.deepEqual(asked.at(-1), { handshake: true })
  link.assign(makeAssignment(2))
  asked.length = 0
  await clock.pass(MINUTE_MS)
  assert.deepEqual(new Set(asked), new Set([undefined]))
})

test('an unchanged certificate is reported once a day', async (t) => {
  const { site, toldIn: reportedIn } = await startSite(t, makeAssignment(499, { intervalSeconds: 3_600 }))
  assert.equal((await reportedIn(HOUR_MS)).length, 1)
  assert.deepEqual(await reportedIn(11 * HOUR_MS), [])
  assert.deepEqual(await reportedIn(12 * HOUR_MS), [site.shows])
  const { length } = await reportedIn(10 * DAY_MS)
  assert.ok(length >= 10 && length <= 20, `${length} times in ten days`)
})

test('a certificate is reported at once for a new target, but not for a new interval', async (t) => {
  const { site, link, toldIn: reportedIn } = await startSite(t, makeAssignment(1))
  await reportedIn(MINUTE_MS)
  link.assign(makeAssignment(1, { intervalSeconds: 120 }))
  assert.deepEqual(await reportedIn(10 * MINUTE_MS), [])
  link.assign(makeAssignment(1, { intervalSeconds: 120, target: 'https://other.example.com/' }))
  assert.deepEqual(await reportedIn(1_000), [site.shows])
})

test('a check on demand always reports the certificate, and other checks continue as before', async (t) => {
  const { site, link, toldIn: reportedIn } = await startSite(t, makeAssignment(1))
  await reportedIn(MINUTE_MS)
  const { certificate } = await link.runNow(makeAssignment(1))
  assert.deepEqual(certificate, site.shows)
  assert.deepEqual(await reportedIn(10 * MINUTE_MS), [])
})
