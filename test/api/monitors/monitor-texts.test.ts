/** Cached texts of monitors in lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { setRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

const PREFIX = '{"success":true,"data":{"monitor":'

for (const dialect of DIALECTS)
  test(`${dialect}: a list contains the bytes of each monitor after every kind of change`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { alice, call, create, send, context } = app
    const read = async (path: string) =>
      (await app.api.inject({ url: `/api/monitors${path}`, headers: alice.session })).body
    const target = async (name: string): Promise<string> => {
      const body = { name, channel: 'webhook', config: { url: 'https://hooks.example.com/' } }
      return (await call('POST', '/api/notification-targets', { as: alice.session, body })).body.data.target.id
    }
    const [one, two] = [await target('One'), await target('Two')]
    const router = await create({ name: 'Router', type: 'ICMP', target: 'router.example.com' })
    const job = await create({ name: 'Job', type: 'HEARTBEAT', target: undefined })
    const shop = await create({
      name: 'Shop "é"',
      headers: { authorization: 'x' },
      notification_target_ids: [one, two],
    })
    const group = (await call('POST', '/api/groups', { as: alice.session, body: { name: 'Web' } })).body.data.id
    const put = (body: object) => send('PUT', `/${shop.id}`, body)
    const until = new Date(app.clock.now() + 60_000).toISOString()
    // The clock does not move, so `updated_at` shows no change
    const changes: Record<string, () => Promise<unknown>> = {
      nothing: async () => {},
      'the name': () => put({ name: 'Store' }),
      'the order of targets': () => put({ notification_target_ids: [two, one] }),
      'a deleted target': () => call('DELETE', `/api/notification-targets/${two}`, { as: alice.session }),
      'a dependency': () => put({ depends_on_monitor_ids: [router.id] }),
      'a group': () => put({ group_id: group }),
      notes: () => put({ notes: 'Call the shop team.' }),
      'a runbook': () => put({ runbook_url: 'https://wiki.example.com/shop' }),
      'no group': () => put({ group_id: null }),
      'a pause with an end': () => send('POST', `/${shop.id}/pause`, { until }),
      'the end of the pause': () => send('POST', `/${shop.id}/resume`),
      'expiry settings': () => put({ ssl_monitoring: {}, domain_monitoring: {} }),
      'fewer expiry settings': () => put({ ssl_monitoring: { enabled: false } }),
      'a runtime status': () => setRuntimeStatus(context.store.db, 'down', shop.id),
      'a silence': () => send('POST', `/${shop.id}/silence`, { until }),
      'the end of the silence': async () => app.clock.advance(60_001),
      'a ping': () => call('POST', `/api/heartbeat/${job.heartbeat_token}`, {}),
    }
    let before = ''
    for (const [name, change] of Object.entries(changes)) {
      const cached = await read('')
      assert.equal(cached, before || cached)
      await change()
      const monitors = await Promise.all(
        [shop, job, router].map(async ({ id }) => (await read(`/${id}`)).slice(PREFIX.length, -2)),
      )
      const pagination = '{"total_count":3,"limit":50,"offset":0,"has_more":false}'
      const expected = `{"success":true,"data":{"monitors":[${monitors.join(',')}],"pagination":${pagination}}}`
      assert.equal(await read('?sort=-created_at'), expected, name)
      if (name !== 'nothing') assert.notEqual(expected, before, `${name} changes nothing`)
      before = expected
    }
  })
