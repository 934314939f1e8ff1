import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PendingTransaction } from '../../../src/store/platform/pending-transaction.ts'
import {
  createSiblingSession,
  getTimeoutClass,
  runWithPending,
  setVault,
  takePendingTransaction,
  type Vault,
  withTimeoutClass,
} from '../../../src/store/platform/session.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'

const VAULT: Vault = { seal: (text) => text, open: (sealed) => sealed }

for (const dialect of DIALECTS)
  test(`${dialect}: a transaction shares only the vault of its database`, async (t) => {
    const { db, transact } = await openTestStore(t, dialect)
    const before = await transact(async (tx) => tx.session)
    setVault(db, VAULT)
    db.session.counts.set('a list', { revision: 1, total: 1 })
    const { reader, counts, secrets, ...session } = await transact(async (tx) => tx.session)
    assert.deepEqual(
      [before.secrets.vault, secrets.vault, createSiblingSession(db.session).secrets.vault],
      [VAULT, VAULT, VAULT],
    )
    assert.deepEqual([session.dialect, reader, counts.size], [dialect, null, 0])
    assert.equal(db.session.reader !== null, dialect === 'sqlite')
  })

test('a pending transaction and a timeout class do not replace each other', () => {
  const held = new PendingTransaction({ atStart: async () => {}, atEnd: async () => {} })
  withTimeoutClass('request', () =>
    runWithPending(held, () => {
      assert.equal(getTimeoutClass(), 'request')
      withTimeoutClass('migration', () => assert.equal(takePendingTransaction(), held))
      assert.equal(takePendingTransaction(), null)
    }),
  )
  assert.deepEqual([getTimeoutClass(), takePendingTransaction()], ['loop', null])
})
