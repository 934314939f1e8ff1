/** A large organization, written directly to the store. */
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import type { Store, Tx } from '../../src/store/platform/store.ts'
import { packDetail } from '../../src/store/results/result-detail.ts'
import { insertMonitors } from '../../test/support/database/rows.ts'
import type { Person } from '../../test/support/factories/people.ts'
import { insertMonth, selectNumbers } from './month.ts'
import { SETTINGS } from './service.ts'
import { sized } from './size.ts'

export interface LargeOrganization {
  /** Ordered by age. The first one has `RESULTS` results, the second one `FLAP_CHANGES` status changes. */
  monitorIds: string[]
  /** A group with every third monitor. */
  groupId: string
  /** An incident with many updates, comments and deliveries. */
  incidentId: string
  /** Slug of a published page with 500 components. */
  slug: string
  pageId: string
}

/** Results of one monitor: the maximum of a replay. */
const RESULTS = sized(480_000, 1_000)
const REGIONS = 5
const RESULT_STEP_MS = 30_000

const CHANGES = sized(20_000, 100)
const COMPONENTS = sized(500, 10)
const SLUG = 'large'

/** Number of updates, comments and deliveries of one incident. */
const UPDATES = sized(500, 10)
const DELIVERIES = sized(20_000, 100)
const AUDIT_ENTRIES = sized(20_000, 100)

/** Rows per statement; a single statement for all would time out. */
const BATCH = sized(48_000, 1_000)

/** @param now Unix ms */
export async function insertLargeOrganization(
  store: Store,
  owner: Person,
  monitors: number,
  newId: () => string,
  now: number,
): Promise<LargeOrganization> {
  const ours = { organization_id: owner.organizationId, project_id: owner.projectId }
  const at = now - 200 * DAY_MS
  const groupId = newId()
  const group = { id: groupId, ...ours, created_by: owner.userId, parent_group_id: null, name: 'Large' }
  await store.db
    .insertInto('groups')
    .values({ ...group, description: '', created_at: at, updated_at: at })
    .execute()
  const settings = JSON.stringify(SETTINGS)
  await insertMonitors(store, monitors, { id: newId, at, settings, created_by: owner.userId, ...ours })
  await insertMonth(store, owner.projectId, now)
  const rows = await store.db.selectFrom('monitors').select(['id', 'key']).orderBy('key').execute()
  const keys = rows.map(({ key }) => key)
  const incidentId = newId()
  const pageId = newId()
  await store.transact(async (tx) => {
    await sql`update monitors set group_id = ${groupId} where key % 3 = 0`.execute(tx)
    await insertTags(tx)
    await insertChanges(tx, keys[1]!, now)
    await insertIncident(tx, incidentId, owner, now)
    await insertDeliveries(tx, ours, incidentId, keys[0]!, now)
    await insertAudit(tx, owner, now)
    await insertPage(tx, pageId, ours, keys.slice(0, COMPONENTS), now)
  })
  await insertResults(store, keys[0]!, now)
  if (store.dialect === 'postgres') await sql`analyze`.execute(store.db)
  return { monitorIds: rows.map(({ id }) => id), groupId, incidentId, slug: SLUG, pageId }
}

async function insertTags(tx: Tx): Promise<void> {
  await sql`insert into monitor_tags (monitor_key, tag) select m.key, 'own-' || m.key || '-' || i
    from monitors m cross join ${selectNumbers(10)} where true`.execute(tx)
}

async function insertChanges(tx: Tx, key: number, now: number): Promise<void> {
  const first = now - CHANGES * MINUTE_MS
  await sql`delete from status_changes where monitor_key = ${key} and kind = 'runtime'`.execute(tx)
  await sql`insert into status_changes (id, monitor_key, kind, from_status, to_status, reason, started_at, ended_at)
    select 'flap-' || i, ${key}, 'runtime', case when i % 2 = 0 then 'up' else 'down' end,
      case when i % 2 = 0 then 'down' else 'up' end, 'bench', ${sql.lit(first)} + i * ${sql.lit(MINUTE_MS)},
      case when i = ${sql.lit(CHANGES - 1)} then null else ${sql.lit(first)} + (i + 1) * ${sql.lit(MINUTE_MS)} end
    from ${selectNumbers(CHANGES)} where true`.execute(tx)
}

interface Owner {
  organization_id: string
  project_id: string
}

/** Inserts an open incident with many updates. */
async function insertIncident(tx: Tx, id: string, owner: Person, now: number): Promise<void> {
  const times = { created_at: now - DAY_MS, updated_at: now }
  const texts = { title: 'Large', error_message: 'no answer', severity: 'major', type: 'timeout', family: 'manual' }
  const lists = { affected_regions: '[]', affected_monitor_ids: '[]', failure_count: 1 }
  const ours = { organization_id: owner.organizationId, project_id: owner.projectId, created_by: owner.userId }
  await tx
    .insertInto('incidents')
    .values({ id, ...ours, ...texts, ...lists, status: 'open', source: 'manual', started_at: now - DAY_MS, ...times })
    .execute()
  await sql`insert into incident_updates (id, incident_id, kind, message, is_public, user_id, created_at)
    select 'update-' || i, ${id}, 'message', ${LONG_TEXT}, 1, ${owner.userId}, ${sql.lit(now - DAY_MS)} + i
    from ${selectNumbers(UPDATES)} where true`.execute(tx)
  await sql`insert into incident_comments (id, incident_id, user_id, comment_text, is_internal, created_at, updated_at)
    select 'comment-' || i, ${id}, ${owner.userId}, ${LONG_TEXT}, 0, ${sql.lit(now - DAY_MS)} + i, ${sql.lit(now)}
    from ${selectNumbers(UPDATES)} where true`.execute(tx)
}

const LONG_TEXT = 'All hosts down. '.repeat(300)

async function insertDeliveries(
  tx: Tx,
  { organization_id, project_id }: Owner,
  incidentId: string,
  key: number,
  now: number,
): Promise<void> {
  await sql`insert into deliveries (id, organization_id, project_id, incident_id, monitor_key, event_id, target_id, channel,
      recipient, event_type, payload, status, delivered_at, retry_count, max_retries, next_attempt_at, created_at, updated_at)
    select 'delivery-' || i, ${organization_id}, ${project_id}, ${incidentId}, ${key}, 'event-' || i, 'none', 'email',
      'oncall@example.test', 'incident.opened', '{}', 'delivered', ${sql.lit(now)}, 0, 8, ${sql.lit(now)},
      ${sql.lit(now - DAY_MS)} + i, ${sql.lit(now)}
    from ${selectNumbers(DELIVERIES)} where true`.execute(tx)
}

async function insertAudit(tx: Tx, { organizationId, userId }: Person, now: number): Promise<void> {
  const changes = JSON.stringify({ name: { before: 'x'.repeat(500), after: 'y'.repeat(500) } })
  await sql`insert into audit_log (id, organization_id, actor_id, actor_name, credential, action, resource_type, resource_id,
      changes, created_at)
    select 'audit-' || i, ${organizationId}, ${userId}, 'Alice', 'session', 'updated', 'monitor', 'none', ${changes},
      ${sql.lit(now - DAY_MS)} + i
    from ${selectNumbers(AUDIT_ENTRIES)} where true`.execute(tx)
}

async function insertPage(tx: Tx, id: string, ours: Owner, keys: readonly number[], now: number): Promise<void> {
  const appearance = {
    theme: 'auto',
    accent_color: '#2563eb',
    logo_url: null,
    custom_domain: null,
    password_hash: null,
  }
  const times = { created_at: now, updated_at: now }
  const texts = { slug: SLUG, name: 'Large', description: '' }
  await tx
    .insertInto('status_pages')
    .values({ id, ...ours, ...texts, ...appearance, is_published: 1, show_uptime_days: 90, ...times })
    .execute()
  await tx.insertInto('status_page_sections').values({ id, page_id: id, name: 'All', position: 0 }).execute()
  for (const [position, key] of keys.entries()) {
    const place = { id: `component-${key}`, page_id: id, section_id: id, monitor_key: key, position }
    await tx
      .insertInto('status_page_components')
      .values({ ...place, display_name: null, description: '' })
      .execute()
  }
}

async function insertResults(store: Store, key: number, now: number): Promise<void> {
  const detail = packDetail({
    onGrid: true,
    latenessMs: 1,
    responseTimeMs: 50,
    timings: { dnsMs: 0, connectMs: 10, tlsMs: 20, firstByteMs: 19, downloadMs: 1 },
    statusCode: 200,
    remoteAddress: '192.0.2.7',
  })
  await sql`delete from results where monitor_key = ${key}`.execute(store.db)
  const perRegion = RESULTS / REGIONS
  const first = Math.floor((now - perRegion * RESULT_STEP_MS) / HOUR_MS) * HOUR_MS
  for (let begin = 0; begin < RESULTS; begin += BATCH)
    await store.transact((tx) =>
      sql`insert into results (monitor_key, scheduled_at, region, kind, status, detail, error)
        select ${key}, ${sql.lit(first)} + cast((i + ${sql.lit(begin)}) / ${sql.lit(REGIONS)} as bigint) * ${sql.lit(RESULT_STEP_MS)},
          1 + (i % ${sql.lit(REGIONS)}), 0, case when (i / 50) % 20 = 0 then 2 else 1 end, ${detail}, null
        from ${selectNumbers(BATCH)} where true`.execute(tx),
    )
  for (let region = 2; region <= REGIONS; region++) {
    // The database assigns the numbers: the region of this process is the first
    const row = {
      code: `region-${region}`,
      name: `Region ${region}`,
      is_default: 0 as const,
      created_at: 0,
    }
    await store.db.insertInto('regions').values(row).execute()
  }
}
