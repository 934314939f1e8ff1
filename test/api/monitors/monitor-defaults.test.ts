import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { deleteRows, readColumns } from '../../support/database/tables.ts'
import { createPerson } from '../../support/factories/people.ts'
import { type GroupApi, makeGroupApi } from './group-api.ts'

type Json = Record<string, unknown>

const ofProject = ({ alice }: GroupApi) => `/api/projects/${alice.projectId}/monitor-defaults`

async function put(api: GroupApi, path: string, defaults: Json): Promise<Json> {
  const { status, body } = await api.call('PUT', path, { as: api.alice.session, body: defaults })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.defaults
}

const get = async (api: GroupApi, path: string) => (await api.call('GET', path, { as: api.alice.session })).body.data

async function makeTarget(api: GroupApi, name: string, over: Json = {}): Promise<string> {
  const draft = { name, channel: 'webhook', config: { url: 'https://hooks.example.com/' }, ...over }
  const { body } = await api.call('POST', '/api/notification-targets', { as: api.alice.session, body: draft })
  return body.data.target.id
}

const formOf = async ({ send }: GroupApi, id: string): Promise<Json> =>
  (await send('GET', `/${id}/form`)).body.data.values

for (const dialect of DIALECTS) {
  test(`${dialect}: a new monitor gets the defaults of its group, of the groups above and of the project, in this order`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const outer = await api.makeGroup('Outer')
    const inner = await api.makeGroup('Inner', outer)
    const [mail, chat] = [await makeTarget(api, 'Mail', { is_default: true }), await makeTarget(api, 'Chat')]
    const project = {
      ...{ timeout_ms: 5_000, failure_threshold: 4, tags: ['shop'], notification_target_ids: [chat] },
      ...{ monitoring_regions: ['local'], ssl_monitoring: { enabled: true, expiry_warning_days: [9] } },
      ...{ runbook_url: 'https://wiki.example.com/', notes: 'Call the shop team.' },
    }
    assert.deepEqual(await put(api, ofProject(api), project), project)
    await put(api, `/api/groups/${outer}/monitor-defaults`, { timeout_ms: 6_000, failure_threshold: 5 })
    await put(api, `/api/groups/${inner}/monitor-defaults`, { failure_threshold: 6 })
    const { id } = await api.create({ group_id: inner, notes: 'Call Bob.' })
    const made = await formOf(api, id)
    const expected = { ...project, timeout_ms: 6_000, failure_threshold: 6, notes: 'Call Bob.' }
    const ssl = { check_expiry: true, check_validity: true, ignore_self_signed: false, ...expected.ssl_monitoring }
    assert.deepEqual({ ...made, ...expected, ssl_monitoring: ssl }, made)

    const applied = await get(api, `/api/groups/${inner}/monitor-defaults`)
    assert.deepEqual(applied.defaults, { failure_threshold: 6 })
    assert.deepEqual(applied.effective, { ...project, timeout_ms: 6_000, failure_threshold: 6 })
    const fieldsOf = ({ name, fields }: { name: string; fields: string[] }) => [name, fields.toSorted()]
    const { timeout_ms: _, failure_threshold: __, ...rest } = project
    assert.deepEqual(applied.levels.map(fieldsOf), [
      ['Alice and Bob', Object.keys(rest).sort()],
      ['Outer', ['timeout_ms']],
      ['Inner', ['failure_threshold']],
    ])

    await put(api, ofProject(api), {})
    assert.deepEqual(await formOf(api, id), made, 'defaults are copied')
    const plain = await formOf(api, (await api.create()).id)
    assert.deepEqual([plain.timeout_ms, plain.notification_target_ids], [10_000, [mail]])
  })

  test(`${dialect}: a bulk creation uses the defaults, and deleted targets and regions are left out`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const [mail, chat] = [await makeTarget(api, 'Mail', { is_default: true }), await makeTarget(api, 'Chat')]
    await put(api, ofProject(api), {
      notification_target_ids: [chat],
      monitoring_regions: ['local'],
      timeout_ms: 5_000,
    })
    await api.call('DELETE', `/api/notification-targets/${chat}`, { as: api.alice.session })
    await deleteRows(api.context.store.db, 'regions', { code: 'local' })
    assert.deepEqual((await get(api, ofProject(api))).defaults, { timeout_ms: 5_000 })
    const monitors = ['A', 'B'].map((name) => ({ name, type: 'HTTP', target: 'https://example.com/' }))
    const { body } = await api.send('POST', '/batch', { action: 'create', monitors })
    for (const { monitor_id: id } of body.data.results) {
      const { timeout_ms, notification_target_ids, monitoring_regions } = await formOf(api, id)
      assert.deepEqual([timeout_ms, notification_target_ids, monitoring_regions], [5_000, [mail], []])
    }
  })

  test(`${dialect}: defaults that no monitor may have are refused, and a change is in the audit log`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const refusal = async (defaults: Json, path = ofProject(api), who = api.alice.session) =>
      describeResponse(await api.call('PUT', path, { as: who, body: defaults }))
    assert.equal(await refusal({ interval_seconds: 30 }), '403 INTERVAL_TOO_SHORT interval_seconds')
    assert.equal(await refusal({ timeout_ms: 60_000, interval_seconds: 60 }), '400 VALIDATION_ERROR timeout_ms')
    assert.equal(await refusal({ monitoring_regions: ['mars'] }), '400 INVALID_REGIONS monitoring_regions')
    assert.equal(await refusal({ runbook_url: 'javascript:alert(1)' }), '400 VALIDATION_ERROR runbook_url')
    assert.equal(await refusal({ name: 'Site' }), '400 VALIDATION_ERROR name')
    const stranger = api.alice.projectId
    assert.equal(await refusal({ notification_target_ids: [stranger] }), '400 VALIDATION_ERROR notification_target_ids')
    assert.equal(await refusal({}, `/api/groups/${stranger}/monitor-defaults`), '404 RESOURCE_NOT_FOUND')
    assert.equal(await refusal({}, ofProject(api), api.charlie.session), '403 API_KEY_ORGANIZATION_MISMATCH')
    const viewer = await createPerson(api.context, api.tokens, api.alice, 'viewer')
    assert.equal(await refusal({}, ofProject(api), viewer.session), '403 INSUFFICIENT_PERMISSIONS')

    await put(api, ofProject(api), { timeout_ms: 5_000, runbook_url: null })
    await put(api, ofProject(api), { timeout_ms: 5_000 })
    const group = await api.makeGroup('Shops')
    await put(api, `/api/groups/${group}/monitor-defaults`, { tags: ['a'] })
    const entries = await readColumns(api.context.store.db, 'audit_log', ['action', 'changes'], {}, [
      'created_at',
      'id',
    ])
    assert.deepEqual(
      entries.flatMap(({ action, changes }) => (action.includes('defaults') ? [[action, JSON.parse(changes)]] : [])),
      [
        ['project.monitor_defaults_changed', { timeout_ms: { to: 5_000 } }],
        ['group.monitor_defaults_changed', { tags: { to: ['a'] } }],
      ],
    )
  })
}
