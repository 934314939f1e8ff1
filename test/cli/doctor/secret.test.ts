import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspectSeal } from '../../../src/cli/doctor/secret.ts'
import { startSealing } from '../../../src/services/platform/sealing/sealing.ts'
import { createTestFolder, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { complaintsOf } from './findings.ts'

const SEALED_WITH = 'the secret that everything was sealed with'
const OTHER = 'a later secret that does not open the data'

for (const dialect of DIALECTS)
  test(`${dialect}: a secret that does not open the encrypted data is reported before the start refuses it`, async (t) => {
    const store = await openTestStore(t, dialect)
    const dataDir = join(createTestFolder(t), 'data')
    const look = async (secret: string | null, secretPrevious: string | null = null) =>
      complaintsOf(await inspectSeal(store, { secret, secretPrevious, dataDir }))
    assert.deepEqual(await look(null), [], 'a new database')
    await startSealing({ store, now: Date.now }, Buffer.from(SEALED_WITH), () => {})
    assert.deepEqual(await look(SEALED_WITH), [])
    assert.deepEqual(await look(OTHER, SEALED_WITH), [])
    for (const foundLines of [await look(OTHER), await look(null)])
      assert.match(foundLines.join(), /^failure: .*encrypted with a different key \([0-9a-f]{12}\).*accept-secret/)
    assert.ok(!existsSync(dataDir), 'a key was made')
  })
