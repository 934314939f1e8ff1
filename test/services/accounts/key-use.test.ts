import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { makeKeyUse } from '../../../src/services/accounts/key-use.ts'
import { makeAccessTokens } from '../../../src/services/platform/tokens.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'
import { makeContext } from '../../support/factories/context.ts'
import { makeKey, makePeople } from '../../support/factories/make.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: many uses are one write, and a fresh time is left alone`, async (t) => {
    const context = makeContext(await openTestStore(t, dialect))
    const { alice } = await makePeople(context, makeAccessTokens(Buffer.alloc(32), context.now))
    await makeKey(context, alice, 'read')
    const stored = () => readRow(context.store.db, 'api_keys')
    const { id } = await stored()
    const keyUse = makeKeyUse(context, (error) => assert.fail(String(error)), HOUR_MS)

    for (const at of [1000, 2000, 3000]) keyUse.note(id, null, at)
    assert.equal((await stored()).last_used_at, null, 'no request waits for it')
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000)

    keyUse.note(id, 3000, 3000 + MINUTE_MS / 2)
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000, 'known well enough')
    keyUse.note(id, 3000, 3000 + MINUTE_MS)
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000 + MINUTE_MS)
    keyUse.note(id, null, 10)
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000 + MINUTE_MS, 'another server knew it better')
  })

test('a write that fails is told, and nothing else happens', async (t) => {
  const context = makeContext(await openTestStore(t, 'sqlite'))
  const told: unknown[] = []
  const failing = { ...context.store, transact: () => Promise.reject(new Error('away')) }
  const keyUse = makeKeyUse({ store: failing }, (error) => told.push(error))
  keyUse.note('key', null, 1)
  await keyUse.flush()
  assert.equal((told[0] as Error).message, 'away')
})
