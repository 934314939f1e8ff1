import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { exportPage, toExportedSite } from '../../src/pages/export.ts'
import { readPublicStatus } from '../../src/services/status-pages/public-status.ts'
import { createPublicPage, SECRET } from '../support/api/public-page.ts'
import { ANY_DIALECT } from '../support/database/stores.ts'

const BASE = 'http://watchkeeper.test'

for (const dialect of ANY_DIALECT)
  test(`${dialect}: a page is exported as files with working links between them`, async (t) => {
    const app = await createPublicPage(t, dialect)
    await app.failAndRecover()
    app.clock.advance(40 * DAY_MS)
    const page = await readPublicStatus(app.context, 'example')
    const files = await exportPage(app.context, BASE, page!, toExportedSite('https://pages.example.test/status'))
    const paths = files.map(({ path }) => path)
    assert.equal(paths.at(-1), 'index.html')
    for (const path of ['feed.atom', 'feed.rss', 'maintenance.ics', 'badge.svg', 'api/v2/summary.json', 'history.html'])
      assert.ok(paths.includes(path), path)
    assert.deepEqual(
      paths.filter((path) => path.startsWith('history-')),
      ['history-2026-01.html', 'history-2026-02.html'],
    )
    const bodies = new Map(files.map(({ path, body }) => [path, body]))
    for (const [path, body] of bodies)
      for (const [, link] of body.matchAll(/href="(?!https?:|#|data:)([^"]+)"/g))
        assert.ok(bodies.has(link!), `${path} links to ${link}`)
    const all = [...bodies.values()].join('\n')
    assert.match(all, /https:\/\/pages\.example\.test\/status\/history-2026-01\.html#/)
    assert.doesNotMatch(all, new RegExp(`${SECRET}|watchkeeper\\.test|month=|subscribe`))
    assert.match(bodies.get('index.html')!, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'/)
    assert.doesNotMatch(bodies.get('index.html')!, /frame-ancestors/)
    assert.equal(JSON.parse(bodies.get('api/v2/summary.json')!).page.url, 'https://pages.example.test/status')
    const here = await exportPage(app.context, BASE, page!, null)
    assert.match(here.find(({ path }) => path === 'feed.atom')!.body, /http:\/\/watchkeeper\.test\/status\/example/)
  })
