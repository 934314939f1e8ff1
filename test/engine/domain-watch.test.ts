import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DomainAnswer } from '../../src/core/expiry/domain.ts'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { startDomainWatch } from '../../src/engine/domain-watch.ts'
import type { DomainLookup } from '../../src/registries/index.ts'
import { createMonitor } from '../../src/services/monitors/monitors.ts'
import { findDomain } from '../../src/store/expiry/domains.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { insertMonitors } from '../support/database/rows.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { countRows, readRows } from '../support/database/tables.ts'
import { createRegisteredAnswer, createUnknownAnswer } from '../support/factories/domains.ts'
import { createMonitorDraft, createMonitorFixture } from '../support/factories/monitors.ts'
import { MONDAY } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

/** A registry that answers when it is told to. */
function makeRegistry() {
  const asked: string[] = []
  const waiting = new Map<string, (answer: DomainAnswer) => void>()
  let isClosed = false
  const lookup: DomainLookup = {
    lookUp: (domain) => {
      assert.ok(!isClosed, 'asked after the end')
      asked.push(domain)
      const { promise, resolve } = Promise.withResolvers<DomainAnswer>()
      waiting.set(domain, resolve)
      return promise
    },
    close: () => {
      isClosed = true
    },
  }
  const answer = (domain: string, with_: DomainAnswer = createRegisteredAnswer()): void => {
    waiting.get(domain)?.(with_)
    waiting.delete(domain)
  }
  const answerAll = (): void => {
    for (const domain of [...waiting.keys()]) answer(domain)
  }
  return { lookup, asked, waiting, answer, answerAll, isClosed: () => isClosed }
}

async function openWatch(t: Cleanup, dialect: DialectName, domains: readonly string[]) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const watch = (domain: string) =>
    createMonitor(context, scope, createMonitorDraft({ target: `https://www.${domain}/`, domainMonitoring: {} }))
  for (const domain of domains) await watch(domain)
  const errors: string[] = []
  const log = { error: (_: object, message: string) => void errors.push(message) }
  const known = (domain: string) => findDomain(context.store.db, domain)
  /** Without patience: what has not been answered by its end is given back at once. */
  const start = (lookup: DomainLookup, patience = () => Promise.resolve()) =>
    startDomainWatch({ context, lookup, log, batchIntervalMs: 5, waitForStop: patience })
  return { context, watch, start, known, errors }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: what is due is asked for, and what is answered is known`, async (t) => {
    const { start, known, context, watch, errors } = await openWatch(t, dialect, ['example.com'])
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.asked.length === 1, 'the question')
    registry.answerAll()
    await waitUntil(async () => (await known('example.com'))?.isRegistered, 'the answer')
    await watch('example.net')
    loop.wake()
    await waitUntil(() => registry.asked.length === 2, 'the next question')
    registry.answerAll()
    await waitUntil(async () => (await known('example.net'))?.isRegistered, 'the next answer')
    context.setTime(MONDAY + 2 * DAY_MS)
    loop.wake()
    await waitUntil(() => registry.waiting.size === 2, 'the questions of the next day')
    registry.answerAll()
    await waitUntil(async () => (await known('example.com'))?.checkedAt === MONDAY + 2 * DAY_MS, 'the next day')
    await loop.stop()
    assert.deepEqual([registry.isClosed(), errors], [true, []])
  })

  test(`${dialect}: four of a registry are asked about at a time, and one that is slow holds up nobody else`, async (t) => {
    const domains = Array.from({ length: 9 }, (_, index) => `site-${index}.com`)
    const { start, known } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 4, 'the first questions')
    const slow = registry.asked[0]!
    let most = 0
    await waitUntil(() => {
      most = Math.max(most, registry.waiting.size)
      for (const domain of registry.waiting.keys()) if (domain !== slow) registry.answer(domain)
      return registry.asked.length === 9 && registry.waiting.size === 1
    }, 'all others')
    assert.equal(most, 4)
    registry.answer(slow)
    await waitUntil(async () => (await known(slow))?.isRegistered, 'the slow one')
    await loop.stop()
  })

  test(`${dialect}: a registry that does not answer holds up no other one`, async (t) => {
    const domains = Array.from({ length: 6 }, (_, index) => `site-${index}.com`)
    const { start, known, watch } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 4, 'the first questions')
    await watch('example.net')
    loop.wake()
    await waitUntil(() => registry.waiting.has('example.net'), 'the other question')
    registry.answer('example.net')
    await waitUntil(async () => (await known('example.net'))?.isRegistered, 'the other answer')
    assert.equal(registry.waiting.size, 4)
    await loop.stop()
  })

  test(`${dialect}: sixteen are asked about at a time, whatever they lie under`, async (t) => {
    const tlds = ['com', 'net', 'org', 'info', 'io', 'dev']
    const domains = tlds.flatMap((tld) => ['a', 'b', 'c', 'd'].map((label) => `${label}.${tld}`))
    const { start, context } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 16, 'the first questions')
    const claimed = (await readRows(context.store.db, 'domains')).filter((domain) => domain.claimed_until !== null)
    assert.deepEqual([claimed.length, registry.asked.length], [16, 16])
    registry.answerAll()
    await waitUntil(() => registry.waiting.size === 8, 'the others')
    await loop.stop()
  })

  test(`${dialect}: two servers never ask about the same domain`, async (t) => {
    const domains = Array.from({ length: 40 }, (_, index) => `site-${index}.com`)
    const { start, known, errors } = await openWatch(t, dialect, domains)
    const registries = [makeRegistry(), makeRegistry(), makeRegistry()]
    const loops = registries.map(({ lookup }) => start(lookup))
    await waitUntil(() => {
      for (const registry of registries) registry.answerAll()
      return registries.flatMap(({ asked }) => asked).length >= 40
    }, 'all questions')
    await waitUntil(async () => {
      for (const registry of registries) registry.answerAll()
      const answers = await Promise.all(domains.map(known))
      return answers.every((domain) => domain?.isRegistered)
    }, 'all answers')
    await Promise.all(loops.map((loop) => loop.stop()))
    assert.deepEqual(registries.flatMap(({ asked }) => asked).sort(), domains.toSorted())
    assert.deepEqual(errors, [])
  })

  test(`${dialect}: a stop keeps what was answered and gives back what was not`, async (t) => {
    const domains = ['answered.com', 'broken.com', 'silent.com']
    const { start, known, errors, context } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const patience = Promise.withResolvers<void>()
    const loop = start(registry.lookup, () => patience.promise)
    await waitUntil(() => registry.waiting.size === 3, 'the questions')
    const stopped = loop.stop()
    await waitUntil(registry.isClosed, 'the end')
    registry.answer('answered.com')
    registry.answer('broken.com', createUnknownAnswer())
    await waitUntil(async () => (await known('answered.com'))?.isRegistered, 'the answer')
    await waitUntil(async () => (await known('broken.com'))?.claimedUntil === null, 'what was broken off')
    patience.resolve()
    await stopped
    const { transact } = context.store
    context.store.transact = () => assert.fail('written after the end')
    registry.answer('silent.com')
    await new Promise(setImmediate)
    context.store.transact = transact
    assert.equal((await known('answered.com'))?.isRegistered, true)
    for (const name of ['broken.com', 'silent.com']) {
      const domain = await known(name)
      assert.deepEqual([domain?.checkedAt, domain?.failures], [null, 0])
      assert.deepEqual([domain?.claimedUntil, domain?.nextCheckAt], [null, MONDAY])
    }
    const next = makeRegistry()
    const again = start(next.lookup)
    await waitUntil(() => next.waiting.size === 2, 'what was left')
    await again.stop()
    assert.deepEqual(errors, [])
  })

  test(`${dialect}: a look that cannot be written is told of, and repeated when its lease is over`, async (t) => {
    const { start, known, context, errors } = await openWatch(t, dialect, ['example.com'])
    const registry = makeRegistry()
    let isAway = false
    const { transact } = context.store
    context.store.transact = (work) => (isAway ? Promise.reject(new Error('the database is away')) : transact(work))
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 1, 'the question')
    isAway = true
    registry.answerAll()
    await waitUntil(() => errors.length > 0, 'the failure')
    isAway = false
    assert.match(errors[0]!, /^domain lookup failed/)
    context.setTime(MONDAY + 5 * 60_000)
    loop.wake()
    await waitUntil(() => registry.waiting.size === 1, 'the question, again')
    registry.answerAll()
    await waitUntil(async () => (await known('example.com'))?.isRegistered, 'the answer')
    await loop.stop()
  })

  test(`${dialect}: a start begins with a look at all monitors, a page at a time`, async (t) => {
    const { start, context, errors } = await openWatch(t, dialect, [])
    const { store } = context
    await insertMonitors(store, 2_100, { target: 'https://example.com/', domain_monitoring: '{"enabled":true}' })
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 1, 'the question')
    await waitUntil(async () => (await countRows(store.db, 'domain_watches')) === 2_100, 'the end of the walk')
    await loop.stop()
    assert.deepEqual([registry.asked, errors], [['example.com'], []])
  })
}
