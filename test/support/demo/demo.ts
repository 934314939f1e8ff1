/**
 * A company that has used Watchkeeper for a while. Its monitors, outages, incidents, status page and members are
 * created through the real services. For screenshots and tests of the dashboard.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { listActiveRegions } from '../../../src/services/probes/region-members.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { serveApp, type TestApp } from '../api/app.ts'
import { createTestContext } from '../factories/context.ts'
import { createTestClock } from '../time/clock.ts'
import { LONG_STEP_MS, RECENT_MS, recordDemoChecks, STEP_MS } from './checks.ts'
import { type DemoMonitor, listDemoMonitors } from './company.ts'
import { createRegions, OFFICE_REGION, registerDemoProbes, setProbeStates } from './probes.ts'

export const DEMO_LOGIN = { email: 'mara@example.com', password: 'a lighthouse at night', name: 'Mara Lind' }
export const DEMO_SLUG = 'brightside'

export interface Demo {
  /** Monitor ids by name. */
  monitors: Record<string, string>
  /** Id of the open incident. */
  incidentId: string
  statusPageId: string
}

export interface DemoOptions {
  /** Data folder of the server that will open it. */
  dataDir: string
  /** Unix ms; all events are earlier. */
  now: number
  days?: number
  /** Port at which all hosts of the demo answer. */
  port: number
}

const HEARTBEAT = 'Nightly backup'

/** Fills a new data folder. Monitors were created `days` ago, 90 by default. */
export async function createDemo({ dataDir, now, days = 90, port }: DemoOptions): Promise<Demo> {
  const store = openStore({ file: join(dataDir, 'watchkeeper.db') })
  await migrate(store, 0)
  // Thousands of commits, and all data can be created again
  await sql`pragma synchronous = off`.execute(store.db)
  await store.transact((tx) => saveRegion(tx, { code: 'local', name: 'This server', isDefault: true }, 0))
  const start = now - days * DAY_MS
  const clock = createTestClock(start)
  const context = { ...createTestContext(store, start), now: clock.now, elapsed: clock.now, at: clock.set }
  const ends: (() => void | Promise<void>)[] = []
  const activeRegions = () => listActiveRegions(context)
  const app = await serveApp(
    { after: (end) => void ends.unshift(end) },
    context,
    clock,
    { rateLimit: 0 },
    { activeRegions },
  )
  try {
    await app.call('POST', '/api/auth/register', { body: { ...DEMO_LOGIN, organization_name: 'Brightside Ltd' } })
    const mara = await createDemoClient(app)
    const watched = listDemoMonitors(port)
    await createTargets(mara)
    const monitors = await createMonitors(mara, watched)
    const keys = await readKeys(store, monitors)
    const lately = Math.max(start, now - RECENT_MS)
    await recordDemoChecks(context, watched, keys, { from: start, until: lately, stepMs: LONG_STEP_MS }, now)
    clock.set(lately)
    await checkMoreOften(await createDemoClient(app), monitors)
    const tokens = await createRegions(await createDemoClient(app))
    await recordDemoChecks(context, watched, keys, { from: lately, until: now, stepMs: STEP_MS }, now)
    clock.set(now - 9 * MINUTE_MS)
    const later = await createDemoClient(app)
    await registerDemoProbes(context, tokens)
    await later('PUT', `/api/monitors/${monitors['Office gateway']}`, { monitoring_regions: [OFFICE_REGION.code] })
    await setProbeStates(context, now)
    const { monitor } = await later('GET', `/api/monitors/${monitors[HEARTBEAT]}`)
    await later('POST', `/api/heartbeat/${monitor.heartbeat_token}`)
    const incidentId = await handleIncidents(later, monitors)
    await createWindows(later, monitors, now)
    const statusPageId = await createDemoStatusPage(later, monitors)
    for (const [name, scope] of [
      ['Terraform', 'read_write'],
      ['Grafana', 'read'],
    ])
      await later('POST', '/api/auth/api-keys', { name, scope })
    await invite(later)
    await markDelivered(store)
    return { monitors, incidentId, statusPageId }
  } finally {
    for (const end of ends) await end()
    await store.close()
  }
}

/** Sends a request as Mara, and returns `data`. */
// biome-ignore lint/suspicious/noExplicitAny: the script uses responses of known shape
type Call = (method: string, url: string, body?: object) => Promise<any>

/** Signs in again, because a session lasts for minutes and the demo for months. */
async function createDemoClient(app: TestApp): Promise<Call> {
  const { email, password } = DEMO_LOGIN
  const { body: signedIn } = await app.call('POST', '/api/auth/login', { body: { email, password } })
  const as = { authorization: `Bearer ${signedIn.data.access_token}` }
  return async (method, url, body) => {
    const answer = await app.call(method, url, { as, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
}

async function createTargets(call: Call): Promise<void> {
  const targets = [
    { name: 'On call', channel: 'email', config: { address: 'oncall@example.com' }, is_default: true },
    {
      name: 'Incident channel',
      channel: 'slack',
      config: { webhook_url: 'https://hooks.slack.com/services/T0/B0/x' },
      is_default: true,
    },
    { name: 'Pager', channel: 'webhook', config: { url: 'https://pager.example.com/hook' } },
  ]
  for (const target of targets) await call('POST', '/api/notification-targets', target)
}

async function createMonitors(call: Call, watched: readonly DemoMonitor[]): Promise<Record<string, string>> {
  const groups = new Map<string, string>()
  for (const name of ['Shop', 'Infrastructure', 'Jobs'])
    groups.set(name, (await call('POST', '/api/groups', { name })).id)
  const ids: Record<string, string> = {}
  const make = async (name: string, group: string, body: object) => {
    const { monitor } = await call('POST', '/api/monitors', {
      name,
      group_id: groups.get(group),
      interval_seconds: LONG_STEP_MS / SECOND_MS,
      ...body,
    })
    ids[name] = monitor.id
  }
  for (const { name, group, body } of watched) await make(name, group, body)
  await make(HEARTBEAT, 'Jobs', {
    type: 'HEARTBEAT',
    heartbeat_config: { schedule: '0 3 * * *', timezone: 'Europe/Berlin' },
  })
  return ids
}

/** Shortens the check interval for the recent past. The full interval for years would take too long to simulate. */
async function checkMoreOften(call: Call, monitors: Record<string, string>): Promise<void> {
  for (const [name, id] of Object.entries(monitors))
    if (name !== HEARTBEAT) await call('PUT', `/api/monitors/${id}`, { interval_seconds: STEP_MS / SECOND_MS })
}

async function readKeys(store: Store, monitors: Record<string, string>): Promise<Map<string, number>> {
  const rows = await store.db.selectFrom('monitors').select(['id', 'key']).execute()
  const keyOf = new Map(rows.map(({ id, key }) => [id, key]))
  return new Map(Object.entries(monitors).map(([name, id]) => [name, keyOf.get(id)!]))
}

/** Acknowledges, comments on and edits the incidents of the demo, and reports one. */
async function handleIncidents(call: Call, monitors: Record<string, string>): Promise<string> {
  const { incidents } = await call('GET', `/api/incidents?monitor_id=${monitors['Checkout API']}`)
  const { id } = incidents[0]
  await call('POST', `/api/incidents/${id}/acknowledge`)
  await call('POST', `/api/incidents/${id}/updates`, {
    message: 'Orders fail at the last step. We are looking at the release of this morning.',
    is_public: true,
  })
  await call('POST', `/api/incidents/${id}/updates`, {
    message: 'Rolled back to 4.18.2 in eu-1, waiting for the caches.',
  })
  await call('POST', `/api/incidents/${id}/comments`, {
    comment_text: 'The new pool size never reached production.',
    is_internal: true,
  })
  await call('POST', '/api/incidents', {
    title: 'Delivery estimates are missing for parcels to Norway',
    severity: 'minor',
    type: 'connection_error',
    error_message: 'Reported by the service desk',
    affected_monitor_ids: [monitors['Web shop']],
    status_page_update: 'Delivery estimates for Norway are missing. Orders arrive as usual.',
  })
  return id
}

async function createWindows(call: Call, monitors: Record<string, string>, now: number): Promise<void> {
  const iso = (at: number) => new Date(at).toISOString()
  await call('POST', '/api/maintenance-windows', {
    name: 'Database upgrade',
    description: 'The customer database moves to its next release.',
    starts_at: iso(now + 2 * DAY_MS),
    ends_at: iso(now + 2 * DAY_MS + 2 * HOUR_MS),
    monitor_ids: [monitors['Customer database'], monitors['Checkout API']],
  })
  await call('POST', '/api/maintenance-windows', {
    name: 'Weekly patches',
    starts_at: iso(now + 5 * DAY_MS),
    ends_at: iso(now + 5 * DAY_MS + HOUR_MS),
    recurrence: { cron: '0 4 * * 4', duration_minutes: 60, timezone: 'Europe/Berlin' },
    monitor_ids: [monitors['Office gateway'], monitors['Mail relay']],
  })
}

async function createDemoStatusPage(call: Call, monitors: Record<string, string>): Promise<string> {
  const component = (name: string, description = '') => ({ monitor_id: monitors[name], description })
  const { projects } = await call('GET', '/api/projects')
  const { status_page } = await call('POST', `/api/projects/${projects[0].id}/status-pages`, {
    name: 'Brightside',
    slug: DEMO_SLUG,
    description: 'How the services of Brightside are doing.',
    is_published: true,
    sections: [
      {
        name: 'Shop',
        components: [
          component('Web shop', 'Browsing and accounts'),
          component('Checkout API', 'Orders and payment'),
          component('Product search'),
          component('Image CDN'),
        ],
      },
      {
        name: 'Behind the scenes',
        components: [component('Payments'), component('Mail relay'), component('Customer database')],
      },
    ],
  })
  return status_page.id
}

async function invite(call: Call): Promise<void> {
  const { user } = await call('GET', '/api/auth/me')
  for (const [email, role] of [
    ['jon@example.com', 'responder'],
    ['ada@example.com', 'admin'],
  ])
    await call('POST', `/api/organizations/${user.organization_id}/invitations`, { email, role })
}

/** Marks all notifications of the simulated past as delivered. */
async function markDelivered(store: Store): Promise<void> {
  await store.db
    .updateTable('deliveries')
    .set((eb) => ({ status: 'delivered', delivered_at: eb('created_at', '+', 800) }))
    .where('status', '=', 'pending')
    .execute()
}
