/**
 * Overhead of the API around a read: headers, rate limit, credential, envelope.
 *
 *   npm run bench -- api-get [rounds=7] [path ...]
 *
 * Each server runs in its own process. The figure is requests per second of its CPU time. All servers are measured in
 * one run, so that the ratios hold on any machine. The baseline is a bare Fastify route that reads one row of SQLite by
 * its key. Load comes from `wrk` if it is installed, else from a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import Type from 'typebox'
import { buildApp } from '../src/api/app.ts'
import { formatLiveEvent } from '../src/api/live/live-event-text.ts'
import type { Api } from '../src/api/platform/api.ts'
import { toDataSchema, toEnvelope } from '../src/api/platform/envelope.ts'
import { DEFAULT_PLANS } from '../src/core/accounts/plan.ts'
import { NO_METER } from '../src/core/meter.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { createUuidV7 } from '../src/core/platform/id.ts'
import { LiveEvents } from '../src/services/live/live.ts'
import type { Context } from '../src/services/platform/context.ts'
import { createAccessTokens } from '../src/services/platform/credentials/tokens.ts'
import { EvaluatedMonitorCache } from '../src/store/evaluation/evaluated-monitor-cache.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { type Cleanup, createTestFolder } from '../test/support/database/stores.ts'
import { createKeyHeaders, createPerson, createTeam, type Person } from '../test/support/factories/people.ts'
import { withCleanup } from './support/cleanup.ts'
import { LOADER, sendLoad } from './support/load.ts'
import { SETTINGS } from './support/service.ts'
import { IS_TOY, sized } from './support/size.ts'

const CONNECTIONS = 32
const WARM_UP_SECONDS = 1
const ROUND_SECONDS = sized(1, 0.1)
const MONITORS = sized(10_000, 200)
const SECRET = Buffer.alloc(32, 1)

type Headers = Record<string, string>

/** Requests by name. The paths of a target are requested in turn. */
type Targets = Record<string, { paths: readonly string[]; headers: Headers }>

interface Ready {
  port: number
  targets: Targets
}

const Row = Type.Object({ id: Type.String(), name: Type.String(), target: Type.String(), settings: Type.String() })

/** The baseline: one route, one row. */
async function serveBare(folder: string): Promise<Ready> {
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec('create table rows (id text primary key, name text, target text, settings text)')
  const insert = db.prepare('insert into rows values (?, ?, ?, ?)')
  const settings = JSON.stringify({ method: 'GET', headers: {}, note: 'x'.repeat(700) })
  for (let n = 0; n < 1000; n++) insert.run(`id-${n}`, `Monitor ${n}`, 'https://example.com/', settings)
  const select = db.prepare('select id, name, target, settings from rows where id = ?')
  const server = Fastify()
  server.get('/row/:id', { schema: { response: { 200: toDataSchema(Row) } } }, async (request) =>
    toEnvelope(select.get((request.params as { id: string }).id)),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  const targets = { 'bare Fastify, one row': { paths: ['/row/id-500'], headers: {} } }
  return { port: getPort(server.server), targets }
}

/** The real app with one key in its database, and a route that does nothing. */
async function serveApp(folder: string, more: string[]): Promise<Ready> {
  const store = openStore({ file: join(folder, 'app.db') })
  await migrate(store, Date.now())
  const newId = () => createUuidV7(Date.now(), randomBytes(10))
  const live = new LiveEvents({ encode: formatLiveEvent, now: Date.now })
  const clock = { now: Date.now, elapsed: () => performance.now() }
  const context: Context = {
    serverId: newId(),
    store,
    ...clock,
    newId,
    plans: DEFAULT_PLANS,
    wake: () => {},
    live,
    evaluatedMonitors: new EvaluatedMonitorCache(),
    meter: NO_METER,
  }
  const api = buildApp({
    context,
    config: {
      baseUrl: 'http://127.0.0.1',
      registration: 'open',
      defaultPlan: 'scale',
      rateLimit: 1_000_000_000,
      trustedProxies: [],
      corsOrigins: [],
      secret: SECRET,
    },
    log: false,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [],
    awaitAssignments: (look, request) => look(request),
    runCheck: () => Promise.reject(new Error('no probe')),
    sendAttempt: () => Promise.reject(new Error('no notification targets')),
    mailer: null,
    renderStatusPage: async () => '',
    isProbeAlive: () => true,
  })
  api.get(
    '/bench/nothing',
    {
      config: { access: { permission: 'can_view', scope: 'project' } },
      schema: { response: { 200: toDataSchema(Type.Object({ id: Type.String() })) } },
    },
    async ({ project }) => toEnvelope({ id: project.id }),
  )
  await api.listen({ port: 0, host: '127.0.0.1' })
  const tokens = createAccessTokens(SECRET, Date.now)
  const alice = await createPerson(context, tokens, await createTeam(context), 'owner')
  const key = await createKeyHeaders(context, alice, 'read')
  const monitor = await addMonitor(api, alice.session)
  const many = await createPerson(context, tokens, await createTeam(context), 'owner')
  await addMonitors(store, many)
  const ofMany = await createKeyHeaders(context, many, 'read')
  const named = Object.fromEntries(more.map((path) => [path, { paths: [path], headers: key }]))
  const targets: Targets = {
    'no credential, no read': { paths: ['/api/health'], headers: {} },
    'key, no read': { paths: ['/bench/nothing'], headers: key },
    'key, one monitor': { paths: [`/api/monitors/${monitor}`], headers: key },
    'key, list of one monitor': { paths: ['/api/monitors'], headers: key },
    [`key, 100 of ${MONITORS.toLocaleString('en')} monitors`]: { paths: ['/api/monitors?limit=100'], headers: ofMany },
    '… 20 of them': { paths: ['/api/monitors?limit=20'], headers: ofMany },
    '… search with one match': { paths: createSearches((n) => `monitor-${n * 100}`), headers: ofMany },
    '… search with 111 matches': { paths: createSearches(() => 'r-77'), headers: ofMany },
    '… search without a match': { paths: createSearches((n) => `${n}-monitor`), headers: ofMany },
    '… search that all match': { paths: createSearches(() => 'monitor'), headers: ofMany },
    '… search of two characters': { paths: createSearches((n) => `${n}`), headers: ofMany },
    ...named,
  }
  return { port: getPort(api.server), targets }
}

/** Returns searches for up to 90 different texts. */
const createSearches = (toText: (n: number) => string): string[] =>
  Array.from({ length: 90 }, (_, index) => `/api/monitors?limit=20&search=${toText(index + 10)}`)

/** Writes directly to the store, since no plan allows this number of monitors. */
async function addMonitors(store: Store, { organizationId, projectId, userId }: Person): Promise<void> {
  const settings = JSON.stringify(SETTINGS)
  const owner = { organization_id: organizationId, project_id: projectId, created_by: userId }
  await insertMonitors(store, MONITORS, { id: randomUUID, settings, ...owner })
  await store.transact((tx) =>
    tx
      .updateTable('monitors')
      .set((eb) => ({ name_folded: eb.ref('name'), target_folded: eb.ref('target') }))
      .where('organization_id', '=', organizationId)
      .execute(),
  )
}

async function addMonitor(api: Api, headers: Headers): Promise<string> {
  const payload = { name: 'Shop', type: 'HTTP', target: 'https://example.com/', tags: ['shop', 'eu'] }
  const response = await api.inject({ method: 'POST', url: '/api/monitors', headers, payload })
  return response.json().data.monitor.id
}

const getPort = (server: HttpServer): number => (server.address() as { port: number }).port

async function serve(kind: string, folder: string, paths: string[]): Promise<void> {
  const ready = kind === 'bare' ? await serveBare(folder) : await serveApp(folder, paths)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!({ cpuSeconds: (user + system) / 1e6 })
  })
  process.send!(ready)
}

const receiveMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a server ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })

async function readCpuSeconds(child: ChildProcess): Promise<number> {
  const answer = receiveMessage<{ cpuSeconds: number }>(child)
  child.send('cpu')
  return (await answer).cpuSeconds
}

interface Server {
  child: ChildProcess
  ready: Ready
}

async function start(kind: string, folder: string, paths: string[]): Promise<Server> {
  const child = fork(import.meta.filename, ['--serve', kind, folder, ...paths])
  return { child, ready: await receiveMessage<Ready>(child) }
}

/** One path of one server with the figure of each round. */
interface Contender {
  name: string
  server: Server
  paths: readonly string[]
  headers: Headers
  perCpuSecond: number[]
}

const listContenders = (server: Server): Contender[] =>
  Object.entries(server.ready.targets).map(([name, target]) => ({ name, server, ...target, perCpuSecond: [] }))

async function run({ server, paths, headers, perCpuSecond }: Contender, seconds: number): Promise<void> {
  const before = await readCpuSeconds(server.child)
  const origin = `http://127.0.0.1:${server.ready.port}`
  const { count } = await sendLoad({ origin, paths, headers, seconds, connections: CONNECTIONS })
  perCpuSecond.push(count / ((await readCpuSeconds(server.child)) - before))
}

const computeMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Measures all in turn in each round, so that other load on the machine affects all alike. */
async function compare(t: Cleanup, rounds: number, paths: string[]): Promise<void> {
  const folder = createTestFolder(t)
  const servers = [await start('bare', folder, []), await start('app', folder, paths)]
  try {
    const contenders = servers.flatMap(listContenders)
    if (!IS_TOY) for (const contender of contenders) await run(contender, WARM_UP_SECONDS)
    for (const contender of contenders) contender.perCpuSecond.length = 0
    for (let round = 0; round < rounds; round++) for (const contender of contenders) await run(contender, ROUND_SECONDS)
    report(contenders, rounds)
  } finally {
    for (const { child } of servers) child.kill()
  }
}

function report(contenders: Contender[], rounds: number): void {
  const yardstick = contenders[0]!.perCpuSecond
  process.stdout.write(`${LOADER}, ${CONNECTIONS} connections, median of ${rounds} rounds of ${ROUND_SECONDS} s\n`)
  for (const { name, perCpuSecond } of contenders) {
    const ratios = perCpuSecond.map((figure, round) => figure / yardstick[round]!)
    const figure = Math.round(computeMedian(perCpuSecond)).toString().padStart(8)
    process.stdout.write(`${name.padEnd(28)}${figure} requests/CPU-s  ${computeMedian(ratios).toFixed(2)}\n`)
  }
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--serve') await serve(rest[0]!, rest[1]!, rest.slice(2))
else await withCleanup((t) => compare(t, Number(mode ?? sized(7, 1)), rest))
