/**
 * A status page with a long history, inserted directly into the store: it takes seconds, however many outages it has.
 */
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { toPublicKey } from '../../../src/services/status-pages/public-incidents.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../database/rows.ts'

export interface LargePage {
  slug: string
  components: number
  days?: 30 | 60 | 90
  /** Outages of each component, spread over the days. */
  outages: number
  /** Current time, Unix ms. */
  now: number
}

const SECTIONS = ['Web', 'Payments', 'Platform', 'Regions', 'Support']
const NAMES = [
  'Checkout',
  'Search',
  'Product pages',
  'Accounts',
  'Webhooks',
  'Reports',
  'Mail',
  'Images',
  'API',
  'Login',
]

const OUTAGE_MS = 12 * MINUTE_MS

/** Inserts a page in its own workspace; all ids of the workspace are the slug. */
export async function insertLargePage(
  store: Store,
  { slug, components, days = 90, outages, now }: LargePage,
): Promise<void> {
  const since = now - 120 * DAY_MS
  await insertWorkspace(store, slug)
  const keys = await insertMonitors(store, components, { workspace: slug, at: since, runtime_status: 'up' })
  const owner = { organization_id: slug, project_id: slug }
  const page = { slug, name: 'Example', description: 'How the parts of Example are doing.', logo_url: null }
  const appearance = { theme: 'auto', accent_color: '#2563eb', custom_domain: null, password_hash: null }
  const times = { created_at: since, updated_at: since }
  await store.transact(async (tx) => {
    await tx
      .insertInto('status_pages')
      .values({ id: slug, ...owner, ...page, ...appearance, is_published: 1, show_uptime_days: days, ...times })
      .execute()
    for (const [position, name] of SECTIONS.entries())
      await tx
        .insertInto('status_page_sections')
        .values({ id: `${slug}-${position}`, page_id: slug, name, position })
        .execute()
    for (const [index, key] of keys.entries()) {
      const section = Math.floor((index * SECTIONS.length) / components)
      const name = `${NAMES[index % NAMES.length]} ${Math.floor(index / NAMES.length) + 1}`
      await tx
        .insertInto('status_page_components')
        .values({
          id: `${slug}-component-${index}`,
          page_id: slug,
          section_id: `${slug}-${section}`,
          monitor_key: key,
          display_name: name,
          description: '',
          position: index,
        })
        .execute()
      await tx
        .updateTable('status_changes')
        .set({ ended_at: since + 1 })
        .where('monitor_key', '=', key)
        .where('kind', '=', 'runtime')
        .execute()
      const spans: [status: string, from: number, to: number | null][] = []
      const incidents: [from: number, to: number][] = []
      let at = since + 1
      for (let n = 0; n < outages; n++) {
        // Spread over most days, and the same on every run
        const ago = ((index * 37 + n * 61) % (days * 24)) + 1
        incidents.push([now - ago * 60 * MINUTE_MS, now - ago * 60 * MINUTE_MS + OUTAGE_MS])
      }
      incidents.sort((a, b) => a[0] - b[0])
      for (const [from, to] of incidents) {
        if (from <= at) continue
        spans.push(['up', at, from], ['down', from, to])
        at = to
      }
      spans.push(['up', at, null])
      await tx
        .insertInto('status_changes')
        .values(
          spans.map(([status, from, to], n) => ({
            id: `${slug}-${index}-span-${n}`,
            monitor_key: key,
            kind: 'runtime',
            from_status: null,
            to_status: status,
            reason: 'connect 192.0.2.7:443: ECONNREFUSED',
            actor_id: null,
            started_at: from,
            ended_at: to,
          })),
        )
        .execute()
      const rows = incidents.map(([from, to], n) => ({
        id: `${slug}-${index}-incident-${n}`,
        ...owner,
        monitor_key: key,
        created_by: null,
        family: 'availability',
        status: 'resolved' as const,
        severity: 'critical',
        type: 'connection_error',
        source: 'system' as const,
        title: 'private',
        error_message: 'connect 192.0.2.7:443: ECONNREFUSED',
        status_page_update: null,
        started_at: from,
        acknowledged_at: null,
        acknowledged_by: null,
        resolved_at: to,
        resolved_by: null,
        resolution_note: null,
        affected_regions: '[]',
        affected_monitor_ids: '[]',
        failure_count: 12,
        created_at: from,
        updated_at: to,
        deleted_at: null,
        deleted_by: null,
      }))
      if (rows.length > 0) await tx.insertInto('incidents').values(rows).execute()
      if (index % 10 === 0 && rows.length > 0)
        await tx
          .insertInto('incident_updates')
          .values({
            id: toPublicKey(`${slug} ${index}`),
            incident_id: rows.at(-1)!.id,
            kind: 'comment_added',
            message: 'A switch was replaced, and traffic is back to normal.',
            from_status: 'open',
            to_status: 'resolved',
            is_public: 1,
            user_id: null,
            created_at: rows.at(-1)!.resolved_at,
          })
          .execute()
    }
  })
}
