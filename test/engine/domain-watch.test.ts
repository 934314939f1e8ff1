import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DomainAnswer } from '../../src/core/expiry/domain.ts'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { startDomainWatch } from '../../src/engine/domain-watch.ts'
import type { DomainLookup } from '../../src/registries/index.ts'
import { createMonitor } from '../../src/services/monitors/monitor-creation.ts'
import { findDomain } from '../../src/store/expiry/domains.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { insertMonitors } from '../support/database/rows.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { countRows, readRows } from '../support/database/tables.ts'
import { createRegisteredAnswer, createUnknownAnswer } from '../support/factories/domains.ts'
import { createMonitorDraft, createMonitorFixture } from '../support/factories/monitors.ts'
import { MONDAY } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

/** A registry that answers when the test lets it. */
function makeRegistry() {
  const asked: string[] = []
  const waiting = new Map<string, (answer: DomainAnswer) => void>()
  let isClosed = false
  const lookup: DomainLookup = {
    lookUp: (domain) => {
      assert.ok(!isClosed, 'lookup after the stop')
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
  const readDomain = (domain: string) => findDomain(context.store.db, domain)
  /** Starts a watch whose stop does not wait: claims of pending lookups are released at once. */
  const start = (lookup: DomainLookup, patience = () => Promise.resolve()) =>
    startDomainWatch({ context, lookup, log, batchIntervalMs: 5, waitForStop: patience })
  return { context, watch, start, known: readDomain, errors }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: due domains are looked up and the answers are stored`, async (t) => {
    const { start, known: readDomain, context, watch, errors } = await openWatch(t, dialect, ['example.com'])
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.asked.length === 1, 'the lookup')
    registry.answerAll()
    await waitUntil(async () => (await readDomain('example.com'))?.isRegistered, 'the answer')
    await watch('example.net')
    loop.wake()
    await waitUntil(() => registry.asked.length === 2, 'the next lookup')
    registry.answerAll()
    await waitUntil(async () => (await readDomain('example.net'))?.isRegistered, 'the next answer')
    context.setTime(MONDAY + 2 * DAY_MS)
    loop.wake()
    await waitUntil(() => registry.waiting.size === 2, 'the lookups of the next day')
    registry.answerAll()
    await waitUntil(async () => (await readDomain('example.com'))?.checkedAt === MONDAY + 2 * DAY_MS, 'the next day')
    await loop.stop()
    assert.deepEqual([registry.isClosed(), errors], [true, []])
  })

  test(`${dialect}: at most four lookups per registry run at a time, and a slow one delays no other`, async (t) => {
    const domains = Array.from({ length: 9 }, (_, index) => `site-${index}.com`)
    const { start, known: readDomain } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 4, 'the first lookups')
    const slow = registry.asked[0]!
    let maxInFlight = 0
    await waitUntil(() => {
      maxInFlight = Math.max(maxInFlight, registry.waiting.size)
      for (const domain of registry.waiting.keys()) if (domain !== slow) registry.answer(domain)
      return registry.asked.length === 9 && registry.waiting.size === 1
    }, 'all other lookups')
    assert.equal(maxInFlight, 4)
    registry.answer(slow)
    await waitUntil(async () => (await readDomain(slow))?.isRegistered, 'the slow one')
    await loop.stop()
  })

  test(`${dialect}: a registry that does not answer delays no other registry`, async (t) => {
    const domains = Array.from({ length: 6 }, (_, index) => `site-${index}.com`)
    const { start, known: readDomain, watch } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 4, 'the first lookups')
    await watch('example.net')
    loop.wake()
    await waitUntil(() => registry.waiting.has('example.net'), 'the other lookup')
    registry.answer('example.net')
    await waitUntil(async () => (await readDomain('example.net'))?.isRegistered, 'the other answer')
    assert.equal(registry.waiting.size, 4)
    await loop.stop()
  })

  test(`${dialect}: at most sixteen lookups run at a time across registries`, async (t) => {
    const tlds = ['com', 'net', 'org', 'info', 'io', 'dev']
    const domains = tlds.flatMap((tld) => ['a', 'b', 'c', 'd'].map((label) => `${label}.${tld}`))
    const { start, context } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 16, 'the first lookups')
    const claimed = (await readRows(context.store.db, 'domains')).filter((domain) => domain.claimed_until !== null)
    assert.deepEqual([claimed.length, registry.asked.length], [16, 16])
    registry.answerAll()
    await waitUntil(() => registry.waiting.size === 8, 'the others')
    await loop.stop()
  })

  test(`${dialect}: two servers never look up the same domain`, async (t) => {
    const domains = Array.from({ length: 40 }, (_, index) => `site-${index}.com`)
    const { start, known: readDomain, errors } = await openWatch(t, dialect, domains)
    const registries = [makeRegistry(), makeRegistry(), makeRegistry()]
    const loops = registries.map(({ lookup }) => start(lookup))
    await waitUntil(() => {
      for (const registry of registries) registry.answerAll()
      return registries.flatMap(({ asked }) => asked).length >= 40
    }, 'all lookups')
    await waitUntil(async () => {
      for (const registry of registries) registry.answerAll()
      const answers = await Promise.all(domains.map(readDomain))
      return answers.every((domain) => domain?.isRegistered)
    }, 'all answers')
    await Promise.all(loops.map((loop) => loop.stop()))
    assert.deepEqual(registries.flatMap(({ asked }) => asked).sort(), domains.toSorted())
    assert.deepEqual(errors, [])
  })

  test(`${dialect}: a stop keeps received answers and releases the other claims`, async (t) => {
    const domains = ['answered.com', 'broken.com', 'silent.com']
    const { start, known: readDomain, errors, context } = await openWatch(t, dialect, domains)
    const registry = makeRegistry()
    const patience = Promise.withResolvers<void>()
    const loop = start(registry.lookup, () => patience.promise)
    await waitUntil(() => registry.waiting.size === 3, 'the lookups')
    const stopped = loop.stop()
    await waitUntil(registry.isClosed, 'the end')
    registry.answer('answered.com')
    registry.answer('broken.com', createUnknownAnswer())
    await waitUntil(async () => (await readDomain('answered.com'))?.isRegistered, 'the answer')
    await waitUntil(
      async () => (await readDomain('broken.com'))?.claimedUntil === null,
      'the release of the aborted lookup',
    )
    patience.resolve()
    await stopped
    const { transact } = context.store
    context.store.transact = () => assert.fail('written after the end')
    registry.answer('silent.com')
    await new Promise(setImmediate)
    context.store.transact = transact
    assert.equal((await readDomain('answered.com'))?.isRegistered, true)
    for (const name of ['broken.com', 'silent.com']) {
      const domain = await readDomain(name)
      assert.deepEqual([domain?.checkedAt, domain?.failures], [null, 0])
      assert.deepEqual([domain?.claimedUntil, domain?.nextCheckAt], [null, MONDAY])
    }
    const next = makeRegistry()
    const again = start(next.lookup)
    await waitUntil(() => next.waiting.size === 2, 'the remaining lookups')
    await again.stop()
    assert.deepEqual(errors, [])
  })

  test(`${dialect}: an answer that cannot be stored is logged, and the lookup is repeated when its claim expires`, async (t) => {
    const { start, known: readDomain, context, errors } = await openWatch(t, dialect, ['example.com'])
    const registry = makeRegistry()
    let isAway = false
    const { transact } = context.store
    context.store.transact = (work) => (isAway ? Promise.reject(new Error('the database is away')) : transact(work))
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 1, 'the lookup')
    isAway = true
    registry.answerAll()
    await waitUntil(() => errors.length > 0, 'the failure')
    isAway = false
    assert.match(errors[0]!, /^domain lookup failed/)
    context.setTime(MONDAY + 5 * 60_000)
    loop.wake()
    await waitUntil(() => registry.waiting.size === 1, 'the repeated lookup')
    registry.answerAll()
    await waitUntil(async () => (await readDomain('example.com'))?.isRegistered, 'the answer')
    await loop.stop()
  })

  test(`${dialect}: a start first walks over all monitors, a page at a time`, async (t) => {
    const { start, context, errors } = await openWatch(t, dialect, [])
    const { store } = context
    await insertMonitors(store, 2_100, { target: 'https://example.com/', domain_monitoring: '{"enabled":true}' })
    const registry = makeRegistry()
    const loop = start(registry.lookup)
    await waitUntil(() => registry.waiting.size === 1, 'the lookup')
    await waitUntil(async () => (await countRows(store.db, 'domain_watches')) === 2_100, 'the end of the walk')
    await loop.stop()
    assert.deepEqual([registry.asked, errors], [['example.com'], []])
  })
}
