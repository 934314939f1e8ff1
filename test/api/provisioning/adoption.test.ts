/** Adoptions: resources without a source whose keys equal keys of a document. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MASK } from '../../../src/core/platform/sealing/sealed-fields.ts'
import { COLLECTIONS, type Collection } from '../../../src/core/provisioning/document.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { makeConfigApi, SHOP } from './config-api.ts'

type Entry = { name: string; description?: string; adopt?: boolean }
type Document = Record<Collection, Record<string, Entry>>

/** Creates the resources as by hand, and a document that changes all of them. */
async function makeHandMade(t: TestContext, dialect: DialectName) {
  const made = await makeConfigApi(t, dialect)
  assert.equal((await made.apply(SHOP)).status, 200)
  for (const table of COLLECTIONS)
    await updateRows(made.context.store.db, table, { external_key: null, managed_by: null })
  const { document: same, secrets } = await made.exportFrom()
  const values = Object.fromEntries(
    secrets.map(({ name }: { name: string }) => [
      name,
      name.endsWith('PASSWORD') ? SHOP.status_pages.public.password : MASK,
    ]),
  )
  const document: Document = structuredClone({ ...same, source: 'shop' })
  const paths: string[] = []
  for (const collection of COLLECTIONS)
    for (const [key, entry] of Object.entries(document[collection])) {
      if (collection === 'variables') entry.description = 'Changed'
      else entry.name = `${entry.name} 2`
      paths.push(`${collection}.${key}`)
    }
  const listRefused = async (changed: object, options: object = {}) => {
    const response = await made.plan(changed, { values, ...options })
    if (response.status === 200) return []
    assert.deepEqual([response.status, response.body.error.code], [409, 'CONFLICT'], JSON.stringify(response.body))
    return response.body.error.details.issues.map(({ field }: { field: string }) => field).sort()
  }
  paths.sort()
  return { ...made, same: { ...same, source: 'shop' }, document, paths, values, listRefused }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a document takes over a resource without a source only with consent when settings differ`, async (t) => {
    const { same, document, paths, values, listRefused, apply, exportFrom } = await makeHandMade(t, dialect)
    const before = (await exportFrom()).document
    assert.deepEqual(await listRefused(document), paths)
    assert.deepEqual(
      await listRefused(document, { release: true }),
      paths,
      'an apply without a source changes them, too',
    )
    const refused = await apply(document, { values })
    assert.match(
      refused.body.error.details.issues.find(({ field }: { field: string }) => field === 'groups.europe').message,
      /^exists already as "Europe", and no source manages it\. The document would change name\. Use another key, or take the resource over with "adopt: true" in the document, --take-over, or "take_over" in the API$/,
    )
    assert.deepEqual((await exportFrom()).document, before, 'a refused document changes nothing')
    assert.deepEqual(await listRefused(same), [], 'equal resources need no consent')
    assert.deepEqual(await listRefused({ ...document, adopt: true }), [])
    assert.deepEqual(await listRefused(document, { take_over: true }), [])
    for (const collection of COLLECTIONS)
      for (const entry of Object.values(document[collection])) entry.adopt = collection !== 'groups'
    assert.deepEqual(await listRefused({ ...document, adopt: true }), ['groups.europe', 'groups.west'])
    for (const entry of Object.values(document.groups)) entry.adopt = true
    const { status, body } = await apply(document, { values })
    assert.deepEqual([status, body.data?.plan.summary.adopt], [200, paths.length], JSON.stringify(body))
    assert.deepEqual(await listRefused(document), [], 'the source manages them now')
    assert.deepEqual(
      await listRefused({ ...document, source: 'other' }),
      paths,
      'the consent does not include resources of another source',
    )
  })
}
