import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

type Dialect = (typeof DIALECTS)[number]

async function prepare(t: Cleanup, dialect: Dialect) {
  const api = await createIncidentApi(t, dialect)
  const { id } = await api.report()
  const comments = `/${id}/comments`
  const add = async (text: string, over: object = {}, who = api.alice.session) => {
    const { status, body } = await api.send('POST', comments, { comment_text: text, ...over }, who)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.comment
  }
  const list = async (who = api.alice.session) => {
    const { status, body } = await api.send('GET', comments, undefined, who)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.comments
  }
  const edit = (commentId: string, text = 'Changed', who = api.alice.session) =>
    api.send('PATCH', `${comments}/${commentId}`, { comment_text: text }, who)
  const remove = (commentId: string, who = api.alice.session) =>
    api.send('DELETE', `${comments}/${commentId}`, undefined, who)
  return { ...api, id, comments, add, list, edit, remove }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a comment has the shape of the contract and lists the actions allowed to the caller`, async (t) => {
    const { id, alice, bob, add, list, clock } = await prepare(t, dialect)
    const comment = await add('Looking into it')
    const at = new Date(MONDAY).toISOString()
    const { id: commentId, ...rest } = comment
    assert.deepEqual(rest, {
      incident_id: id,
      user_id: alice.userId,
      user_email: alice.email,
      user_name: 'Alice',
      comment_text: 'Looking into it',
      is_internal: false,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    clock.advance(1)
    await add('Found it', { is_internal: true }, bob.session)
    const [first, second] = await list()
    assert.deepEqual(first, { ...comment, can_edit: true, can_delete: true })
    assert.deepEqual(
      [second.comment_text, second.is_internal, second.user_name, second.can_edit, second.can_delete],
      ['Found it', true, 'Bob', false, false],
    )
    assert.equal((await list(bob.session))[1].can_edit, true)
    assert.equal(first.id, commentId)
  })

  test(`${dialect}: the author edits a comment, and omitted fields do not change`, async (t) => {
    const { add, list, edit, send, comments, alice, clock } = await prepare(t, dialect)
    const { id } = await add('Loking', { is_internal: true })
    clock.advance(MINUTE_MS)
    const { status, body } = await edit(id, 'Looking')
    const { comment } = body.data
    assert.deepEqual(
      [status, comment.comment_text, comment.is_internal, comment.updated_at, 'can_edit' in comment],
      [200, 'Looking', true, new Date(MONDAY + MINUTE_MS).toISOString(), false],
    )
    await send('PATCH', `${comments}/${id}`, { comment_text: 'Looking', is_internal: false }, alice.session)
    assert.equal((await list())[0].is_internal, false)
  })

  test(`${dialect}: a deleted comment stays without its text, and cannot be deleted again`, async (t) => {
    const { add, list, edit, remove, context } = await prepare(t, dialect)
    const { id } = await add('The password is swordfish')
    const { status, body } = await remove(id)
    assert.deepEqual([status, body.data], [200, { success: true }])
    const [comment] = await list()
    assert.deepEqual(
      [comment.comment_text, comment.deleted_at, comment.can_edit, comment.can_delete],
      ['', new Date(MONDAY).toISOString(), false, false],
    )
    assert.equal(describeResponse(await remove(id)), '400 VALIDATION_ERROR commentId')
    assert.equal(describeResponse(await edit(id)), '400 VALIDATION_ERROR commentId')
    for (const table of ['incident_comments', 'audit_log'] as const)
      assert.doesNotMatch(JSON.stringify(await readRows(context.store.db, table)), /swordfish/)
  })

  test(`${dialect}: a comment cannot be changed 15 minutes after its creation`, async (t) => {
    const { add, list, edit, remove, alice, bob, context, clock, tokens } = await prepare(t, dialect)
    const { id } = await add('Looking into it')
    const claims = (await tokens.verify(alice.session.authorization.slice('Bearer '.length)))!
    clock.advance(15 * MINUTE_MS)
    // A token expires before the edit window ends, so the caller gets a new one
    const again = { authorization: `Bearer ${await tokens.sign(claims)}` }
    assert.equal((await list(again))[0].can_edit, true)
    assert.equal((await edit(id, 'In time', again)).status, 200)
    clock.advance(1)
    assert.equal((await list(again))[0].can_delete, false)
    assert.equal(describeResponse(await edit(id, 'Too late', again)), '400 VALIDATION_ERROR commentId')
    assert.equal(describeResponse(await remove(id, again)), '400 VALIDATION_ERROR commentId')
    const bobAgain = await createPerson(context, tokens, bob, 'admin', 'Dora')
    assert.equal(describeResponse(await edit(id, 'Mine now', bobAgain.session)), '403 FORBIDDEN')
    assert.equal((await list(again))[0].comment_text, 'In time')
  })

  test(`${dialect}: of many concurrent deletions of a comment, one succeeds`, async (t) => {
    const { add, remove } = await prepare(t, dialect)
    const { id } = await add('Twice')
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
  })
}

test('comments require a session, and every user with read access may comment', async (t) => {
  const { send, context, tokens, alice, bob, charlie, key, comments, add, list, edit, remove } = await prepare(
    t,
    'sqlite',
  )
  const { id } = await add('Looking into it')
  const readKey = await createKeyHeaders(context, alice, 'read')
  const body = { comment_text: 'x' }
  assert.equal(describeResponse(await send('GET', comments, undefined, readKey)), '403 JWT_REQUIRED')
  for (const [method, path] of [
    ['POST', comments],
    ['PATCH', `${comments}/${id}`],
    ['DELETE', `${comments}/${id}`],
  ] as const) {
    assert.equal(describeResponse(await send(method, path, body, key)), '403 JWT_REQUIRED')
    assert.equal(describeResponse(await send(method, path, body, readKey)), '403 READ_ONLY_API_KEY')
    assert.equal(describeResponse(await send(method, path, body, charlie.session)), '404 RESOURCE_NOT_FOUND')
  }
  assert.equal(describeResponse(await send('GET', comments, undefined, charlie.session)), '404 RESOURCE_NOT_FOUND')
  assert.equal(describeResponse(await edit(id, 'x', bob.session)), '403 FORBIDDEN')
  assert.equal(describeResponse(await remove(id, bob.session)), '403 FORBIDDEN')
  const viewer = await createPerson(context, tokens, alice, 'viewer')
  await add('I saw it too', {}, viewer.session)
  assert.equal((await list(viewer.session)).length, 2)
})

test('an invalid comment is refused by field, and a comment of another incident is not found', async (t) => {
  const { send, alice, report, comments, add, remove, id } = await prepare(t, 'sqlite')
  const post = async (body: object) => describeResponse(await send('POST', comments, body, alice.session))
  assert.equal(await post({}), '400 VALIDATION_ERROR comment_text')
  assert.equal(await post({ comment_text: '' }), '400 VALIDATION_ERROR comment_text')
  assert.equal(await post({ comment_text: 'x'.repeat(5001) }), '400 VALIDATION_ERROR comment_text')
  assert.equal(await post({ comment_text: 'x', is_internal: 1 }), '400 VALIDATION_ERROR is_internal')
  assert.equal(await post({ comment_text: 'x', user_id: alice.userId }), '400 VALIDATION_ERROR user_id')
  const comment = await add('Here')
  const other = await report()
  const elsewhere = `/${other.id}/comments/${comment.id}`
  assert.equal(
    describeResponse(await send('PATCH', elsewhere, { comment_text: 'x' }, alice.session)),
    '404 RESOURCE_NOT_FOUND',
  )
  assert.equal(describeResponse(await send('DELETE', elsewhere, undefined, alice.session)), '404 RESOURCE_NOT_FOUND')
  assert.equal(describeResponse(await remove('7')), '400 VALIDATION_ERROR commentId')
  await send('DELETE', `/${id}`, undefined, alice.session)
  assert.equal(describeResponse(await remove(comment.id)), '404 RESOURCE_NOT_FOUND')
})
