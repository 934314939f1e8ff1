import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { stopFlapping } from '../../../src/services/evaluation/stop-flapping.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import {
  acknowledgeIncident,
  addIncidentNote,
  changeIncidentStatus,
  editIncident,
  removeIncident,
  reportIncident,
} from '../../../src/services/incidents/incident-actions.ts'
import {
  endIncidentSilence,
  endSilences,
  silenceIncident,
  silenceMonitors,
} from '../../../src/services/incidents/silences.ts'
import { removeMonitor } from '../../../src/services/monitors/monitors.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import {
  createDependencySite,
  createDyingContext,
  type DependencySite,
  reviewSilences,
  SCOPE,
  T0,
} from '../../support/factories/dependency-site.ts'

type Site = DependencySite<'shop'>
type Pair = DependencySite<'shop' | 'router'>

const SHOP = ['alice-shop-0']
const ENDS_AT = T0 + HOUR_MS
const DELAYED = 'Alert delayed: alerts were silenced by Alice'
const NEVER_SENT = 'No alert was sent: alerts were silenced by Alice'
const SILENCED = 'Alerts silenced by Alice until 2026-01-31 01:00:00 UTC'

const silence = (context: Context, ids: readonly string[] = SHOP, until = ENDS_AT) =>
  silenceMonitors(context, SCOPE, ids, { until, note: null })

const makeSite = async (t: Cleanup, dialect: DialectName): Promise<Site> => {
  const site = await createDependencySite(t, dialect, 'shop')
  await updateRows(site.context.store.db, 'users', { name: 'Alice' }, { id: 'alice' })
  return site
}

/** Advances to the end of the silence and runs the loop once. */
async function passSilence({ context }: Pick<Site, 'context'>, at = ENDS_AT): Promise<number | null> {
  context.setTime(at)
  return reviewSilences(context)
}

/** Checks a monitor a moment later. */
async function checkLater(site: Site | Pair, found: 'up' | 'down'): Promise<void> {
  site.advance(MINUTE_MS)
  await (site as Site).check({ shop: found })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an incident that opens during a silence and stays open alerts once, at the end`, async (t) => {
    const site = await makeSite(t, dialect)
    await silence(site.context)
    await checkLater(site, 'down')
    assert.deepEqual(await site.listNotifications(), [])
    await reviewSilences(site.context)
    assert.deepEqual(await site.listNotifications(), [], 'a review during the silence sends nothing')
    assert.equal(await passSilence(site), null, 'nothing is silenced any more')
    await reviewSilences(site.context)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', 'Silence ended', DELAYED])
    await checkLater(site, 'up')
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
  })

  test(`${dialect}: an incident that alerted before a silence and resolves in it sends its resolution at the end`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await silence(site.context)
    await checkLater(site, 'up')
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', SILENCED, 'resolved'])
  })

  test(`${dialect}: an incident that opens and resolves during a silence sends nothing, and its timeline states it`, async (t) => {
    const site = await makeSite(t, dialect)
    await silence(site.context)
    await checkLater(site, 'down')
    await checkLater(site, 'up')
    assert.deepEqual(await site.listIncidentUpdates('shop'), ['created', 'resolved', NEVER_SENT])
    await checkLater(site, 'down')
    await checkLater(site, 'up')
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), [])
    assert.deepEqual(await readRows(site.context.store.db, 'incident_holds', { reason: 'silenced' }), [])
  })

  test(`${dialect}: a silence that ends early or is extended moves the alert`, async (t) => {
    const site = await makeSite(t, dialect)
    await silence(site.context)
    await checkLater(site, 'down')
    await silence(site.context, SHOP, ENDS_AT + HOUR_MS)
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), [], 'extended')
    const [row] = await readRows(site.context.store.db, 'silences')
    assert.deepEqual([row!.since, row!.ends_at], [T0, ENDS_AT + HOUR_MS], 'the start stays')
    await endSilences(site.context, SCOPE, SHOP)
    await reviewSilences(site.context)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    assert.deepEqual((await site.listIncidentUpdates('shop')).slice(-2), ['Silence ended by Alice', DELAYED])
    await endSilences(site.context, SCOPE, SHOP)
    await passSilence(site, ENDS_AT + HOUR_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop'], 'ending it again changes nothing')
  })

  test(`${dialect}: a shorter silence releases the alert at its new end`, async (t) => {
    const site = await makeSite(t, dialect)
    await silence(site.context)
    await checkLater(site, 'down')
    const endsAt = site.context.now() + SECOND_MS
    await silence(site.context, SHOP, endsAt)
    assert.equal(await reviewSilences(site.context), endsAt)
    await passSilence(site, endsAt)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: a crash before the commit leaves the alert to the next review`, async (t) => {
    const site = await makeSite(t, dialect)
    await silence(site.context)
    await checkLater(site, 'down')
    site.context.setTime(ENDS_AT)
    const dying = createDyingContext(site.context)
    await assert.rejects(reviewHolds(dying, 'silenced', 10), /killed/)
    await assert.rejects(
      endSilences(dying, SCOPE, SHOP).then(() => reviewSilences(dying)),
      /killed/,
    )
    assert.deepEqual(await site.listNotifications(), [])
    await Promise.all([reviewSilences(site.context), reviewSilences(site.context)])
    await reviewSilences(site.context)
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
  })

  test(`${dialect}: a resolution that arrives after the end of a silence is sent without the held opening`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await silence(site.context)
    await addIncidentNote(site.context, SCOPE, (await site.getIncident('shop')).id, { message: 'Hm', isPublic: false })
    site.context.setTime(ENDS_AT)
    await site.check({ shop: 'up' })
    await reviewSilences(site.context)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    assert.deepEqual(await readRows(site.context.store.db, 'incident_holds', { reason: 'silenced' }), [])
  })

  test(`${dialect}: user actions during a silence send one message at the end`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await silence(site.context)
    const { id } = await site.getIncident('shop')
    site.advance(MINUTE_MS)
    await acknowledgeIncident(site.context, SCOPE, id)
    await addIncidentNote(site.context, SCOPE, id, { message: 'Looking at the switch', isPublic: false })
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'acknowledged shop'])
    assert.equal((await site.listIncidentUpdates('shop')).at(-1), `${DELAYED}. Last update: Looking at the switch`)
  })

  test(`${dialect}: a note during a silence is sent at the end, and a second outage of a known incident is not`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await silence(site.context)
    const { id } = await site.getIncident('shop')
    await checkLater(site, 'up')
    await checkLater(site, 'down')
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), ['opened shop'], 'still open for its recipients')
    await silence(site.context, SHOP, ENDS_AT + HOUR_MS)
    await addIncidentNote(site.context, SCOPE, id, { message: 'Looking', isPublic: false })
    await passSilence(site, ENDS_AT + HOUR_MS)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'updated shop'])
  })

  test(`${dialect}: a message about flapping does not count as a message about the status`, async (t) => {
    const site = await makeSite(t, dialect)
    for (const status of ['up', 'down', 'up', 'down', 'up', 'down'] as const) await checkLater(site, status)
    const { id } = await site.getIncident('shop')
    await acknowledgeIncident(site.context, SCOPE, id)
    for (let minute = 1; minute <= 6; minute++) await checkLater(site, 'down')
    await stopFlapping(site.context)
    const before = await site.listNotifications()
    assert.deepEqual(before.slice(-3), ['flapping.started shop', 'acknowledged shop', 'flapping.ended shop'])
    const endsAt = site.context.now() + HOUR_MS
    await silence(site.context, SHOP, endsAt)
    await addIncidentNote(site.context, SCOPE, id, { message: 'Looking', isPublic: false })
    await passSilence(site, endsAt)
    assert.deepEqual((await site.listNotifications()).slice(before.length), ['updated shop'])
  })

  test(`${dialect}: an incident that is reopened during a silence alerts again at the end`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.check({ shop: 'down' })
    await checkLater(site, 'up')
    await silence(site.context)
    await changeIncidentStatus(site.context, SCOPE, (await site.getIncident('shop')).id, { status: 'open', note: null })
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop', 'reopened shop'])
  })

  test(`${dialect}: no reminder is sent during a silence, and reminders start again after a late alert`, async (t) => {
    const site = await makeSite(t, dialect)
    await site.updateMonitor('shop', { reminder_interval_minutes: 10 })
    await silence(site.context)
    await checkLater(site, 'down')
    site.advance(10 * MINUTE_MS)
    assert.equal(await site.sendReminders(), 1)
    assert.deepEqual(await site.listNotifications(), [])
    await passSilence(site)
    site.advance(10 * MINUTE_MS)
    await site.sendReminders()
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'reminder shop'])
  })

  test(`${dialect}: an incident with two monitors is silenced while both are`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'router')
    await silence(site.context)
    const report = async (title: string) =>
      reportIncident(site.context, SCOPE, {
        severity: 'major',
        type: 'timeout',
        errorMessage: 'Slow',
        title,
        checkId: 'alice-shop-0',
        source: 'manual',
        publicTitle: null,
        statusPageUpdate: null,
        affectedRegions: [],
        affectedMonitorIds: ['alice-router-0'],
        failureCount: 1,
        startedAt: null,
      })
    const { id } = await report('one is silenced')
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    site.advance(MINUTE_MS)
    await silenceIncident(site.context, SCOPE, id, { until: ENDS_AT, note: null })
    await report('both are silenced')
    assert.deepEqual(await site.listNotifications(), ['opened shop'])
    await endSilences(site.context, SCOPE, ['alice-router-0'])
    await reviewSilences(site.context)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'opened shop'])
    const messages = await site.listIncidentUpdates('shop')
    assert.ok(messages.includes('Silence of "router" ended by Alice'), messages.join('\n'))
    await editIncident(site.context, SCOPE, id, { affectedMonitorIds: [] })
    assert.equal((await site.listNotifications()).length, 2, 'only the silenced monitor is left')
    await endIncidentSilence(site.context, SCOPE, id)
    assert.deepEqual(await readRows(site.context.store.db, 'silences'), [])
  })

  test(`${dialect}: a dependency that is down and a silence hold an alert until both end`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'router')
    await site.addDependency('shop', 'router')
    await silence(site.context)
    await site.check({ router: 'down' })
    await site.check({ shop: 'down' })
    site.advance(MINUTE_MS)
    await site.check({ router: 'up' })
    site.advance(SECOND_MS)
    await site.check({ shop: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual(await site.listSuppressions(), [])
    assert.deepEqual(await site.listNotifications(), ['opened router', 'resolved router'])
    await passSilence(site)
    assert.deepEqual((await site.listNotifications()).slice(2), ['opened shop'])
  })

  test(`${dialect}: a silence that ends while a dependency is down leaves the alert to the dependency`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'router')
    await site.check({ shop: 'down' })
    await silence(site.context)
    await checkLater(site, 'up')
    await site.addDependency('shop', 'router')
    await site.check({ router: 'down' })
    await checkLater(site, 'down')
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'opened router'])
    assert.deepEqual(await site.listSuppressions(), ['shop down router'])
  })

  test(`${dialect}: the deletion of a silenced monitor sends the resolution of a known incident only`, async (t) => {
    const site = await createDependencySite(t, dialect, 'shop', 'router')
    await updateRows(site.context.store.db, 'users', { name: 'Alice' }, { id: 'alice' })
    await site.check({ shop: 'down' })
    await silence(site.context, [...SHOP, 'alice-router-0'])
    await site.check({ router: 'down' })
    const context = { ...site.context, egress: createEgressPolicy({ mode: 'any' }), activeRegions: () => [] }
    for (const id of [...SHOP, 'alice-router-0']) await removeMonitor(context, SCOPE, id)
    assert.deepEqual(await site.listNotifications(), ['opened shop', 'resolved shop'])
    assert.equal((await site.listIncidentUpdates('router')).at(-1), NEVER_SENT)
  })

  test(`${dialect}: a deleted incident and unknown monitors leave nothing behind`, async (t) => {
    const site = await makeSite(t, dialect)
    const { found, changed } = await silence(site.context, [...SHOP, 'alice-unknown-0'])
    assert.deepEqual([[...found.keys()], [...changed]], [SHOP, SHOP])
    await checkLater(site, 'down')
    await removeIncident(site.context, SCOPE, (await site.getIncident('shop')).id)
    assert.deepEqual(await readRows(site.context.store.db, 'incident_holds', { reason: 'silenced' }), [])
    await passSilence(site)
    assert.deepEqual(await site.listNotifications(), [])
  })

  test(`${dialect}: a silence ends in the future, within a year, and needs a monitor`, async (t) => {
    const site = await makeSite(t, dialect)
    await assert.rejects(silence(site.context, SHOP, T0), /must be in the future/)
    await assert.rejects(silence(site.context, SHOP, T0 + 367 * 24 * HOUR_MS), /at most 366 days/)
    const { id } = await reportIncident(site.context, SCOPE, {
      severity: 'major',
      type: 'timeout',
      errorMessage: 'Slow',
      title: 'Office',
      checkId: null,
      source: 'manual',
      publicTitle: null,
      statusPageUpdate: null,
      affectedRegions: [],
      affectedMonitorIds: [],
      failureCount: 1,
      startedAt: null,
    })
    const attempt = silenceIncident(site.context, SCOPE, id, { until: ENDS_AT, note: null })
    await assert.rejects(attempt, /the incident has no monitor, and only monitors can be silenced/)
  })
}
