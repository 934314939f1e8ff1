import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadVapidKeys } from '../../../src/services/notifications/contact-methods.ts'
import { acceptSecret, sealNextRows, startSealing } from '../../../src/services/platform/sealing/sealing.ts'
import { setVault } from '../../../src/store/platform/session.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { MONDAY } from '../../support/time/clock.ts'

const [OLD, NEW, LOST] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]

for (const dialect of DIALECTS) {
  test(`${dialect}: servers that start at the same time have the same key pair`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect), MONDAY)
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => loadVapidKeys(context)))
    for (const other of others) assert.deepEqual(other, first)
    assert.deepEqual(await loadVapidKeys(context), first)
  })

  test(`${dialect}: the private key is sealed, and sealed again with a new secret`, async (t) => {
    const context = createTestContext(await openTestStore(t, dialect), MONDAY)
    const { db } = context.store
    setVault(db, (await startSealing(context, OLD, () => {})).vault)
    const keys = await loadVapidKeys(context)
    const before = (await readRows(db, 'instance_settings'))[0]!.content
    assert.ok(before.includes(keys.publicKey) && !before.includes(keys.privateKey))
    const sealing = await startSealing(context, [NEW, OLD], () => {})
    while ((await sealNextRows(context, sealing)) !== null);
    setVault(db, (await startSealing(context, NEW, () => {})).vault)
    assert.notEqual((await readRows(db, 'instance_settings'))[0]!.content, before)
    assert.deepEqual(await loadVapidKeys(context), keys)
  })
}

test('a key pair that cannot be opened is replaced when the loss of the secret was accepted', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'), MONDAY)
  const { db } = context.store
  setVault(db, (await startSealing(context, LOST, () => {})).vault)
  const lost = await loadVapidKeys(context)
  await acceptSecret(context, NEW)
  setVault(db, (await startSealing(context, NEW, () => {})).vault)
  const keys = await loadVapidKeys(context)
  assert.notEqual(keys.publicKey, lost.publicKey)
  assert.deepEqual(await loadVapidKeys(context), keys)
})
