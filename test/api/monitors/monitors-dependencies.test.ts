import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'

const FIELD = 'depends_on_monitor_ids'
const NOWHERE = '00000000-0000-4000-8000-000000000000'

async function makeNamed<const N extends string>({ create }: MonitorApi, ...names: N[]): Promise<Record<N, string>> {
  const ids = {} as Record<N, string>
  for (const name of names) ids[name] = (await create({ name })).id
  return ids
}

const put = ({ send }: MonitorApi, id: string, ids: string[]) => send('PUT', `/${id}`, { [FIELD]: ids })

const shownAt = async ({ send }: MonitorApi, id: string): Promise<string[] | undefined> =>
  (await send('GET', `/${id}`)).body.data.monitor[FIELD]

for (const dialect of DIALECTS) {
  test(`${dialect}: dependencies keep their order, are replaced as a whole, and are omitted when empty`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { router, line } = await makeNamed(api, 'router', 'line')
    const shop = await api.create({ name: 'shop', [FIELD]: [router, line, router] })
    assert.deepEqual(shop[FIELD], [router, line])
    await api.send('PUT', `/${shop.id}`, { name: 'Shop' })
    assert.deepEqual(await shownAt(api, shop.id), [router, line])
    assert.deepEqual((await put(api, shop.id, [line, router])).body.data.monitor[FIELD], [line, router])
    const { body } = await api.send('GET', '?sort=name')
    assert.deepEqual(
      body.data.monitors.map((monitor: Record<string, unknown>) => monitor[FIELD]),
      [undefined, undefined, [line, router]],
    )
    await put(api, shop.id, [line])
    assert.deepEqual(await shownAt(api, shop.id), [line])
    assert.equal(FIELD in (await put(api, shop.id, [])).body.data.monitor, false)
  })

  test(`${dialect}: an unknown, foreign or deleted monitor is refused as a dependency`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { shop, gone } = await makeNamed(api, 'shop', 'gone')
    const site = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }
    const foreign = (await api.send('POST', '', site, api.charlie.session)).body.data.monitor.id
    await api.send('DELETE', `/${gone}`)
    for (const id of [NOWHERE, foreign, gone]) {
      assert.equal(describeResponse(await put(api, shop, [id])), `404 MONITOR_NOT_FOUND ${FIELD}`)
      assert.equal(
        describeResponse(await api.send('POST', '', { ...site, [FIELD]: [id] })),
        `404 MONITOR_NOT_FOUND ${FIELD}`,
      )
    }
    assert.equal(describeResponse(await put(api, shop, ['router'])), `400 VALIDATION_ERROR ${FIELD}.0`)
    assert.equal(describeResponse(await put(api, shop, Array(21).fill(shop))), `400 VALIDATION_ERROR ${FIELD}`)
    assert.equal(await shownAt(api, shop), undefined)
  })

  test(`${dialect}: a self-reference, a cycle and a long chain are refused with the names of the monitors`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const names = ['a', 'b', 'c', 'd', 'e', 'f'] as const
    const ids = await makeNamed(api, ...names)
    const refused = async (from: keyof typeof ids, to: keyof typeof ids): Promise<string> => {
      const answer = await put(api, ids[from], [ids[to]])
      assert.equal(describeResponse(answer), `400 VALIDATION_ERROR ${FIELD}`)
      return answer.body.error.details.issues[0].message
    }
    assert.equal(await refused('a', 'a'), 'would create a cycle: "a" -> "a"')
    for (const [index, name] of names.slice(0, -1).entries())
      assert.equal(describeResponse(await put(api, ids[name], [ids[names[index + 1]!]])), '200')
    assert.equal(await refused('c', 'a'), 'would create a cycle: "c" -> "a" -> "b" -> "c"')
    const seventh = { name: 'g', type: 'HTTP', target: 'https://www.example.com/', [FIELD]: [ids.a] }
    const long = await api.send('POST', '', seventh)
    assert.match(long.body.error.details.issues[0].message, /a chain of 6 .*: "g" -> "a" -> .* -> "f"$/)
    assert.equal(describeResponse(await put(api, ids.b, [])), '200')
    assert.equal(
      describeResponse(await put(api, ids.c, [ids.a])),
      '200',
      'earlier dependencies are not part of the cycle',
    )
  })

  test(`${dialect}: concurrent changes create no cycle and fail in no other way`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const names = ['a', 'b', 'c', 'd'] as const
    const ids = await makeNamed(api, ...names)
    for (let round = 0; round < 3; round++) {
      for (const id of Object.values(ids)) await put(api, id, [])
      const answers = await Promise.all(names.map((name, index) => put(api, ids[name], [ids[names[(index + 1) % 4]!]])))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 400])
    }
  })

  test(`${dialect}: a deleted monitor leaves all dependency lists, after a single or a bulk deletion`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { a, b, c } = await makeNamed(api, 'a', 'b', 'c')
    const shop = (await api.create({ [FIELD]: [a, b, c] })).id
    await put(api, a, [b])
    await api.send('DELETE', `/${b}`)
    assert.deepEqual([await shownAt(api, shop), await shownAt(api, a)], [[a, c], undefined])
    assert.equal(
      describeResponse(await api.send('POST', '/batch', { action: 'delete', monitor_ids: [a, c, shop] })),
      '200',
    )
    assert.deepEqual(await readRows(api.context.store.db, 'monitor_dependencies'), [])
  })

  test(`${dialect}: changed dependencies are recorded in the audit log`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { a, b } = await makeNamed(api, 'a', 'b')
    for (const ids of [[b], [b], []]) {
      api.clock.advance(1_000)
      await put(api, a, ids)
    }
    const { body } = await api.call('GET', '/api/audit-log', { as: api.alice.session })
    const changes = body.data.entries
      .filter((entry: { action: string }) => entry.action === 'monitor.updated')
      .map((entry: { changes: unknown }) => entry.changes)
    assert.deepEqual(changes, [{ [FIELD]: { from: [b], to: [] } }, { [FIELD]: { from: [], to: [b] } }])
  })

  test(`${dialect}: the number of queries for a page of monitors does not depend on dependencies`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { router } = await makeNamed(api, 'router')
    const countQueries = async () => {
      const executor = api.context.store.db.getExecutor()
      const execute = executor.executeQuery.bind(executor)
      let asked = 0
      executor.executeQuery = (query) => {
        if (!/rate_windows/.test((query as CompiledQuery).sql)) asked++ // rate limit windows are synchronized once a second, independently of the request
        return execute(query)
      }
      await api.send('GET', '?sort=name')
      executor.executeQuery = execute
      return asked
    }
    const one = await countQueries()
    for (let number = 0; number < 5; number++) await api.create({ [FIELD]: [router] })
    assert.equal(await countQueries(), one)
  })
}
