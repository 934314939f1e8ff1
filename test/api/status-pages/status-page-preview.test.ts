import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { previewPage } from '../../../src/services/status-pages/status-pages.ts'
import type { Tx } from '../../../src/store/platform/store.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createPublicPage } from '../../support/api/public-page.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createPeople } from '../../support/factories/people.ts'
import { waitUntil } from '../../support/time/until.ts'

const SITE = { name: 'Site behind', type: 'HTTP', target: 'https://secret.example.com/', interval_seconds: 300 }

for (const dialect of DIALECTS) {
  test(`${dialect}: a preview shows the saved look without saving anything`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const as = alice.session
    const pages = `/api/projects/${alice.projectId}/status-pages`
    const { body: made } = await app.call('POST', '/api/monitors', { as, body: SITE })
    const sections = [{ name: 'Everything', components: [{ monitor_id: made.data.monitor.id, display_name: 'Shop' }] }]
    const body = { name: 'Not yet <b>', sections, accent_color: '#aa3311' }
    const before = (await app.call('GET', '/api/audit-log', { as })).body.data.pagination.total_count

    const seen = await app.call('POST', `${pages}/preview`, { as, body })
    assert.equal(seen.status, 200)
    assert.match(seen.body.data.html, /^<!doctype html>/i)
    assert.match(seen.body.data.html, /Not yet &lt;b&gt;[\s\S]*Everything[\s\S]*Shop/)
    assert.doesNotMatch(seen.body.data.html, /secret\.example|<script/)
    assert.equal((await app.call('GET', pages, { as })).body.data.pagination.total_count, 0)

    const { body: page } = await app.call('POST', pages, { as, body: { ...body, is_published: true } })
    const url = `${pages}/${page.data.status_page.id}`
    const changed = await app.call('POST', `${url}/preview`, { as, body: { name: 'Later', show_uptime_days: 30 } })
    assert.match(changed.body.data.html, /<title>[^<]*Later/)
    assert.match(changed.body.data.html, /Shop/)
    assert.equal((await app.call('GET', url, { as })).body.data.status_page.name, 'Not yet <b>')
    const after = (await app.call('GET', '/api/audit-log', { as })).body.data.pagination.total_count
    assert.equal(after, before + 1, 'only the page that was made is in the audit log')
  })

  test(`${dialect}: other requests may write while a preview reads the history`, async (t) => {
    const { alice, context, pageId } = await createPublicPage(t, dialect)
    const store = {
      ...context.store,
      async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        const rename = (tx: Tx) => updateRows(tx, 'monitors', { name: 'Renamed' })
        return context.store.transact(work).finally(() => context.store.transact(rename))
      },
    }
    const scope = {
      actor: { ...alice, userName: 'Alice', credential: { kind: 'session' } },
      projectId: alice.projectId,
    } as never
    const shown = await previewPage({ ...context, store, ownHost: 'here.test' }, scope, pageId, { name: 'Seen' })
    const listed = shown.listed.map(({ name, shownAs }) => [name, shownAs])
    assert.deepEqual(
      [shown.status.page.name, listed],
      [
        'Seen',
        [
          ['Renamed', 'Shop'],
          ['Renamed', 'API'],
        ],
      ],
    )
  })

  test(`${dialect}: a preview that loses a race for a name reports the conflict`, async (t) => {
    const { alice, call, context, pageId } = await createPublicPage(t, dialect)
    const preview = `/api/projects/${alice.projectId}/status-pages/preview`
    let answer: ReturnType<typeof call> | undefined
    // Outside the transaction, which would see only the connections of its first query until its end
    const isAsked = async () => {
      const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return Number((await waiting.execute(context.store.db)).rows[0]!.n) > 0
    }
    await context.store.transact(async (tx) => {
      await updateRows(tx, 'status_pages', { slug: 'wanted' }, { id: pageId })
      answer ??= call('POST', preview, { as: alice.session, body: { name: 'Mine', slug: 'wanted' } })
      if (dialect === 'postgres') await waitUntil(isAsked, 'the preview to wait')
    })
    const { status, body } = await answer!
    assert.deepEqual([status, body.error?.code], [409, 'CONFLICT'])
  })
}
