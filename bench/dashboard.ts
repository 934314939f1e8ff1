/**
 * The dashboard with 2,000 monitors in a real browser. Measures time until the list appears, size of the first load,
 * smoothness of scrolling, cost of a live update and memory growth. Also measures the frames and the size of
 * the Loom. Uses the dashboard built by `npm run build`.
 *
 *   npm run bench -- dashboard [minutes=1] [monitors=2000] [interval-seconds=60]
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashPassword } from '../src/services/platform/credentials/passwords.ts'
import { openStore } from '../src/store/platform/store.ts'
import type { Cleanup } from '../test/support/database/stores.ts'
import { openBrowser, readBrotliSize } from '../test/support/programs/browser.ts'
import { startProgram } from '../test/support/programs/program.ts'
import { waitUntil } from '../test/support/time/until.ts'
import type { Browser, BrowserContext, CDPSession, Page } from '../test/support/tools.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { formatFigure, getPercentile, printTable } from './support/report.ts'
import { prepareData } from './support/service.ts'
import { sized } from './support/size.ts'
import { startTarget } from './support/target.ts'

const MINUTES = Number(process.argv[2] ?? sized(1, 0.02))
const MONITORS = Number(process.argv[3] ?? sized(2_000, 100))
const INTERVAL_SECONDS = Number(process.argv[4] ?? sized(60, 1))

/** Number of page loads; the median is reported. */
const LOADS = sized(5, 1)
const SCROLL_SECONDS = sized(5, 0.3)

/** Requests after the first paint, such as strips and icons, count too. */
const AFTER_PAINT_MS = sized(1_000, 200)
/** Speed of a fast scroll wheel. */
const PX_PER_FRAME = 80
/** Share of monitors whose target does not respond. */
const SHARE_DOWN = 0.02

const PASSWORD = 'ten characters or more'
const DIST = join(import.meta.dirname, '../web/dist')

interface Load {
  /** Time until the rows are painted, ms. */
  rowsMs: number
  /** Transferred bytes of the program and of the API. */
  programBytes: number
  apiBytes: number
  /** Size of the same program over https, where browsers accept Brotli. */
  brotliBytes: number
}

async function prepare(t: Cleanup): Promise<{ base: string; key: string }> {
  const target = await startTarget(t)
  const down = Math.round(MONITORS * SHARE_DOWN)
  const options = { intervalSeconds: INTERVAL_SECONDS }
  const { folder, location, key } = await prepareData(t, [
    { ...options, count: MONITORS - down, target: target.http },
    { ...options, count: down, target: 'http://127.0.0.1:9/' },
  ])
  const store = openStore(location)
  const hash = await hashPassword(PASSWORD)
  await store.transact((tx) => tx.updateTable('users').set({ password_hash: hash }).execute())
  await store.close()
  const { url } = await startProgram(t, {
    env: { WK_DATA_DIR: folder, WK_RATE_LIMIT: '0', WK_LOG_LEVEL: 'warn' },
  })
  return { base: url, key }
}

/** Records when the first row exists, and the frame in which it is painted. */
const NOTE_ROWS = `
  localStorage.setItem('wk-was-signed-in', '1')
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-row]')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.rowsAt = performance.now() }))
  }).observe(document, { childList: true, subtree: true })`

async function signIn(browser: Browser, base: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', baseURL: base })
  const answer = await context.request.post('/api/auth/login', {
    headers: { 'x-refresh-token': 'cookie' },
    data: { email: 'bench@example.test', password: PASSWORD },
  })
  if (!answer.ok()) throw new Error(`sign-in failed with ${answer.status()}`)
  await context.addInitScript(NOTE_ROWS)
  return context
}

// Polls from here, since the page's own policy forbids evaluation inside it
const waitForRows = (page: Page): Promise<number> =>
  waitUntil(() => page.evaluate<number>('window.rowsAt ?? 0'), 'the first row')

/** Loads the page as a first-time visitor with an empty cache. */
async function load(context: BrowserContext, base: string): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const addresses = new Map<string, string>()
  const bytes = { programBytes: 0, apiBytes: 0, brotliBytes: 0 }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void addresses.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(addresses.get(requestId) ?? base)
    const isApi = pathname.startsWith('/api/')
    bytes[isApi ? 'apiBytes' : 'programBytes'] += encodedDataLength
    if (!isApi) bytes.brotliBytes += readBrotliSize(pathname)
  })
  await page.goto('/')
  const rowsMs = await waitForRows(page)
  await pause(AFTER_PAINT_MS)
  await page.close()
  return { rowsMs, ...bytes }
}

/** Milliseconds between frames while the list scrolls, sorted. */
const measureFrames = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = []
    const end = performance.now() + ${SCROLL_SECONDS * 1000}
    let last = performance.now()
    let step = ${PX_PER_FRAME}
    const most = document.documentElement.scrollHeight - innerHeight
    const frame = (now) => {
      frames.push(now - last)
      last = now
      if (scrollY >= most - 1) step = -${PX_PER_FRAME}
      if (scrollY <= 0) step = ${PX_PER_FRAME}
      scrollBy(0, step)
      if (now < end) requestAnimationFrame(frame)
      else resolve(frames.slice(1).sort((a, b) => a - b))
    }
    requestAnimationFrame(frame)
  })`)

/** Counts the events sent to the page by reading the same stream. */
async function countEvents(base: string, key: string, work: () => Promise<void>): Promise<number> {
  const stop = new AbortController()
  const { body } = await fetch(`${base}/api/events`, { headers: { 'x-api-key': key }, signal: stop.signal })
  let count = 0
  const reading = (async () => {
    for await (const text of body!.pipeThrough(new TextDecoderStream())) count += text.split('event: ').length - 1
  })().catch(() => {})
  await work()
  stop.abort()
  await reading
  return count
}

interface Metrics {
  /** CPU time of the main thread. */
  ThreadTime: number
  ScriptDuration: number
  TaskDuration: number
  JSHeapUsedSize: number
  Nodes: number
}

async function readMetrics(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as unknown as Metrics
}

async function readIdleMetrics(session: CDPSession): Promise<Metrics> {
  await session.send('HeapProfiler.collectGarbage')
  return readMetrics(session)
}

const LOOM_FRAMES = sized(200, 20)

/** Scrolls the Loom and moves the pointer over it, once in every frame. */
const MOVE_IN_LOOM = `new Promise((resolve) => {
  const box = document.querySelector('[role=application]')
  const { left, top, width, height } = box.getBoundingClientRect()
  let count = 0
  const frame = () => {
    const at = { clientX: left + width * (0.3 + (count % 100) / 200), clientY: top + height / 2 }
    box.scrollTop = (count * 37) % (box.scrollHeight - height)
    box.dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'mouse', bubbles: true }))
    if (count++ < ${LOOM_FRAMES}) requestAnimationFrame(frame)
    else resolve()
  }
  requestAnimationFrame(frame)
})`

/** Fills every cell of the response with a random response time, which compresses worst. */
function fillCells({ data, ...rest }: { data: { rows: { cells: string }[] } }): object {
  const toRandom = () => String.fromCharCode(97 + Math.floor(Math.random() * 26))
  const rows = data.rows.map((row) => ({ ...row, cells: Array.from(row.cells, toRandom).join('') }))
  return { ...rest, data: { ...data, rows } }
}

/** Reads a picture of the Loom that the server has not read before. */
const READ_LOOM = `(async () => {
  const begun = performance.now()
  await (await fetch('/api/dashboard/loom')).text()
  return performance.now() - begun
})()`

/** Measures the first read of the Loom, the work for one frame, and the compressed size of a full day. */
async function measureLoom(context: BrowserContext): Promise<{ firstMs: number; frameMs: number; bytes: number }> {
  const page = await context.newPage()
  await page.goto('/')
  const firstMs = Number(await page.evaluate(READ_LOOM))
  let bytes = 0
  await page.route('**/api/dashboard/loom*', async (route) => {
    const filled = fillCells(await (await route.fetch()).json())
    bytes = Math.max(bytes, gzipSync(JSON.stringify(filled), { level: 1 }).length)
    await route.fulfill({ json: filled })
  })
  await page.goto('/loom')
  await page.waitForSelector('canvas')
  await pause(AFTER_PAINT_MS)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const before = await readIdleMetrics(session)
  await page.evaluate(MOVE_IN_LOOM)
  const after = await readMetrics(session)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
  return { firstMs, frameMs: ((after.ThreadTime - before.ThreadTime) * 1_000) / LOOM_FRAMES, bytes }
}

async function main(t: Cleanup): Promise<void> {
  const { base, key } = await prepare(t)
  const browser = await openBrowser(t)
  const loads: Load[] = []
  const context = await signIn(browser, base)
  for (let i = 0; i < LOADS; i++) loads.push(await load(context, base))
  const middle = loads.sort((a, b) => a.rowsMs - b.rowsMs)[LOADS >> 1]!

  const page = await context.newPage()
  await page.goto('/')
  await waitForRows(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const frames = await measureFrames(page)
  await page.evaluate('scrollTo(0, 0)')
  await pause(INTERVAL_SECONDS * 500) // until the strips are loaded and the first outages are reported
  const before = await readIdleMetrics(session)
  const events = await countEvents(base, key, () => pause(MINUTES * 60_000))
  const after = await readMetrics(session)
  const rested = await readIdleMetrics(session)
  const loom = await measureLoom(context)

  const seconds = MINUTES * 60
  printTable(
    [`dashboard with ${formatFigure(MONITORS)} monitors`, 'measured', 'limit'],
    [
      ['first rows painted, ms', middle.rowsMs, '< 500'],
      ['first load, program over http, KB', middle.programBytes / 1_000, ''],
      ['first load, program over https, KB', middle.brotliBytes / 1_000, '< 160'],
      ['first load, API, KB', middle.apiBytes / 1_000, ''],
      ['frames a second while scrolling', 1_000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length), '>= 50'],
      ['slowest frame of a hundred, ms', getPercentile(frames, 0.99), ''],
      ['live updates a second', events / seconds, ''],
      ['script for one update, ms', ((after.ScriptDuration - before.ScriptDuration) * 1_000) / events, '< 5'],
      ['all work for one update, ms', ((after.TaskDuration - before.TaskDuration) * 1_000) / events, ''],
      ['heap before, MB', before.JSHeapUsedSize / 1e6, ''],
      [`heap ${MINUTES} min later, MB`, rested.JSHeapUsedSize / 1e6, 'the same'],
      ['elements before', before.Nodes, ''],
      [`elements ${MINUTES} min later`, rested.Nodes, 'the same'],
      ['first read of the Loom, ms', loom.firstMs, '< 1500'],
      ['work for one frame of the Loom, ms', loom.frameMs, '< 16'],
      ['Loom with a full day, compressed, KB', loom.bytes / 1_000, '< 1000'],
    ],
  )
}

if (!existsSync(join(DIST, 'index.html'))) {
  process.stderr.write('The dashboard is not built: npm run build\n')
  process.exit(1)
}
await withCleanup(main)
