import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../../src/core/platform/errors.ts'
import { ensureAdmin, register, signInWithPassword } from '../../../src/services/accounts/accounts.ts'
import { getOrganization } from '../../../src/services/accounts/organizations.ts'
import { createFactorKeys } from '../../../src/services/platform/sealing/seal.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { countRows, readRow, readRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'

const KEYS = createFactorKeys(Buffer.alloc(32, 7))
const PASSWORD = 'plum lantern orbit'
const CLOSED = { mode: 'closed', defaultPlan: 'free' } as const
const OPEN = { mode: 'open', defaultPlan: 'free' } as const

for (const dialect of DIALECTS) {
  test(`${dialect}: the configured admin is created once, and only when there are no users`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    assert.equal(await ensureAdmin(context, 'Root@Example.test', PASSWORD), true)
    assert.equal(await ensureAdmin(context, 'root@example.test', 'another password'), false)
    assert.equal(await ensureAdmin(context, 'second@example.test', PASSWORD), false)
    const users = await readRows(context.store.db, 'users')
    assert.deepEqual(
      users.map(({ email, name, is_instance_admin }) => [email, name, is_instance_admin]),
      [['root@example.test', 'Root', 1]],
    )
    const { organizationId } = await signInWithPassword(context, KEYS, {
      email: 'root@example.test',
      password: PASSWORD,
    })
    const { plan } = await getOrganization(context.store.db, organizationId)
    assert.equal(plan, 'unlimited')
  })

  test(`${dialect}: only one of several servers that start at once creates the admin`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    const made = await Promise.all([1, 2, 3].map(() => ensureAdmin(context, 'root@example.test', PASSWORD)))
    assert.deepEqual(made.filter(Boolean).length, 1)
    assert.equal(await countRows(context.store.db, 'users'), 1)
  })

  test(`${dialect}: passwords are stored as argon2id`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    await register(context, OPEN, { email: 'a@example.test', password: PASSWORD, name: 'A' })
    const { password_hash } = await readRow(context.store.db, 'users')
    assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
}

test('a weak password creates no admin', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  await assert.rejects(ensureAdmin(context, 'root@example.test', 'password123'), { code: 'VALIDATION_ERROR' })
})

test('a closed server refuses a registration before it validates or hashes the password', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  const wanted = { email: 'a@example.test', password: 'short', name: 'A' }
  await assert.rejects(register(context, CLOSED, wanted), (error: Problem) => error.code === 'REGISTRATION_CLOSED')
})

test('an unknown account costs as much time as a wrong password', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  await register(context, OPEN, { email: 'a@example.test', password: PASSWORD, name: 'A' })
  const spent = async (email: string) => {
    const before = process.cpuUsage()
    await assert.rejects(signInWithPassword(context, KEYS, { email, password: 'wrong password' }), {
      code: 'INVALID_CREDENTIALS',
    })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await spent('a@example.test')
  // Alternates and takes the minimum of each, so other load on the machine does not distort the comparison
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let time = 0; time < 3; time++) {
    known = Math.min(known, await spent('a@example.test'))
    unknown = Math.min(unknown, await spent('b@example.test'))
  }
  // Without the comparison, an unknown account takes a hundredth of the time of a known account
  assert.ok(unknown > known / 10, `${unknown} us against ${known} us`)
})
