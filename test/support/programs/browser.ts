/**
 * A real Chromium, installed only from the registry. A page fails its test when it logs a console error, throws, or
 * sends a request to another host.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright, type Request } from 'playwright-core'
import tools from '../../package.json' with { type: 'json' }
import type { Cleanup } from '../database/stores.ts'
import { PATIENCE_MS, waitUntil } from '../time/until.ts'
import { ROOT } from './program.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One folder for each version, so that an older browser is never used. */
const CHROMIUM_FOLDER = join(ROOT, `node_modules/.cache/chromium-${tools.dependencies['@sparticuz/chromium']}`)

export interface Appearance {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  locale?: string
}

export interface Visit {
  page: Page
  /** Errors of the page so far. */
  pageErrors: string[]
}

/**
 * Flags that are left out. Tests need pages in separate processes. A graphics processor emulated for WebGL draws each
 * frame with far more CPU time than the plain renderer.
 */
const REMOVED_FLAGS = [
  '--single-process',
  '--in-process-gpu',
  '--ignore-gpu-blocklist',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

export async function openBrowser(t: Cleanup): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: unpackChromium(),
    args: [...chromium.args.filter((flag) => !REMOVED_FLAGS.includes(flag)), '--disable-gpu'],
    headless: true,
  })
  t.after(() => browser.close())
  return browser
}

/** Requests of a page without an answer yet, except its stream of events. */
const unanswered = new WeakMap<Page, Set<Request>>()

function trackRequests(page: Page): void {
  const pending = new Set<Request>()
  unanswered.set(page, pending)
  page.on('request', (request) => {
    if (request.headers().accept !== 'text/event-stream') pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
}

/** The page has no request and no loading placeholder in this many consecutive turns. */
const SETTLED_TURNS = 5

/** Waits until the page has loaded everything that it shows. Counts turns of the page, which a slow machine delays. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const pending = unanswered.get(page)!
  let turns = 0
  await waitUntil(async () => {
    const isBusy = await page.evaluate<boolean>(BUSY)
    turns = isBusy || pending.size > 0 ? 0 : turns + 1
    return turns >= SETTLED_TURNS
  }, 'a settled page')
}

const BUSY = `new Promise((resolve) =>
  setTimeout(() => requestAnimationFrame(() => resolve(document.querySelector('.animate-pulse') !== null)), 40))`

/**
 * Unpacks the browser if necessary. Test files are processes that start together. Each unpacks into its own folder, and
 * only a complete folder gets the final name.
 */
function unpackChromium(): string {
  if (!existsSync(CHROMIUM_FOLDER)) {
    mkdirSync(dirname(CHROMIUM_FOLDER), { recursive: true })
    const folder = mkdtempSync(`${CHROMIUM_FOLDER}-`)
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    try {
      renameSync(folder, CHROMIUM_FOLDER)
    } catch {
      rmSync(folder, { recursive: true }) // another test file was faster
    }
  }
  return join(CHROMIUM_FOLDER, 'chromium')
}

const UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"

/**
 * Opens a separate window with its own cookies.
 *
 * @param base URL of the server; requests to other hosts are errors
 */
export async function openPage(browser: Browser, base: string, appearance: Appearance = {}): Promise<Visit> {
  const { width = 1440, height = 900, theme = 'light', locale = 'en-GB' } = appearance
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    baseURL: base,
  })
  const page = await context.newPage()
  trackRequests(page)
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== base)
      complaints.push(`request to another host: ${request.url()}`)
  })
  return { page, pageErrors: complaints }
}

interface Credentials {
  email: string
  password: string
}

/** A session at the API, from which browsers get their own. */
export interface Account {
  token: string
  organizationId: string
}

/** @param account as in the answer to a registration or sign-in */
export const toAccount = (account: { access_token: string; organization: { id: string } }): Account => ({
  token: account.access_token,
  organizationId: account.organization.id,
})

/**
 * Signs in without the form, for tests of other things: the browser has the cookie afterwards. The number of sign-ins is
 * limited, and the number of organization switches is not.
 */
export async function signIn(page: Page, { token, organizationId }: Account): Promise<void> {
  const answer = await page.request.post('/api/auth/switch-organization', {
    headers: { 'x-refresh-token': 'cookie', authorization: `Bearer ${token}` },
    data: { organization_id: organizationId },
  })
  assert.equal(answer.status(), 200)
  await page.addInitScript("localStorage.setItem('wk-was-signed-in', '1')")
  await page.goto('/')
}

/** Fills in the form of the sign-in page, which must be open. */
export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

interface Finding {
  id: string
  impact: string | null
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

/** Lists serious and critical accessibility violations that axe finds, as readable lines. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // Through the debugger, because the page's content security policy blocks other scripts
  const session = await page.context().newCDPSession(page)
  const { result: known } = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  if (known.value === 'undefined') await session.send('Runtime.evaluate', { expression: AXE })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'], selectors: false })
      .then((found) => JSON.stringify(found.violations))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  const findings = JSON.parse(String(result.value)) as Finding[]
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n  ${nodes.map(({ html, failureSummary = '' }) => `${html.slice(0, 200)} ${failureSummary.replaceAll('\n', ' ')}`).join('\n  ')}`,
    )
}

/** Returns true when the page scrolls sideways, which it never should on a phone. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')

/** Ends a visit and asserts that it had no errors. */
export async function leave({ page, pageErrors }: Visit): Promise<void> {
  await page.context().close()
  assert.deepEqual(pageErrors, [])
}

/** Returns the bytes of a file of the built dashboard over https, where browsers accept Brotli. */
export function readBrotliSize(pathname: string): number {
  const file = join(ROOT, 'web/dist', pathname === '/' ? 'index.html' : pathname)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
