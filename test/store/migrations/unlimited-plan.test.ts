import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOrganization } from '../../../src/store/accounts/organizations.ts'
import { MIGRATIONS } from '../../../src/store/migrations/index.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { insertWorkspace } from '../../support/database/rows.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFilePath,
  DIALECTS,
  LONG_TIMEOUTS,
} from '../../support/database/stores.ts'
import { insertRows, readRow, updateRows } from '../../support/database/tables.ts'

const BEFORE = MIGRATIONS.filter(({ version }) => version < 9)

/** A database of an earlier version with the organizations alice, who is the admin of the instance, and bob. */
async function openEarlierDatabase(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const place =
    dialect === 'sqlite' ? { file: createTestFilePath(t) } : { url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS }
  const store = openStore(place)
  t.after(() => store.close())
  await migrate(store, 0, BEFORE)
  for (const [index, name] of ['alice', 'bob'].entries()) {
    await insertWorkspace(store, name)
    await updateRows(store.db, 'organizations', { created_at: index }, { id: name })
    const member = { id: name, organization_id: name, user_id: name, role: 'owner', joined_at: 0, last_active_at: null }
    await insertRows(store.db, 'members', member)
  }
  await updateRows(store.db, 'users', { is_instance_admin: 1 }, { id: 'alice' })
  const readPlans = async () => {
    await migrate(store, 0)
    return Promise.all(['alice', 'bob'].map(async (id) => (await findOrganization(store.db, id))?.plan))
  }
  return { store, readPlans }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the first organization becomes unlimited, and earlier programs still find a plan they know`, async (t) => {
    const { store, readPlans } = await openEarlierDatabase(t, dialect)
    assert.deepEqual(await readPlans(), ['unlimited', 'scale'])
    assert.equal((await readRow(store.db, 'organizations', { id: 'alice' })).plan, 'scale')
    await updateRows(store.db, 'organizations', { plan: 'pro' }, { id: 'alice' })
    assert.deepEqual(await readPlans(), ['pro', 'scale'], 'an earlier program changed the plan')
  })

  test(`${dialect}: the first organization keeps a plan that an admin set`, async (t) => {
    const { store, readPlans } = await openEarlierDatabase(t, dialect)
    await insertRows(store.db, 'audit_log', {
      id: 'entry',
      organization_id: 'alice',
      actor_id: 'alice',
      actor_name: 'Alice',
      credential: 'session',
      key_id: null,
      action: 'organization.plan_changed',
      resource_type: 'organization',
      resource_id: 'alice',
      changes: '{"plan":{"from":"free","to":"scale"}}',
      ip: null,
      created_at: 0,
    })
    assert.deepEqual(await readPlans(), ['scale', 'scale'])
  })

  test(`${dialect}: the oldest organization keeps its plan when no admin of the instance owns it`, async (t) => {
    const { store, readPlans } = await openEarlierDatabase(t, dialect)
    await updateRows(store.db, 'users', { is_instance_admin: 0 }, {})
    assert.deepEqual(await readPlans(), ['scale', 'scale'])
  })
}
