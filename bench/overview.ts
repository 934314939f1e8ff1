/**
 * First reads of a dashboard with 2,000 monitors and one month of data. Measures the uncached overview, the list of all
 * monitors and the strips of a hundred, beside a route that reads nothing.
 *
 *   npm run bench -- overview [reads=100] [sqlite|postgres]
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import Type from 'typebox'
import { buildApp } from '../src/api/app.ts'
import { formatLiveEvent } from '../src/api/live/live-event-text.ts'
import { toDataSchema, toEnvelope } from '../src/api/platform/envelope.ts'
import { DEFAULT_PLANS } from '../src/core/accounts/plan.ts'
import { NO_METER } from '../src/core/meter.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { createUuidV7 } from '../src/core/platform/id.ts'
import { HOUR_MS, startOfHour } from '../src/core/platform/time/time.ts'
import { LiveEvents } from '../src/services/live/live.ts'
import type { Context } from '../src/services/platform/context.ts'
import { createAccessTokens } from '../src/services/platform/credentials/tokens.ts'
import { EvaluatedMonitorCache } from '../src/store/evaluation/evaluated-monitor-cache.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type StoreLocation } from '../src/store/platform/store.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { createPerson, createTeam } from '../test/support/factories/people.ts'
import { withCleanup } from './support/cleanup.ts'
import { readTreeCpuSeconds } from './support/cpu.ts'
import { insertMonth } from './support/month.ts'
import { getPercentile, printTable } from './support/report.ts'
import { SETTINGS } from './support/service.ts'
import { sized } from './support/size.ts'

const MONITORS = sized(2_000, 20)
const STRIPS = sized(100, 10)
const SECRET = Buffer.alloc(32, 1)

/** Longer than figures are cached. */
const STEP_MS = 16_000

interface Ready {
  port: number
  headers: Record<string, string>
  ids: string[]
}

/** Serves the real app in its own process, with a clock that `/bench/later` advances. */
async function serve(location: StoreLocation): Promise<void> {
  let at = startOfHour(Date.now()) + HOUR_MS / 2
  const now = () => at
  const store = openStore(location)
  await migrate(store, at)
  const newId = () => createUuidV7(Date.now(), randomBytes(10))
  const live = new LiveEvents({ encode: formatLiveEvent, now })
  const context: Context = {
    store,
    serverId: newId(),
    now,
    elapsed: now,
    newId,
    plans: DEFAULT_PLANS,
    wake: () => {},
    live,
    evaluatedMonitors: new EvaluatedMonitorCache(),
    meter: NO_METER,
  }
  const config = {
    baseUrl: 'http://127.0.0.1',
    registration: 'open' as const,
    defaultPlan: 'scale' as const,
    rateLimit: 0,
    trustedProxies: [],
    corsOrigins: [],
    secret: SECRET,
  }
  const api = buildApp({
    context,
    config,
    log: false,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [],
    awaitAssignments: (look, request) => look(request),
    runCheck: () => Promise.reject(new Error('no probe')),
    sendAttempt: () => Promise.reject(new Error('no notification targets')),
    mailer: null,
    isProbeAlive: () => true,
    renderStatusPage: async () => '',
  })
  api.get('/bench/later', { config: { access: { public: true } } }, async () => {
    at += STEP_MS
    return ''
  })
  api.get(
    '/bench/nothing',
    {
      config: { access: { permission: 'can_view', scope: 'project' } },
      schema: { response: { 200: toDataSchema(Type.Object({ id: Type.String() })) } },
    },
    async ({ project }) => toEnvelope({ id: project.id }),
  )
  // A token that stays valid while the clock is advanced
  const tokens = createAccessTokens(SECRET, () => at + 12 * HOUR_MS)
  const alice = await createPerson(context, tokens, await createTeam(context), 'owner')
  const owner = { organization_id: alice.organizationId, project_id: alice.projectId, created_by: alice.userId }
  const begun = at - 60 * 24 * HOUR_MS
  await insertMonitors(store, MONITORS, { id: randomUUID, at: begun, settings: JSON.stringify(SETTINGS), ...owner })
  await insertMonth(store, alice.projectId, at)
  await store.db
    .updateTable('sessions')
    .set({ expires_at: at + 24 * HOUR_MS })
    .execute()
  const rows = await store.db.selectFrom('monitors').select('id').orderBy('name_folded').limit(STRIPS).execute()
  await api.listen({ port: 0, host: '127.0.0.1' })
  const address = api.server.address() as { port: number }
  const ready: Ready = { port: address.port, headers: { ...alice.session }, ids: rows.map(({ id }) => id) }
  process.send!(ready)
}

const agent = new Agent({ keepAlive: true })

interface Read {
  ms: number
  bytes: number
}

function read({ port, headers }: Ready, path: string, more: Record<string, string> = {}): Promise<Read> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const asked = request({ port, path, agent, headers: { ...headers, ...more } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - begun, bytes })
        else reject(new Error(`${path}: ${response.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const ROUNDS = 4

/** Measures all reads in turn, so that other load on the machine affects all alike. */
async function measure(server: Ready & { pid: number }, reads: number): Promise<void> {
  const strips = `/api/dashboard/strips?monitor_ids=${server.ids.join()}`
  const gzip = { 'accept-encoding': 'gzip' }
  const contenders = [
    { name: 'nothing', path: '/bench/nothing' },
    { name: 'overview, not cached', path: '/api/dashboard/overview', isMoved: true },
    { name: 'overview, cached', path: '/api/dashboard/overview' },
    { name: 'all monitors', path: '/api/dashboard/monitors' },
    { name: 'all monitors, gzip', path: '/api/dashboard/monitors', headers: gzip },
    { name: `strips of ${STRIPS}`, path: strips },
    { name: `strips of ${STRIPS}, gzip`, path: strips, headers: gzip },
  ].map((one) => ({ headers: {}, isMoved: false, ...one, times: [] as number[], bytes: 0, cpuSeconds: 0 }))
  for (const { path, headers } of contenders) for (let count = 0; count < 5; count++) await read(server, path, headers)
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of contenders) {
      const before = readTreeCpuSeconds(server.pid)
      for (let count = 0; count < reads / ROUNDS; count++) {
        if (contender.isMoved) await read(server, '/bench/later')
        const { ms, bytes } = await read(server, contender.path, contender.headers)
        contender.times.push(ms)
        contender.bytes = bytes
      }
      contender.cpuSeconds += readTreeCpuSeconds(server.pid) - before
    }
  printTable(
    ['', 'p50 ms', 'p99 ms', 'CPU ms', 'bytes'],
    contenders.map(({ name, times, cpuSeconds, bytes }) => {
      const sorted = times.toSorted((a, b) => a - b)
      return [name, getPercentile(sorted, 0.5), getPercentile(sorted, 0.99), (cpuSeconds / times.length) * 1_000, bytes]
    }),
  )
}

async function run(dialect: 'sqlite' | 'postgres', reads: number): Promise<void> {
  await withCleanup(async (t) => {
    const location =
      dialect === 'postgres' ? { url: await createTestDatabaseUrl(t) } : { file: join(createTestFolder(t), 'wk.db') }
    const child = fork(import.meta.filename, ['--serve', JSON.stringify(location)])
    t.after(() => {
      child.kill()
    })
    const [ready] = (await once(child, 'message')) as [Ready]
    process.stdout.write(`${dialect}: ${MONITORS.toLocaleString('en')} monitors, ${reads} reads each, in sequence\n`)
    await measure({ ...ready, pid: child.pid! }, reads)
    agent.destroy()
  })
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--serve') await serve(JSON.parse(rest[0]!))
// At toy size `requests` covers the same data in SQLite
else
  for (const dialect of sized(['sqlite', 'postgres'] as const, ['postgres'] as const))
    if (!rest[0] || rest[0] === dialect) await run(dialect, Number(mode ?? sized(100, 4)))
if (mode !== '--serve') process.exit(0)
