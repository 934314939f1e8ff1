/**
 * Ten thousand incidents at once for one notification target, compared with the same results without failures. Measures
 * API response times, the number of messages, and whether each incident is in exactly one message.
 *
 *   npm run bench -- alert-storm [incidents=10000] [seconds=15] [targets=1] [sqlite|postgres]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '../src/api/app.ts'
import { PLAIN_CLOCK } from '../src/bin/machine.ts'
import { createSendAttempt } from '../src/channels/send-attempt.ts'
import { createUnsubscribeLinks } from '../src/channels/signed-links.ts'
import { webhook } from '../src/channels/webhook.ts'
import { DEFAULT_PLANS } from '../src/core/accounts/plan.ts'
import type { Event } from '../src/core/incidents/event.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import type { CheckResult } from '../src/core/probes/protocol.ts'
import { startCourier } from '../src/engine/courier.ts'
import type { Loop } from '../src/engine/loop.ts'
import { createProbeTools } from '../src/net/connection/tools.ts'
import { createContext } from '../src/runtime/context.ts'
import { recordResults } from '../src/services/evaluation/record-results.ts'
import type { Context } from '../src/services/platform/context.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { insertTarget } from '../src/store/notifications/notification-targets.ts'
import { openStore, type Store, type StoreLocation } from '../src/store/platform/store.ts'
import { saveRegion } from '../src/store/probes/regions.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { createUuid } from '../test/support/factories/ids.ts'
import { waitUntil } from '../test/support/time/until.ts'
import { type BenchAccount, createAccount } from './support/account.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { getPercentile, printTable } from './support/report.ts'
import { SETTINGS } from './support/service.ts'
import { sized } from './support/size.ts'

const BATCH = 500
const SECRET = Buffer.alloc(32, 1)
const EGRESS = createEgressPolicy({ mode: 'any' })
const WARM_UP_ROUNDS = 2
const WARM_UP_SECONDS = sized(3, 0.2)

/** Incidents of the toy size: few enough for a message each, without the wait for a group. */
const UNGROUPED = 8
const PATHS = ['/api/monitors', '/api/incidents']

/** Includes the ten quiet seconds after which an alert group is sent. */
const GROUPING_MS = 25_000

/** API requests continue while the alert group is settled. */
const SETTLE_MS = sized(4_000, 200)

/** Interval between requests, whether or not the previous one was answered. */
const REQUEST_EVERY_MS = 20

/** Task of the server process, passed at its start. */
interface Task {
  location: StoreLocation
  incidents: number
  seconds: number
  targets: number
  sink: string
}

/** Records a round of results, all passed or all failed. */
type Order = 'calm' | 'storm'

interface Report {
  incidents: number
  notified: number
  messages: string[]
}

async function prepare(store: Store, context: Context, task: Task): Promise<BenchAccount & { keys: number[] }> {
  await migrate(store, Date.now())
  const account = await createAccount(store, Date.now())
  await store.transact((tx) => saveRegion(tx, { code: 'local', name: 'Local', isDefault: true }, Date.now()))
  const keys = await insertMonitors(store, task.incidents, {
    at: Date.now(),
    workspace: account.workspace,
    id: () => createUuid(Date.now()),
    target: 'https://shop.example.test/',
    settings: JSON.stringify(SETTINGS),
    failure_threshold: 1,
  })
  await store.transact(async (tx) => {
    for (let n = 0; n < task.targets; n++) {
      const id = context.newId()
      const scope = { organizationId: account.workspace, projectId: account.workspace }
      const config = { url: task.sink, secret: webhook.generatedSecret!.make() }
      const rest = { name: `Ops ${n}`, channel: 'webhook', isDefault: true, isEnabled: true } as const
      await insertTarget(tx, { id, ...scope, ...rest, config, createdAt: Date.now(), updatedAt: Date.now() })
      for (const monitor_key of keys)
        await tx.insertInto('monitor_targets').values({ monitor_key, target_id: id, position: n }).execute()
    }
  })
  return { ...account, keys }
}

function createResult(monitorKey: number, isUp: boolean): CheckResult {
  const at = Date.now()
  return {
    monitorKey,
    kind: 'check',
    scheduledAt: at,
    startedAt: at,
    status: isUp ? 'up' : 'down',
    responseTimeMs: isUp ? 20 : null,
    statusCode: isUp ? 200 : null,
    errorType: isUp ? null : 'connection_error',
    errorMessage: isUp ? null : 'connect 192.0.2.7:443: ECONNREFUSED',
    timings: { dnsMs: 0, connectMs: isUp ? 2 : null, tlsMs: null, firstByteMs: isUp ? 18 : null, downloadMs: null },
    remoteAddress: '192.0.2.7',
  }
}

/**
 * Records a result for every monitor, in batches spread over the time.
 *
 * @returns duration of the longest batch, ms
 */
async function record(context: Context, keys: readonly number[], isUp: boolean, seconds: number): Promise<number> {
  const begun = performance.now()
  let longest = 0
  for (let from = 0; from < keys.length; from += BATCH) {
    await pause(Math.max(0, begun + (from / keys.length) * seconds * 1000 - performance.now()))
    const batchAt = performance.now()
    await recordResults(
      context,
      'local',
      keys.slice(from, from + BATCH).map((key) => createResult(key, isUp)),
    )
    longest = Math.max(longest, performance.now() - batchAt)
  }
  return longest
}

async function serve(task: Task): Promise<void> {
  const store = openStore(task.location)
  let courier: Loop | undefined
  const context = createContext({ store, plans: DEFAULT_PLANS, clock: PLAIN_CLOCK, wake: () => courier?.wake() })
  const { key, keys } = await prepare(store, context, task)
  const net = createProbeTools({ egress: EGRESS })
  const unsubscribe = createUnsubscribeLinks(SECRET)
  const tools = { net, now: Date.now, mailer: null, baseUrl: 'http://127.0.0.1', unsubscribe }
  const attempt = createSendAttempt(tools, (error) => {
    throw error
  })
  const log = {
    error: (details: object, message: string) => void process.stderr.write(`${message} ${JSON.stringify(details)}\n`),
  }
  courier = startCourier({ context, attempt, log })
  const api = buildApp({
    context,
    config: {
      baseUrl: tools.baseUrl,
      registration: 'open',
      defaultPlan: 'scale',
      rateLimit: 0,
      trustedProxies: [],
      corsOrigins: [],
      secret: SECRET,
    },
    log: false,
    egress: EGRESS,
    activeRegions: () => [],
    awaitAssignments: (look, request) => look(request),
    runCheck: () => Promise.reject(new Error('no probe')),
    sendAttempt: attempt,
    mailer: null,
    renderStatusPage: async () => '',
    isProbeAlive: () => true,
  })
  await api.listen({ port: 0, host: '127.0.0.1' })
  process.on(
    'message',
    (order: Order) =>
      void record(context, keys, order === 'calm', task.seconds).then((longestMs) => process.send!({ longestMs })),
  )
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await record(context, keys, true, WARM_UP_SECONDS)
  process.send!({ port: (api.server.address() as AddressInfo).port, key })
}

/** Reads from this process, so that the measured process spends no time on it. */
async function report(store: Store): Promise<Report> {
  const { incidents } = await store.db
    .selectFrom('incidents')
    .select((eb) => eb.fn.countAll<number>().as('incidents'))
    .executeTakeFirstOrThrow()
  const delivered = await store.db
    .selectFrom('deliveries')
    .select((eb) => ['leader_id', eb.fn.countAll<number>().as('told')])
    .where('status', '=', 'delivered')
    .where('event_type', '=', 'incident.opened')
    .groupBy('leader_id')
    .execute()
  return {
    incidents: Number(incidents),
    notified: delivered.reduce((sum, row) => sum + Number(row.told), 0),
    messages: delivered.map((row) => row.leader_id!),
  }
}

const receiveMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`the server ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })

const sendOrder = (child: ChildProcess, order: Order): Promise<{ longestMs: number }> => {
  const answer = receiveMessage<{ longestMs: number }>(child)
  child.send(order)
  return answer
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0)

interface Sink {
  url: string
  /** Number of incidents in each message, by message id. */
  notified: Map<string, number>
  /** Number of incidents in all messages. */
  count(): number
  repeats(): number
}

/** Accepts every webhook. */
async function startSink(t: Cleanup): Promise<Sink> {
  const notified = new Map<string, number>()
  let repeats = 0
  const server = createServer(async (request, response) => {
    const event = JSON.parse(String(Buffer.concat(await request.toArray()))) as Event
    const id = String(request.headers['webhook-id'])
    if (notified.has(id)) repeats++
    notified.set(id, event.data.alert_group?.count ?? 1)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    notified,
    count: () => sum(notified.values()),
    repeats: () => repeats,
  }
}

/**
 * Requests each path in turn until stopped.
 *
 * @returns milliseconds from the due time of each request to its response, by path
 */
function startRequests(port: number, key: string): () => Promise<number[][]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[][] = PATHS.map(() => [])
  const open = new Set<Promise<void>>()
  let due = performance.now()
  let count = 0
  const askNext = () => {
    const index = count++ % PATHS.length
    const askedAt = due
    const answered = new Promise<void>((resolve) => {
      const request = get({ port, path: PATHS[index], agent, headers: { 'x-api-key': key } }, (response) => {
        response.resume().once('end', () => {
          times[index]!.push(performance.now() - askedAt)
          resolve()
        })
      })
      request.once('error', () => resolve())
    })
    open.add(answered)
    void answered.then(() => open.delete(answered))
  }
  const timer = setInterval(() => {
    for (; due <= performance.now(); due += REQUEST_EVERY_MS) askNext()
  }, 1)
  return async () => {
    clearInterval(timer)
    await Promise.all(open)
    agent.destroy()
    return times.map((some) => some.sort((a, b) => a - b))
  }
}

async function measure(task: Omit<Task, 'location' | 'sink'>, dialect: string): Promise<void> {
  await withCleanup(async (t) => {
    const sink = await startSink(t)
    const location =
      dialect === 'postgres' ? { url: await createTestDatabaseUrl(t) } : { file: join(createTestFolder(t), 'wk.db') }
    const child = fork(import.meta.filename, ['--serve', JSON.stringify({ ...task, location, sink: sink.url })])
    t.after(() => void child.kill())
    const { port, key } = await receiveMessage<{ port: number; key: string }>(child)
    const store = openStore(location)
    t.after(() => store.close())
    const timed = async (work: () => Promise<number>): Promise<Phase> => {
      const stop = startRequests(port, key)
      const longestMs = await work()
      return { longestMs, times: await stop() }
    }
    await timed(() => pause(WARM_UP_SECONDS * 1000).then(() => 0))
    const baseline = await timed(async () => (await sendOrder(child, 'calm')).longestMs)
    const begun = performance.now()
    const expected = task.incidents * task.targets
    const storm = await timed(async () => {
      const { longestMs } = await sendOrder(child, 'storm')
      await waitUntil(() => sink.count() >= expected, 'every incident in a message', GROUPING_MS)
      await pause(SETTLE_MS)
      return longestMs
    })
    // The reads load this process and would distort the response times if they ran earlier
    let found = await report(store)
    while (found.notified < expected && performance.now() - begun < (task.seconds + 60) * 1000) {
      await pause(SETTLE_MS)
      found = await report(store)
    }
    print(baseline, storm)
    judge(found, sink, task, (performance.now() - begun) / 1000)
  })
}

interface Phase {
  /** Longest batch of results, ms. */
  longestMs: number
  /** Response times by path, sorted, ms. */
  times: number[][]
}

function print(baseline: Phase, storm: Phase): void {
  const phases = [['calm', baseline] as const, ['storm', storm] as const]
  const rows = PATHS.flatMap((path, index) =>
    phases.map(([name, { times }]) => {
      const some = times[index]!
      return [path, name, some.length, getPercentile(some, 0.5), getPercentile(some, 0.99), some.at(-1) ?? Number.NaN]
    }),
  )
  printTable(['', '', 'requests', 'p50 ms', 'p99 ms', 'worst ms'], rows)
  const batches = phases.map(([name, { longestMs }]) => `${name} ${longestMs.toFixed(0)} ms`)
  process.stdout.write(`The longest batch of ${BATCH} results: ${batches.join(', ')}\n`)
}

function judge(
  { incidents, notified, messages }: Report,
  sink: Sink,
  task: Omit<Task, 'location' | 'sink'>,
  seconds: number,
): void {
  const inMessages = sink.count()
  const expected = task.incidents * task.targets
  const isWhole =
    incidents === task.incidents &&
    notified === expected &&
    inMessages === expected &&
    messages.length === sink.notified.size &&
    messages.every((id) => sink.notified.has(id))
  const sizes = [...sink.notified.values()].sort((a, b) => b - a).slice(0, 5)
  process.stdout.write(
    `${incidents} incidents, reported ${inMessages} times in ${sink.notified.size} messages (the largest: ${sizes.join(', ')}), ` +
      `${sink.repeats()} of them twice; all settled after ${seconds.toFixed(1)} s\n`,
  )
  process.stdout.write(
    isWhole
      ? 'Each incident is in exactly one delivered message of each target\n'
      : 'NOT every incident is in exactly one delivered message of each target\n',
  )
  if (!isWhole) process.exitCode = 1
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--serve') await serve(JSON.parse(rest[0]!) as Task)
else {
  const numbers = [first, ...rest].filter((text) => text !== undefined && /^\d+$/.test(text)).map(Number)
  const [incidents = sized(10_000, UNGROUPED), seconds = sized(15, 0.2), targets = 1] = numbers
  await measure({ incidents, seconds, targets }, [first, ...rest].includes('postgres') ? 'postgres' : 'sqlite')
  process.exit()
}
