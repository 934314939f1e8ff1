/**
 * Cost of the worst request of each API operation: a large organization, the widest period, the largest and the most
 * invalid body. Prints one line per operation, ordered by the longest time it blocks the main thread.
 *
 *   npm run bench -- requests [monitors=2000] [sqlite|postgres] [part of the names of operations]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { buildApp } from '../src/api/app.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { HOUR_MS } from '../src/core/platform/time/time.ts'
import { PAGES } from '../src/pages/index.ts'
import { toStatusDocument } from '../src/pages/status-page/status-page.ts'
import { createAccessTokens } from '../src/services/platform/credentials/tokens.ts'
import type { DialectName } from '../src/store/platform/dialects.ts'
import { LOCAL_REGION, TEST_CONFIG } from '../test/support/api/app.ts'
import {
  type ApiDocument,
  listOperations,
  type Operation,
  resolve,
  type Schema,
} from '../test/support/api/conformance/document.ts'
import { prepare, RECIPES, type RequestParts, toRequest } from '../test/support/api/conformance/recipes.ts'
import { createWorld, type World } from '../test/support/api/conformance/world.ts'
import { readSourceDocs } from '../test/support/api/source-docs.ts'
import { createPerson, createTeam } from '../test/support/factories/people.ts'
import { MONDAY } from '../test/support/time/clock.ts'
import { withCleanup } from './support/cleanup.ts'
import { insertLargeOrganization } from './support/large-organization.ts'
import { runMix } from './support/mix.ts'
import { formatFigure, getPercentile, printTable } from './support/report.ts'
import { sized } from './support/size.ts'
import { measureThread, type ThreadUse } from './support/thread-meter.ts'
import { buildWidestReads, buildWrongBodies } from './support/worst-requests.ts'

/**
 * Repetitions of one request. The smallest figure counts, since the first one includes compilation and garbage
 * collection of earlier requests.
 */
const TIMES = sized(3, 1)

/** Returns all operations; at toy size one of `stride`. */
const sample = (operations: Operation[], stride: number): Operation[] =>
  operations.filter((_, index) => index % sized(1, stride) === 0)

/** Flags of the program, plus access to the garbage collector before a measurement. */
const FLAGS = ['--max-semi-space-size=8', '--v8-pool-size=1', '--expose-gc']

/** Concurrent reads of one organization, and their duration. */
const AT_ONCE = 32
const MIX_MS = sized(10_000, 300)

/** Longer than figures are cached. */
const STEP_MS = 16_000

const MIB = 1_048_576

/** Paths below the path of a status page. */
const STATUS_PAGES = [
  '',
  '/history',
  '/feed.atom',
  '/feed.rss',
  '/maintenance.ics',
  '/api/v2/summary.json',
  '/badge.svg',
]

interface BenchRequest {
  variant: string
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** Order for the server process: prepare the requests of an operation, or start or end a measurement. */
type Order = Preparation | { page: string } | { measure: boolean } | { memory: true } | { other: true }

interface Preparation {
  prepare: Operation
  /** Schema of the body; null without a body. */
  schema: Schema | null
}

async function serve(dialect: DialectName, monitors: number): Promise<void> {
  await withCleanup(async (t) => {
    const base = await createWorld(t, dialect)
    const { clock, context } = base
    const lasting = createAccessTokens(TEST_CONFIG.secret, () => MONDAY + 12 * HOUR_MS)
    const anotherOwner = async () => {
      const person = await createPerson(context, lasting, base.team, 'owner', 'Alice')
      await context.store.db
        .updateTable('users')
        .set({ is_instance_admin: 1 })
        .where('id', '=', person.userId)
        .execute()
      return person
    }
    const owner = await anotherOwner()
    const make: World['create'] = (path, body, as = owner.session) => base.create(path, body, as)
    const world: World = { ...base, owner, create: make, createOwner: anotherOwner }
    clock.set(MONDAY + HOUR_MS / 2)
    const large = await insertLargeOrganization(context.store, owner, monitors, context.newId, clock.now())
    const wide = buildWidestReads(large, owner.projectId, clock.now())
    const api = buildApp(
      {
        context,
        config: { ...TEST_CONFIG, rateLimit: 0, trustedProxies: ['127.0.0.0/8'] },
        log: false,
        egress: createEgressPolicy({ mode: 'any' }),
        activeRegions: () => [LOCAL_REGION],
        runCheck: () => Promise.reject(new Error('no probe')),
        sendAttempt: async () => ({ delivered: true }),
        renderStatusPage: async (page) => (await toStatusDocument(page, TEST_CONFIG.baseUrl, '', false)).body,
        awaitAssignments: (look, asked) => look(asked),
        readDocs: readSourceDocs,
        isProbeAlive: () => true,
        mailer: { send: async () => {}, close: () => {} },
      },
      PAGES,
    )
    await api.listen({ port: 0, host: '127.0.0.1' })
    const finish = Promise.withResolvers<void>()
    let end: () => ThreadUse
    process.on('disconnect', () => finish.resolve())
    process.on('message', async (order: Order) => {
      if ('memory' in order) {
        const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
        const figures = { rss, heapUsed, heapTotal, external }
        process.send!(Object.fromEntries(Object.entries(figures).map(([name, bytes]) => [name, bytes / MIB])))
        return
      }
      if ('other' in order) {
        const other = await createPerson(context, lasting, await createTeam(context, 'Other'), 'owner', 'Bob')
        process.send!(other.session)
        return
      }
      if ('measure' in order) {
        if (order.measure) end = measureThread()
        process.send!(order.measure ? {} : end())
        return
      }
      clock.advance(STEP_MS)
      if ('page' in order) {
        process.send!([
          { variant: 'not cached', method: 'GET', url: `/status/${large.slug}${order.page}`, headers: {} },
        ])
        return
      }
      process.send!(
        await buildRequests(world, order, wide[order.prepare.name] ?? []).catch((error) => ({ failed: String(error) })),
      )
    })
    process.send!({ port: (api.server.address() as { port: number }).port })
    await finish.promise
    await api.close()
  })
}

async function buildRequests(
  world: World,
  { prepare: operation, schema }: Preparation,
  wide: RequestParts[],
): Promise<BenchRequest[]> {
  // Some operations end the session they are called with
  const as = (await world.createOwner()).session
  const toWire = (variant: string, ingredients: RequestParts): BenchRequest => {
    const { body, headers, ...rest } = toRequest(operation, ingredients)
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return {
      variant,
      ...rest,
      headers: { ...as, ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
  }
  const good = await prepare(world, operation, as)
  const wrong = schema === null ? [] : buildWrongBodies(operation, schema, good.body ?? {})
  return [
    toWire('as usual', good),
    ...wide.map((one) => toWire(`wide ${JSON.stringify(one.query ?? '').slice(0, 60)}`, one)),
    ...wrong.map(({ variant, text }) => ({ ...toWire(variant, { ...good, body: {} }), body: text })),
  ]
}

interface RequestCost extends ThreadUse {
  name: string
  variant: string
  status: number
}

const agent = new Agent({ keepAlive: true })

function send(port: number, { method, url, headers, body }: BenchRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({ port, method, path: url, agent, headers: { ...headers, ...length } }, (response) => {
      const done = () => resolve(response.statusCode!)
      response.resume().on('end', done)
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy()
        done()
      }
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function run(dialect: DialectName, monitors: number, part: string): Promise<void> {
  const child = fork(import.meta.filename, ['--serve', dialect, String(monitors)], { execArgv: FLAGS })
  let asked: Promise<unknown> = Promise.resolve()
  const ask = <T>(order: Order): Promise<T> => {
    const answer = asked.then(async () => {
      child.send(order)
      return (await once(child, 'message'))[0] as T
    })
    asked = answer
    return answer
  }
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const document = (await (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).json()) as ApiDocument
  const measure = async (wire: BenchRequest): Promise<ThreadUse & { status: number }> => {
    await ask({ measure: true })
    const status = await send(port, wire).catch(() => 0)
    await new Promise((done) => setTimeout(done, 5))
    return { ...(await ask<ThreadUse>({ measure: false })), status }
  }
  const lines: RequestCost[] = []

  /** Runs the widest reads of one organization, many at a time. */
  async function mix(): Promise<void> {
    const wires: BenchRequest[] = []
    const readers = listOperations(document).filter(({ name }) => /^GET|replay$/.test(name) && RECIPES[name])
    for (const operation of sample(readers, 12)) {
      const made = await ask<BenchRequest[]>({ prepare: operation, schema: null })
      wires.push(...made.filter(({ variant }) => variant.startsWith('wide')))
    }
    wires.push(
      ...['/api/tags', '/api/dashboard/monitors', '/api/dashboard/overview'].map((url) => ({ ...wires[0]!, url })),
    )
    const other = await ask<Record<string, string>>({ other: true })
    const before = await ask<Record<string, number>>({ memory: true })
    let peak = before
    const watch = setInterval(async () => {
      const now = await ask<Record<string, number>>({ memory: true })
      if (now.rss! > peak.rss!) peak = now
    }, 100)
    const small = { variant: '', method: 'GET', url: '/api/monitors', headers: other }
    const reads = wires.map((wire) => () => send(port, wire).catch(() => 0))
    await ask({ measure: true })
    const { statuses, otherMs } = await runMix(reads, () => send(port, small), AT_ONCE, MIX_MS)
    clearInterval(watch)
    const { longestMs } = await ask<ThreadUse>({ measure: false })
    await new Promise((done) => setTimeout(done, 500))
    const after = await ask<Record<string, number>>({ memory: true })
    process.stdout.write(`${AT_ONCE} concurrent wide reads of one organization for ${MIX_MS / 1_000} s\n`)
    printTable(
      ['MiB', 'before', 'peak', 'after'],
      Object.keys(before).map((name) => [name, before[name]!, peak[name]!, after[name]!]),
    )
    const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
    process.stdout.write(`responses: ${counts}; longest event loop iteration ${formatFigure(longestMs)} ms\n`)
    const [p50, p99, max] = [0.5, 0.99, 1].map((share) => formatFigure(getPercentile(otherMs, share)))
    process.stdout.write(
      `another organization, ${otherMs.length} small reads: p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms\n\n`,
    )
  }

  const measureWorst = async (name: string, preparation: Order): Promise<void> => {
    const best = new Map<string, RequestCost>()
    for (let time = 0; time < TIMES; time++) {
      const made = await ask<BenchRequest[] | { failed: string }>(preparation)
      if (!Array.isArray(made)) throw new Error(`${name}: ${made.failed}`)
      for (const wire of made) {
        const use = { name, variant: wire.variant, ...(await measure(wire)) }
        const before = best.get(wire.variant)
        if (!before || use.longestMs < before.longestMs) best.set(wire.variant, use)
      }
    }
    for (const { variant, status } of best.values())
      if (variant.startsWith('wide') && status >= 300) process.stderr.write(`${name}, ${variant}: ${status}\n`)
    lines.push([...best.values()].toSorted((a, b) => b.longestMs - a.longestMs)[0]!)
  }

  const operations = listOperations(document).filter(({ name }) => RECIPES[name] && name.includes(part))
  for (const operation of sample(operations, 60)) {
    const media = operation.requestBody?.content['application/json']?.schema
    await measureWorst(operation.name, { prepare: operation, schema: media ? resolve<Schema>(document, media) : null })
  }
  for (const page of STATUS_PAGES) {
    const name = `GET /status/{slug}${page}`
    if (name.includes(part)) await measureWorst(name, { page })
  }
  if (part === '' || part === 'mix') await mix()
  child.disconnect()
  printTable(
    ['operation', 'request', 'status', 'longest ms', 'all ms', 'MiB'],
    lines
      .toSorted((a, b) => b.longestMs - a.longestMs)
      .map(({ name, variant, status, longestMs, totalMs, grownMib }) => [
        name,
        variant,
        status,
        longestMs,
        totalMs,
        grownMib,
      ]),
  )
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--serve') await serve(rest[0] as DialectName, Number(rest[1]))
else {
  await run((rest[0] ?? 'sqlite') as DialectName, Number(mode ?? sized(2_000, 150)), rest[1] ?? '')
  process.exit(0)
}
