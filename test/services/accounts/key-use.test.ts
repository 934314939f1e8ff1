import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createKeyUse } from '../../../src/services/accounts/api-keys.ts'
import { createAccessTokens } from '../../../src/services/platform/credentials/tokens.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createKeyHeaders, createPeople } from '../../support/factories/people.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: several uses of a key are one write, and a recent time is not rewritten`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    const { alice } = await createPeople(context, createAccessTokens(Buffer.alloc(32), context.now))
    await createKeyHeaders(context, alice, 'read')
    const stored = () => readRow(context.store.db, 'api_keys')
    const { id } = await stored()
    const keyUse = createKeyUse(context, (error) => assert.fail(String(error)), HOUR_MS)

    for (const at of [1000, 2000, 3000]) keyUse.recordUse(id, null, at)
    assert.equal((await stored()).last_used_at, null, 'no request waits for it')
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000)

    keyUse.recordUse(id, 3000, 3000 + MINUTE_MS / 2)
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000, 'the stored time is recent enough')
    keyUse.recordUse(id, 3000, 3000 + MINUTE_MS)
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000 + MINUTE_MS)
    keyUse.recordUse(id, null, 10)
    await keyUse.flush()
    assert.equal((await stored()).last_used_at, 3000 + MINUTE_MS, 'another server stored a later time')
  })

test('a failed write is reported and has no other effect', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  const reported: unknown[] = []
  const failing = { ...context.store, transact: () => Promise.reject(new Error('away')) }
  const keyUse = createKeyUse({ store: failing }, (error) => reported.push(error))
  keyUse.recordUse('key', null, 1)
  await keyUse.flush()
  assert.equal((reported[0] as Error).message, 'away')
})
