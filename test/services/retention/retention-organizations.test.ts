import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Insertable } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { runRetentionStep } from '../../../src/services/retention/retention.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import type { Database } from '../../../src/store/tables/index.ts'
import { setPlan } from '../../support/database/account-rows.ts'
import { markMonitorDeleted } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertRows, readRows, updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { runRetention, setRetentionTerms } from '../../support/factories/retention.ts'

const DAY = Date.UTC(2026, 5, 15)
const MIDNIGHT = (days: number) => DAY - days * DAY_MS
const HORIZON = MIDNIGHT(730)

async function makeHouse(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  await setRetentionTerms(store, { raw: 60, rollups: 730 })
  await store.transact((tx) => setPlan(tx, 'pro'))
  const [key] = (await insertMonitors(store, 1, { at: MIDNIGHT(3_000) })) as [number]
  return { store, key, context: createTestContext(store, DAY + HOUR_MS) }
}

const idsIn = async (store: Store, table: keyof Database): Promise<string[]> =>
  (await readRows(store.db, table as 'incidents', {}, ['id'])).map(({ id }) => id)

/** Inserts an incident with its own update, comment and delivery. */
async function insertIncident(
  store: Store,
  id: string,
  over: Partial<Insertable<Database['incidents']>> & { delivery?: 'pending' | 'delivered' },
): Promise<void> {
  const { delivery = 'delivered', ...incident } = over
  const at = MIDNIGHT(2_000)
  const times = { created_at: at, updated_at: at }
  await store.transact(async (tx) => {
    await insertRows(tx, 'incidents', {
      id,
      organization_id: 'alice',
      project_id: 'alice',
      monitor_key: null,
      created_by: 'alice',
      family: 'availability',
      status: 'resolved',
      severity: 'critical',
      type: 'timeout',
      source: 'manual',
      title: id,
      error_message: '',
      started_at: at,
      affected_regions: '[]',
      affected_monitor_ids: '[]',
      failure_count: 1,
      ...times,
      ...incident,
    })
    await insertRows(tx, 'incident_updates', {
      id,
      incident_id: id,
      kind: 'created',
      message: '',
      is_public: 0,
      created_at: at,
    })
    await insertRows(tx, 'incident_comments', {
      id,
      incident_id: id,
      user_id: 'alice',
      comment_text: '',
      is_internal: 0,
      ...times,
    })
    await insertDelivery(tx, { id, incident_id: id, status: delivery, created_at: at })
  })
}

const insertGroup = (store: Store, id: string) =>
  store.transact((tx) =>
    insertRows(tx, 'groups', {
      id,
      organization_id: 'alice',
      project_id: 'alice',
      created_by: 'alice',
      name: id,
      description: '',
      created_at: 0,
      updated_at: 0,
    }),
  )

const insertGroupChange = (
  store: Store,
  id: string,
  change: { group_id: string; started_at: number; ended_at: number | null },
) =>
  store.transact((tx) =>
    insertRows(tx, 'group_status_changes', { id, from_status: 'up', to_status: 'down', reason: '', ...change }),
  )

const insertDelivery = (
  tx: Parameters<Parameters<Store['transact']>[0]>[0],
  delivery: { id: string; incident_id: string | null; status: 'pending' | 'delivered'; created_at: number },
) =>
  insertRows(tx, 'deliveries', {
    organization_id: 'alice',
    project_id: 'alice',
    event_id: delivery.id,
    target_id: 't',
    channel: 'webhook',
    recipient: '',
    event_type: 'test',
    payload: '{}',
    retry_count: 0,
    max_retries: 5,
    next_attempt_at: 0,
    updated_at: 0,
    ...delivery,
  })

for (const dialect of DIALECTS) {
  test(`${dialect}: incidents are deleted with their rows, and open ones or pending deliveries stay`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    await insertIncident(store, 'old', { resolved_at: HORIZON - 1 })
    await insertIncident(store, 'edge', { resolved_at: HORIZON })
    await insertIncident(store, 'open', { status: 'open' })
    await insertIncident(store, 'untold', { resolved_at: HORIZON - 1, delivery: 'pending' })
    await runRetention(context)
    for (const table of ['incidents', 'incident_updates', 'incident_comments', 'deliveries'] as const)
      assert.deepEqual(await idsIn(store, table), ['edge', 'open', 'untold'], table)
  })

  test(`${dialect}: the history of a group is deleted after the retention of rollups, but never its last entry`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    await insertGroup(store, 'shop')
    await insertGroup(store, 'quiet')
    await insertGroupChange(store, 'over', { group_id: 'shop', started_at: MIDNIGHT(800), ended_at: HORIZON })
    await insertGroupChange(store, 'crossing', { group_id: 'shop', started_at: HORIZON - 1, ended_at: HORIZON + 1 })
    await insertGroupChange(store, 'current', { group_id: 'shop', started_at: HORIZON + 1, ended_at: null })
    await insertGroupChange(store, 'last', { group_id: 'quiet', started_at: MIDNIGHT(3_000), ended_at: null })
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'group_status_changes'), ['crossing', 'current', 'last'])
  })

  test(`${dialect}: a long history of a group is deleted in steps`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    await insertGroup(store, 'shop')
    for (let n = 0; n < 7; n++)
      await insertGroupChange(store, `${n}`, { group_id: 'shop', started_at: n, ended_at: n + 1 })
    const counts: number[] = []
    while ((await runRetentionStep(context, 3)).kind === 'step')
      counts.push((await idsIn(store, 'group_status_changes')).length)
    assert.deepEqual([...new Set(counts)], [7, 4, 1, 0])
  })

  test(`${dialect}: an incident deleted by a user stays hidden for 30 days`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    const deleted = { status: 'open' as const, deleted_by: 'alice' }
    await insertIncident(store, 'month', { ...deleted, deleted_at: MIDNIGHT(30) - 1 })
    await insertIncident(store, 'week', { ...deleted, deleted_at: MIDNIGHT(30) })
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'incidents'), ['week'])
    assert.deepEqual(await idsIn(store, 'deliveries'), ['week'])
  })

  test(`${dialect}: the monitor of an incident keeps its name while the incident exists`, async (t) => {
    const { store, key, context } = await makeHouse(t, dialect)
    await store.transact((tx) => markMonitorDeleted(tx, MIDNIGHT(1_000)))
    await insertIncident(store, 'open', { status: 'open', monitor_key: key })
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'monitors'), ['alice-monitor-0'])
    await store.transact((tx) => updateRows(tx, 'incidents', { status: 'resolved', resolved_at: DAY }))
    context.setTime(DAY + 731 * DAY_MS)
    await runRetention(context)
    assert.deepEqual([await idsIn(store, 'incidents'), await idsIn(store, 'monitors')], [[], []])
  })

  test(`${dialect}: an incident with many deliveries is deleted in steps`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    await insertIncident(store, 'old', { resolved_at: HORIZON - 1 })
    await store.transact(async (tx) => {
      for (let n = 0; n < 40; n++)
        await insertDelivery(tx, { id: `d${n}`, incident_id: 'old', status: 'delivered', created_at: 0 })
    })
    const steps = await runRetention(context, 10)
    assert.ok(steps.length > 9, `${steps.length} steps`)
    assert.deepEqual([await idsIn(store, 'incidents'), await idsIn(store, 'deliveries')], [[], []])
  })

  test(`${dialect}: sent deliveries without an incident are deleted with the rollups, and pending ones stay`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    await store.transact(async (tx) => {
      await insertDelivery(tx, { id: 'edge', incident_id: null, status: 'delivered', created_at: HORIZON })
      await insertDelivery(tx, { id: 'old', incident_id: null, status: 'delivered', created_at: HORIZON - 1 })
      await insertDelivery(tx, { id: 'pending', incident_id: null, status: 'pending', created_at: HORIZON - 1 })
    })
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'deliveries'), ['edge', 'pending'])
  })

  test(`${dialect}: the audit log is kept as long as rollups`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    const entry = {
      organization_id: 'alice',
      actor_id: null,
      actor_name: '',
      credential: 'none',
      key_id: null,
    } as const
    const what = { action: '', resource_type: '', resource_id: '', changes: '{}', ip: null }
    await store.transact((tx) =>
      insertRows(tx, 'audit_log', [
        { id: 'edge', ...entry, ...what, created_at: HORIZON },
        { id: 'old', ...entry, ...what, created_at: HORIZON - 1 },
      ]),
    )
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'audit_log'), ['edge'])
  })

  test(`${dialect}: expired sessions are deleted, and old used tokens of live sessions`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    const session = { user_id: 'alice', organization_id: 'alice', created_at: 0, revoked_at: null }
    const token = (token_hash: string, session_id: string, used_at: number | null) => ({
      token_hash,
      session_id,
      created_at: 0,
      used_at,
    })
    await store.transact(async (tx) => {
      await insertRows(tx, 'sessions', [
        { id: 'ended', ...session, expires_at: DAY - 1 },
        { id: 'lives', ...session, expires_at: DAY },
      ])
      await insertRows(tx, 'refresh_tokens', [
        token('ended', 'ended', null),
        token('new', 'lives', null),
        token('used', 'lives', MIDNIGHT(30)),
        token('used long ago', 'lives', MIDNIGHT(30) - 1),
      ])
      const link = { user_id: 'alice', created_at: 0 }
      await insertRows(tx, 'password_resets', [
        { token_hash: 'ended', ...link, expires_at: DAY - 1 },
        { token_hash: 'lives', ...link, expires_at: DAY },
      ])
    })
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'sessions'), ['lives'])
    const hashes = async (table: 'refresh_tokens' | 'password_resets') =>
      (await readRows(store.db, table as 'refresh_tokens', {}, ['token_hash'])).map((row) => row.token_hash)
    assert.deepEqual(await hashes('refresh_tokens'), ['new', 'used'])
    assert.deepEqual(await hashes('password_resets'), ['lives'])
  })

  test(`${dialect}: only the row of a deleted project remains after 30 days`, async (t) => {
    const { store, context } = await makeHouse(t, dialect)
    await insertIncident(store, 'open', { status: 'open' })
    await store.transact(async (tx) => {
      await insertRows(tx, 'notification_targets', {
        id: 't',
        organization_id: 'alice',
        project_id: 'alice',
        name: '',
        channel: 'webhook',
        config: '{"secret":1}',
        is_default: 0,
        is_enabled: 1,
        created_at: 0,
        updated_at: 0,
      })
      await updateRows(tx, 'projects', { deleted_at: MIDNIGHT(30) })
    })
    await runRetention(context)
    assert.deepEqual(await idsIn(store, 'notification_targets'), ['t'])
    context.setTime(DAY + DAY_MS)
    await runRetention(context)
    for (const table of ['notification_targets', 'incidents', 'deliveries'] as const)
      assert.deepEqual(await idsIn(store, table), [], table)
    assert.deepEqual(await idsIn(store, 'projects'), ['alice'])
  })
}
