import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DomainAnswer } from '../../../src/core/expiry/domain.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { changePlan } from '../../../src/services/accounts/organizations.ts'
import { claimDueDomains, saveDomainAnswer } from '../../../src/services/expiry/domains.ts'
import { evaluateExpiries, getNextExpiryDueAt } from '../../../src/services/expiry/expiries.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import {
  createRegisteredAnswer,
  createUnknownAnswer,
  createUnregisteredAnswer,
} from '../../support/factories/domains.ts'
import { createExpiryFixture } from '../../support/factories/expiries.ts'
import { MONDAY } from '../../support/time/clock.ts'

const until = (days: number, statuses = ['active']): DomainAnswer =>
  createRegisteredAnswer({ expiresAt: MONDAY + days * DAY_MS, statuses })

/** Opens a shop under example.com with target a. */
async function openShop(t: Cleanup, dialect: DialectName) {
  const desk = await createExpiryFixture(t, dialect)
  const { context, scope, db } = desk
  const target = await desk.listen('a')
  const create = (over: object = {}) =>
    desk.create({ sslMonitoring: undefined, domainMonitoring: {}, notificationTargetIds: [target], ...over })
  const monitor = await create()
  /** Saves an answer of the registry on a day, whether a lookup is due or not, and evaluates at once. */
  const say = async (day: number, answer: DomainAnswer) => {
    context.setTime(MONDAY + day * DAY_MS)
    await updateRows(db, 'domains', { next_check_at: context.now() })
    const claims = await claimDueDomains(context, { total: 100, perTld: 100, inFlight: new Map() })
    for (const claim of claims) await saveDomainAnswer(context, claim, answer)
    await desk.evaluateDue()
  }
  return {
    ...desk,
    create,
    monitor,
    say,
    change: (change: object) => updateMonitor(context, scope, monitor.id, () => change),
    words: async () => (await desk.listNotifications()).map((line) => line.replace(' The domain of "Shop"', '')),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: each threshold sends one alert, and an expired domain alerts when a registry confirms it`, async (t) => {
    const { say, evaluateOnDay, words, incidents, events, context } = await openShop(t, dialect)
    await say(0, until(40))
    assert.deepEqual([await words(), await getNextExpiryDueAt(context)], [[], MONDAY + 10 * DAY_MS])
    for (const day of [10, 11, 26, 33, 39]) await evaluateOnDay(day)
    const said = ['30 days', '14 days', '7 days', '1 day'].map((left) => `domain.expiring: expires in ${left}`)
    assert.deepEqual(await words(), said)
    await evaluateOnDay(40.1)
    assert.deepEqual(await words(), said, 'no lookup happened since: the domain may have been renewed on its last day')
    await say(40.2, createUnknownAnswer())
    assert.deepEqual(await words(), said)
    await say(40.3, until(40))
    assert.deepEqual(await words(), [...said, 'domain.expiring: has expired'])
    const [only, ...others] = await incidents()
    assert.deepEqual(
      [others, only?.type, only?.family, only?.severity, only?.errorMessage],
      [
        [],
        'dns_error',
        'domain',
        'major',
        'example.com is registered at Example Registrar until 2026-02-14 00:00:00 UTC',
      ],
    )
    assert.deepEqual((await events())[0]?.data.domain, {
      name: 'example.com',
      registrar: 'Example Registrar',
      expires_at: '2026-02-14T00:00:00.000Z',
      days_remaining: 30,
      warning_days: 30,
    })
  })

  test(`${dialect}: a renewal resolves the incident, and a failed lookup changes nothing`, async (t) => {
    const { say, words, incidents } = await openShop(t, dialect)
    await say(0, until(5))
    await say(1, createUnknownAnswer())
    await say(2, until(370))
    assert.deepEqual(await words(), ['domain.expiring: expires in 5 days', 'incident.resolved: expires in 5 days'])
    assert.equal((await incidents())[0]?.resolutionNote, 'example.com is registered until 2027-01-10 00:00:00 UTC')
    await say(345, until(370))
    assert.equal((await words()).at(-1), 'domain.expiring: expires in 25 days')
  })

  test(`${dialect}: a date that moves, but not far enough, sends another warning as it comes nearer`, async (t) => {
    const { say, evaluateOnDay, words, incidents } = await openShop(t, dialect)
    await say(0, until(5))
    await say(1, until(20))
    await evaluateOnDay(7)
    assert.deepEqual(await words(), ['domain.expiring: expires in 5 days', 'domain.expiring: expires in 13 days'])
    assert.equal((await incidents()).length, 1)
  })

  test(`${dialect}: a lapsed domain sends one alert for each of its states`, async (t) => {
    const { say, words, incidents } = await openShop(t, dialect)
    await say(0, until(300))
    await say(1, until(300, ['client hold']))
    await say(2, until(300, ['client hold', 'client transfer prohibited']))
    await say(3, until(-5, ['redemption period']))
    await say(4, until(-5, ['pending delete', 'redemption period']))
    await say(5, createUnregisteredAnswer())
    await say(6, createUnregisteredAnswer())
    assert.deepEqual(await words(), [
      'incident.opened: is on hold',
      'incident.updated: was deleted',
      'incident.updated: is scheduled for deletion',
      'incident.updated: is not registered',
    ])
    const [only, ...others] = await incidents()
    assert.deepEqual(
      [others, only?.severity, only?.errorMessage],
      [
        [],
        'major',
        'The registry has no domain example.com. example.com was registered at Example Registrar until 2025-12-31 00:00:00 UTC',
      ],
    )
    await say(7, until(372))
    assert.equal((await words()).at(-1), 'incident.resolved: is not registered')
  })

  test(`${dialect}: one answer that a domain is not registered sends no alert, a second answer does`, async (t) => {
    const { say, words } = await openShop(t, dialect)
    await say(0, until(300))
    await say(1, createUnregisteredAnswer())
    assert.deepEqual(await words(), [])
    await say(1 + 7 / 24, createUnregisteredAnswer())
    assert.deepEqual(await words(), ['incident.opened: is not registered'])
  })

  test(`${dialect}: an alert based on an old answer states its age`, async (t) => {
    const { say, evaluateOnDay, incidents } = await openShop(t, dialect)
    await say(0, until(40))
    await evaluateOnDay(10)
    assert.match((await incidents())[0]!.errorMessage, /Last confirmed on 2026-01-05 00:00:00 UTC$/)
  })

  test(`${dialect}: each monitor of a domain has an incident, and a target gets one notification`, async (t) => {
    const { create, say, words, incidents, context } = await openShop(t, dialect)
    for (const name of ['a', 'b', 'c']) await create({ name, target: `https://${name}.example.com/` })
    await say(0, until(5))
    await Promise.all([evaluateExpiries(context, 100), evaluateExpiries(context, 100)])
    await create({ name: 'd' })
    await evaluateExpiries(context, 100)
    assert.equal((await incidents()).length, 5)
    assert.deepEqual(await words(), ['domain.expiring: expires in 5 days'])
    await say(1, until(370))
    assert.deepEqual((await words()).slice(1), ['incident.resolved: expires in 5 days'])
    assert.ok((await incidents()).every(({ status }) => status === 'resolved'))
  })

  test(`${dialect}: another domain, disabled monitoring or a smaller plan resolves the incident`, async (t) => {
    const { context, scope, change, say, evaluateDue, words, incidents } = await openShop(t, dialect)
    await say(0, until(5))
    const notes = async () => (await incidents()).map(({ resolutionNote }) => resolutionNote)
    await change({ target: 'https://www.example.net/' })
    await evaluateDue()
    assert.deepEqual(await notes(), ['The monitor now watches the domain example.net'])
    context.setTime(MONDAY + HOUR_MS)
    await change({ target: 'https://www.example.com/' })
    await evaluateDue()
    await change({ domainMonitoring: { enabled: false } })
    await evaluateDue()
    assert.equal((await notes()).at(-1), 'The domain is no longer watched')
    context.setTime(MONDAY + 2 * HOUR_MS)
    await change({ domainMonitoring: { enabled: true } })
    await evaluateDue()
    await changePlan(context, scope.actor, 'alice', 'free')
    await evaluateDue()
    assert.equal((await notes()).at(-1), 'The plan does not include domain alerts')
    const pair = ['domain.expiring: expires in 5 days', 'incident.resolved: expires in 5 days']
    const [first, ...rest] = [pair, pair, pair].flat()
    assert.deepEqual(
      (await words()).map((line) => line.replace('4 days', '5 days')),
      [first, ...rest],
    )
  })
}
