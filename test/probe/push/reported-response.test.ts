import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { Assignment } from '../../../src/core/probes/protocol.ts'
import { NO_COUNTERS } from '../../../src/core/results/state.ts'
import { toDisturbedOutcome } from '../../../src/probe/push/outcomes.ts'
import type { CheckRequest } from '../../../src/probers/run-check.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'
import { makeAssignment, PASS, startRunner, TIMEOUT, WRONG_STATUS } from '../make.ts'
import { START } from '../movable-clock.ts'

/** A runner whose target answers as configured, with an error page that contains the time. */
async function startSite(t: TestContext) {
  const site = { says: 'out of order', checks: 0, outcome: null as null | typeof PASS }
  const runCheck = async () => {
    site.checks += 1
    return (
      site.outcome ?? {
        ...WRONG_STATUS,
        response: createFailureResponse({ body: `${site.says}, request ${site.checks}` }),
      }
    )
  }
  const world = await startRunner(t, [makeAssignment(1)], { runCheck })
  /** Lets time pass, and returns the responses reported in it. */
  const reportedIn = async (ms: number): Promise<(string | null)[]> => {
    const before = world.link.results.length
    await world.clock.pass(ms)
    await world.runner.flush()
    return world.link.results.slice(before).flatMap(({ response: sent }) => (sent ? [sent.body] : []))
  }
  return { ...world, site, toldIn: reportedIn }
}

test('a long outage reports its response once an hour', async (t) => {
  const { site, link, toldIn: reportedIn } = await startSite(t)
  assert.deepEqual(await reportedIn(HOUR_MS - MINUTE_MS), ['out of order, request 1'])
  assert.ok(link.results.length > 50)
  const hours = await reportedIn(10 * HOUR_MS)
  assert.ok(hours.length === 10 || hours.length === 9, `${hours.length} in ten hours`)
  assert.ok(site.checks > 600)
})

test('a changed response is reported at once, and so is the earlier one when it returns', async (t) => {
  const { site, toldIn: reportedIn } = await startSite(t)
  await reportedIn(5 * MINUTE_MS)
  site.says = 'moved out'
  assert.match((await reportedIn(MINUTE_MS)).join(), /^moved out, request \d+$/)
  site.says = 'out of order'
  assert.match((await reportedIn(5 * MINUTE_MS)).join(), /^out of order, request \d+$/)
})

test('the same response is reported again when the target passed in between', async (t) => {
  const { site, toldIn: reportedIn } = await startSite(t)
  await reportedIn(5 * MINUTE_MS)
  site.outcome = PASS
  assert.deepEqual(await reportedIn(5 * MINUTE_MS), [])
  site.outcome = null
  assert.equal((await reportedIn(5 * MINUTE_MS)).length, 1)
})

test('a failure without an answer, or trouble of the probe, does not reset the reported response', async (t) => {
  const { site, toldIn: reportedIn } = await startSite(t)
  await reportedIn(5 * MINUTE_MS)
  for (const outcome of [TIMEOUT, { ...PASS, status: 'inconclusive' as const }]) {
    site.outcome = outcome
    await reportedIn(5 * MINUTE_MS)
    site.outcome = null
    assert.deepEqual(await reportedIn(5 * MINUTE_MS), [])
  }
})

test('a new target starts without a reported response', async (t) => {
  const { link, toldIn: reportedIn } = await startSite(t)
  await reportedIn(5 * MINUTE_MS)
  link.assign(makeAssignment(1, { target: 'https://other.example.com/' }))
  assert.equal((await reportedIn(5 * MINUTE_MS)).length, 1)
})

test('a check on demand always includes the response, and a passing one resets the reported response', async (t) => {
  const { site, link, toldIn: reportedIn } = await startSite(t)
  await reportedIn(5 * MINUTE_MS)
  assert.match((await link.runNow(makeAssignment(1))).response?.body ?? '', /^out of order/)
  assert.deepEqual(await reportedIn(5 * MINUTE_MS), [])
  site.outcome = PASS
  assert.equal((await link.runNow(makeAssignment(1))).response, undefined)
  site.outcome = null
  assert.equal((await reportedIn(5 * MINUTE_MS)).length, 1)
})

test('a check disturbed by a clock jump has no response', () => {
  const outcome = toDisturbedOutcome({ ...WRONG_STATUS, response: createFailureResponse() })
  assert.deepEqual([outcome.status, outcome.response], ['inconclusive', undefined])
})

async function startGoodSite(t: TestContext, assignment: Assignment) {
  const site = { address: '192.0.2.1', known: [] as (number | null)[] }
  const runCheck = async ({ knownGood }: CheckRequest) => {
    site.known.push(knownGood?.length ?? null)
    const isNew = knownGood && !knownGood.some((key) => key.includes(` ${site.address} `))
    const response = createFailureResponse({ statusCode: 200 })
    return { ...PASS, statusCode: 200, remoteAddress: site.address, ...(isNew && { response }) }
  }
  const { clock, link, runner } = await startRunner(t, [assignment], { runCheck })
  const countReported = async (ms: number) => {
    const before = link.results.length
    await clock.pass(ms)
    await runner.flush()
    return link.results.slice(before).filter(({ response }) => response !== undefined).length
  }
  return { site, link, countReported }
}

test('a passing check reports its response once a day, and again when the address changes', async (t) => {
  const { site, link, countReported } = await startGoodSite(t, makeAssignment(1))
  assert.equal(await countReported(HOUR_MS), 1)
  site.address = '192.0.2.2'
  assert.equal(await countReported(HOUR_MS), 1)
  assert.equal(site.known.at(-1), 2)
  assert.equal(await countReported(24 * HOUR_MS), 1)
  assert.equal((await link.runNow(makeAssignment(1))).response, undefined)
})

/** Key of a monitor whose day ends at midnight UTC, twelve hours after the start of the clock. */
const ENDS_AT_MIDNIGHT = 1_000

test('a probe that starts again reports the response of a monitor that was up at the end of its day, or after a change', async (t) => {
  const wasUp = { counters: { ...NO_COUNTERS, opinion: 'up' as const }, checkedAt: START - MINUTE_MS }
  const { site, countReported } = await startGoodSite(t, makeAssignment(ENDS_AT_MIDNIGHT, wasUp))
  assert.equal(await countReported(11 * HOUR_MS), 0)
  assert.equal(site.known.at(-1), 1)
  site.address = '192.0.2.2'
  assert.equal(await countReported(HOUR_MS / 2), 1)
  assert.equal(await countReported(HOUR_MS), 1)
})

test('a probe that starts again reports the response of a monitor that was down or whose day has ended', async (t) => {
  const isDown = { counters: { ...NO_COUNTERS, opinion: 'down' as const }, checkedAt: START - MINUTE_MS }
  const hasEnded = { counters: { ...NO_COUNTERS, opinion: 'up' as const }, checkedAt: START - 13 * HOUR_MS }
  for (const before of [isDown, hasEnded]) {
    const { countReported } = await startGoodSite(t, makeAssignment(ENDS_AT_MIDNIGHT, before))
    assert.equal(await countReported(HOUR_MS), 1)
  }
})
