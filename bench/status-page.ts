/**
 * Cost of a public status page with 50 components over 90 days with incidents.
 *
 *   npm run bench -- status-page [rounds=5]
 *
 * The first part renders a page from the database to HTML, on both databases. The second part requests a cached page
 * and reports requests per second of CPU time, beside a bare Fastify route of the same size. Both run together, so that
 * the ratio holds on any machine. Load comes from `wrk` if it is installed, else from a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { buildApp } from '../src/api/app.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { PAGES } from '../src/pages/index.ts'
import { toStatusDocument } from '../src/pages/status-page/status-page.ts'
import { readPublicStatus } from '../src/services/status-pages/public-status.ts'
import type { DialectName } from '../src/store/platform/dialects.ts'
import type { Store } from '../src/store/platform/store.ts'
import { DIALECTS, openTestStore } from '../test/support/database/stores.ts'
import { createTestContext } from '../test/support/factories/context.ts'
import { insertLargePage } from '../test/support/factories/large-page.ts'
import { withCleanup } from './support/cleanup.ts'
import { LOADER, sendLoad } from './support/load.ts'
import { formatFigure, formatRatio, getPercentile, printTable } from './support/report.ts'
import { IS_TOY, sized } from './support/size.ts'

const SLUG = 'example'
const LOAD = { connections: 32, seconds: sized(1, 0.1) }
const RUNS = sized(200, 3)

const insert = (store: Store): Promise<void> =>
  insertLargePage(store, { slug: SLUG, components: 50, outages: 2, now: Date.now() })

/** Renders the page from the database to HTML and returns the times, ms, and the HTML. */
async function measurePage(store: Store): Promise<{ tookMs: number; readMs: number; body: string }> {
  const began = performance.now()
  const page = (await readPublicStatus({ store, now: Date.now }, SLUG))!
  const read = performance.now()
  const { body } = await toStatusDocument(page, 'https://status.example.com', '', true)
  return { tookMs: performance.now() - began, readMs: read - began, body }
}

async function measureUncached(dialect: DialectName): Promise<(string | number)[]> {
  return withCleanup(async (t) => {
    const store = await openTestStore(t, dialect)
    await insert(store)
    for (let run = 0; run < RUNS; run++) await measurePage(store)
    const runs: Awaited<ReturnType<typeof measurePage>>[] = []
    const cpu = process.cpuUsage()
    for (let run = 0; run < RUNS; run++) runs.push(await measurePage(store))
    const { user, system } = process.cpuUsage(cpu)
    const sorted = (of: 'tookMs' | 'readMs') => runs.map((run) => run[of]).sort((a, b) => a - b)
    const [took, read] = [sorted('tookMs'), sorted('readMs')]
    const { body } = runs[0]!
    const sizes = [Buffer.byteLength(body), brotliCompressSync(body).length].map((size) => size / 1_000)
    const perRun = (user + system) / 1_000 / RUNS
    return [dialect, getPercentile(took, 0.5), getPercentile(took, 0.1), getPercentile(read, 0.5), perRun, ...sizes]
  })
}

/** The baseline: a response of the same size and nothing else. */
async function serveBare(bytes: number): Promise<number> {
  const server = Fastify()
  const body = Buffer.alloc(bytes, 'x')
  server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(body))
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as { port: number }).port
}

async function servePage(): Promise<number> {
  const store = await openTestStore({ after: (work) => process.once('disconnect', () => void work()) }, 'sqlite')
  await insert(store)
  const api = buildApp(
    {
      context: { ...createTestContext(store), now: Date.now },
      config: {
        baseUrl: 'http://127.0.0.1',
        registration: 'open',
        defaultPlan: 'scale',
        rateLimit: 1_000_000_000,
        trustedProxies: [],
        corsOrigins: [],
        secret: Buffer.alloc(32, 1),
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
    },
    PAGES,
  )
  await api.listen({ port: 0, host: '127.0.0.1' })
  return (api.server.address() as { port: number }).port
}

/** Serves until the parent process disconnects. */
async function serve(kind: string, bytes: number): Promise<void> {
  process.once('disconnect', () => setTimeout(() => process.exit(), 200))
  const port = await (kind === 'bare' ? serveBare(bytes) : servePage())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!((user + system) / 1e6)
  })
  process.send!(port)
}

const receiveMessage = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a server ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(Number(message))
    })
  })

async function readCpuSeconds(child: ChildProcess): Promise<number> {
  const answer = receiveMessage(child)
  child.send('cpu')
  return answer
}

const computeMedian = (values: readonly number[]): number =>
  getPercentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** Measures both in turn in each round, so that other load on the machine affects both alike. */
async function compare(
  name: string,
  headers: Record<string, string>,
  bytes: number,
  rounds: number,
): Promise<(string | number)[]> {
  const children = ['bare', 'page'].map((kind) => fork(import.meta.filename, ['--serve', kind, String(bytes)]))
  try {
    const contenders = await Promise.all(children.map(async (child) => ({ child, port: await receiveMessage(child) })))
    const found = contenders.map((): number[] => [])
    for (let round = -1; round < rounds; round++)
      for (const [index, { child, port }] of contenders.entries()) {
        const before = await readCpuSeconds(child)
        const origin = `http://127.0.0.1:${port}`
        const path = index === 0 ? '/' : `/status/${SLUG}`
        const { count } = await sendLoad({ origin, paths: [path], headers, ...LOAD })
        const perCpuSecond = count / ((await readCpuSeconds(child)) - before)
        if (round >= 0) found[index]!.push(perCpuSecond)
      }
    const [bare, page] = found.map(computeMedian) as [number, number]
    return [name, bytes / 1_000, bare, page, formatRatio(page, bare)]
  } finally {
    for (const child of children) child.disconnect()
  }
}

async function main(rounds: number): Promise<void> {
  const made: (string | number)[][] = []
  for (const dialect of DIALECTS) made.push(await measureUncached(dialect))
  const heads = ['rendered', 'p50 ms', 'p10 ms', 'read ms', 'CPU ms', 'KB', 'KB brotli']
  printTable(heads, made)
  const [size, small] = made[0]!.slice(-2).map((kb) => Math.round(Number(kb) * 1_000)) as [number, number]
  const cached = [await compare('brotli', { 'accept-encoding': 'br' }, small, rounds)]
  if (!IS_TOY) cached.unshift(await compare('uncompressed', {}, size, rounds))
  process.stdout.write(
    `${LOADER}, ${LOAD.connections} connections, ${formatFigure(rounds)} rounds of ${LOAD.seconds} s\n`,
  )
  printTable(['cached', 'KB', 'bare Fastify per CPU-s', 'page per CPU-s', 'ratio'], cached)
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--serve') await serve(rest[0]!, Number(rest[1]))
else await main(Number(mode ?? sized(5, 1)))
