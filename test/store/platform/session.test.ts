import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldTransaction } from '../../../src/store/platform/held-transaction.ts'
import {
  besideSession,
  currentPatience,
  giveVault,
  holdFirst,
  takeHeld,
  type Vault,
  withPatience,
} from '../../../src/store/platform/session.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'

const VAULT: Vault = { seal: (text) => text, open: (sealed) => sealed }

for (const dialect of DIALECTS)
  test(`${dialect}: a transaction shares only the vault of its database`, async (t) => {
    const { db, transact } = await openTestStore(t, dialect)
    const before = await transact(async (tx) => tx.session)
    giveVault(db, VAULT)
    db.session.counts.set('a list', { revision: 1, total: 1 })
    const { reader, counts, secrets, ...session } = await transact(async (tx) => tx.session)
    assert.deepEqual(
      [before.secrets.vault, secrets.vault, besideSession(db.session).secrets.vault],
      [VAULT, VAULT, VAULT],
    )
    assert.deepEqual([session.dialect, reader, counts.size], [dialect, null, 0])
    assert.equal(db.session.reader !== null, dialect === 'sqlite')
  })

test('a held transaction and a patience do not replace each other', () => {
  const held = new HeldTransaction({ begin: async () => {}, end: async () => {} })
  withPatience('request', () =>
    holdFirst(held, () => {
      assert.equal(currentPatience(), 'request')
      withPatience('migration', () => assert.equal(takeHeld(), held))
      assert.equal(takeHeld(), null)
    }),
  )
  assert.deepEqual([currentPatience(), takeHeld()], ['loop', null])
})
