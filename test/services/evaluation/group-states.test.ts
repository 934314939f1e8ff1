import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GroupCondition } from '../../../src/core/monitors/group-state.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { reviewDueGroups } from '../../../src/services/evaluation/group-states.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { createGroup, removeGroup, updateGroup } from '../../../src/services/monitors/groups.ts'
import type { MonitorContext } from '../../../src/services/monitors/monitor-context.ts'
import { pauseMonitor, removeMonitor, resumeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { listGroupHistory, listGroupSpans } from '../../../src/store/monitors/group-history.ts'
import { findGroup } from '../../../src/store/monitors/groups.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readRows, updateRows } from '../../support/database/tables.ts'
import { createDependencySite, createDyingContext, SCOPE } from '../../support/factories/dependency-site.ts'

const MEMBERS = ['a', 'b', 'c'] as const
type Member = (typeof MEMBERS)[number]

/** Creates three monitors, which are up, in one group. */
async function makeGroup(t: Cleanup, dialect: DialectName, condition: GroupCondition | null) {
  const site = await createDependencySite(t, dialect, ...MEMBERS)
  const { context } = site
  const { db } = context.store
  const addGroup = async (name: string, draft: { condition: GroupCondition | null; parentGroupId?: string }) => {
    const empty = { description: '', parentGroupId: null, escalationPolicyId: null }
    return (await createGroup(context, SCOPE, { ...empty, name, ...draft })).group.id
  }
  const id = await addGroup('Shop', { condition })
  for (const name of MEMBERS) await site.updateMonitor(name, { group_id: id })
  const monitorContext: MonitorContext = {
    ...context,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [],
  }
  await site.check({ a: 'up', b: 'up', c: 'up' })
  await reviewDueGroups(context)
  site.advance(MINUTE_MS)
  return {
    ...site,
    id,
    addGroup,
    monitorContext,
    idOf: (name: Member) => `alice-${name}-0`,
    getState: async (groupId = id) => (await findGroup(db, SCOPE.projectId, groupId))?.state ?? null,
    getStatus: async (groupId = id) => (await findGroup(db, SCOPE.projectId, groupId))?.state?.status ?? null,
    listReasons: async (groupId = id) =>
      (await listGroupHistory(db, groupId, { limit: 20, offset: 0 })).entries.map(({ reason }) => reason).reverse(),
    /** Incidents of groups, oldest first. */
    listGroupIncidents: async () =>
      (await readRows(db, 'incidents', {}, ['created_at', 'id'])).filter((row) => row.group_id !== null),
  }
}

const ALL: GroupCondition = { mode: 'all' }
const TWO: GroupCondition = { mode: 'at_least', value: 2 }

for (const dialect of DIALECTS) {
  test(`${dialect}: a group changes its status with its members, and keeps a history`, async (t) => {
    const site = await makeGroup(t, dialect, TWO)
    assert.equal(await site.getStatus(), 'up')
    await site.check({ a: 'down' })
    assert.equal(await site.getStatus(), 'degraded')
    site.advance(MINUTE_MS)
    await site.check({ b: 'down' })
    assert.deepEqual((await site.getState())!.members, { up: 1, degraded: 0, down: 2, unknown: 0 })
    site.advance(MINUTE_MS)
    await site.check({ a: 'up' })
    assert.deepEqual((await site.listReasons()).slice(-4), [
      '3 of 3 members are up',
      '2 of 3 members are up: a is down',
      '1 of 3 members are up, expected at least 2: a, b are down',
      '2 of 3 members are up: b is down',
    ])
    const spans = await listGroupSpans(site.context.store.db, site.id, 0, site.context.now() + 1)
    for (const [index, { endedAt }] of spans.entries()) assert.equal(endedAt, spans[index + 1]?.startedAt ?? null)
    const ofMonitor = (await readRows(site.context.store.db, 'monitors', { key: site.keys.a }))[0]!
    assert.equal(spans.at(-1)!.startedAt, ofMonitor.status_since, 'dated as the change of the member')
  })

  test(`${dialect}: a group that is down has an incident, and holds the alerts of its members`, async (t) => {
    const site = await makeGroup(t, dialect, TWO)
    await site.check({ a: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened a'], 'the condition holds')
    site.advance(MINUTE_MS)
    await site.check({ b: 'down' })
    const [incident] = await site.listGroupIncidents()
    assert.equal(incident!.title, '"Shop" is down')
    assert.equal(incident!.error_message, '1 of 3 members are up, expected at least 2: a, b are down')
    assert.deepEqual(JSON.parse(incident!.affected_monitor_ids), [site.idOf('a'), site.idOf('b')])
    assert.deepEqual(await site.listNotifications(), ['opened a', 'opened ?'], 'the group, and not b')
    assert.deepEqual(await site.listIncidentUpdates('b'), ['created', 'Alerts are held: the group "Shop" is down'])
    site.advance(MINUTE_MS)
    await site.check({ c: 'down' })
    assert.equal(JSON.parse((await site.listGroupIncidents())[0]!.affected_monitor_ids).length, 3)

    site.advance(MINUTE_MS)
    await site.check({ a: 'up', c: 'up' })
    assert.equal((await site.listGroupIncidents())[0]!.status, 'resolved')
    site.advance(10)
    await site.reviewSuppressions()
    site.advance(MINUTE_MS)
    await site.check({ b: 'down' })
    await site.reviewSuppressions()
    assert.equal((await site.listNotifications()).at(-1), 'opened b', 'b has not recovered with the group')
    assert.equal((await site.listNotifications()).includes('opened c'), false)
    assert.match(
      (await site.listIncidentUpdates('b')).at(-1)!,
      /held while the group "Shop" was down; this monitor has not/,
    )
  })

  test(`${dialect}: members that go down in one batch send only the alert of the group`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    await site.check({ a: 'down', b: 'down', c: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened ?'])
    site.advance(MINUTE_MS)
    await site.check({ a: 'up', b: 'up', c: 'up' })
    assert.deepEqual(await site.listNotifications(), ['opened ?', 'resolved ?'])
    site.advance(MINUTE_MS)
    await site.check({ a: 'down' })
    assert.deepEqual(await site.listNotifications(), ['opened ?', 'resolved ?', 'reopened ?'])
    assert.equal((await site.listGroupIncidents()).length, 1, 'reopened within three minutes')
  })

  test(`${dialect}: paused members and members in maintenance do not count`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    await site.check({ a: 'down' })
    assert.equal(await site.getStatus(), 'down')
    await pauseMonitor(site.monitorContext, SCOPE, site.idOf('a'))
    await reviewDueGroups(site.context)
    assert.equal(await site.getStatus(), 'up')
    assert.equal((await site.listGroupIncidents())[0]!.status, 'resolved')
    const now = site.context.now()
    const span = { window_id: 'w', starts_at: now + 5_000, ends_at: now + MINUTE_MS }
    await insertRows(site.context.store.db, 'maintenance_spans', [
      { ...span, monitor_key: site.keys.b },
      { ...span, monitor_key: site.keys.c },
    ])
    await updateRows(site.context.store.db, 'groups', { review_at: now }, { id: site.id })
    assert.equal(await reviewDueGroups(site.context), now + 5_000, 'the beginning of the maintenance')
    site.advance(5_000)
    assert.equal(await reviewDueGroups(site.context), now + MINUTE_MS, 'its end')
    assert.equal(await site.getStatus(), 'unknown')
    assert.match((await site.listReasons()).at(-1)!, /^no member counts/)
    await resumeMonitor(site.monitorContext, SCOPE, site.idOf('a'))
    site.advance(MINUTE_MS)
    assert.equal(await reviewDueGroups(site.context), null)
    assert.deepEqual((await site.getState())!.members, { up: 2, degraded: 0, down: 0, unknown: 1 })
  })

  test(`${dialect}: a member that is deleted or moved during an outage no longer counts`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    await site.check({ a: 'down', b: 'down' })
    await removeMonitor(site.monitorContext, SCOPE, site.idOf('a'))
    await reviewDueGroups(site.context)
    assert.deepEqual((await site.getState())!.members, { up: 1, degraded: 0, down: 1, unknown: 0 })
    await updateMonitor(site.monitorContext, SCOPE, site.idOf('b'), () => ({ groupId: null }))
    await reviewDueGroups(site.context)
    assert.equal(await site.getStatus(), 'up')
    assert.equal((await site.listGroupIncidents())[0]!.status, 'resolved')
    assert.equal((await site.reviewSuppressions()).count, 1, 'the alert of b is due')
  })

  test(`${dialect}: a condition may be added and removed during an outage`, async (t) => {
    const site = await makeGroup(t, dialect, null)
    await site.check({ a: 'down' })
    assert.equal(await site.getState(), null)
    await updateGroup(site.context, SCOPE, site.id, { condition: ALL })
    assert.equal(await site.getStatus(), 'down')
    assert.deepEqual(await site.listNotifications(), ['opened a', 'opened ?'])
    site.advance(SECOND_MS)
    await updateGroup(site.context, SCOPE, site.id, { condition: { mode: 'any' } })
    assert.equal(await site.getStatus(), 'degraded')
    await updateGroup(site.context, SCOPE, site.id, { condition: ALL })
    await updateGroup(site.context, SCOPE, site.id, { condition: null })
    assert.equal(await site.getState(), null)
    const [incident] = await site.listGroupIncidents()
    assert.equal(incident!.status, 'resolved')
    assert.equal(incident!.resolution_note, 'Resolved because the group has no condition any more')
    const spans = await listGroupSpans(site.context.store.db, site.id, 0, site.context.now() + 10)
    assert.notEqual(spans.at(-1)!.endedAt, null)
  })

  test(`${dialect}: a group that is deleted during its incident resolves it, and releases its members`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    await site.check({ a: 'down', b: 'down' })
    await removeGroup(site.context, SCOPE, site.id, { force: true, reassignTo: null })
    assert.equal((await site.listGroupIncidents())[0]!.resolution_note, 'Resolved because the group was deleted')
    site.advance(10)
    await site.reviewSuppressions()
    site.advance(MINUTE_MS)
    await site.check({ a: 'down', b: 'down' })
    await site.reviewSuppressions()
    assert.deepEqual((await site.listNotifications()).slice(2).sort(), ['opened a', 'opened b'])
  })

  test(`${dialect}: a nested group counts as one member, and the outermost group has the incident`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    const outer = await site.addGroup('Platform', { condition: { mode: 'any' } })
    const folder = await site.addGroup('Rest', { condition: null, parentGroupId: outer })
    await updateGroup(site.context, SCOPE, site.id, { parentGroupId: outer })
    await site.updateMonitor('c', { group_id: folder })
    await site.check({ a: 'down' })
    assert.equal(await site.getStatus(), 'down')
    assert.equal(await site.getStatus(outer), 'degraded', 'c is up, and counts through the folder')
    assert.deepEqual((await site.getState(outer))!.members, { up: 1, degraded: 0, down: 1, unknown: 0 })
    site.advance(MINUTE_MS)
    await site.check({ c: 'down' })
    assert.equal(await site.getStatus(outer), 'down')
    assert.match(
      (await site.listReasons(outer)).at(-1)!,
      /^0 of 2 members are up, expected at least 1: Shop, c are down$/,
    )
    assert.deepEqual(
      (await site.listGroupIncidents()).map(({ title }) => title),
      ['"Shop" is down', '"Platform" is down'],
    )
    site.advance(MINUTE_MS)
    await site.check({ a: 'up', c: 'up' })
    site.advance(5 * MINUTE_MS)
    await site.check({ a: 'down', c: 'down' })
    assert.equal((await site.listGroupIncidents()).length, 3, 'one more: of the outermost group')
  })

  test(`${dialect}: an unknown member that decides makes the group unknown, and its incident stays`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    await site.check({ a: 'down' })
    site.advance(60 * MINUTE_MS)
    await markStaleMonitors(site.context, 0)
    assert.equal(await site.getStatus(), 'unknown')
    assert.equal((await site.listGroupIncidents())[0]!.status, 'open')
  })

  test(`${dialect}: a server that is killed while it reviews groups leaves them due`, async (t) => {
    const site = await makeGroup(t, dialect, ALL)
    await site.check({ a: 'down' })
    await pauseMonitor(site.monitorContext, SCOPE, site.idOf('a'))
    await assert.rejects(reviewDueGroups(createDyingContext(site.context)), /killed/)
    assert.equal(await site.getStatus(), 'down')
    await reviewDueGroups(site.context)
    assert.equal(await site.getStatus(), 'up')
  })
}
