import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { makeGroupApi } from './group-api.ts'

type Json = Record<string, unknown>

const outcomesOf = (data: { results: { outcome: string; error?: { code: string } }[] }): string[] =>
  data.results.map(({ outcome, error }) => (error ? `${outcome} ${error.code}` : outcome))

for (const dialect of DIALECTS) {
  test(`${dialect}: restored monitors have their settings, tags, group and dependencies again`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const { send, create, clock } = api
    const group = await api.makeGroup('Shops')
    const router = (await create({ name: 'Router' })).id
    const shop = (
      await create({
        name: 'Shop',
        group_id: group,
        tags: ['web'],
        depends_on_monitor_ids: [router],
        domain_monitoring: { enabled: true },
      })
    ).id
    const cart = (await create({ name: 'Cart', depends_on_monitor_ids: [shop] })).id
    const job = (await create({ name: 'Job', type: 'HEARTBEAT', target: undefined, status: 'paused' })).id
    const formsOf = async () =>
      Promise.all([router, shop, cart, job].map(async (id) => (await send('GET', `/${id}/form`)).body.data?.values))
    const before = await formsOf()
    clock.advance(MINUTE_MS)
    const ids = [shop, router, job]
    await send('POST', '/batch', { action: 'delete', monitor_ids: ids })
    assert.deepEqual((await send('GET', `/${cart}/form`)).body.data.values.depends_on_monitor_ids, [])
    clock.advance(MINUTE_MS)
    const { data } = (await send('POST', '/restore', { monitor_ids: [...ids, cart] })).body
    assert.deepEqual(outcomesOf(data), ['succeeded', 'succeeded', 'succeeded', 'skipped'])
    assert.deepEqual(await formsOf(), before)

    const { history } = (await send('GET', `/${shop}/status-history`)).body.data
    const runtime = history.filter((row: Json) => row.kind === 'runtime')
    assert.deepEqual(
      runtime.map((row: Json) => [row.to_status, row.reason, row.duration_seconds]),
      [
        ['unknown', 'checks were resumed', undefined],
        ['paused', 'the monitor was deleted', 60],
        ['unknown', 'the monitor was created', 60],
      ],
    )
    const { db } = api.context.store
    assert.equal((await readRows(db, 'domain_watches')).length, 1, 'the domain is watched again')
    const actions = (await readRows(db, 'audit_log', { resource_id: job })).map(({ action }) => action)
    assert.deepEqual(actions, ['monitor.created', 'monitor.deleted', 'monitor.restored'])
  })

  test(`${dialect}: a monitor is restored without a deleted group, and without contradicting dependencies`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const { send, create } = api
    const group = await api.makeGroup('Shops')
    const router = (await create({ name: 'Router' })).id
    const shop = (await create({ name: 'Shop', group_id: group, depends_on_monitor_ids: [router] })).id
    await send('DELETE', `/${shop}`)
    await send('DELETE', `/${router}`)
    await api.group('DELETE', `/${group}`, {})
    await send('POST', '/restore', { monitor_ids: [shop] })
    assert.equal((await api.monitor(shop)).group_id, undefined)
    assert.equal((await api.monitor(shop)).depends_on_monitor_ids, undefined)

    await send('POST', '/restore', { monitor_ids: [router] })
    await send('PUT', `/${shop}`, { depends_on_monitor_ids: [router] })
    await send('DELETE', `/${shop}`)
    const cart = (await create({ name: 'Cart' })).id
    await send('PUT', `/${router}`, { depends_on_monitor_ids: [cart] })
    assert.deepEqual(outcomesOf((await send('POST', '/restore', { monitor_ids: [shop] })).body.data), ['succeeded'])
    assert.deepEqual((await api.monitor(shop)).depends_on_monitor_ids, [router])
  })

  test(`${dialect}: beyond the limit of active monitors, a monitor is restored as paused`, async (t) => {
    const api = await makeGroupApi(t, dialect, { plan: 'free' })
    const ids = await api.fill(null, 50)
    await api.send('POST', '/batch', { action: 'delete', monitor_ids: ids.slice(0, 2) })
    await api.create({})
    const { data } = (await api.send('POST', '/restore', { monitor_ids: ids.slice(0, 2) })).body
    assert.deepEqual(outcomesOf(data), ['succeeded', 'succeeded MONITOR_LIMIT_REACHED'])
    assert.deepEqual([(await api.monitor(ids[0]!)).status, (await api.monitor(ids[1]!)).status], ['active', 'paused'])
  })

  test(`${dialect}: a monitor of another project, or deleted 30 days ago, cannot be restored`, async (t) => {
    const { send, create, call, charlie, clock, context } = await makeGroupApi(t, dialect)
    const { id } = await create({})
    const body = { name: 'Foreign', type: 'HTTP', target: 'https://example.com/' }
    const foreign = (await call('POST', '/api/monitors', { as: charlie.session, body })).body.data.monitor.id
    await call('DELETE', `/api/monitors/${foreign}`, { as: charlie.session })
    await send('DELETE', `/${id}`)
    clock.advance(30 * DAY_MS + 1)
    const { data } = (await send('POST', '/restore', { monitor_ids: [id, foreign] })).body
    assert.deepEqual(outcomesOf(data), ['failed MONITOR_NOT_FOUND', 'failed MONITOR_NOT_FOUND'])
    assert.equal((await readRows(context.store.db, 'monitors', { id }))[0]!.deleted_at !== null, true)
  })
}
