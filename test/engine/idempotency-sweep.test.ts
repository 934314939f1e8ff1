import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { createIdempotentTransaction } from '../../src/services/platform/idempotency.ts'
import { createSeal } from '../../src/services/platform/sealing/seal.ts'
import { runWithPending } from '../../src/store/platform/session.ts'
import { DIALECTS, openTestStore } from '../support/database/stores.ts'
import { readRows } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { waitUntil } from '../support/time/until.ts'

const log = { error: (fields: unknown) => assert.fail(JSON.stringify(fields)) }

for (const dialect of DIALECTS)
  test(`${dialect}: the sweep deletes yesterday's keys and keeps today's`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect))
    const seal = createSeal(Buffer.alloc(32), 'test')
    const use = async (key: string) => {
      const held = createIdempotentTransaction(context, seal, { scope: 'alice', key, fingerprint: 'x' }, () => {})
      runWithPending(held, () => void context.store.transact(async () => {}))
      await held.complete({ status: 201, body: '{}' })
    }
    await use('old')
    context.setTime(1)
    await use('new')
    context.setTime(24 * 60 * 60_000)
    const sweep = startPlainLoop('idempotency sweep', { context, log })
    const { db } = context.store
    const left = await waitUntil(async () => {
      const rows = await readRows(db, 'idempotency_keys')
      return rows.length < 2 && rows.map(({ key }) => key)
    }, 'the sweep')
    // Before the database closes, so that the work after the deletion does not fail
    await sweep.stop()
    assert.deepEqual(left, ['new'])
  })
