import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { makeGroupApi } from './group-api.ts'

const NOBODY = '0198c0de-7a11-7abc-8def-0123456789ab'

const SSL = {
  ...{ enabled: false, check_expiry: true, check_validity: true, ignore_self_signed: false },
  expiry_warning_days: [10],
}

type Json = Record<string, unknown>

const edit = async ({ send }: MonitorApi, edits: Json[], over: Json = {}) => {
  const { status, body } = await send('POST', '/bulk-edit', { edits, ...over })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** Describes the results as `succeeded`, or as `failed CODE message`. */
const outcomesOf = (data: Json): string[] =>
  (data.results as { outcome: string; error?: { code: string; message: string } }[]).map(({ outcome, error }) =>
    error ? `${outcome} ${error.code} ${error.message}` : outcome,
  )

const formOf = async ({ send }: MonitorApi, id: string): Promise<Json> =>
  (await send('GET', `/${id}/form`)).body.data.values

for (const dialect of DIALECTS) {
  test(`${dialect}: a bulk edit changes every kind of field, and its undo restores the previous values`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const router = await api.create({ name: 'Router' })
    const group = await api.makeGroup('Shops')
    const target = async (name: string) => {
      const body = { name, channel: 'webhook', config: { url: 'https://hooks.example.com/' } }
      return (await api.call('POST', '/api/notification-targets', { as: api.alice.session, body })).body.data.target.id
    }
    const [mail, chat] = [await target('Mail'), await target('Chat')]
    const ids = [
      (await api.create({ name: 'A', tags: ['web', 'old'], notification_target_ids: [mail], expected_status: ['2xx'] }))
        .id,
      (await api.create({ name: 'B', http_config: { headers: { Authorization: 'secret', Accept: '*/*' } } })).id,
      (await api.create({ name: 'C', type: 'TCP', target: 'example.com', tcp_config: { port: 25 } })).id,
      (await api.create({ name: 'D', type: 'HEARTBEAT', target: undefined, interval_seconds: 600 })).id,
    ]
    const before = await Promise.all(ids.map((id) => formOf(api, id)))
    api.clock.advance(1_000)
    const set = {
      ...{ interval_seconds: 120, timeout_ms: 5_000, failure_threshold: 3, recovery_threshold: 4 },
      ...{ reminder_interval_minutes: 30, monitoring_regions: ['local'], group_id: group },
      ...{ depends_on_monitor_ids: [router.id], ssl_monitoring: SSL },
      ...{ notes: 'Call the shop team.', runbook_url: 'https://wiki.example.com/shop' },
    }
    const lists = { add_tags: ['new'], remove_tags: ['old'], add_notification_target_ids: [chat] }
    const data = await edit(api, [
      { monitor_ids: ids.slice(0, 2), set: { ...set, http_config: { expected_status: ['200-202', 204] } }, ...lists },
      { monitor_ids: ids.slice(2), set, ...lists, remove_notification_target_ids: [mail] },
    ])
    assert.deepEqual(outcomesOf(data), Array(4).fill('succeeded'))
    assert.deepEqual([data.is_applied, data.is_undoable, data.total, data.succeeded], [true, true, 4, 4])
    const after = await formOf(api, ids[0]!)
    assert.deepEqual({ ...after, ...set }, after)
    assert.deepEqual(after.tags, ['new', 'web'])
    assert.deepEqual(after.notification_target_ids, [mail, chat])
    assert.deepEqual((after.http_config as Json).expected_status, ['200-202', 204])
    assert.equal(((await formOf(api, ids[3]!)).heartbeat_config as Json).expected_interval_seconds, 120)
    const changes = Object.fromEntries(data.results[0].changes.map((one: { field: string }) => [one.field, one]))
    assert.deepEqual(changes.interval_seconds, { field: 'interval_seconds', before: 300, after: 120 })
    assert.deepEqual(changes.tags, { field: 'tags', before: ['old', 'web'], after: ['new', 'web'] })
    assert.deepEqual(changes.group_id, { field: 'group_id', after: group })
    assert.equal(JSON.stringify(data).includes('secret'), false)

    api.clock.advance(1_000)
    const undone = await edit(api, data.undo.edits)
    assert.deepEqual(outcomesOf(undone), Array(4).fill('succeeded'))
    assert.deepEqual(await Promise.all(ids.map((id) => formOf(api, id))), before)
    const { db } = api.context.store
    assert.deepEqual((await readRows(db, 'monitors', { id: ids[0]! }))[0]!.ssl_monitoring, null)
    const [stored] = await readRows(db, 'monitors', { id: ids[1]! })
    assert.equal(JSON.parse(stored!.settings as string).headers.Authorization, 'secret')
    const actions = (await readRows(db, 'audit_log', { resource_id: ids[0]! })).map(({ action }) => action)
    assert.deepEqual(actions.toSorted(), [
      ...['monitor.created', 'monitor.moved', 'monitor.moved', 'monitor.updated', 'monitor.updated'],
    ])
  })

  test(`${dialect}: a dry run returns the same result and changes nothing`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const ids = await api.fill(null, 2)
    const edits = [{ monitor_ids: ids, set: { timeout_ms: 9_000 } }]
    const before = await formOf(api, ids[0]!)
    const { undo: _, ...planned } = await edit(api, edits, { dry_run: true })
    assert.deepEqual(await formOf(api, ids[0]!), before)
    assert.deepEqual([planned.is_applied, planned.succeeded], [false, 2])
    const { undo, ...applied } = await edit(api, edits)
    assert.deepEqual({ ...planned, is_applied: true }, applied)
    assert.equal(undo.edits.length, 1, 'equal values share an edit')
    assert.deepEqual((await edit(api, edits)).skipped, 2, 'the monitors have the values already')
  })

  test(`${dialect}: each refusal states its reason, and the other monitors change`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const site = (await api.create({ name: 'Site', timeout_ms: 50_000 })).id
    const mail = (await api.create({ name: 'Mail', type: 'TCP', target: 'example.com', tcp_config: { port: 25 } })).id
    const full = (await api.create({ name: 'Full', tags: Array.from({ length: 20 }, (_, index) => `t${index}`) })).id
    const foreign = await api.call('POST', '/api/monitors', {
      ...{ as: api.charlie.session, body: { name: 'Foreign', type: 'HTTP', target: 'https://example.com/' } },
    })
    const all = [site, mail, full, foreign.body.data.monitor.id, NOBODY]
    const refusals = async (change: Json) => outcomesOf(await edit(api, [{ monitor_ids: all, ...change }]))
    const missing = all.slice(3).map((id) => `failed MONITOR_NOT_FOUND Monitor ${id} does not exist in this project`)
    assert.deepEqual(await refusals({ set: { interval_seconds: 45 } }), [
      'failed VALIDATION_ERROR interval_seconds: the timeout (50000 ms) must be shorter than the interval (45 s)',
      ...Array(2).fill('failed INTERVAL_TOO_SHORT 45 s is below the 60 s minimum of the plan'),
      ...missing,
    ])
    assert.deepEqual(await refusals({ set: { verify_ssl: false } }), [
      'succeeded',
      'skipped VALIDATION_ERROR verify_ssl: is not supported for TCP monitors',
      'succeeded',
      ...missing,
    ])
    assert.deepEqual(await refusals({ add_tags: ['t0', 'more'] }), [
      ...['succeeded', 'succeeded'],
      'failed VALIDATION_ERROR tags: would have 21 entries; at most 20 are allowed',
      ...missing,
    ])
    assert.deepEqual(await refusals({ set: { depends_on_monitor_ids: [site] } }), [
      'failed VALIDATION_ERROR depends_on_monitor_ids: would create a cycle: "Site" -> "Site"',
      ...['succeeded', 'succeeded'],
      ...missing,
    ])
    await api.setPlan('free')
    const [first] = await refusals({ set: { ssl_monitoring: { enabled: true } } })
    assert.equal(first, 'failed SSL_MONITORING_NOT_AVAILABLE The plan does not include certificate monitoring')
  })

  test(`${dialect}: a refusal stops the whole edit on request`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const [id] = (await api.fill(null, 1)) as [string]
    const edits = [{ monitor_ids: [id, NOBODY], set: { timeout_ms: 9_000 } }]
    const data = await edit(api, edits, { on_refusal: 'abort' })
    assert.deepEqual([data.is_applied, data.succeeded, data.failed, data.skipped], [false, 0, 1, 1])
    assert.equal((await api.monitor(id)).timeout_ms, 10_000)
  })

  test(`${dialect}: an undo refuses monitors that were changed since`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const ids = await api.fill(null, 2)
    const { undo } = await edit(api, [{ monitor_ids: ids, set: { timeout_ms: 9_000 } }])
    api.clock.advance(1)
    await api.send('PUT', `/${ids[0]}`, { timeout_ms: 8_000 })
    assert.deepEqual(outcomesOf(await edit(api, undo.edits)), [
      'failed CONFLICT The monitor was changed in the meantime',
      'succeeded',
    ])
    assert.deepEqual(
      [(await api.monitor(ids[0]!)).timeout_ms, (await api.monitor(ids[1]!)).timeout_ms],
      [8_000, 10_000],
    )
  })

  test(`${dialect}: a replaced secret is kept out of the undo`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const secret = (await api.create({ http_config: { headers: { Authorization: 'secret' } } })).id
    const plain = (await api.create({})).id
    const headers = { 'X-Shop': '1' }
    const data = await edit(api, [{ monitor_ids: [secret, plain], set: { http_config: { headers } } }])
    assert.deepEqual([data.is_undoable, data.undo.edits.length], [false, 1])
    assert.deepEqual(data.undo.edits[0].monitor_ids, [plain])
    assert.equal(JSON.stringify(data).includes('secret'), false)
  })

  test(`${dialect}: an invalid edit is refused as a whole`, async (t) => {
    const api = await makeGroupApi(t, dialect)
    const { alice, context, tokens, send } = api
    const [id] = (await api.fill(null, 1)) as [string]
    const set = { timeout_ms: 9_000 }
    const many = (count: number, start: number) =>
      Array.from({ length: count }, (_, index) => `0198c0de-7a11-7abc-8def-${String(start + index).padStart(12, '0')}`)
    const cases: [edits: unknown[], field: string][] = [
      [[], 'edits'],
      [[{ monitor_ids: [], set }], 'edits.0.monitor_ids'],
      [[{ monitor_ids: many(1_001, 0), set }], 'edits.0.monitor_ids'],
      [
        [
          { monitor_ids: many(1_000, 0), set },
          { monitor_ids: many(1, 1_000), set },
        ],
        'edits.1.monitor_ids',
      ],
      [
        [
          { monitor_ids: [id], set },
          { monitor_ids: [id], set },
        ],
        'edits.1.monitor_ids',
      ],
      [[{ monitor_ids: [id] }], 'edits.0'],
      [[{ monitor_ids: [id], set: { timeout_ms: 1 } }], 'edits.0.set.timeout_ms'],
      [[{ monitor_ids: [id], set: { status: 'paused' } }], 'edits.0.set.status'],
      [[{ monitor_ids: [id], set, expected_updated_at: 'now' }], 'edits.0.expected_updated_at'],
    ]
    for (const [edits, field] of cases)
      assert.equal(
        describeResponse(await send('POST', '/bulk-edit', { edits })),
        `400 VALIDATION_ERROR ${field}`,
        field,
      )
    const body = { edits: [{ monitor_ids: [id], set }] }
    const viewer = (await createPerson(context, tokens, alice, 'viewer')).session
    assert.equal(describeResponse(await send('POST', '/bulk-edit', body, viewer)), '403 INSUFFICIENT_PERMISSIONS')
    const read = await createKeyHeaders(context, alice, 'read')
    assert.equal(describeResponse(await send('POST', '/bulk-edit', body, read)), '403 READ_ONLY_API_KEY')
    assert.equal((await api.monitor(id)).timeout_ms, 10_000)
  })
}
