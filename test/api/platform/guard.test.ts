import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { type CallOptions, createTestApp, type TestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { removeMember, setRole } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPeople, createPerson } from '../../support/factories/people.ts'

/** Starts a request whose body is sent when `finish` is called. */
async function beginSlowly(app: TestApp, as: NonNullable<CallOptions['as']>, url: string, body: object) {
  const stream = new PassThrough()
  let judged = () => {}
  const begun = new Promise<void>((resolve) => {
    judged = resolve
  })
  const slow = await app.serveAnother({}, {}, (api) => {
    api.addHook('preParsing', async () => judged())
  })
  const answer = slow.call('POST', url, { as, headers: { 'content-type': 'application/json' }, body: stream })
  await begun
  return (afterMs: number) => {
    app.clock.advance(afterMs)
    stream.end(JSON.stringify(body))
    return answer
  }
}

for (const dialect of DIALECTS)
  test(`${dialect}: a member removed or demoted during the upload of a body is refused`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice, bob } = await createPeople(app.context, app.tokens)
    const admin = await createPerson(app.context, app.tokens, alice, 'admin', 'Ada')
    const key = await createKeyHeaders(app.context, admin, 'read_write')
    const group = { name: 'Left behind' }
    const finishes = [
      await beginSlowly(app, admin.session, '/api/groups', group),
      await beginSlowly(app, key, '/api/groups', group),
      await beginSlowly(app, bob.session, '/api/groups', group),
      await beginSlowly(app, alice.session, '/api/groups', group),
    ]
    await app.context.store.transact(async (tx) => {
      await removeMember(tx, admin.userId)
      await setRole(tx, 'viewer', bob.userId)
    })
    const answers = []
    for (const finish of finishes) answers.push(describeResponse(await finish(1000)))
    assert.deepEqual(answers, ['401 INVALID_TOKEN', '401 INVALID_API_KEY', '403 INSUFFICIENT_PERMISSIONS', '201'])
  })
