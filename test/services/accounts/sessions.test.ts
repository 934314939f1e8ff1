import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { register, signInWithPassword } from '../../../src/services/accounts/accounts.ts'
import { refreshSession } from '../../../src/services/accounts/sessions.ts'
import { createFactorKeys } from '../../../src/services/platform/sealing/seal.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { countRows, readRow, readRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'

const KEYS = createFactorKeys(Buffer.alloc(32, 7))
const ALICE = { email: 'alice@example.test', password: 'plum lantern orbit', name: 'Alice' }

for (const dialect of DIALECTS) {
  test(`${dialect}: refresh tokens are stored as hashes`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    const { refreshToken } = await register(context, { mode: 'open', defaultPlan: 'free' }, ALICE)
    const rows = await readRows(context.store.db, 'refresh_tokens')
    assert.equal(rows.length, 1)
    assert.match(rows[0]!.token_hash, /^[0-9a-f]{64}$/)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(refreshToken))
  })

  test(`${dialect}: signing in deletes expired sessions`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    await register(context, { mode: 'open', defaultPlan: 'free' }, ALICE)
    context.setTime(10 * DAY_MS)
    await signInWithPassword(context, KEYS, ALICE)
    context.setTime(35 * DAY_MS)
    await signInWithPassword(context, KEYS, ALICE)
    const count = async (table: 'sessions' | 'refresh_tokens') => countRows(context.store.db, table)
    assert.deepEqual([await count('sessions'), await count('refresh_tokens')], [2, 2])
  })

  test(`${dialect}: a session ends when its user leaves the organization`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    const { refreshToken, userId } = await register(context, { mode: 'open', defaultPlan: 'free' }, ALICE)
    await context.store.transact((tx) => removeMember(tx, userId))
    await assert.rejects(refreshSession(context, refreshToken), { code: 'INVALID_TOKEN' })
    const { revoked_at } = await readRow(context.store.db, 'sessions')
    assert.equal(revoked_at, context.now())
  })

  test(`${dialect}: a sign-in and a refresh record that the member was active`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    const lastActive = async () => (await readRow(context.store.db, 'members')).last_active_at
    context.setTime(5)
    const { refreshToken } = await register(context, { mode: 'open', defaultPlan: 'free' }, ALICE)
    assert.equal(await lastActive(), 5)
    context.setTime(7)
    await refreshSession(context, refreshToken)
    assert.equal(await lastActive(), 7)
  })
}
