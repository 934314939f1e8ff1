/**
 * A company that has used Watchkeeper for a while: its monitors, outages, incidents, status page and people, written
 * through the same services as if it had all happened. For screenshots, and for tests that look at a dashboard.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CheckResult } from '../../src/core/protocol.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'
import { recordResults } from '../../src/services/results.ts'
import { migrate } from '../../src/store/migrate.ts'
import { saveRegion } from '../../src/store/regions.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { serveApp, type TestApp } from './app.ts'
import { makeClock } from './clock.ts'
import { makeContext, type TestContext } from './context.ts'
import { seededRandom } from './random.ts'

export const DEMO_LOGIN = { email: 'mara@example.com', password: 'a lighthouse at night', name: 'Mara Lind' }
export const DEMO_SLUG = 'brightside'

export interface Demo {
  /** Ids by name. */
  monitors: Record<string, string>
  /** Of the incident that is open. */
  incidentId: string
  statusPageId: string
}

export interface DemoOptions {
  /** Of the server that will open it. */
  dataDir: string
  /** Unix ms; everything lies before. */
  now: number
  days?: number
  /** Port at which all hosts of the demo answer. */
  port: number
}

interface Watched {
  name: string
  body: Record<string, unknown>
  group: string
  /** Of a passing check. */
  typicalMs: number
}

const HEARTBEAT = 'Nightly backup'

/** Minutes before now, how long, and what is wrong. */
type Outage = [name: string, minutesAgo: number, minutes: number, trouble: keyof typeof TROUBLES]

const TROUBLES = {
  refused: {
    status: 'down',
    errorType: 'connection_error',
    errorMessage: 'connect ECONNREFUSED 203.0.113.24:443',
    statusCode: null,
  },
  error503: {
    status: 'down',
    errorType: 'status_code',
    errorMessage: 'Expected any 2xx status, got 503 Service Unavailable',
    statusCode: 503,
  },
  timeout: {
    status: 'down',
    errorType: 'timeout',
    errorMessage: 'No answer within 10 s: the connection stood, but no first byte came',
    statusCode: null,
  },
  slow: {
    status: 'degraded',
    errorType: 'slow_response',
    errorMessage: 'Took 2 410 ms, more than the threshold of 1 500 ms',
    statusCode: 200,
  },
} as const

const http = (host: string, path: string, port: number) => `http://${host}:${port}${path}`

const watchedBy = (port: number): Watched[] => [
  {
    name: 'Web shop',
    group: 'Shop',
    typicalMs: 182,
    body: { type: 'HTTP', target: http('shop.example.com', '/', port), tags: ['public', 'eu'] },
  },
  {
    name: 'Checkout API',
    group: 'Shop',
    typicalMs: 141,
    body: { type: 'HTTP', target: http('api.example.com', '/checkout/health', port), tags: ['public', 'critical'] },
  },
  {
    name: 'Product search',
    group: 'Shop',
    typicalMs: 388,
    body: {
      type: 'KEYWORD',
      target: http('search.example.com', '/?q=lamp', port),
      keyword_config: { keywords: [{ text: 'results', should_contain: true }] },
      http_config: { slow_response_threshold_ms: 1500 },
      tags: ['public'],
    },
  },
  {
    name: 'Payments',
    group: 'Shop',
    typicalMs: 96,
    body: { type: 'HTTP', target: http('pay.example.com', '/status', port), tags: ['critical'] },
  },
  {
    name: 'Image CDN',
    group: 'Shop',
    typicalMs: 41,
    body: { type: 'HTTP', target: http('img.example.com', '/pixel.png', port), tags: ['public'] },
  },
  {
    name: 'Customer database',
    group: 'Infrastructure',
    typicalMs: 3,
    body: { type: 'TCP', target: 'db.example.com', tcp_config: { port }, tags: ['internal'] },
  },
  {
    name: 'Mail relay',
    group: 'Infrastructure',
    typicalMs: 28,
    body: { type: 'TCP', target: 'mail.example.com', tcp_config: { port, protocol: 'generic' }, tags: ['internal'] },
  },
  {
    name: 'Name server',
    group: 'Infrastructure',
    typicalMs: 19,
    body: { type: 'DNS', target: 'example.com', dns_config: { record_entries: [{ record_type: 'A' }] } },
  },
  {
    name: 'Office gateway',
    group: 'Infrastructure',
    typicalMs: 12,
    body: { type: 'HTTP', target: http('gateway.example.com', '/', port), tags: ['internal'] },
  },
  {
    name: 'Old shop',
    group: 'Shop',
    typicalMs: 240,
    body: { type: 'HTTP', target: http('old.example.com', '/', port), status: 'paused' },
  },
]

const OUTAGES: readonly Outage[] = [
  ['Checkout API', 23, 23, 'error503'],
  ['Product search', 95, 95, 'slow'],
  ['Web shop', 3 * 1440 + 200, 34, 'timeout'],
  ['Web shop', 41 * 1440 + 90, 12, 'error503'],
  ['Payments', 9 * 1440 + 600, 71, 'refused'],
  ['Customer database', 17 * 1440, 8, 'refused'],
  ['Mail relay', 29 * 1440 + 300, 260, 'refused'],
  ['Office gateway', 6 * 1440 + 20, 18, 'timeout'],
  ['Product search', 12 * 1440, 180, 'slow'],
  ['Image CDN', 62 * 1440, 15, 'timeout'],
]

/** A check of everything so often, and lately more often. */
const STEP_MS = 5 * MINUTE_MS
const LONG_STEP_MS = 30 * MINUTE_MS
const LATELY_MS = 2 * DAY_MS

/** Fills a new data folder. Monitors were begun `days` ago, 90 unless told otherwise. */
export async function makeDemo({ dataDir, now, days = 90, port }: DemoOptions): Promise<Demo> {
  const store = openStore({ file: join(dataDir, 'watchkeeper.db') })
  await migrate(store, 0)
  // Thousands of commits, and nothing that could not be made anew
  await sql`pragma synchronous = off`.execute(store.db)
  await store.transact((tx) => saveRegion(tx, { code: 'local', name: 'This server', isDefault: true }, 0))
  const start = now - days * DAY_MS
  const clock = makeClock(start)
  const context = { ...makeContext(store, start), now: clock.now, at: clock.set }
  const ends: (() => void | Promise<void>)[] = []
  const app = await serveApp({ after: (end) => void ends.unshift(end) }, context, clock, { rateLimit: 0 }, {})
  try {
    await app.call('POST', '/api/auth/register', { body: { ...DEMO_LOGIN, organization_name: 'Brightside Ltd' } })
    const mara = await clientOf(app)
    const watched = watchedBy(port)
    await makeTargets(mara)
    const monitors = await makeMonitors(mara, watched)
    const keys = await keysOf(store, monitors)
    const lately = Math.max(start, now - LATELY_MS)
    await play(context, watched, keys, { from: start, until: lately, stepMs: LONG_STEP_MS }, now)
    clock.set(lately)
    await checkMoreOften(await clientOf(app), monitors)
    await play(context, watched, keys, { from: lately, until: now, stepMs: STEP_MS }, now)
    clock.set(now - 9 * MINUTE_MS)
    const later = await clientOf(app)
    const { monitor } = await later('GET', `/api/monitors/${monitors[HEARTBEAT]}`)
    await later('POST', `/api/heartbeat/${monitor.heartbeat_token}`)
    const incidentId = await tendIncidents(later, monitors)
    await makeWindows(later, monitors, now)
    const statusPageId = await makeStatusPage(later, monitors)
    for (const [name, scope] of [
      ['Terraform', 'read_write'],
      ['Grafana', 'read'],
    ])
      await later('POST', '/api/auth/api-keys', { name, scope })
    await invite(later)
    await pretendDelivered(store)
    return { monitors, incidentId, statusPageId }
  } finally {
    for (const end of ends) await end()
    await store.close()
  }
}

/** Calls as Mara, and answers `data`. */
// biome-ignore lint/suspicious/noExplicitAny: a script that knows what it gets
type Call = (method: string, url: string, body?: object) => Promise<any>

/** Signs in anew: a sign-in lasts for minutes, and the demo for months. */
async function clientOf(app: TestApp): Promise<Call> {
  const { email, password } = DEMO_LOGIN
  const { body: signedIn } = await app.call('POST', '/api/auth/login', { body: { email, password } })
  const as = { authorization: `Bearer ${signedIn.data.access_token}` }
  return async (method, url, body) => {
    const answer = await app.call(method, url, { as, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
}

async function makeTargets(call: Call): Promise<void> {
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

async function makeMonitors(call: Call, watched: readonly Watched[]): Promise<Record<string, string>> {
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

/** Years of checks every few minutes would take long to make up. */
async function checkMoreOften(call: Call, monitors: Record<string, string>): Promise<void> {
  for (const [name, id] of Object.entries(monitors))
    if (name !== HEARTBEAT) await call('PUT', `/api/monitors/${id}`, { interval_seconds: STEP_MS / SECOND_MS })
}

async function keysOf(store: Store, monitors: Record<string, string>): Promise<Map<string, number>> {
  const rows = await store.db.selectFrom('monitors').select(['id', 'key']).execute()
  const keyOf = new Map(rows.map(({ id, key }) => [id, key]))
  return new Map(Object.entries(monitors).map(([name, id]) => [name, keyOf.get(id)!]))
}

/** Lets the checks of all that time come in, in the order in which they were made. */
interface Stretch {
  from: number
  until: number
  stepMs: number
}

/** Lets the checks of that time come in, in the order in which they were made. @param now outages are counted from it */
async function play(
  context: TestContext,
  watched: readonly Watched[],
  keys: ReadonlyMap<string, number>,
  stretch: Stretch,
  now: number,
): Promise<void> {
  const random = seededRandom(stretch.stepMs)
  const results = watched
    .filter(({ body }) => body.status !== 'paused')
    .flatMap(({ name, typicalMs }) => checksOf(name, typicalMs, keys.get(name)!, stretch, now, random))
    .sort((a, b) => a.startedAt - b.startedAt)
  // What comes much later than it was seen tells nobody, so each batch is of a few minutes
  for (const batch of Map.groupBy(results, ({ startedAt }) => Math.floor(startedAt / STEP_MS)).values()) {
    context.at(batch.at(-1)!.startedAt + SECOND_MS)
    await recordResults(context, 'local', batch)
  }
}

function checksOf(
  name: string,
  typicalMs: number,
  monitorKey: number,
  { from: start, until: end, stepMs }: Stretch,
  now: number,
  random: () => number,
): CheckResult[] {
  const outages = OUTAGES.filter(([whose]) => whose === name).map(([, ago, minutes, trouble]) => {
    const from = now - ago * MINUTE_MS
    return { from, until: from + minutes * MINUTE_MS, trouble }
  })
  const times = new Set<number>()
  for (let at = start + (1 + ((monitorKey * 37) % 200)) * SECOND_MS; at < end; at += stepMs) times.add(at)
  // What fails is looked at again at once, and so is what is back
  for (const { from, until } of outages)
    for (const at of [from, from + 10 * SECOND_MS, until, until + 10 * SECOND_MS])
      if (at >= start && at < end) times.add(at)
  return [...times].map((at) => {
    const outage = outages.find(({ from, until }) => at >= from && at < until)
    return checkAt(at, monitorKey, outage ? TROUBLES[outage.trouble] : null, latencyAt(at, typicalMs, random))
  })
}

/** Slower by day than by night, with some noise and now and then an outlier. */
function latencyAt(at: number, typicalMs: number, random: () => number): number {
  const day = 1 + 0.25 * Math.sin(((at % DAY_MS) / DAY_MS) * 2 * Math.PI - 2)
  const noise = 0.85 + 0.3 * random()
  const outlier = random() > 0.985 ? 1.8 + random() : 1
  return Math.max(1, Math.round(typicalMs * day * noise * outlier))
}

function checkAt(
  at: number,
  monitorKey: number,
  trouble: (typeof TROUBLES)[keyof typeof TROUBLES] | null,
  ms: number,
): CheckResult {
  const total = trouble?.errorType === 'slow_response' ? 2_410 : ms
  const share = (part: number) => Math.round(total * part * 10) / 10
  return {
    monitorKey,
    kind: 'check',
    scheduledAt: at,
    startedAt: at,
    status: trouble?.status ?? 'up',
    responseTimeMs: total,
    statusCode: trouble ? trouble.statusCode : 200,
    errorType: trouble?.errorType ?? null,
    errorMessage: trouble?.errorMessage ?? null,
    timings: {
      dnsMs: share(0.06),
      connectMs: share(0.14),
      tlsMs: null,
      firstByteMs: share(0.7),
      downloadMs: share(0.1),
    },
    remoteAddress: '203.0.113.24',
  }
}

async function tendIncidents(call: Call, monitors: Record<string, string>): Promise<string> {
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

async function makeWindows(call: Call, monitors: Record<string, string>, now: number): Promise<void> {
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

async function makeStatusPage(call: Call, monitors: Record<string, string>): Promise<string> {
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

/** Nobody is there to be told of what never happened: all but one of the messages have arrived. */
async function pretendDelivered(store: Store): Promise<void> {
  await store.db
    .updateTable('deliveries')
    .set((eb) => ({ status: 'delivered', delivered_at: eb('created_at', '+', 800) }))
    .where('status', '=', 'pending')
    .execute()
}
