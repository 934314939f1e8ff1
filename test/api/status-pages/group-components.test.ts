import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { reviewDueGroups } from '../../../src/services/evaluation/group-states.ts'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { markGroupsDue } from '../../../src/store/monitors/group-states.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createPublicPage, SECRET } from '../../support/api/public-page.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import { createSubscriberFixture } from '../../support/factories/subscribers.ts'

/** Sets the statuses of monitors, and evaluates their groups. */
async function setStatuses(context: Context, projectId: string, statuses: Record<string, RuntimeStatus>) {
  const now = context.now()
  await context.store.transact(async (tx) => {
    for (const [id, status] of Object.entries(statuses))
      await updateRows(tx, 'monitors', { runtime_status: status, status_since: now }, { id })
    await markGroupsDue(tx, [projectId], now)
  })
  await reviewDueGroups(context)
}

/** Creates a page that shows only a group of two monitors, which are up. */
async function makeGroupPage(t: Cleanup, dialect: DialectName) {
  const app = await createPublicPage(t, dialect)
  const { alice, apiId, call, clock, context, key, shopId } = app
  const send = (method: string, path: string, body?: object) => call(method, path, { as: key, ...(body && { body }) })
  const addGroup = async (name: string, condition: object | null) =>
    (await send('POST', '/api/groups', { name, condition })).body.data.id as string
  const groupId = await addGroup(`${SECRET} group`, { mode: 'all' })
  for (const id of [shopId, apiId]) await send('PUT', `/api/monitors/${id}`, { group_id: groupId })
  const set = async (statuses: Record<string, RuntimeStatus>) => {
    clock.advance(MINUTE_MS)
    await setStatuses(context, alice.projectId, statuses)
  }
  await set({ [shopId]: 'up', [apiId]: 'up' })
  const component = { group_id: groupId, display_name: 'Checkout' }
  await app.edit({ sections: [{ name: 'Web', components: [component] }] })
  const page = `/api/projects/${alice.projectId}/status-pages/${app.pageId}`
  return {
    ...app,
    groupId,
    addGroup,
    set,
    send,
    getSections: async () => (await send('GET', page)).body.data.status_page.sections,
    trySections: async (...components: object[]) => {
      const { status, body } = await send('PUT', page, { sections: [{ name: 'Web', components }] })
      return status === 200
        ? '200'
        : `${status} ${body.error.details.issues[0].field} ${body.error.details.issues[0].message}`
    },
    getStatus: async () => {
      clock.advance(10_000)
      return (await call('GET', '/api/status/example', {})).body.data
    },
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a component shows the status, the uptime and the days of a group`, async (t) => {
    const app = await makeGroupPage(t, dialect)
    const [web] = await app.getSections()
    assert.deepEqual(
      web.components.map(({ id: _, ...component }: { id: string }) => component),
      [{ group_id: app.groupId, display_name: 'Checkout', description: '', position: 0 }],
    )
    const before = (await app.getStatus()).sections[0].components[0]
    assert.deepEqual([before.name, before.status, before.uptime_percentage], ['Checkout', 'operational', 100])
    app.clock.advance(DAY_MS)
    await app.set({ [app.apiId]: 'down' })
    app.clock.advance(DAY_MS)
    const { overall_status, sections } = await app.getStatus()
    const [checkout] = sections[0].components
    assert.deepEqual([overall_status, checkout.status], ['major_outage', 'outage'])
    const uptime = (await app.send('GET', `/api/groups/${app.groupId}/uptime`)).body.data.uptime_percentage
    assert.ok(Math.abs(checkout.uptime_percentage - uptime) < 0.1 && uptime < 55 && uptime > 45)
    assert.deepEqual(
      checkout.days.slice(-4).map(({ status }: { status: string }) => status),
      ['no_data', 'operational', 'outage', 'outage'],
    )
  })

  test(`${dialect}: the incident of a group is on the page and in its feeds, and names no member`, async (t) => {
    const app = await makeGroupPage(t, dialect)
    await app.set({ [app.apiId]: 'down' })
    const { open_incidents: open } = await app.getStatus()
    assert.deepEqual(
      open.map(({ title, components, impact }: Record<string, unknown>) => [title, components, impact]),
      [['Checkout is disrupted', ['Checkout'], 'critical']],
    )
    const shown: string[] = []
    for (const path of ['', '/feed.atom', '/feed.rss', '/history', '/api/v2/summary.json', '/api/v2/incidents.json']) {
      const answer = await app.read(path)
      assert.equal(answer.status, 200, path)
      shown.push(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    }
    for (const text of shown) assert.match(text, /Checkout/)
    assert.equal(shown.filter((text) => text.includes('Checkout is disrupted')).length, 6)
    assert.ok(!shown.join().includes(SECRET) && !JSON.stringify(open).includes(SECRET))
    await app.set({ [app.apiId]: 'up' })
    const { open_incidents: left, past_incidents: past } = await app.getStatus()
    assert.deepEqual([left.length, past[0].title], [0, 'Checkout is disrupted'])
  })

  test(`${dialect}: a page that shows the members instead does not show the incident of their group`, async (t) => {
    const app = await makeGroupPage(t, dialect)
    await app.edit({ sections: [{ name: 'Web', components: [{ monitor_id: app.apiId, display_name: 'API' }] }] })
    await app.set({ [app.apiId]: 'down' })
    assert.deepEqual((await app.getStatus()).open_incidents, [])
  })

  test(`${dialect}: a group in maintenance is shown so, with its window`, async (t) => {
    const app = await makeGroupPage(t, dialect)
    const starts = app.clock.now() + MINUTE_MS
    await app.planMaintenance({
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + HOUR_MS).toISOString(),
      monitor_ids: [],
      group_ids: [app.groupId],
    })
    const planned = await app.getStatus()
    assert.deepEqual([planned.maintenance[0].title, planned.maintenance[0].components], ['Upgrade', ['Checkout']])
    app.clock.set(starts + 1)
    await processDueWindows(app.context)
    await app.set({ [app.apiId]: 'down' })
    const { overall_status, sections } = await app.getStatus()
    assert.deepEqual([overall_status, sections[0].components[0].status], ['maintenance', 'maintenance'])
  })

  test(`${dialect}: a deleted group leaves the page, and a group without a condition has no data`, async (t) => {
    const app = await makeGroupPage(t, dialect)
    await app.set({ [app.apiId]: 'down' })
    assert.equal((await app.send('PUT', `/api/groups/${app.groupId}`, { condition: null })).status, 200)
    const shown = await app.getStatus()
    assert.equal(shown.sections[0].components[0].status, 'unknown')
    assert.equal(shown.overall_status, 'operational')
    const [{ id, components }] = await app.getSections()
    assert.equal(await app.trySections(...components), '200', 'the page can still be saved')
    assert.equal((await app.getSections())[0].components.length, 1, id)
    const deleted = await app.send('DELETE', `/api/groups/${app.groupId}`, { force: true })
    assert.equal(deleted.status, 200)
    assert.deepEqual((await app.getStatus()).sections[0].components, [])
    assert.deepEqual((await app.getSections())[0].components, [])
    assert.deepEqual(await readRows(app.context.store.db, 'status_page_components'), [])
  })

  test(`${dialect}: a component refuses foreign groups, folders, and a monitor together with a group`, async (t) => {
    const app = await makeGroupPage(t, dialect)
    const folder = await app.addGroup('Folder', null)
    const other = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Other' } })
    const header = { ...app.alice.session, 'x-project-id': other.body.data.project.id }
    const body = { name: 'Theirs', condition: { mode: 'any' } }
    const theirs = (await app.call('POST', '/api/groups', { as: header, body })).body.data.id
    assert.equal(
      await app.trySections({ group_id: theirs }),
      `400 sections.0.components.0.group_id group ${theirs} does not exist in this project`,
    )
    assert.equal(
      await app.trySections({ group_id: folder }),
      `400 sections.0.components.0.group_id group ${folder} has no status: add a condition to the group first`,
    )
    assert.match(await app.trySections({ group_id: app.groupId, monitor_id: app.shopId }), /group_id must be absent/)
    assert.match(await app.trySections({}), /monitor_id is required, unless the component shows a group/)
  })

  test(`${dialect}: subscribers receive the incident and the maintenance of a group`, async (t) => {
    const room = await createSubscriberFixture(t, dialect)
    const { alice, call, clock, context, key, shop } = room
    const send = (method: string, path: string, body: object) => call(method, path, { as: key, body })
    const made = await send('POST', '/api/groups', { name: 'secret-group', condition: { mode: 'any' } })
    const { id: groupId } = made.body.data
    await send('PUT', `/api/monitors/${shop}`, { group_id: groupId })
    await room.updatePage({
      sections: [{ name: 'Web', components: [{ group_id: groupId, display_name: 'Checkout' }] }],
    })
    await room.subscribe('ann@example.test')
    room.takeMails()
    await setStatuses(context, alice.projectId, { [shop]: 'down' })
    clock.advance(MINUTE_MS)
    await room.deliverDue()
    assert.deepEqual(room.takeMails(), ['ann@example.test: Shop: New incident: Checkout is disrupted'])
    const starts = clock.now() + HOUR_MS
    await send('POST', '/api/maintenance-windows', {
      name: 'Upgrade',
      group_ids: [groupId],
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + HOUR_MS).toISOString(),
    })
    clock.advance(MINUTE_MS)
    await room.deliverDue()
    assert.deepEqual(room.takeMails(), ['ann@example.test: Shop: Maintenance scheduled: Upgrade'])
  })
}
