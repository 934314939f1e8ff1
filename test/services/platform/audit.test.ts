import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logAudit } from '../../../src/services/platform/audit.ts'
import { createAccessTokens } from '../../../src/services/platform/credentials/tokens.ts'
import { countAuditEntries, listAuditEntries } from '../../../src/store/accounts/audit-log.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createPeople, type Person } from '../../support/factories/people.ts'

const actorOf = ({ userId, organizationId }: Person) => ({
  userId,
  userName: 'Alice',
  organizationId,
  credential: { kind: 'key', keyId: 'the-key', scope: 'read_write' } as const,
  ip: '192.0.2.7',
})

for (const dialect of DIALECTS)
  test(`${dialect}: audit entries are stored with the change, newest first, and only for their organization`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect), 1000)
    const { alice, charlie } = await createPeople(context, createAccessTokens(Buffer.alloc(32), context.now))
    const { store } = context
    const made = { resourceType: 'monitor', resourceId: 'shop' }
    const renamed = { name: { from: 'Shop', to: 'Web shop' } }
    await store.transact((tx) => logAudit(tx, context, actorOf(alice), { action: 'monitor.created', ...made }))
    context.setTime(2000)
    await store.transact((tx) =>
      logAudit(tx, context, actorOf(alice), { action: 'monitor.updated', ...made, changes: renamed }),
    )
    const undone = store.transact(async (tx) => {
      await logAudit(tx, context, actorOf(alice), { action: 'monitor.deleted', ...made })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)

    const [last, first, ...more] = await listAuditEntries(store.db, alice.organizationId, { limit: 10, offset: 0 })
    assert.equal(more.length, 0)
    assert.equal(first?.action, 'monitor.created')
    assert.deepEqual(
      { action: last?.action, at: last?.created_at, by: last?.actor_name, key: last?.key_id, ip: last?.ip },
      { action: 'monitor.updated', at: 2000, by: 'Alice', key: 'the-key', ip: '192.0.2.7' },
    )
    assert.deepEqual(JSON.parse(last!.changes), renamed)
    assert.equal(await countAuditEntries(store.db, charlie.organizationId), 0)
  })
