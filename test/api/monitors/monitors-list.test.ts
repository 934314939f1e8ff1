import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { operations } from '../../../web/src/api/schema.d.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { createTypedClient, expectTypedData } from '../../support/api/typed-client.ts'
import { DIALECTS } from '../../support/database/stores.ts'

type Query = NonNullable<operations['listMonitors']['parameters']['query']>

const RULE = { text: 'welcome', should_contain: true }

const list = (api: MonitorApi, query: Query = {}) =>
  expectTypedData(createTypedClient(api, api.alice.session).GET('/api/monitors', { params: { query } }))

const names = async (api: MonitorApi, query: Query = {}): Promise<string[]> =>
  (await list(api, query)).monitors.map(({ name }) => name)

for (const dialect of DIALECTS) {
  test(`${dialect}: the list is newest first, and its pages are complete`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await api.create({ name })
      api.clock.advance(1)
    }
    assert.deepEqual(await names(api), ['e', 'd', 'c', 'b', 'a'])
    const page = async (query: Query) => (await list(api, query)).pagination
    assert.deepEqual(await page({}), { total_count: 5, limit: 50, offset: 0, has_more: false })
    assert.deepEqual(await page({ limit: 2, offset: 2 }), { total_count: 5, limit: 2, offset: 2, has_more: true })
    assert.deepEqual(await page({ limit: 2, offset: 3 }), { total_count: 5, limit: 2, offset: 3, has_more: false })
    assert.deepEqual(await names(api, { limit: 2, offset: 2 }), ['c', 'b'])
    assert.deepEqual(await names(api, { offset: 9 }), [])
  })

  test(`${dialect}: paging parameters out of bounds are refused`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    for (const query of ['?limit=1', '?limit=100', '?offset=0'])
      assert.equal(describeResponse(await send('GET', query)), '200')
    for (const limit of ['0', '101', 'x', '1.5', ''])
      assert.equal(describeResponse(await send('GET', `?limit=${limit}`)), '400 VALIDATION_ERROR limit', limit)
    for (const offset of ['-1', 'x'])
      assert.equal(describeResponse(await send('GET', `?offset=${offset}`)), '400 VALIDATION_ERROR offset')
  })

  test(`${dialect}: every filter works separately and combined, and an unknown parameter is ignored`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    await api.create({ name: 'Shop', tags: ['prod', 'web'] })
    await api.create({ name: 'Blog', type: 'KEYWORD', keyword_config: { keywords: [RULE] }, tags: ['web'] })
    await api.create({ name: 'Old', target: 'https://Shop.example.org/', status: 'paused' })
    const cases: [query: Query, names: string[]][] = [
      [{ type: 'KEYWORD' }, ['Blog']],
      [{ type: 'TCP' }, []],
      [{ status: 'paused' }, ['Old']],
      [{ runtime_status: 'unknown' }, ['Blog', 'Shop']],
      [{ runtime_status: 'paused' }, ['Old']],
      [{ tag: 'web' }, ['Blog', 'Shop']],
      [{ tag: 'Web' }, []],
      [{ search: 'SHOP' }, ['Old', 'Shop']],
      [{ search: 'shop', status: 'active' }, ['Shop']],
      [{ search: '' }, ['Blog', 'Old', 'Shop']],
      [{ group_id: '0198c0de-0000-7000-8000-000000000001' }, []],
      [{ colour: 'red' } as Query, ['Blog', 'Old', 'Shop']],
    ]
    for (const [query, expected] of cases)
      assert.deepEqual((await names(api, query)).toSorted(), expected, JSON.stringify(query))
  })

  test(`${dialect}: invalid filters are refused by name`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    for (const [field, value] of [
      ['type', 'FTP'],
      ['status', 'up'],
      ['runtime_status', 'active'],
      ['group_id', 'x'],
      ['sort', '-name'],
      ['search', 's'.repeat(201)],
      ['search', '%00'],
      ['tag', '%00'],
    ] as const)
      assert.equal(describeResponse(await send('GET', `?${field}=${value}`)), `400 VALIDATION_ERROR ${field}`)
  })

  test(`${dialect}: the list can be sorted by name, age and runtime status`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    for (const [name, status] of [
      ['beta', 'active'],
      ['Alpha', 'paused'],
      ['gamma', 'active'],
    ] as const) {
      await api.create({ name, status })
      api.clock.advance(1)
    }
    assert.deepEqual(await names(api, { sort: 'name' }), ['Alpha', 'beta', 'gamma'])
    assert.deepEqual(await names(api, { sort: 'created_at' }), ['beta', 'Alpha', 'gamma'])
    assert.deepEqual(await names(api, { sort: '-created_at' }), ['gamma', 'Alpha', 'beta'])
    assert.deepEqual(await names(api, { sort: 'runtime_status' }), ['Alpha', 'gamma', 'beta'])
  })

  test(`${dialect}: an entry of the list equals the monitor read separately`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const made = await api.create({ headers: { Authorization: 'x' }, ssl_monitoring: {}, expected_status: [200] })
    assert.deepEqual<unknown[]>((await list(api)).monitors, [made])
  })

  test(`${dialect}: tags and regions have separate lists`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const client = createTypedClient(api, api.alice.session)
    assert.deepEqual(await expectTypedData(client.GET('/api/tags')), { tags: [] })
    await api.create({ tags: ['web', 'prod', 'web'] })
    await api.create({ tags: ['web'] })
    const tags = [
      { name: 'prod', monitor_count: 1 },
      { name: 'web', monitor_count: 2 },
    ]
    assert.deepEqual(await expectTypedData(client.GET('/api/tags')), { tags })
    const idle = { is_default: false, is_active: false, active_probes: 0, capabilities: { icmp: false, ipv6: false } }
    const busy = { is_default: true, is_active: true, active_probes: 1, capabilities: { icmp: true, ipv6: false } }
    assert.deepEqual(await expectTypedData(client.GET('/api/regions')), {
      regions: [
        { code: 'idle', name: 'No probe', ...idle },
        { code: 'local', name: 'Here', ...busy },
      ],
    })
  })
}
