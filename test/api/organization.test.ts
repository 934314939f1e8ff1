import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeApp } from '../support/app.ts'
import { makeKey, makePeople } from '../support/make.ts'
import { DIALECTS } from '../support/stores.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: anyone in the organization reads it, with a session or a key`, async (t) => {
    const { call, context, tokens } = await makeApp(t, dialect)
    const { alice, bob } = await makePeople(context, tokens)
    for (const as of [alice.session, bob.session, await makeKey(context, bob, 'read')]) {
      const { status, body } = await call('GET', '/api/organization', { as })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.data.organization.id, alice.organizationId)
    }
  })
