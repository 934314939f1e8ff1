import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from '../../../src/core/platform/limits/rate-limit.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { PublicPages } from '../../../src/services/status-pages/public-pages.ts'
import type { ShownPage } from '../../../src/services/status-pages/public-status.ts'
import { createPublicPage } from '../../support/api/public-page.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'

const SLUG = 'example'
const READER = '192.0.2.1'

async function prepare(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const app = await createPublicPage(t, dialect)
  const pages = new PublicPages(app.context, null)
  t.after(() => pages.close())
  return { ...app, pages, find: async () => (await pages.find(SLUG, READER))! }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: many readers share one read of a page, which is repeated after five seconds`, async (t) => {
    const { clock, pages, find } = await prepare(t, dialect)
    const crowd = await Promise.all(Array.from({ length: 20 }, find))
    assert.equal(new Set(crowd).size, 1)
    clock.advance(4_999)
    assert.equal(pages.find(SLUG, READER), crowd[0], 'returned without a promise')
    clock.advance(1)
    const next = await find()
    assert.notEqual(next, crowd[0])
    assert.equal(next.status.readAt, clock.now())
  })

  test(`${dialect}: an edit is visible at once, even when it happens during a read`, async (t) => {
    const { edit, find, pages } = await prepare(t, dialect)
    const first = await find()
    await edit({ name: 'Renamed' })
    const reading = find()
    await edit({ name: 'Renamed again' })
    const now = await find()
    await reading
    assert.deepEqual([first.status.page.name, now.status.page.name], ['Example', 'Renamed again'])
    await edit({ is_published: false })
    assert.equal(await pages.find(SLUG, READER), null)
    await edit({ is_published: true, slug: 'moved' })
    assert.equal(await pages.find(SLUG, READER), null)
    assert.equal((await pages.find('moved', READER))?.status.page.slug, 'moved')
  })

  test(`${dialect}: an incident is visible within a second, and many incidents cause at most one read a second`, async (t) => {
    const { clock, find, report, shopId } = await prepare(t, dialect)
    const first = await find()
    const titles = ({ status }: ShownPage) => status.openIncidents.map(({ title }) => title)
    await report({ title: 'One', affected_monitor_ids: [shopId] })
    assert.equal(await find(), first)
    clock.advance(SECOND_MS)
    const second = await find()
    assert.deepEqual(titles(second), ['One'])
    for (const title of ['Two', 'Three']) await report({ title, affected_monitor_ids: [shopId] })
    assert.equal(await find(), second)
    clock.advance(SECOND_MS)
    assert.deepEqual(titles(await find()).toSorted(), ['One', 'Three', 'Two'])
  })

  test(`${dialect}: the last page is served for five minutes when the database is unreachable`, async (t) => {
    const { context, clock } = await prepare(t, dialect)
    const spare = await openTestStore(t, dialect)
    let store = context.store
    const pages = new PublicPages(
      {
        ...context,
        get store() {
          return store
        },
      },
      null,
    )
    const first = await pages.find(SLUG, READER)
    store = { ...spare, db: new Proxy(spare.db, { get: () => () => assert.fail('the database is away') }) }
    clock.advance(5 * MINUTE_MS)
    assert.equal(await pages.find(SLUG, READER), first)
    await assert.rejects(async () => pages.find('another', READER))
    clock.advance(SECOND_MS)
    await assert.rejects(async () => pages.find(SLUG, READER))
    store = context.store
    assert.equal((await pages.find(SLUG, READER))?.status.readAt, clock.now())
    pages.close()
  })
}

test('a full cache keeps the pages that were read last', async (t) => {
  const { context, alice, call, clock } = await createPublicPage(t, 'sqlite')
  const path = `/api/projects/${alice.projectId}/status-pages`
  for (const slug of ['two', 'three'])
    await call('POST', path, { as: alice.session, body: { name: slug, slug, is_published: true } })
  clock.advance(1)
  const pages = new PublicPages(context, null, 4) // an empty page counts as one, `example` as three
  t.after(() => pages.close())
  const isKept = async (slug: string) => {
    const found = pages.find(slug, READER)
    await found
    return !(found instanceof Promise)
  }
  await pages.find(SLUG, READER)
  await pages.find('two', READER)
  assert.deepEqual([await isKept('two'), await isKept('example')], [true, true])
  await pages.find('three', READER)
  assert.deepEqual([await isKept('example'), await isKept('three'), await isKept('two')], [true, true, false])
})

test('an unknown page is looked up again after five seconds, and at once when a page changes', async (t) => {
  const { alice, call, clock, context, pages } = await prepare(t, 'sqlite')
  const rename = (slug: string) =>
    context.store.transact((tx) => updateRows(tx, 'status_pages', { slug }).then(() => undefined))
  assert.equal(await pages.find('nothing', READER), null)
  await rename('nothing')
  assert.equal(await pages.find('nothing', READER), null, 'without a lookup')
  clock.advance(5_000)
  assert.equal((await pages.find('nothing', READER))?.facts.slug, 'nothing')
  assert.equal(await pages.find('new-page', READER), null)
  const path = `/api/projects/${alice.projectId}/status-pages`
  const body = { name: 'New', slug: 'new-page', is_published: true }
  assert.equal((await call('POST', path, { as: alice.session, body })).status, 201)
  assert.equal((await pages.find('new-page', READER))?.facts.slug, 'new-page')
})

test('a reader over the limit of unknown pages can still read every known page', async (t) => {
  const { alice, call, clock, context } = await prepare(t, 'sqlite')
  const pages = new PublicPages(context, new RateLimiter(2, clock.now))
  t.after(() => pages.close())
  const path = `/api/projects/${alice.projectId}/status-pages`
  await call('POST', path, { as: alice.session, body: { name: 'Late', slug: 'late', is_published: true } })
  assert.ok(await pages.find(SLUG, READER))
  for (const slug of ['first', 'second']) assert.equal(await pages.find(slug, READER), null)
  clock.advance(MINUTE_MS)
  assert.ok(await pages.find(SLUG, READER), 'a known page is read again')
  const refused = { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 840 }
  await assert.rejects(async () => pages.find('third', READER), refused)
  await assert.rejects(async () => pages.find('late', READER), refused, 'no reader asked for it since the start')
  assert.ok(await pages.find('late', '192.0.2.2'))
  assert.ok(await pages.find('late', READER))
})

test('an invalid page name is not looked up', async (t) => {
  const { pages } = await prepare(t, 'sqlite')
  for (const name of ['a\0b', '//example.com', 'Example', 'ab', 'x'.repeat(61)])
    assert.equal(pages.find(name, READER), null)
})

test('a request after an edit does not get a page that was read before the edit', async (t) => {
  const { edit, pages } = await prepare(t, 'sqlite')
  const before = pages.find(SLUG, READER)
  await edit({ password: 'sesame' })
  const after = pages.find(SLUG, READER)
  assert.notEqual(after, before)
  assert.notEqual((await after)!.facts.passwordHash, null)
  await before
  assert.equal(pages.find(SLUG, READER), await after, 'the earlier read is not cached')
})

test('a page that is slow to read is read less often, but at once after an edit', async (t) => {
  const { clock, edit, pages, report, shopId } = await prepare(t, 'sqlite')
  const readFor = async (ms: number) => {
    const reading = pages.find(SLUG, READER)
    clock.advance(ms)
    return (await reading)!
  }
  const first = await readFor(2 * SECOND_MS)
  await report({ title: 'One', affected_monitor_ids: [shopId] })
  clock.advance(9_999)
  assert.equal(pages.find(SLUG, READER), first)
  clock.advance(1)
  const second = await readFor(10 * SECOND_MS)
  assert.equal(second.status.openIncidents.length, 1)
  clock.advance(29_999)
  assert.equal(pages.find(SLUG, READER), second)
  await edit({ name: 'Renamed' })
  assert.equal((await pages.find(SLUG, READER))!.status.page.name, 'Renamed')
})
