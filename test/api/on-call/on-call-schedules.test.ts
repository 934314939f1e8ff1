import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createOnCallApi, toLayer } from './on-call-api.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a schedule is created, read, listed, changed and deleted`, async (t) => {
    const { alice, bob, ask, make, clock } = await createOnCallApi(t, dialect)
    const night = { from: '22:00', to: '06:00' }
    const made = await make({ layers: [toLayer([alice.userId, bob.userId], { restrictions: [night] })] })
    const { id, ...rest } = made
    assert.deepEqual(rest, {
      project_id: alice.projectId,
      name: 'Platform',
      description: '',
      timezone: 'Europe/Berlin',
      layers: [
        {
          ...toLayer([alice.userId, bob.userId]),
          shift_length: 1,
          restrictions: [{ ...night, from_weekday: null, to_weekday: null }],
        },
      ],
      on_call: null,
      has_feed: false,
      created_at: '2026-01-05T00:00:00.000Z',
      updated_at: '2026-01-05T00:00:00.000Z',
    })
    clock.advance(22 * 3_600_000)
    const other = await make({ name: 'Other', layers: [] })
    const { on_call_schedules: listed, pagination } = (await ask('GET')).body.data
    assert.deepEqual([listed.map((one: { id: string }) => one.id), pagination.total_count], [[other.id, id], 2])
    assert.deepEqual(listed[1].on_call, { id: alice.userId, name: 'Alice' })

    const sentBack = await ask('PATCH', `/${id}`, { ...listed[1], layers: [toLayer([bob.userId])] })
    assert.equal(sentBack.status, 200, JSON.stringify(sentBack.body))
    assert.deepEqual(sentBack.body.data.on_call_schedule.on_call, { id: bob.userId, name: 'Bob' })
    assert.deepEqual((await ask('DELETE', `/${id}`)).body, { success: true, data: { deleted: true } })
    assert.equal(describeResponse(await ask('GET', `/${id}`)), '404 RESOURCE_NOT_FOUND')
  })

  test(`${dialect}: the user on call and the shifts follow layers and overrides`, async (t) => {
    const { alice, bob, ask, make, override } = await createOnCallApi(t, dialect)
    const { id } = await make()
    await override(id, bob, '2026-01-06T10:00:00+01:00', '2026-01-06T12:00:00Z')
    const person = (of: typeof alice, name: string) => ({ id: of.userId, name })
    const readAt = async (at: string) => (await ask('GET', `/${id}/on-call?at=${at}`)).body.data.on_call
    assert.deepEqual(await readAt('2026-01-05T07:59:59.999Z'), {
      at: '2026-01-05T07:59:59.999Z',
      user: null,
      until: null,
      next: { user: person(alice, 'Alice'), starts_at: '2026-01-05T08:00:00.000Z' },
    })
    assert.deepEqual(await readAt('2026-01-06T09:00:00Z'), {
      at: '2026-01-06T09:00:00.000Z',
      user: person(bob, 'Bob'),
      until: '2026-01-06T12:00:00.000Z',
      next: { user: person(alice, 'Alice'), starts_at: '2026-01-06T12:00:00.000Z' },
    })
    const { shifts, layer_shifts } = (await ask('GET', `/${id}/shifts?from=2026-01-04T00:00:00Z`)).body.data
    const show = (shift: { user: { name: string }; starts_at: string; ends_at: string }) =>
      `${shift.user.name} ${shift.starts_at} ${shift.ends_at}`
    assert.deepEqual(shifts.map(show), [
      'Alice 2026-01-05T08:00:00.000Z 2026-01-06T09:00:00.000Z',
      'Bob 2026-01-06T09:00:00.000Z 2026-01-06T12:00:00.000Z',
      'Alice 2026-01-06T12:00:00.000Z 2026-01-12T08:00:00.000Z',
      'Bob 2026-01-12T08:00:00.000Z 2026-01-18T00:00:00.000Z',
    ])
    assert.deepEqual(layer_shifts[0].map(show), [
      'Alice 2026-01-05T08:00:00.000Z 2026-01-12T08:00:00.000Z',
      'Bob 2026-01-12T08:00:00.000Z 2026-01-18T00:00:00.000Z',
    ])
    const plan = { timezone: 'Europe/Berlin', layers: [toLayer([alice.userId, bob.userId])] }
    const preview = await ask('POST', '/preview', { ...plan, schedule_id: id })
    const { shifts: coming } = (await ask('GET', `/${id}/shifts`)).body.data
    assert.deepEqual(preview.body.data.shifts, coming)
  })

  test(`${dialect}: a preview lists the shifts of a plan and stores nothing`, async (t) => {
    const { alice, bob, ask, make, override } = await createOnCallApi(t, dialect)
    const { id } = await make()
    await override(id, bob, '2026-01-06T10:00:00Z', '2026-01-06T12:00:00Z')
    const nights = toLayer([bob.userId], { restrictions: [{ from: '22:00', to: '06:00' }] })
    const { shifts, covered_layers: none } = (
      await ask('POST', '/preview', { timezone: 'Europe/Berlin', layers: [nights] })
    ).body.data
    assert.deepEqual(none, [])
    const hidden = { timezone: 'Europe/Berlin', layers: [nights, toLayer([alice.userId])] }
    const { covered_layers: covered } = (await ask('POST', '/preview', hidden)).body.data
    assert.deepEqual(covered, [{ layer: 0, covered_by: [1] }])
    const { data: pictured } = (await ask('POST', '/preview', hidden)).body
    const { on_call_schedule: stored } = (await ask('POST', '', { name: 'Hidden', ...hidden })).body.data
    const { from, to } = pictured
    assert.deepEqual((await ask('GET', `/${stored.id}/shifts?from=${from}&to=${to}`)).body.data, pictured)
    assert.deepEqual(
      pictured.layer_shifts.map((layer: readonly { user: { name: string } }[]) => layer[0]?.user.name),
      ['Bob', 'Alice'],
    )
    assert.deepEqual(shifts[0], {
      user: { id: bob.userId, name: 'Bob' },
      starts_at: '2026-01-05T21:00:00.000Z',
      ends_at: '2026-01-06T05:00:00.000Z',
    })
    assert.equal(shifts.length, 14)
    const unknown = await ask('POST', '/preview', {
      timezone: 'Mars/Base',
      layers: [toLayer(['0198c0de-7a11-7abc-8def-0123456789ab'])],
    })
    assert.deepEqual(unknown.body.error.details.issues.map((one: { field: string }) => one.field).sort(), [
      'layers.0.user_ids',
      'timezone',
    ])
    assert.equal((await ask('GET')).body.data.on_call_schedules.length, 2)
  })

  test(`${dialect}: a removed member leaves layers and overrides, and the audit log contains the change`, async (t) => {
    const { alice, bob, context, call, ask, make, override } = await createOnCallApi(t, dialect)
    const { id } = await make()
    const { id: untouched } = await make({ layers: [toLayer([alice.userId])] })
    await override(id, bob, '2026-01-06T09:00:00Z', '2026-01-06T12:00:00Z')
    const [member] = await readRows(context.store.db, 'members', { user_id: bob.userId })
    const path = `/api/organizations/${alice.organizationId}/members/${member!.id}`
    assert.equal((await call('DELETE', path, { as: alice.session })).status, 200)

    const { layers } = (await ask('GET', `/${id}`)).body.data.on_call_schedule
    assert.deepEqual(layers[0].user_ids, [alice.userId])
    assert.deepEqual((await ask('GET', `/${id}/overrides`)).body.data, { overrides: [] })
    const entries = (await listAuditEntries(context.store.db)).slice(-3)
    assert.deepEqual(
      entries.map(({ action, resource_id }) => [action, resource_id === id]),
      [
        ['on_call_schedule.updated', true],
        ['on_call_override.deleted', false],
        ['member.removed', false],
      ],
    )
    const { layers: change } = JSON.parse(entries[0]!.changes)
    assert.deepEqual(change.from[0].user_ids, [alice.userId, bob.userId])
    assert.deepEqual(change.to[0].user_ids, [alice.userId])
    assert.equal((await listAuditEntries(context.store.db, { resource_id: untouched })).length, 1)
  })

  test(`${dialect}: a deleted project deletes its schedules and their overrides`, async (t) => {
    const { alice, context, call } = await createOnCallApi(t, dialect)
    const { id } = (await call('POST', '/api/projects', { as: alice.session, body: { name: 'Shop' } })).body.data
      .project
    const headers = { 'x-project-id': id }
    const body = { name: 'Platform', timezone: 'UTC', layers: [] }
    const made = await call('POST', '/api/on-call-schedules', { as: alice.session, headers, body })
    const path = `/api/on-call-schedules/${made.body.data.on_call_schedule.id}/overrides`
    const times = { starts_at: '2026-01-06T00:00:00Z', ends_at: '2026-01-07T00:00:00Z' }
    const override = { user_id: alice.userId, ...times }
    assert.equal((await call('POST', path, { as: alice.session, headers, body: override })).status, 201)
    await call('DELETE', `/api/projects/${id}`, { as: alice.session, body: { confirm: true } })
    const { db } = context.store
    assert.deepEqual([await readRows(db, 'on_call_schedules'), await readRows(db, 'on_call_overrides')], [[], []])
  })

  test(`${dialect}: an override is listed until it ends, and is deleted`, async (t) => {
    const { bob, ask, make, override, clock } = await createOnCallApi(t, dialect)
    const { id } = await make()
    const first = await override(id, bob, '2026-01-04T00:00:00Z', '2026-01-05T01:00:00Z')
    const second = await override(id, bob, '2026-01-06T00:00:00Z', '2026-01-07T00:00:00Z')
    const list = async () => (await ask('GET', `/${id}/overrides`)).body.data.overrides
    assert.deepEqual(await list(), [first, second])
    clock.advance(3_600_000)
    assert.deepEqual(await list(), [second])
    assert.equal((await ask('DELETE', `/${id}/overrides/${second.id}`)).status, 200)
    assert.equal(describeResponse(await ask('DELETE', `/${id}/overrides/${second.id}`)), '404 RESOURCE_NOT_FOUND')
    assert.deepEqual(await list(), [])
  })
}

test('a schedule with contradictory layers is refused, with the field of each error', async (t) => {
  const { alice, charlie, ask } = await createOnCallApi(t, 'sqlite')
  const layers = [
    toLayer([alice.userId], { handover_weekday: null, starts_on: '2026-02-30' }),
    toLayer([charlie.userId], {
      rotation: 'daily',
      restrictions: [{ from: '09:00', to: '17:00', to_weekday: 'friday' }],
    }),
  ]
  const { status, body } = await ask('POST', '', { name: 'Odd', timezone: 'Mars/Base', layers })
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.details.issues.map(({ field }: { field: string }) => field),
    [
      'timezone',
      'layers.0.handover_weekday',
      'layers.0.starts_on',
      'layers.1.handover_weekday',
      'layers.1.restrictions.0.from_weekday',
      'layers.1.user_ids',
    ],
  )
})

test('an override that ended, ends before it begins, or is for a stranger is refused', async (t) => {
  const { alice, charlie, ask, make } = await createOnCallApi(t, 'sqlite')
  const { id } = await make()
  for (const [user, startsAt, endsAt, field] of [
    [alice, '2026-01-06T00:00:00Z', '2026-01-06T00:00:00Z', 'ends_at'],
    [alice, '2026-01-04T00:00:00Z', '2026-01-05T00:00:00Z', 'ends_at'],
    [alice, '2026-01-06T00:00:00Z', '2027-06-06T00:00:00Z', 'ends_at'],
    [charlie, '2026-01-06T00:00:00Z', '2026-01-07T00:00:00Z', 'user_id'],
  ] as const) {
    const body = { user_id: user.userId, starts_at: startsAt, ends_at: endsAt }
    const answer = await ask('POST', `/${id}/overrides`, body)
    assert.deepEqual([answer.status, answer.body.error.details.field], [400, field], startsAt)
  }
})

test('a period of shifts that is empty or too long is refused', async (t) => {
  const { ask, make } = await createOnCallApi(t, 'sqlite')
  const { id } = await make()
  for (const query of ['from=2026-01-05T00:00:00Z&to=2026-01-05T00:00:00Z', 'to=2026-06-05T00:00:00Z'])
    assert.equal(describeResponse(await ask('GET', `/${id}/shifts?${query}`)), '400 VALIDATION_ERROR to')
})
