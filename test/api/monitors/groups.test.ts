import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { makeGroupApi } from './group-api.ts'

const NOBODY = '0198c0de-7a11-7abc-8def-0123456789ab'

for (const dialect of DIALECTS) {
  test(`${dialect}: a group is created, read, updated and deleted`, async (t) => {
    const { alice, clock, group, makeGroup, fill } = await makeGroupApi(t, dialect)
    const made = await group('POST', '', { name: 'Shops', description: 'All of them' })
    assert.equal(made.status, 201)
    const { id, ...rest } = made.body.data
    const times = { created_at: '2026-01-05T00:00:00.000Z', updated_at: '2026-01-05T00:00:00.000Z' }
    const { organizationId: organization_id, projectId: project_id, userId: created_by } = alice
    const owner = { organization_id, project_id, created_by }
    const words = { name: 'Shops', description: 'All of them' }
    assert.deepEqual(rest, {
      ...owner,
      ...words,
      ...times,
      check_count: 0,
      monitors: [],
      children: [],
      path: [{ id, name: 'Shops' }],
    })

    clock.advance(5)
    const child = await makeGroup('Books', id)
    const [monitor] = await fill(child, 1, { name: 'Cart' })
    const read = (await group('GET', `/${child}`)).body.data
    assert.deepEqual(read.monitors, [
      { id: monitor, name: 'Cart', type: 'HTTP', status: 'active', runtimeStatus: 'unknown' },
    ])
    assert.deepEqual([read.parent_group_id, read.check_count, read.description], [id, 1, ''])
    assert.deepEqual(read.path, [
      { id, name: 'Shops' },
      { id: child, name: 'Books' },
    ])
    const parent = (await group('GET', `/${id}`)).body.data
    const { monitors: _, ...listed } = read
    assert.deepEqual(parent.children, [{ ...listed, monitors: [], children: [], path: [] }])
    assert.equal(parent.check_count, 0, 'a group counts its own monitors')

    const changed = await group('PUT', `/${child}`, { ...read, name: 'Magazines' })
    assert.equal(changed.status, 200, 'the representation can be sent back')
    assert.deepEqual([changed.body.data.name, changed.body.data.description], ['Magazines', ''])
    assert.equal(changed.body.data.updated_at, '2026-01-05T00:00:00.006Z')
    assert.deepEqual((await group('DELETE', `/${child}`, { force: true })).body.data, {
      deleted: true,
      deleted_group_count: 1,
      moved_monitor_count: 1,
    })
    assert.equal(describeResponse(await group('GET', `/${child}`)), '404 RESOURCE_NOT_FOUND')
    assert.equal(describeResponse(await group('DELETE', `/${child}`)), '404 RESOURCE_NOT_FOUND')
  })

  test(`${dialect}: the group list is paged and newest first, and its errors have specific codes`, async (t) => {
    const { clock, group, makeGroup } = await makeGroupApi(t, dialect)
    for (let number = 1; number <= 12; number++) {
      await makeGroup(`Group ${number}`)
      clock.advance(1)
    }
    const namesOf = (groups: { name: string }[]) => groups.map(({ name }) => name)
    const first = (await group('GET', '')).body.data
    assert.deepEqual([first.total, first.page, first.limit, first.groups.length], [12, 1, 10, 10])
    assert.equal(first.groups[0].name, 'Group 12')
    const second = (await group('GET', '?page=2&limit=10')).body.data
    assert.deepEqual(namesOf(second.groups), ['Group 2', 'Group 1'])
    assert.deepEqual([second.groups[0].monitors, second.groups[0].children, second.groups[0].path], [[], [], []])
    assert.deepEqual((await group('GET', '?page=1000000000')).body.data.groups, [])
    for (const page of ['0', '-1', '1.5', 'x', '', '1&page=2'])
      assert.equal(describeResponse(await group('GET', `?page=${page}`)), '400 INVALID_PAGE page', page)
    for (const limit of ['0', '101', 'x'])
      assert.equal(describeResponse(await group('GET', `?limit=${limit}`)), '400 INVALID_LIMIT limit', limit)
  })

  test(`${dialect}: the hierarchy nests every group in its parent and counts its monitors`, async (t) => {
    const { clock, group, makeGroup, fill } = await makeGroupApi(t, dialect)
    assert.deepEqual((await group('GET', '/hierarchy')).body, { success: true, data: [] })
    const make = async (name: string, parent?: string) => {
      clock.advance(1)
      return makeGroup(name, parent)
    }
    const [a, b] = [await make('A'), await make('B')]
    const a1 = await make('A1', a)
    let deepest = await make('A2', a)
    for (const name of ['A21', 'A211', 'A2111']) deepest = await make(name, deepest)
    await fill(a1, 2)
    await fill(b, 1)
    interface Nested {
      name: string
      check_count: number
      child_groups: Nested[]
    }
    const drawn = ({ name, check_count, child_groups }: Nested): string =>
      `${name}:${check_count}${child_groups.length > 0 ? `(${child_groups.map(drawn).join(' ')})` : ''}`
    const { data } = (await group('GET', '/hierarchy')).body
    assert.deepEqual(data.map(drawn), ['B:1', 'A:0(A2:0(A21:0(A211:0(A2111:0))) A1:2)'])
    assert.deepEqual(Object.keys(data[0]).slice(-4), ['monitors', 'children', 'path', 'child_groups'])
  })

  test(`${dialect}: a group name is unique among the groups of one parent`, async (t) => {
    const { group, makeGroup } = await makeGroupApi(t, dialect)
    const shops = await makeGroup('Shops')
    const inner = await makeGroup('Shops', shops)
    const taken = '409 CONFLICT name'
    assert.equal(describeResponse(await group('POST', '', { name: 'Shops' })), taken, 'at the top level')
    assert.equal(describeResponse(await group('POST', '', { name: 'Shops', parent_group_id: shops })), taken)
    const other = await makeGroup('Other')
    assert.equal(describeResponse(await group('PUT', `/${other}`, { name: 'Shops' })), taken)
    const second = await makeGroup('Shops', other)
    assert.equal(describeResponse(await group('PUT', `/${second}`, { parent_group_id: shops })), taken)
    assert.equal(
      describeResponse(await group('PUT', `/${inner}`, { name: 'Shops' })),
      '200',
      'the group keeps its name',
    )
  })

  test(`${dialect}: concurrent creations with one name create one group`, async (t) => {
    const { group } = await makeGroupApi(t, dialect)
    const answers = await Promise.all(Array.from({ length: 6 }, () => group('POST', '', { name: 'Shops' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
  })

  test(`${dialect}: a move is refused if it creates a cycle or a sixth level`, async (t) => {
    const { group, makeGroup } = await makeGroupApi(t, dialect)
    const chain: string[] = []
    for (let level = 1; level <= 5; level++) chain.push(await makeGroup(`Level ${level}`, chain.at(-1)))
    const refused = '400 VALIDATION_ERROR parent_group_id'
    assert.equal(describeResponse(await group('POST', '', { name: 'Level 6', parent_group_id: chain[4] })), refused)
    assert.equal(describeResponse(await group('PUT', `/${chain[0]}`, { parent_group_id: chain[0] })), refused, 'itself')
    assert.equal(
      describeResponse(await group('PUT', `/${chain[0]}`, { parent_group_id: chain[3] })),
      refused,
      'a circle',
    )
    const pair = await makeGroup('Pair')
    await makeGroup('Below', pair)
    assert.equal(
      describeResponse(await group('PUT', `/${pair}`, { parent_group_id: chain[3] })),
      refused,
      'the depth would be six',
    )
    assert.equal(describeResponse(await group('PUT', `/${pair}`, { parent_group_id: chain[2] })), '200', 'five')
    assert.equal(
      describeResponse(await group('PUT', `/${pair}`, { parent_group_id: null })),
      refused,
      'a group cannot move back to the top level',
    )
    assert.equal(describeResponse(await group('PUT', `/${pair}`, { parent_group_id: NOBODY })), refused)
    assert.equal(describeResponse(await group('POST', '', { name: 'X', parent_group_id: NOBODY })), refused)
  })

  test(`${dialect}: two concurrent moves create no cycle`, async (t) => {
    const { group, makeGroup } = await makeGroupApi(t, dialect)
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await makeGroup(`A${round}`), await makeGroup(`B${round}`)]
      const moves = [group('PUT', `/${a}`, { parent_group_id: b }), group('PUT', `/${b}`, { parent_group_id: a })]
      const statuses = (await Promise.all(moves)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [200, 400])
    }
  })

  test(`${dialect}: the plan limit counts the groups of all projects, even with concurrent requests`, async (t) => {
    const { alice, call, group, setPlan } = await makeGroupApi(t, dialect)
    const second = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Second' } })
    await setPlan('free')
    const elsewhere = { ...alice.session, 'x-project-id': second.body.data.project.id }
    const make = (_: unknown, number: number) =>
      group('POST', '', { name: `Group ${number}` }, number % 2 === 0 ? alice.session : elsewhere)
    const answers = await Promise.all(Array.from({ length: 13 }, make))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.deepEqual(refused.map(describeResponse), Array(3).fill('403 PLAN_LIMIT_REACHED'))
    assert.equal(refused[0]?.body.error.details.limit, 10)
    const organization = await call('GET', '/api/organization', { as: alice.session })
    assert.equal(organization.body.data.organization.usage.groups, 10)
    const one = (await group('GET', '')).body.data.groups[0]
    await group('DELETE', `/${one.id}`)
    assert.equal((await group('POST', '', { name: 'A place is free' })).status, 201)
  })

  test(`${dialect}: a group with monitors, directly or below, is deleted only with a reassignment or force`, async (t) => {
    const { group, makeGroup, fill, monitor, send } = await makeGroupApi(t, dialect)
    const [top, home] = [await makeGroup('Top'), await makeGroup('Home')]
    const below = await makeGroup('Below', await makeGroup('Middle', top))
    const [own, deep, gone] = [await fill(top, 1), await fill(below, 2), await fill(below, 1)]
    await send('DELETE', `/${gone[0]}`)
    const full = await group('DELETE', `/${top}`)
    assert.equal(describeResponse(full), '409 GROUP_NOT_EMPTY')
    assert.equal(full.body.error.details.monitor_count, 3, 'deleted monitors do not block the deletion')
    const to = (reassign_to_group_id: string, over = {}) =>
      group('DELETE', `/${top}`, { reassign_to_group_id, ...over })
    const refused = '400 VALIDATION_ERROR reassign_to_group_id'
    assert.equal(describeResponse(await to(below)), refused, 'the subgroup is deleted too')
    assert.equal(describeResponse(await to(top)), refused)
    assert.equal(describeResponse(await to(NOBODY)), refused)
    assert.equal(describeResponse(await to(home, { force: true })), refused)
    assert.deepEqual((await to(home, { force: false })).body.data, {
      deleted: true,
      deleted_group_count: 3,
      moved_monitor_count: 3,
    })
    for (const id of [...own, ...deep]) assert.equal((await monitor(id)).group_id, home)
    assert.equal((await group('GET', '')).body.data.total, 1)
    assert.equal((await group('DELETE', `/${home}`, { force: true })).body.data.moved_monitor_count, 3)
    assert.equal((await monitor(own[0]!)).group_id, undefined)
  })

  test(`${dialect}: a monitor joins a group of its project, is listed in it and leaves it`, async (t) => {
    const { group, makeGroup, fill, create, send, call, charlie, monitor } = await makeGroupApi(t, dialect)
    const [shops, other] = [await makeGroup('Shops'), await makeGroup('Other')]
    const foreign = await call('POST', '/api/groups', { as: charlie.session, body: { name: 'Foreign' } })
    const { id } = await create({ group_id: shops })
    await fill(null, 2)
    const listed = async (groupId: string) => {
      const { monitors, pagination } = (await send('GET', `?group_id=${groupId}`)).body.data
      return [pagination.total_count, ...monitors.map((one: { id: string }) => one.id)]
    }
    assert.deepEqual(await listed(shops), [1, id])
    const refused = '400 VALIDATION_ERROR group_id'
    const body = { name: 'x', type: 'HTTP', target: 'https://example.com/' }
    for (const wrong of [NOBODY, foreign.body.data.id]) {
      assert.equal(describeResponse(await send('POST', '', { ...body, group_id: wrong })), refused)
      assert.equal(describeResponse(await send('PUT', `/${id}`, { group_id: wrong })), refused)
    }
    assert.equal((await send('PUT', `/${id}`, { group_id: other })).body.data.monitor.group_id, other)
    assert.deepEqual([await listed(shops), await listed(other)], [[0], [1, id]])
    await group('DELETE', `/${other}`, { reassign_to_group_id: shops })
    assert.deepEqual(await listed(shops), [1, id], 'counted anew')
    await send('PUT', `/${id}`, { group_id: null })
    assert.equal('group_id' in (await monitor(id)), false)
  })

  test(`${dialect}: other organizations and projects have separate groups`, async (t) => {
    const { alice, charlie, call, group, makeGroup } = await makeGroupApi(t, dialect)
    const id = await makeGroup('Shops')
    const second = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Second' } })
    const elsewhere = { ...alice.session, 'x-project-id': second.body.data.project.id }
    for (const who of [charlie.session, elsewhere]) {
      const missing = '404 RESOURCE_NOT_FOUND'
      assert.equal(describeResponse(await group('GET', `/${id}`, undefined, who)), missing)
      assert.equal(describeResponse(await group('PUT', `/${id}`, { name: 'Mine' }, who)), missing)
      assert.equal(describeResponse(await group('DELETE', `/${id}`, undefined, who)), missing)
      assert.equal(describeResponse(await group('POST', `/${id}/bulk-pause`, undefined, who)), missing)
      assert.deepEqual((await group('GET', '', undefined, who)).body.data.groups, [])
      assert.deepEqual((await group('GET', '/hierarchy', undefined, who)).body.data, [])
    }
    assert.equal(
      (await group('POST', '', { name: 'Shops' }, elsewhere)).status,
      201,
      'groups of two projects are not siblings',
    )
  })

  test(`${dialect}: viewers and read keys read groups, and editors and write keys change them`, async (t) => {
    const { alice, bob, context, tokens, group, makeGroup, clock } = await makeGroupApi(t, dialect)
    const id = await makeGroup('Shops')
    const viewer = (await createPerson(context, tokens, alice, 'viewer')).session
    const [read, write] = [
      await createKeyHeaders(context, alice, 'read'),
      await createKeyHeaders(context, alice, 'read_write'),
    ]
    const change = async (who: Record<string, string>) =>
      describeResponse(await group('PUT', `/${id}`, { name: 'Shop' }, who))
    for (const who of [viewer, read])
      for (const path of ['', '/hierarchy', `/${id}`])
        assert.equal((await group('GET', path, undefined, who)).status, 200)
    assert.equal(await change(viewer), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(await change(read), '403 READ_ONLY_API_KEY')
    assert.deepEqual([await change(bob.session), await change(write)], ['200', '200'])
    clock.advance(DAY_MS)
    assert.equal(describeResponse(await group('GET', '')), '401 INVALID_TOKEN')
  })

  test(`${dialect}: fields out of bounds are refused`, async (t) => {
    const { group, makeGroup } = await makeGroupApi(t, dialect)
    const id = await makeGroup('x'.repeat(80), undefined, { description: 'y'.repeat(500) })
    const cases: [body: object, field: string][] = [
      [{ name: '' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'A', description: 'y'.repeat(501) }, 'description'],
      [{ name: 'A', parent_group_id: 'B' }, 'parent_group_id'],
      [{ name: 'A', colour: 'red' }, 'colour'],
    ]
    for (const [body, field] of cases) {
      assert.equal(describeResponse(await group('POST', '', body)), `400 VALIDATION_ERROR ${field}`)
      assert.equal(describeResponse(await group('PUT', `/${id}`, body)), `400 VALIDATION_ERROR ${field}`)
    }
    assert.equal(describeResponse(await group('POST', '', {})), '400 VALIDATION_ERROR name')
    assert.equal(describeResponse(await group('PUT', '/shops', {})), '400 VALIDATION_ERROR groupId')
    assert.equal(describeResponse(await group('DELETE', `/${id}`, { force: 'yes' })), '400 VALIDATION_ERROR force')
    assert.equal(describeResponse(await group('PUT', `/${id}`, {})), '200', 'the body is empty')
  })

  test(`${dialect}: a deleted project deletes its groups and frees their places in the plan`, async (t) => {
    const { alice, call, context, group } = await makeGroupApi(t, dialect)
    const made = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Second' } })
    const { id } = made.body.data.project
    const second = { ...alice.session, 'x-project-id': id }
    const parent = await group('POST', '', { name: 'A' }, second)
    await group('POST', '', { name: 'B', parent_group_id: parent.body.data.id }, second)
    const making = group('POST', '', { name: 'C' }, second)
    const deleting = call('DELETE', `/api/projects/${id}`, { as: alice.session })
    assert.match(describeResponse(await making), /^(201|404 PROJECT_NOT_FOUND)$/)
    assert.equal((await deleting).status, 200)
    assert.deepEqual(await readRows(context.store.db, 'groups'), [])
  })

  test(`${dialect}: changes of groups and moves of their monitors are recorded with the user`, async (t) => {
    const { alice, context, clock, group, makeGroup, fill } = await makeGroupApi(t, dialect)
    const [top, home] = [await makeGroup('Top'), await makeGroup('Home')]
    const below = await makeGroup('Below', top)
    const [monitor] = await fill(below, 1)
    clock.advance(1)
    await group('PUT', `/${below}`, { name: 'Beneath', description: '' })
    await group('PUT', `/${below}`, { name: 'Beneath' })
    clock.advance(1)
    await group('DELETE', `/${top}`, { reassign_to_group_id: home })
    const all = await readRows(context.store.db, 'audit_log', {}, ['created_at', 'action'])
    const rows = all.filter((row) => row.action !== 'monitor.created')
    const entries = rows.map((row) => [row.action, row.resource_id, JSON.parse(row.changes)])
    assert.deepEqual(
      entries.slice(0, 3).map(([action]) => action),
      Array(3).fill('group.created'),
    )
    assert.deepEqual(entries[3], ['group.updated', below, { name: { from: 'Below', to: 'Beneath' } }])
    assert.deepEqual(
      entries.slice(4).sort(),
      [
        ['group.deleted', top, { name: { from: 'Top' } }],
        ['group.deleted', below, { name: { from: 'Beneath' } }],
        ['monitor.moved', monitor, { group_id: { from: below, to: home } }],
      ].sort(),
    )
    assert.ok(rows.every((row) => row.actor_id === alice.userId))
  })
}
